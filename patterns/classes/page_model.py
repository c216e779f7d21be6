"""How the pages of a set are built: for every root path, how many of them have it. It counts presence only, never order
or number, and judges nothing.
"""

from collections import Counter
from collections.abc import Iterable

from recorder.patterns.classes.path_table import ABOVE, PathTable
from recorder.patterns.pages.trees import Tree


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
