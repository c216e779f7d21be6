"""Which node of one tree went to which of another: a cheapest restricted top-down mapping, for explanations and for
extraction.

It finds the tables of the pairs on the way again, which `patterns.similarity.rtdm` threw away; it is not meant for
comparing many pages.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from recorder.patterns.pages.trees import Tree
from recorder.patterns.similarity.alignment import last_row, window
from recorder.patterns.similarity.rtdm import Comparison

_MOST_CELLS = 1_000_000
_MOST_WORK = 10_000_000
"""Of all comparisons for one mapping: a hundred times what pages of documentation take."""

_Gain = Callable[[Tree, Tree], int]


class _TooMuchWorkError(Exception):
    pass


@dataclass(frozen=True)
class Mapping:
    """Pairs of mapped nodes, by their numbers in pre-order, in that order. What is in no pair was deleted or
    inserted."""

    pairs: tuple[tuple[int, int], ...]
    cost: int
    """Of deleting, inserting and replacing nodes, 1 each. It is the distance, unless lists were too long to be aligned
    with care."""


def map_nodes(a: Tree, b: Tree, comparison: Comparison | None = None) -> Mapping:
    """A cheapest mapping of `a` to `b`; of several, the one that keeps to the left."""
    gain = _bounded(comparison or Comparison())
    pairs: list[tuple[int, int]] = []
    cost = a.size + b.size
    stack = [(a, 0, b, 0)]
    while stack:
        left, i, right, j = stack.pop()
        pairs.append((i, j))
        cost -= 2 if left.label == right.label else 1
        if left.label == right.label:
            places, others = _places(left, i), _places(right, j)
            aligned = _aligned_children(left.children, right.children, gain)
            stack.extend((left.children[m], places[m], right.children[n], others[n]) for m, n in reversed(aligned))
    return Mapping(tuple(pairs), cost)


def _places(tree: Tree, place: int) -> list[int]:
    """The pre-order numbers of the children, and one more."""
    return list(accumulate([child.size for child in tree.children], initial=place + 1))


def _bounded(comparison: Comparison) -> _Gain:
    most = comparison.work + _MOST_WORK

    def gain(a: Tree, b: Tree) -> int:
        if comparison.work > most:
            raise _TooMuchWorkError
        return comparison.gain(a, b)

    return gain


def _aligned_children(left: Sequence[Tree], right: Sequence[Tree], gain: _Gain) -> list[tuple[int, int]]:
    start, left_end, right_end = window(left, right)
    same_start = [(place, place) for place in range(start)]
    middle = _pairs(left[start:left_end], right[start:right_end], gain)
    same_end = zip(range(left_end, len(left)), range(right_end, len(right)), strict=True)
    return [*same_start, *[(start + m, start + n) for m, n in middle], *same_end]


def _pairs(left: Sequence[Tree], right: Sequence[Tree], gain: _Gain) -> list[tuple[int, int]]:
    """A heaviest alignment. Lists for which that is too much work are aligned as they stand, first with first: a
    mapping all the same, but not the cheapest."""
    if len(left) * len(right) <= _MOST_CELLS:
        try:
            return _heaviest_pairs(left, right, gain)
        except _TooMuchWorkError:
            pass
    return [(place, place) for place in range(min(len(left), len(right)))]


def _heaviest_pairs(left: Sequence[Tree], right: Sequence[Tree], gain: _Gain) -> list[tuple[int, int]]:
    """In memory linear in the lists (Hirschberg): where does the best alignment cross the middle?"""
    pairs: list[tuple[int, int]] = []
    parts = [(0, len(left), 0, len(right))]
    while parts:
        top, bottom, start, end = parts.pop()
        if top == bottom or start == end:
            continue
        if bottom - top == end - start == 1:
            pairs.append((top, start))
            continue
        if bottom - top == 1:
            weights = [gain(left[top], other) for other in right[start:end]]
            pairs.append((top, start + weights.index(max(weights))))
            continue
        middle = (top + bottom) // 2
        above = _sums(left[top:middle], right[start:end], gain)
        below = _sums(left[middle:bottom][::-1], right[start:end][::-1], gain)
        both = [before + after for before, after in zip(above, reversed(below), strict=True)]
        cut = start + both.index(max(both))
        parts += [(middle, bottom, cut, end), (top, middle, start, cut)]
    return pairs


def _sums(left: Sequence[Tree], right: Sequence[Tree], gain: _Gain) -> list[int]:
    return last_row([[gain(item, other) for other in right] for item in left])
