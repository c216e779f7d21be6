"""How the pages of a set are built: for every root path, how many of them have it.

In a folded tree the siblings of a node all have different labels, so a root path *is* a node, and a set of folded
trees is one trie whose nodes count the pages that pass through. It counts presence only, never order or number, and
judges nothing.
"""

from collections.abc import Iterable

from patterns.pages.trees import Tree


class PathCount:
    """One root path: how many pages have it, and what stands below it."""

    __slots__ = ("below", "count")

    def __init__(self) -> None:
        self.count = 0
        self.below: dict[str, PathCount] = {}


NEVER = PathCount()


class PageModel:
    """The root paths of some pages, given as folded trees. `top` stands above the roots and counts the pages
    themselves.
    """

    def __init__(self, folded: Iterable[Tree]) -> None:
        self.top = PathCount()
        for tree in folded:
            self._add(tree)

    def __len__(self) -> int:
        return self.top.count

    def _add(self, tree: Tree) -> None:
        self.top.count += 1
        todo = [(self.top, tree)]
        while todo:
            above, tree = todo.pop()
            path = above.below.setdefault(tree.label, PathCount())
            path.count += 1
            todo.extend((path, child) for child in tree.children)
