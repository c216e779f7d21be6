"""The garbage collector of our own processes. Apart from `background`: reading pages needs no event loop."""

import gc

_NEW_OBJECTS = 20_000
"""New objects between two collections of the youngest generation."""


def collect_garbage_seldom() -> None:
    """Garbage-collector settings for our own processes; a program that uses the library keeps its own. What is loaded
    by now is never scanned again. A page makes thousands of short-lived objects: Python's default of 700 between two
    collections costs a sixth of the time of reading it.
    """
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
