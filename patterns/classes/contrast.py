"""What tells the pages of one class from the other pages of the same site: the log-likelihood ratio of two page models.

A site's frame stands on every page, so its nodes weigh nothing here; what weighs is what the class has and the rest
has not. This sees differences that a distance, in which the frame outweighs everything, does not see. It is blind to
what neither side ever had: use it together with a distance, never alone.
"""

from functools import lru_cache
from math import exp, fsum, log

from patterns.classes.page_model import NEVER, PageModel, PathCount
from patterns.pages.trees import Tree

DOUBT = 0.5
"""Added to every count: nothing is impossible for having never been seen (Krichevsky-Trofimov)."""

_LARGEST = 700.0  # beyond this `exp` overflows

Pair = tuple[PathCount, PathCount]
Own = tuple[bool, bool]


class Contrast:
    """A class against the rest, both as models of folded trees. The models must not grow afterwards."""

    def __init__(self, inside: PageModel, outside: PageModel) -> None:
        self.inside = inside
        self.outside = outside
        self._empty: dict[tuple[Pair, Own], float] = {}

    def score(self, folded: Tree, *, own: PageModel | None = None) -> float:
        """Above 0 the page is more like the inside, below 0 more like the outside. `own` is the model the page itself
        is part of: there it is left out, or it would testify for itself.
        """
        is_own = (own is self.inside, own is self.outside)
        weights: list[float] = []
        todo: list[tuple[Pair, tuple[Tree, ...]]] = [((self.inside.top, self.outside.top), (folded,))]
        while todo:
            above, trees = todo.pop()
            weights.append(self._weight_of_nothing(above, is_own))
            for tree in trees:
                path = (above[0].below.get(tree.label, NEVER), above[1].below.get(tree.label, NEVER))
                if path == (NEVER, NEVER):
                    continue
                weights.append(-_absence(above, path, is_own))
                if path[0].count > is_own[0] or path[1].count > is_own[1]:
                    weights.append(_presence(above, path, is_own))
                    todo.append((path, tree.children))
        return fsum(weights)

    def chance(self, folded: Tree, *, own: PageModel | None = None) -> float:
        """The score as a probability. Nodes are not independent, so it is far too sure of itself; only its side of 0.5
        means much.
        """
        return 1 / (1 + exp(max(-_LARGEST, min(_LARGEST, -self.score(folded, own=own)))))

    def _weight_of_nothing(self, above: Pair, own: Own) -> float:
        """What it weighs to have nothing of what either side has below a node; the children a page has are set right
        one by one.
        """
        known = self._empty.get((above, own))
        if known is None:
            labels = above[0].below.keys() | above[1].below.keys()
            paths = [(above[0].below.get(label, NEVER), above[1].below.get(label, NEVER)) for label in labels]
            known = self._empty[above, own] = fsum(_absence(above, path, own) for path in paths)
        return known


def _presence(above: Pair, path: Pair, own: Own) -> float:
    return _share(max(0, path[0].count - own[0]), above[0].count - own[0]) - _share(
        max(0, path[1].count - own[1]), above[1].count - own[1]
    )


def _absence(above: Pair, path: Pair, own: Own) -> float:
    """A path that all pages have counts one page too many where the page's own is left out; presence takes it back."""
    left, right = above[0].count - own[0], above[1].count - own[1]
    return _share(max(0, left - path[0].count), left) - _share(max(0, right - path[1].count), right)


@lru_cache(maxsize=100_000)
def _share(count: int, of: int) -> float:
    return log((count + DOUBT) / (of + 2 * DOUBT))
