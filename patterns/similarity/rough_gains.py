"""Gains when there is no budget for tables: honest ends of what they can be, from below or from above.

Two long lists that differ little are aligned in a band around the diagonal. Any other pair that costs too much is only
estimated: from below by the labels of its children, from above by counting what stands on which path.
"""

from recorder.patterns.pages.trees import Tree
from recorder.patterns.similarity.alignment import Trees
from recorder.patterns.similarity.bounds import least_distance
from recorder.patterns.similarity.gains import Costly, Gains, nodes
from recorder.patterns.similarity.leaf_rows import alignment_gain

_HALF_WIDTH = 16
"""How far a band goes to both sides of what the different lengths ask for."""
_ROUGH_CELLS = 1_500_000_000
"""Cells above which tables are estimated and not filled, even where they are filled 64 cells at a time."""
_NODE = 6_000
"""What counting costs per node, in such cells."""


class RoughGains(Gains):
    """Gains of which none is above the true one, or (if `high`) none below it. For one pair of pages, and not to be
    remembered beyond it."""

    def __init__(self, *, high: bool, cells: int = _ROUGH_CELLS) -> None:
        super().__init__(limit=0)
        self._high = high
        self._cells = cells

    def beyond_budget(self, costly: Costly) -> int:
        a, b, left, right, depth = costly
        cost = len(right) * (abs(len(left) - len(right)) + 2 * _HALF_WIDTH)
        if cost > self.budget:
            return self._estimate(a, b)
        self.budget -= cost
        return a.size + b.size - nodes(left) - nodes(right) + self._in_band(left, right, depth)

    def _in_band(self, left: Trees, right: Trees, depth: int) -> int:
        """The best alignment within the band, or what none at all can pass.

        An alignment that leaves the band leaves out more items of both sides than the half width: if the best one
        within is worth more than such a one could be, it is the best of all (Ukkonen's argument)."""
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
        return max(sums[-1], min(_most_outside(left), _most_outside(right))) if self._high else sums[-1]

    def _estimate(self, a: Tree, b: Tree) -> int:
        """`_cells` of work go to this: the pairs met first, nearer to the root, get more care."""
        cost = len(a.children) * len(b.children) + _NODE * (a.size + b.size)
        if cost > self._cells:
            return 2 * min(a.size, b.size) if self._high else 2 + min(len(a.children), len(b.children))
        self._cells -= cost
        if self._high:
            return a.size + b.size - least_distance(a, b)
        return 2 + alignment_gain([child.label for child in a.children], [child.label for child in b.children])


def _most_outside(items: Trees) -> int:
    return 2 * (nodes(items) - (_HALF_WIDTH + 1) * min([item.size for item in items]))
