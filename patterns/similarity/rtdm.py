"""How alike two pages are: RTDM, the restricted top-down tree edit distance, and the similarity it gives.

A mapping of two ordered trees is *restricted top-down* if the parents of mapped nodes are mapped, and nodes of
different labels are mapped only where nothing below either of them is. Deleting, inserting and replacing a node cost
1 each; the distance is the cost of the cheapest such mapping of the two roots. This module counts the other way
round: the *gain* of two trees is the number of their nodes less the distance. Identical trees gain all their nodes,
trees of different labels 1, and trees of the same label 2 for their roots and what the heaviest non-crossing
alignment of their children gains. The similarity is the gain's share in the number of nodes, from 0 to 1.

What makes it fast, first what matters most: identical sub-trees are one object (`patterns.pages.trees`); gains are
remembered by pairs of classes from one comparison to the next; equal beginnings and ends of child lists are cut off;
and whoever only asks whether two pages are alike enough has hopeless pairs rejected by counting
(`patterns.similarity.bounds`), long before a table is filled.

The work of one comparison is bounded. Where the bound is reached, the answer is an interval that holds the true
value; `similarity` is then its low end, and `at_least` says yes only where that is proven. Nothing found in such a
comparison is remembered, nor anything that was found under a threshold. Which node went to which is in
`patterns.similarity.mapping`.
"""

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from patterns.pages.trees import Tree
from patterns.similarity.bounds import least_distance
from patterns.similarity.gains import Agenda, Gains, fill, needed
from patterns.similarity.wide_lists import rough_gains


class Interval(NamedTuple):
    """The similarity is not below `low` and not above `high`; where both are the same it is known."""

    low: float
    high: float

    @property
    def exact(self) -> bool:
        return self.low == self.high


class Comparison:
    """Compares trees of one forest, and remembers what it found out about their classes.

    `budget` bounds the work of one comparison (in cells of alignment tables), `limit` the number of pairs of classes
    remembered."""

    def __init__(self, *, budget: int = 12_000_000, limit: int = 500_000) -> None:
        self._budget = budget
        self._gains = Gains(limit)

    @property
    def remembered(self) -> int:
        """The number of pairs of classes whose gain is known."""
        return len(self._gains)

    def similarity(self, a: Tree, b: Tree) -> float:
        return self.gain(a, b) / (a.size + b.size)

    def distance(self, a: Tree, b: Tree) -> int:
        return a.size + b.size - self.gain(a, b)

    def gain(self, a: Tree, b: Tree) -> int:
        """The number of nodes of both trees less their distance; at least that, where `interval` is not exact."""
        return self._ends(a, b)[0]

    def interval(self, a: Tree, b: Tree) -> Interval:
        low, high = self._ends(a, b)
        nodes = a.size + b.size
        return Interval(low / nodes, high / nodes)

    def at_least(self, a: Tree, b: Tree, threshold: float) -> bool:
        """Whether `similarity(a, b) >= threshold`, for less work if it is not."""
        nodes = a.size + b.size
        least = least_gain(nodes, threshold)
        allowed = nodes - least
        return least_distance(a, b, allowed) <= allowed and self.gain(a, b) >= least

    def _ends(self, a: Tree, b: Tree) -> tuple[int, int]:
        known = self._simple(a, b)
        if known is not None:
            return known, known
        self._gains.make_room()
        agenda = needed(a, b, self._gains, self._budget)
        if not agenda.exact:
            return self._rough_ends(a, b, agenda)
        fill(agenda, self._gains)
        gain = self._gains.rows[a][b]
        return gain, gain

    def _simple(self, a: Tree, b: Tree) -> int | None:
        if a is b:
            return 2 * a.size
        if a.label != b.label:
            return 1
        if not a.children or not b.children:
            return 2
        return self._gains.rows.get(a, {}).get(b)

    def _rough_ends(self, a: Tree, b: Tree, agenda: Agenda) -> tuple[int, int]:
        """Two passes over copies of the rows, so that nothing inexact is remembered."""
        rough = rough_gains(agenda.beyond)
        ends = []
        for high in (False, True):
            gains = self._gains.scratch()
            for (left, right), pair_ends in zip(agenda.beyond, rough, strict=True):
                gains.rows[left][right] = pair_ends[high]
            fill(agenda, gains, high=high)
            ends.append(gains.rows[a][b])
        return ends[0], min(ends[1], a.size + b.size - least_distance(a, b))


def least_gain(nodes: int, threshold: float) -> int:
    """The least gain whose share in `nodes`, as the float that `similarity` gives, reaches the threshold."""
    gain = ceil(Fraction(threshold) * nodes)
    while (gain - 1) / nodes >= threshold:  # rounding lifts a share that is a hair too small
        gain -= 1
    return gain
