"""Root paths as numbers: a page becomes a short row of them, which is counted and weighed many times faster than its
tree is walked.

In a folded tree the siblings of a node all have different labels, so a root path *is* a node. The numbers of a table
mean nothing outside it, and depend on the order in which pages came: nothing that is concluded may depend on them.

`PageModel` counts the paths of some pages, `Description` says whether two such models are one template.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import fsum, lgamma, log, sqrt

from recorder.patterns.pages.generations import Generations
from recorder.patterns.pages.trees import Tree

ABOVE = 0
"""What stands above the roots: a path that all pages have."""

DOUBT = 0.5
"""Added to every count of the site: nothing is impossible for having never been seen (Krichevsky-Trofimov)."""
BELIEF = 8.0
"""What is usual on the site is believed of a group until this many of its pages show otherwise. Measured on many sites,
4 to 12 differ little.
"""


class PathTable:
    """The paths met so far, and the rows of the pages looked at lately."""

    def __init__(self, *, pages: int = 20_000) -> None:
        self.parents: list[int] = [ABOVE]
        self._below: list[dict[str, int]] = [{}]
        self._rows: Generations[Tree, tuple[int, ...]] = Generations(pages)

    def row(self, folded: Tree) -> tuple[int, ...]:
        """The paths of a page; those never met before get a number."""
        row = self._rows.get(folded)
        if row is None:
            row = tuple(self._walk(folded, self._number))
            self._rows.put(folded, row)
        return row

    def known_row(self, folded: Tree) -> Iterable[int]:
        """The same without the paths never met before: for pages without end, which the table must not remember."""
        return self._rows.get(folded) or self._walk(folded, self._known)

    def below(self, path: int) -> Iterable[int]:
        """The paths one step longer."""
        return self._below[path].values()

    def _walk(self, folded: Tree, number: Callable[[int, str], int | None]) -> Iterator[int]:
        todo = [(ABOVE, folded)]
        while todo:
            above, tree = todo.pop()
            path = number(above, tree.label)
            if path is not None:
                yield path
                todo.extend((path, child) for child in tree.children)

    def _known(self, above: int, label: str) -> int | None:
        return self._below[above].get(label)

    def _number(self, above: int, label: str) -> int:
        path = self._below[above].setdefault(label, len(self.parents))
        if path == len(self.parents):
            self.parents.append(above)
            self._below.append({})
        return path


class PageModel:
    """The root paths of some pages, given as folded trees, counted by their numbers in `paths`. What stands above the
    roots counts the pages themselves.
    """

    def __init__(self, folded: Iterable[Tree], paths: PathTable) -> None:
        self.paths = paths
        self.counts: Counter[int] = Counter()
        copies = Counter(folded)
        for tree in copies:
            self.counts.update(paths.row(tree))
        for tree, times in copies.items():
            if times > 1:
                for path in paths.row(tree):
                    self.counts[path] += times - 1
        self.counts[ABOVE] = copies.total()

    def __len__(self) -> int:
        return self.counts[ABOVE]


class Description:
    """What it takes, in nats, to say which nodes the pages of a group have, on a site of which `site` are all pages:
    are two groups of one template or of two, if every template is described once (minimum description length)?

    Told apart, each group is described at its own odds, and of every page it must be said which group it is of. What is
    usual on the site costs nothing: the frame, or what people write into any page. Two templates differ in both
    directions; where one of two groups has nothing of its own, it is only the shorter form of the other. No threshold
    is needed.
    """

    def __init__(self, site: PageModel) -> None:
        self._site = site.counts
        self._parents = site.paths.parents
        self._costs: dict[tuple[int, int, int], float] = {}

    def saved_together(self, some: PageModel, others: PageModel) -> float:
        """What is saved by describing the pages of both as one template."""
        return membership(len(some), len(others)) - self.saved_apart(some, others)

    def saved_apart(self, some: PageModel, others: PageModel) -> float:
        """What is saved by describing each group at its own odds, as far as both have something of their own."""
        by_owner: dict[int, list[float]] = {-1: [], 0: [], 1: []}
        for path in (some.counts.keys() | others.counts.keys()) - {ABOVE}:
            more = some.counts.get(path, 0) * len(others) - others.counts.get(path, 0) * len(some)
            by_owner[(more > 0) - (more < 0)].append(self._saved_at(path, some, others))
        one, other = fsum(by_owner[1]), fsum(by_owner[-1])
        both = 2 * sqrt(one * other) if one > 0 and other > 0 else min(one, 0.0) + min(other, 0.0)
        return both + fsum(by_owner[0])

    def _saved_at(self, path: int, some: PageModel, others: PageModel) -> float:
        having, more = some.counts.get(path, 0), others.counts.get(path, 0)
        above = self._parents[path]
        of, more_of = some.counts.get(above, 0), others.counts.get(above, 0)
        return (
            self._cost(path, having + more, of + more_of)
            - self._cost(path, having, of)
            - self._cost(path, more, more_of)
        )

    def _cost(self, path: int, having: int, of: int) -> float:
        """Telling which of `of` pages have a node, at odds that start from what is usual and are learnt on the way."""
        known = self._costs.get((path, having, of))
        if known is None:
            usual = (self._site[path] + DOUBT) / (self._site[self._parents[path]] + 2 * DOUBT)
            present, absent = BELIEF * usual, BELIEF * (1 - usual)
            known = _log_beta(present, absent) - _log_beta(present + having, absent + of - having)
            self._costs[path, having, of] = known
        return known


def membership(some: int, others: int) -> float:
    """What is saved by no longer saying of each page which of the two groups it is of."""
    return some * log((some + others) / some) + others * log((some + others) / others)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)
