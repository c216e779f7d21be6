"""A cache of bounded size that drops what has not been used for long. It never changes an answer, only the time to find
it."""

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Generations(Generic[K, V]):
    """Two generations: when the young one is full it becomes the old one, and the old one is forgotten.

    A hit in the old one moves to the young one, so what every page has (a navigation bar) lives on, and a session over
    any number of pages holds at most `2 * limit` entries.
    """

    __slots__ = ("limit", "old", "young")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.young: dict[K, V] = {}
        self.old: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        value = self.young.get(key)
        if value is None:
            value = self.old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: K, value: V) -> None:
        if len(self.young) >= self.limit:
            self.old = self.young
            self.young = {}
        self.young[key] = value

    def __len__(self) -> int:
        return len(self.young) + len(self.old)
