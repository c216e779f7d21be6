"""Rows of an alignment table: how they are held, and how the next one follows from the one above and from weights.

A short row is reckoned sum by sum. The sums of a long one lie side by side in one big integer, each in a lane of some
bytes: from some dozens of sums on, Python's arithmetic on big integers replaces as many steps of its interpreter.

In each place a row has the largest of: the sum above; the weight upon the sum diagonally above; the sum before it.
"""

import struct
from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

LONG = 24
"""From so many sums on lanes are faster."""

Row = TypeVar("Row", bound=Hashable)


class Rows(Protocol[Row]):
    """Rows of one length."""

    zeros: Row
    """The row above the first."""

    def pack(self, weights: Sequence[int], /) -> Row:
        """A row of weights."""

    def next_row(self, above: Row, weights: Row, /) -> Row:
        """The row below a row of sums."""

    def last(self, sums: Row, /) -> int:
        """The sum in the last place."""


class SumBySum:
    """Short rows of `count` sums."""

    __slots__ = ("zeros",)

    def __init__(self, count: int) -> None:
        self.zeros = (0,) * count

    def pack(self, weights: Sequence[int]) -> tuple[int, ...]:
        return tuple(weights)

    def next_row(self, above: tuple[int, ...], weights: tuple[int, ...]) -> tuple[int, ...]:
        sums = []
        best = diagonal = 0
        for weight, up in zip(weights, above, strict=True):
            weight += diagonal
            if weight > best:
                best = weight
            if up > best:
                best = up
            diagonal = up
            sums.append(best)
        return tuple(sums)

    def last(self, sums: tuple[int, ...]) -> int:
        return sums[-1]


class Lanes:
    """Long rows of `count` sums, none of them above `most`. A lane keeps its highest bit free: there a subtraction
    shows which of two is the larger."""

    __slots__ = ("_bits", "_format", "_free", "_full", "_last", "zeros")

    def __init__(self, count: int, most: int) -> None:
        self._bits, letter = (16, "H") if most < 1 << 15 else (32, "I") if most < 1 << 31 else (64, "Q")
        self._format = f"<{count}{letter}"
        self._full = (1 << self._bits * count) - 1
        self._last = self._bits * (count - 1)
        self._free = self.pack([1 << self._bits - 1] * count)
        self.zeros = 0

    def pack(self, weights: Sequence[int]) -> int:
        return int.from_bytes(struct.pack(self._format, *weights), "little")

    def next_row(self, above: int, weights: int) -> int:
        bits = self._bits
        sums = self._larger(above, (above << bits & self._full) + weights)
        while True:  # each sum holds for the places after it too: 1, 2, 4, ... places further at a time
            carried = self._larger(sums, sums << bits & self._full)
            if carried == sums:
                return sums
            sums = carried
            bits *= 2

    def last(self, sums: int) -> int:
        return sums >> self._last

    def _larger(self, first: int, second: int) -> int:
        """Lane by lane. Where the first is not below the second, its free bit survives the subtraction."""
        wins = ((first | self._free) - second) & self._free
        lanes = wins - (wins >> self._bits - 1)
        return second ^ (first ^ second) & lanes
