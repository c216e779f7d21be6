"""When to ask the database again while a run goes on: the engine needs it more than a screen does."""

import time

_AT_MOST = 50
"""Asking may take so small a part of the time: a fiftieth."""


class Seldom:
    """A question that waits, after each answer, fifty times as long as that took."""

    def __init__(self) -> None:
        self._next = self._began = 0.0

    @property
    def is_due(self) -> bool:
        return time.monotonic() >= self._next

    def asking(self) -> None:
        self._began = time.monotonic()

    def answered(self) -> None:
        now = time.monotonic()
        self._next = now + _AT_MOST * (now - self._began)
