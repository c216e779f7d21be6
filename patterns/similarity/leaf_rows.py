"""Aligning two lists where a pair is worth 2 (same label) or 1: the edit distance of the labels, by bits in Python's
big integers.

Myers (1999) in Hyyrö's formulation: one row of the dynamic programming table is two integers, and costs a dozen machine
operations per 64 columns. It says how much the best alignment is worth, not which it is.
"""

from collections.abc import Sequence


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
