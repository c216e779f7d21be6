"""What was worked out about folded trees and addresses, kept from one lesson to the next: a class is learnt anew
whenever pages came in, and most of what is asked then was asked before.

Everything here depends on the trees or addresses alone, and is asked for by them: pages with the same tree are worked
out once. It never changes an answer, only how long it takes to find it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set

from recorder.patterns.classes.clusters import Cluster, Dendrogram, cluster_pages, grow_together
from recorder.patterns.classes.contrast import Contrast, Own
from recorder.patterns.classes.page_class import nearest
from recorder.patterns.classes.page_model import PageModel, PathTable
from recorder.patterns.classes.url_cells import KnownNames
from recorder.patterns.pages.generations import Generations
from recorder.patterns.pages.trees import Tree
from recorder.patterns.similarity.rtdm import Comparison

Copies = frozenset[tuple[Tree, int]]
"""Trees, and how many pages have each."""

KEPT = 200
"""Of every kind of thing remembered. One lesson asks for some tens of each."""


class Memory:
    """The memory of one session of learning."""

    def __init__(self, comparison: Comparison | None = None) -> None:
        self.comparison = comparison or RememberedComparison()
        self.paths = PathTable()
        self._names = KnownNames()
        self._models: Generations[Copies, PageModel] = Generations(KEPT)
        self._contrasts: Generations[tuple[Copies, Copies], RememberedContrast] = Generations(KEPT)
        self._panels: Generations[Copies, Panel] = Generations(KEPT)
        self._clusters: Generations[tuple[Tree, ...], tuple[Cluster, ...]] = Generations(KEPT)
        self._dendrograms: Generations[tuple[Tree, ...], Dendrogram] = Generations(KEPT)

    def names_of(self, urls: Set[str]) -> KnownNames:
        """Counted: the addresses of one site, of which more and more are known."""
        self._names = self._names.grown_to(urls)
        return self._names

    def contrast(self, inside: Iterable[Tree], outside: Iterable[Tree]) -> "RememberedContrast":
        key = (_copies(inside), _copies(outside))
        known = self._contrasts.get(key)
        if known is None:
            known = RememberedContrast(self._model(key[0]), self._model(key[1]))
            self._contrasts.put(key, known)
        return known

    def _model(self, copies: Copies) -> PageModel:
        known = self._models.get(copies)
        if known is None:
            known = PageModel((tree for tree, times in copies for _ in range(times)), self.paths)
            self._models.put(copies, known)
        return known

    def panel(self, trees: Iterable[Tree]) -> "Panel":
        key = _copies(trees)
        known = self._panels.get(key)
        if known is None:
            known = Panel(key, self.comparison)
            self._panels.put(key, known)
        return known

    def clusters(self, trees: Sequence[Tree]) -> tuple[Cluster, ...]:
        key = tuple(trees)
        known = self._clusters.get(key)
        if known is None:
            known = cluster_pages(key, self.comparison, self.paths)
            self._clusters.put(key, known)
        return known

    def dendrogram(self, trees: Sequence[Tree]) -> Dendrogram:
        key = tuple(trees)
        known = self._dendrograms.get(key)
        if known is None:
            known = grow_together(key, self.comparison, self.paths)
            self._dendrograms.put(key, known)
        return known


class RememberedContrast(Contrast):
    """A contrast that is asked again and again for the same trees."""

    def __init__(self, inside: PageModel, outside: PageModel) -> None:
        super().__init__(inside, outside)
        self._scores: dict[tuple[Tree, Own], float] = {}

    def score(self, folded: Tree, own: Own = Own.NEITHER) -> float:
        key = (folded, own)
        if key not in self._scores:
            self._scores[key] = super().score(folded, own)
        return self._scores[key]


class Panel:
    """The trees that nearness is measured to."""

    def __init__(self, copies: Copies, comparison: Comparison) -> None:
        self._copies = Counter(dict(copies))
        self._comparison = comparison
        self._nearness: dict[tuple[Tree, bool], float] = {}

    def nearness(self, tree: Tree, *, own: bool) -> float:
        """The mean similarity to the nearest of the panel; `own`: the page is of the panel and does not speak for
        itself, unless it is all there is.
        """
        key = (tree, own)
        if key not in self._nearness:
            others = self._copies - Counter([tree]) if own else self._copies
            self._nearness[key] = nearest(tree, (others or self._copies).elements(), self._comparison.similarity)
        return self._nearness[key]


def _copies(trees: Iterable[Tree]) -> Copies:
    return frozenset(Counter(trees).items())


class RememberedComparison(Comparison):
    """A comparison for a session over some thousands of pages."""

    def __init__(self, *, pages: int = 200_000) -> None:
        super().__init__()
        self._similarities: Generations[tuple[Tree, Tree], float] = Generations(pages)

    def similarity(self, a: Tree, b: Tree) -> float:
        known = self._similarities.get((a, b))
        if known is None:
            known = super().similarity(a, b)
            self._similarities.put((a, b), known)
            self._similarities.put((b, a), known)
        return known
