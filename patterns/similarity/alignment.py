"""Aligning the children of two nodes: which ends are the same anyway, and the heaviest non-crossing alignment of the
rest.

Weights are never negative, so an item left out costs nothing here; what that means for a distance is for
`patterns.similarity.rtdm`.
"""

from collections.abc import Sequence
from itertools import accumulate

from recorder.patterns.pages.trees import Tree

Trees = tuple[Tree, ...]


def differing(left: Trees, right: Trees) -> tuple[Trees, Trees]:
    """What of both lists is between their common beginning and their common end."""
    start, left_end, right_end = window(left, right)
    return left[start:left_end], right[start:right_end]


def window(left: Sequence[Tree], right: Sequence[Tree]) -> tuple[int, int, int]:
    """Where that is: left[start:left_end] and right[start:right_end].

    Cutting the ends off is exact: an identical pair is worth 2 for each of its nodes, which is all that either item can
    bring."""
    left_end, right_end = len(left), len(right)
    shorter = min(left_end, right_end)
    start = 0
    while start < shorter and left[start] is right[start]:
        start += 1
    while start < shorter and left[left_end - 1] is right[right_end - 1]:
        left_end -= 1
        right_end -= 1
        shorter -= 1
    return start, left_end, right_end


def last_row(rows: Sequence[Sequence[int]]) -> list[int]:
    """How much the heaviest alignment with the first 0, 1, ... columns is worth."""
    above = [0, *accumulate(rows[0], max)]
    for row in rows[1:]:
        best = 0
        current = [0]
        keep = current.append
        for weight, diagonal, up in zip(row, above, above[1:], strict=False):
            weight += diagonal
            if weight > best:
                best = weight
            if up > best:
                best = up
            keep(best)
        above = current
    return above
