"""The core of a template: the root paths that nearly all exemplars have. A cheap second opinion beside RTDM.

It looks at presence only, never at order or number: it is meant for folded trees, and not to be trusted alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from patterns.classes.page_model import NEVER, PageModel
from patterns.pages.trees import Tree

NEARLY_ALL = 0.9


@dataclass(frozen=True, eq=False)
class TemplateCore:
    """What the exemplars of one template have in common, and what any of them has."""

    model: PageModel
    size: int

    @classmethod
    def of(cls, folded: Iterable[Tree]) -> "TemplateCore":
        model = PageModel(folded)
        return cls(model, _common_paths(model))

    def score(self, folded: Tree) -> float:
        """The share of the core that the page has, times the share of the page that the exemplars know: 0 to 1."""
        if not self.size:
            return 0.0
        enough = NEARLY_ALL * len(self.model)
        core = known = 0
        todo = [(self.model.top, folded)]
        while todo:
            above, tree = todo.pop()
            path = above.below.get(tree.label, NEVER)
            if path.count:
                known += 1
                core += path.count >= enough
                todo.extend((path, child) for child in tree.children)
        return core * known / (self.size * folded.size)


def _common_paths(model: PageModel) -> int:
    enough = NEARLY_ALL * len(model)
    found = 0
    todo = list(model.top.below.values())
    while todo:
        path = todo.pop()
        if path.count >= enough:
            found += 1
            todo.extend(path.below.values())
    return found
