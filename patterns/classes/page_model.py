"""Root paths as numbers: a page becomes a short row of them, which is counted and weighed many times faster than its
tree is walked.

In a folded tree the siblings of a node all have different labels, so a root path *is* a node. The numbers of a table
mean nothing outside it, and depend on the order in which pages came: nothing that is concluded may depend on them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from recorder.patterns.pages.generations import Generations
from recorder.patterns.pages.trees import Tree

ABOVE = 0
"""What stands above the roots: a path that all pages have."""


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
