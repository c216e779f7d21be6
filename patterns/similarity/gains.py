"""The gains of pairs of classes: what RTDM's best mapping keeps of two sub-trees of one label. The engine room of
`patterns.similarity.rtdm`.

The gain of a pair is the heaviest non-crossing alignment of the children, by a table of sums: with the first so many
children of either side, how much? A sum is the largest of the one above, the one before, and the one diagonally above
plus the gain of this pair of children, which has a table of its own. What saves most of these tables is to look at the
neighbours first: no pair gains more than twice the nodes of the smaller of the two, and where even that does not lift
the sum above its neighbours, the pair does not matter and its gain is not asked for. In two lists of one kind of items
that is nearly everywhere, from the second row on.

Further: equal ends of the two lists are cut off; lists without pairs of parents are aligned by bits
(`alignment_gain`); and a pair of classes is worked out once, for this comparison and for all later ones.

Work is counted in cells of tables. Where no budget is left for it, `RoughGains` bounds the gain from below.
"""

from collections import defaultdict
from operator import attrgetter
from typing import NamedTuple

from recorder.patterns.pages.trees import Tree
from recorder.patterns.similarity.alignment import Trees, alignment_gain, differing

_PAIR = 30
"""What working out a pair costs beside its cells, in cells."""
_BITS = 256
"""Cells that are filled in the time of one when lists are aligned by bits."""
_LONG = 400
"""Cells from which it pays to see whether that can be done."""
_DEEPEST = 200
"""Pages are some dozens of levels deep. What lies deeper is worked out first, so that no call stack overflows."""

_size = attrgetter("size")
_HALF_WIDTH = 16
"""How far a band goes to both sides of what the different lengths ask for."""
_ROUGH_CELLS = 1_500_000_000
"""Cells above which tables are estimated and not filled, even where they are filled 64 cells at a time."""
_NODE = 6_000
"""What counting costs per node, in such cells."""


class OutOfBudgetError(Exception):
    """Working out a gain would take more than the comparison may cost."""


class Costly(NamedTuple):
    """A pair whose table is too large."""

    a: Tree
    b: Tree
    left: Trees
    """What differs of the children."""
    right: Trees
    depth: int


class _TooDeepError(Exception):
    def __init__(self, a: Tree, b: Tree) -> None:
        super().__init__()
        self.pair = a, b


