"""When to ask the database again while a run goes on: the engine needs it more than a screen does."""

import time
from collections.abc import Callable
from typing import TypeVar

_REST = 50
"""Least time between two questions, as a multiple of what the first one took."""

_Found = TypeVar("_Found")


class RateLimit:
    """Limits a repeated question to a small share of the time."""

    def __init__(self) -> None:
        self._next = 0.0

    @property
    def is_due(self) -> bool:
        return time.monotonic() >= self._next

    def ask(self, question: Callable[[], _Found]) -> _Found:
        """The answer; the longer it takes, the later the next question is due."""
        began = time.monotonic()
        found = question()
        now = time.monotonic()
        self._next = now + _REST * (now - began)
        return found
