"""What tells the pages of one class from the other pages of the same site: the log-likelihood ratio of two page models.

A site's frame stands on every page, so its nodes weigh nothing here; what weighs is what the class has and the rest
has not. This sees differences that a distance, in which the frame outweighs everything, does not see. It is blind to
what neither side ever had: use it together with a distance, never alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, fsum, log

from patterns.page_model import NEVER, PageModel, PathCount
from patterns.trees import Tree

DOUBT = 0.5
"""Added to every count: nothing is impossible for having never been seen (Krichevsky-Trofimov)."""


@dataclass(frozen=True, eq=False)
class Contrast:
    """A class against the rest, both as models of folded trees."""

    inside: PageModel
    outside: PageModel

    def score(self, folded: Tree, *, own: PageModel | None = None) -> float:
        """Above 0 the page is more like the inside, below 0 more like the outside. `own` is the model the page itself
        is part of: there it is left out, or it would testify for itself.
        """
        own_inside, own_outside = own is self.inside, own is self.outside
        weights: list[float] = []
        todo: list[tuple[PathCount, PathCount, tuple[Tree, ...]]] = [(self.inside.top, self.outside.top, (folded,))]
        while todo:
            inside, outside, trees = todo.pop()
            all_inside, all_outside = inside.count - own_inside, outside.count - own_outside
            present = {tree.label for tree in trees}
            for tree in trees:
                left, right = inside.below.get(tree.label, NEVER), outside.below.get(tree.label, NEVER)
                a, b = left.count - own_inside, right.count - own_outside
                weights.append(_share(a, all_inside) - _share(b, all_outside))
                if a > 0 or b > 0:
                    todo.append((left, right, tree.children))
            for left, right in _absent(inside, outside, present):
                a, b = all_inside - left.count, all_outside - right.count
                weights.append(_share(a, all_inside) - _share(b, all_outside))
        return fsum(weights)

    def chance(self, folded: Tree, *, own: PageModel | None = None) -> float:
        """The score as a probability. Nodes are not independent, so it is far too sure of itself; only its side of 0.5
        means much.
        """
        return 1 / (1 + exp(-max(-700.0, min(700.0, self.score(folded, own=own)))))


def _absent(inside: PathCount, outside: PathCount, present: set[str]) -> Iterator[tuple[PathCount, PathCount]]:
    """What either side knows below a node and the page does not have there."""
    for label, path in inside.below.items():
        if label not in present:
            yield path, outside.below.get(label, NEVER)
    for label, path in outside.below.items():
        if label not in present and label not in inside.below:
            yield NEVER, path


def _share(count: int, of: int) -> float:
    return log((count + DOUBT) / (of + 2 * DOUBT))
