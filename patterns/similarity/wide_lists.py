"""Lists of children too long for a table: honest lower and upper ends of what their best alignment is worth.

Either in a band around the diagonal, where all weights are known (two long lists of few classes), or roughly, where
they are not.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter

from patterns.pages.trees import Tree
from patterns.similarity.bounds import least_distance
from patterns.similarity.leaf_rows import alignment_gain

_HALF_WIDTH = 24
"""How far a band goes to both sides of what the different lengths ask for."""
_ROUGH_CELLS = 3_000_000_000
"""So many cells go to rough gains: of tables that are filled 64 cells at a time and more."""
_NODE = 6_000
"""What a bound costs per node, in such cells."""

_size: Callable[[Tree], int] = attrgetter("size")


def band_cost(left: Sequence[Tree], right: Sequence[Tree]) -> int:
    """In cells."""
    return len(right) * (abs(len(left) - len(right)) + 2 * _HALF_WIDTH)


def band_gain(left: Sequence[Tree], right: Sequence[Tree], rows: Mapping[Tree, Mapping[Tree, int]]) -> tuple[int, int]:
    """The best alignment within the band, and what none at all can pass.

    An alignment that leaves the band leaves out more items of both sides than the half width: if the best one within is
    worth more than such a one could be, it is the best of all (Ukkonen's argument)."""
    nothing: dict[Tree, int] = {}
    weights = [rows.get(item, nothing).get for item in left]
    longer, shorter = max(0, len(left) - len(right)), min(0, len(left) - len(right))
    values = [0] * (len(left) + 1)
    for place, item in enumerate(right):
        start = max(0, place + shorter - _HALF_WIDTH)
        best = diagonal = values[start]
        for column, weight in enumerate(weights[start : max(0, place + longer + _HALF_WIDTH + 1)], start + 1):
            up = values[column]
            best = max(best, up, diagonal + weight(item, 1))
            diagonal = up
            values[column] = best
    outside = min(_most_outside(left), _most_outside(right))
    return values[-1], max(values[-1], outside)


def _most_outside(items: Sequence[Tree]) -> int:
    return 2 * (sum(map(_size, items)) - (_HALF_WIDTH + 1) * min(map(_size, items)))


def rough_gains(pairs: Sequence[tuple[Tree, Tree]], cells: int = _ROUGH_CELLS) -> list[tuple[int, int]]:
    """The gain of each pair, from below and from above, without looking at pairs of children. `cells` of work go to the
    labels of their children: the largest pairs get the most care."""
    ends: dict[tuple[Tree, Tree], tuple[int, int]] = {}
    for a, b in sorted(pairs, key=lambda pair: pair[0].size + pair[1].size, reverse=True):
        cost = len(a.children) * len(b.children) + _NODE * (a.size + b.size)
        if cost <= cells:
            cells -= cost
            labels = [[child.label for child in tree.children] for tree in (a, b)]
            ends[a, b] = 2 + alignment_gain(*labels), a.size + b.size - least_distance(a, b)
        else:
            ends[a, b] = 2 + min(len(a.children), len(b.children)), 2 * min(a.size, b.size)
    return [ends[pair] for pair in pairs]
