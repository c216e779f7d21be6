"""Similarities of whole pages, remembered: learning asks for the same pairs again and again, and even a comparison that
finds all its sub-trees known costs more than a look into a table. It compares nothing itself.
"""

from recorder.patterns.pages.generations import Generations
from recorder.patterns.pages.trees import Tree
from recorder.patterns.similarity.rtdm import Comparison


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
