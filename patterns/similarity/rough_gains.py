"""Lower bounds of gains, for pairs whose tables would cost more than the budget.

Two long lists are aligned in a band around the diagonal. Any other pair that costs too much is only estimated, by the
labels of its children.
"""

from recorder.patterns.pages.trees import Tree
from recorder.patterns.similarity.alignment import Trees
from recorder.patterns.similarity.gains import Costly, Gains, nodes
from recorder.patterns.similarity.leaf_rows import alignment_gain

_HALF_WIDTH = 16
"""How far a band goes to both sides of what the different lengths ask for."""
_ROUGH_CELLS = 1_500_000_000
"""Cells above which tables are estimated and not filled, even where they are filled 64 cells at a time."""
_NODE = 6_000
"""What counting costs per node, in such cells."""


class RoughGains(Gains):
    """Gains of which none is above the true one. For one pair of pages, and not to be remembered beyond it."""

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