class Gains:
    """The gains known so far. When there are `limit` of them, all are forgotten: what the pages of a site have in
    common is soon known again."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.budget = 0
        self.count = 0
        self.rows: defaultdict[Tree, dict[Tree, int]] = defaultdict(dict)
        """By class and class: only pairs of one label in which both have children, and are not the same."""

    def gain(self, a: Tree, b: Tree, budget: int) -> int:
        """The gain of two trees, at the cost of `budget` cells at most."""
        if self.count + len(self.rows) >= self.limit:  # not within a comparison, or there would be no end to it
            self.forget()
        self.budget = budget
        pending = [(a, b)]
        while True:
            try:
                gain = self.weight(*pending[-1], _DEEPEST)
            except _TooDeepError as deeper:
                pending.append(deeper.pair)
                continue
            pending.pop()
            if not pending:
                return gain

    def weight(self, x: Tree, y: Tree, depth: int) -> int:
        """The gain of any two classes; `depth` levels are left to go down."""
        if x is y:
            return 2 * x.size
        if x.label is not y.label:
            return 1
        if not x.children or not y.children:
            return 2
        row = self.rows[x]
        if y not in row:
            row[y] = self._worked_out(x, y, depth)
        return row[y]

    def beyond_budget(self, costly: "Costly") -> int:
        """The gain of a pair that is not to be had for what is left of the budget."""
        raise OutOfBudgetError(costly)

    def forget(self) -> None:
        self.rows.clear()
        self.count = 0

    def _worked_out(self, a: Tree, b: Tree, depth: int) -> int:
        if not depth:
            raise _TooDeepError(a, b)
        self.count += 1
        left, right = a.children, b.children
        same = 2
        if left[0] is right[0] or left[-1] is right[-1]:
            left, right = differing(left, right)
            same = a.size + b.size - nodes(left) - nodes(right)
            if not left or not right:
                return same
        cells = len(left) * len(right)
        by_bits = cells > _LONG and _is_flat(left, right)
        cost = _PAIR + (cells // _BITS if by_bits else cells)
        if cost > self.budget:
            return self.beyond_budget(Costly(a, b, left, right, depth))
        self.budget -= cost
        if by_bits:
            return same + alignment_gain([x.label for x in left], [y.label for y in right])
        return same + self._heaviest(left, right, depth)

    def _heaviest(self, left: Trees, right: Trees, depth: int) -> int:
        """The table, row by row in one list: before a cell is reached it holds the sum above. This is the hot loop:
        `weight` stands in it once more, without the call, and only where the neighbours can be passed."""
        sums = [0] * len(right)
        for x in left:
            label, size, known = x.label, x.size, self.rows[x]
            best = diagonal = 0
            for place, y in enumerate(right):
                above = sums[place]
                if above > best:
                    best = above
                if y.label is label:
                    smaller = y.size if y.size < size else size
                    if diagonal + smaller + smaller > best:
                        if smaller == 1 or x is y:
                            diagonal += smaller + smaller
                        else:
                            if y not in known:
                                known[y] = self._worked_out(x, y, depth - 1)
                            diagonal += known[y]
                        if diagonal > best:
                            best = diagonal
                elif diagonal >= best:
                    best = diagonal + 1
                diagonal = above
                sums[place] = best
        return sums[-1]


def nodes(trees: Trees) -> int:
    return sum(map(_size, trees))


def _is_flat(left: Trees, right: Trees) -> bool:
    """No pair of one label has anything below both of its nodes: every pair is worth 2 or 1."""
    deep = {x.label for x in left if x.children}
    return deep.isdisjoint([y.label for y in right if y.children])


class RoughGains(Gains):
    """Gains of which none is above the true one. For one pair of pages, and not to be remembered beyond it. Two long
    lists are aligned in a band around the diagonal; any other pair that costs too much is estimated by the labels of
    its children.
    """

    def __init__(self, cells: int = _ROUGH_CELLS) -> None:
        super().__init__(limit=0)
        self._cells = cells

    def beyond_budget(self, costly: Costly) -> int:
        a, b, left, right, depth = costly
        cost = len(right) * (abs(len(left) - len(right)) + 2 * _HALF_WIDTH)
        if cost > self.budget:
            return self._estimate(a, b)
        self.budget -= cost
        return a.size + b.size - nodes(left) - nodes(right) + self._in_band(left, right, depth)

    def _in_band(self, left: Trees, right: Trees, depth: int) -> int:
        """The best alignment within the band."""
        longer, shorter = max(0, len(left) - len(right)), min(0, len(left) - len(right))
        sums = [0] * (len(left) + 1)
        for place, item in enumerate(right):
            start = max(0, place + shorter - _HALF_WIDTH)
            best = diagonal = sums[start]
            for column, other in enumerate(left[start : max(0, place + longer + _HALF_WIDTH + 1)], start + 1):
                up = sums[column]
                if up > best:
                    best = up
                if diagonal + 2 * min(item.size, other.size) > best:
                    best = max(best, diagonal + self.weight(other, item, depth - 1))
                diagonal = up
                sums[column] = best
        return sums[-1]

    def _estimate(self, a: Tree, b: Tree) -> int:
        """`_cells` of work go to this: the pairs met first, nearer to the root, get more care."""
        cost = len(a.children) * len(b.children) + _NODE * (a.size + b.size)
        if cost > self._cells:
            return 2 + min(len(a.children), len(b.children))
        self._cells -= cost
        return 2 + alignment_gain([child.label for child in a.children], [child.label for child in b.children])
