"""How alike two pages are: RTDM, the restricted top-down tree edit distance, and the similarity it gives.

A mapping of two ordered trees is *restricted top-down* if the parents of mapped nodes are mapped, and nodes of
different labels are mapped only where nothing below either of them is. Deleting, inserting and replacing a node cost
1 each; the distance is the cost of the cheapest such mapping of the two roots. This module counts the other way
round: the *gain* of two trees is the number of their nodes less the distance. Identical trees gain all their nodes,
trees of different labels 1, and trees of the same label 2 for their roots and what the heaviest non-crossing
alignment of their children gains. The similarity is the gain's share in the number of nodes, from 0 to 1.

What makes it fast, first what matters most: identical sub-trees are one object (`patterns.pages.trees`); pairs of
children that cannot matter are not looked into, and gains are remembered by pairs of classes from one comparison to the
next (`patterns.similarity.gains`); and whoever only asks whether two pages are alike enough has hopeless pairs rejected
by counting (`patterns.similarity.bounds`), long before a table is filled.

The work of one comparison is bounded. Where the bound is reached, `similarity` is a lower bound of the true value, and
`at_least` says yes only where that is proven. Nothing found in such a comparison is remembered, nor anything that was
found under a threshold. Which node went to which is in `patterns.similarity.mapping`.
"""

from fractions import Fraction
from math import ceil

from recorder.patterns.pages.trees import Tree
from recorder.patterns.similarity.bounds import least_distance
from recorder.patterns.similarity.gains import Gains, OutOfBudgetError, RoughGains

_ROUGH = 4
"""Where the budget was not enough, an estimate may cost the budget divided by this."""
_QUESTION = 10
"""What asking costs, in cells, be the answer known or not."""


class Comparison:
    """Compares trees of one forest, and remembers what it found out about their classes.

    `budget` bounds the work of one comparison (in cells of alignment tables), `limit` the number of pairs of classes
    remembered."""

    def __init__(self, *, budget: int = 12_000_000, limit: int = 200_000) -> None:
        self._budget = budget
        self._gains = Gains(limit)
        self.work = 0
        """What all comparisons so far cost, in cells."""

    def similarity(self, a: Tree, b: Tree) -> float:
        return self.gain(a, b) / (a.size + b.size)

    def distance(self, a: Tree, b: Tree) -> int:
        return a.size + b.size - self.gain(a, b)

    def gain(self, a: Tree, b: Tree) -> int:
        """The number of nodes of both trees less their distance; no more than that where the budget was not enough."""
        gain = self._exact(a, b)
        return RoughGains().gain(a, b, self._budget // _ROUGH) if gain is None else gain

    def at_least(self, a: Tree, b: Tree, threshold: float) -> bool:
        """Whether `similarity(a, b) >= threshold`, for less work if it is not."""
        nodes = a.size + b.size
        least = least_gain(nodes, threshold)
        allowed = nodes - least
        return least_distance(a, b, allowed) <= allowed and self.gain(a, b) >= least

    def _exact(self, a: Tree, b: Tree) -> int | None:
        try:
            return self._gains.gain(a, b, self._budget)
        except OutOfBudgetError:
            self._gains.forget()  # or the same question would find more known, and get another answer
            return None
        finally:
            self.work += _QUESTION + self._budget - self._gains.budget


def least_gain(nodes: int, threshold: float) -> int:
    """The least gain whose share in `nodes`, as the float that `similarity` gives, reaches the threshold."""
    gain = ceil(Fraction(threshold) * nodes)
    while (gain - 1) / nodes >= threshold:  # rounding lifts a share that is a hair too small
        gain -= 1
    return gain
