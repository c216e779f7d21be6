"""How often Python looks for rubbish that refers to itself, for processes that are this program's own. What a program
that uses the library does with its memory is its own matter.
"""

import gc

_NEW_OBJECTS = 20_000


def look_seldom() -> None:
    """What is loaded by now stays, and is not looked through again; what is new, only when there is much of it. A page
    makes thousands of objects that all live for a moment: to look every 700, as Python does, takes a sixth of the time
    of reading it.
    """
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
