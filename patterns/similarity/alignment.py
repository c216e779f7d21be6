"""Aligning the children of two nodes: which ends are the same anyway, and the heaviest non-crossing alignment of the
rest.

Where a pair is worth 2 (same label) or 1, that is the edit distance of the labels, by bits in Python's big integers:
Myers (1999) in Hyyrö's formulation. One row of the table is two integers, and costs a dozen machine operations per 64
columns. It says how much the best alignment is worth, not which it is.

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


def alignment_gain(left: Sequence[str], right: Sequence[str]) -> int:
    """The heaviest non-crossing alignment: every item of either list that costs no edit is worth 1."""
    return len(left) + len(right) - edit_distance(left, right)


def edit_distance(left: Sequence[str], right: Sequence[str]) -> int:
    """Levenshtein distance, unit costs."""
    if not left:
        return len(right)
    places = _places(left)
    last = 1 << len(left) - 1
    mask = (last << 1) - 1
    rising, falling, distance = mask, 0, len(left)  # where the column steps up or down by one
    for item in right:
        equal = places.get(item, 0)
        level = equal | falling
        diagonal = (((equal & rising) + rising) ^ rising) | equal
        up = falling | (mask & ~(diagonal | rising))
        down = rising & diagonal
        if up & last:
            distance += 1
        elif down & last:
            distance -= 1
        up = up << 1 | 1
        rising = mask & (down << 1 | ~(level | up))
        falling = mask & up & level
    return distance


def _places(items: Sequence[str]) -> dict[str, int]:
    """The positions of each item as bits."""
    digits: dict[str, bytearray] = {}
    for place, item in enumerate(items):
        row = digits.get(item)
        if row is None:
            row = digits[item] = bytearray(len(items) // 8 + 1)
        row[place >> 3] |= 1 << (place & 7)
    return {item: int.from_bytes(row, "little") for item, row in digits.items()}
