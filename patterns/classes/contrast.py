"""What tells the pages of one class from the other pages of the same site: the log-likelihood ratio of two page models.

A site's frame stands on every page, so its nodes weigh nothing here; what weighs is what the class has and the rest
has not. This sees differences that a distance, in which the frame outweighs everything, does not see. It is blind to
what neither side ever had: use it together with a distance, never alone.

Every path has one weight: what it tells to have it, and none of what either side has below it; a page weighs as much as
its paths together, for each of its paths sets right what the weight of the one above it supposed.
"""

from enum import Enum
from functools import lru_cache
from math import exp, fsum, log

from recorder.patterns.classes.page_model import ABOVE, PageModel
from recorder.patterns.pages.trees import Tree

DOUBT = 0.5
"""Added to every count: nothing is impossible for having never been seen (Krichevsky-Trofimov)."""

_LARGEST = 700.0  # beyond this `exp` overflows


class Own(Enum):
    """Where a page is itself among the pages counted: it is left out there, or it would testify for itself."""

    NEITHER = (0, 0)
    INSIDE = (1, 0)
    OUTSIDE = (0, 1)


class Contrast:
    """A class against the rest, both as models of folded trees in one table of paths. The models must not grow
    afterwards.
    """

    def __init__(self, inside: PageModel, outside: PageModel) -> None:
        self._paths = inside.paths
        self._weights = {own: _Weights(inside, outside, own.value) for own in Own}

    def score(self, folded: Tree, own: Own = Own.NEITHER) -> float:
        """Above 0 the page is more like the inside, below 0 more like the outside."""
        weights = self._weights[own]
        return fsum([weights[ABOVE], *map(weights.__getitem__, self._paths.known_row(folded))])

    def chance(self, folded: Tree, own: Own = Own.NEITHER, benefit: float = 0.0) -> float:
        """The score as a probability. Nodes are not independent, so it is far too sure of itself; only its side of 0.5
        means much. `benefit` of the doubt is added to the score.
        """
        return 1 / (1 + exp(max(-_LARGEST, min(_LARGEST, -self.score(folded, own) - benefit))))


class _Weights(dict[int, float]):
    """The weights of paths, worked out when first asked for. `own` is taken off the counts of what the page has."""

    def __init__(self, inside: PageModel, outside: PageModel, own: tuple[int, int]) -> None:
        self._inside, self._outside = inside.counts, outside.counts
        self._own = own
        self._paths = inside.paths

    def __missing__(self, path: int) -> float:
        weight = self[path] = self._weight(path)
        return weight

    def _weight(self, path: int) -> float:
        if path == ABOVE:
            return self._nothing_below(path)
        above = self._paths.parents[path]
        if not (self._inside[path] or self._outside[path]) or not self._has_others(above):
            return 0.0
        weight = -self._absence(above, path)
        if self._has_others(path):
            weight += self._presence(above, path) + self._nothing_below(path)
        return weight

    def _has_others(self, path: int) -> bool:
        """Whether another page than the one that is judged has the path."""
        return path == ABOVE or self._inside[path] > self._own[0] or self._outside[path] > self._own[1]

    def _nothing_below(self, path: int) -> float:
        known = [child for child in self._paths.below(path) if self._inside[child] or self._outside[child]]
        return fsum([self._absence(path, child) for child in known])

    def _presence(self, above: int, path: int) -> float:
        left, right = self._own
        return _share(max(0, self._inside[path] - left), self._inside[above] - left) - _share(
            max(0, self._outside[path] - right), self._outside[above] - right
        )

    def _absence(self, above: int, path: int) -> float:
        """A path that all pages have counts one page too many where the page's own is left out; presence takes it
        back.
        """
        left, right = self._inside[above] - self._own[0], self._outside[above] - self._own[1]
        return _share(max(0, left - self._inside[path]), left) - _share(max(0, right - self._outside[path]), right)


@lru_cache(maxsize=100_000)
def _share(count: int, of: int) -> float:
    return log((count + DOUBT) / (of + 2 * DOUBT))
