"""Cutting long lists into pages. Which rows a page shows and which pages there are; no links."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

PAGE_SIZE = 10


@dataclass(frozen=True)
class Slice(Generic[T]):
    """One page of a longer list."""

    rows: Sequence[T]
    number: int
    last: int
    total: int

    @property
    def next(self) -> int | None:
        """The number of the next page."""
        return self.number + 1 if self.number < self.last else None

    @property
    def previous(self) -> int | None:
        """The number of the page before."""
        return self.number - 1 if self.number > 1 else None


def cut(rows: Sequence[T], number: int, size: int = PAGE_SIZE) -> Slice[T] | None:
    """Page `number` of `rows`, None beyond the end: a page that does not exist must not look like an empty one."""
    last = max(1, -(-len(rows) // size))
    if number > last:
        return None
    return Slice(rows[(number - 1) * size : number * size], number, last, len(rows))
