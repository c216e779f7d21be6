"""What "the same class as the sample" means on this site: exemplars, counterparts, a cut, and how clear the cut is.

A `PageClass` is a finished model: it judges a page by its folded tree alone, says the same for the same page every
time, and can be made again from its exemplars, counterparts and threshold. How they are found is
`patterns.classes.lessons`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from recorder.patterns.classes.contrast import Contrast
from recorder.patterns.classes.page_model import PageModel, PathTable
from recorder.patterns.pages.trees import Tree
from recorder.patterns.similarity.rtdm import Comparison

FALL_BACK = 0.8
"""The cut where nothing was learnt: the paper's 80%, on folded trees."""

BEST = 3
"""A page is as close to the class as the mean of this many nearest exemplars: steadier than one."""

FEW = 3
"""Fewest pages from which anything is concluded."""

DOUBTFUL = 0.5
"""Nats for each node of a page up to which the evidence against it is unclear: they may come from parts it lacks.
Nodes are not independent, so what is against a page grows with its size. Measured on four sites, one page of the class
near the exemplars had more against it.
"""

ASKED = 40
"""Most exemplars that a page is compared with. By 17, 32 or 64 of up to 351, the same pages of 70 sites are accepted,
but for eight wrong ones of two.
"""

CLEAR = 0.05
"""A margin narrower than this is a warning."""


CLEARLY = 0.05
"""A page this much nearer to those `opposed` than to the exemplars is not meant either. Copies of one template are
mostly less far apart.
"""


@dataclass(frozen=True, eq=False)
class PageClass:
    """Folded trees of pages inside and outside, one for each page; those `opposed` are of a kind that a person does not
    mean. `margin` is how far the nearest page seen lies from the threshold; `evidence` says in plain words where the
    threshold comes from.
    """

    exemplars: tuple[Tree, ...]
    threshold: float = FALL_BACK
    margin: float = 0.0
    evidence: tuple[str, ...] = ()
    counterparts: tuple[Tree, ...] = ()
    opposed: tuple[Tree, ...] = ()
    comparison: Comparison = field(default_factory=Comparison)

    def score(self, folded: Tree, *, promised: bool = False) -> float:
        """How close a page is to the class, and not to the rest of the site: 0 to 1. Of a page that is as near as
        exemplars are to each other it must be clear that it is of the rest: a short one lacks much, a long one has much
        of its own. Of a page that a pattern has `promised`, it must be clear if it is above the cut at all.
        """
        if not self.exemplars:
            return (
                1.0  # a pattern imported into an empty recording has nothing to compare with, and is taken at its word
            )
        closeness = nearest(folded, self._panel, self.comparison.similarity)
        if nearest(folded, _some(self.opposed), self.comparison.similarity) > closeness + CLEARLY:
            return 0.0
        if self.contrast is None:
            return closeness
        near_enough = min(self.threshold, self._near_enough) if promised else self._near_enough
        if closeness < near_enough:
            for_its_length = nearest(folded, self._panel, self._contained)
            if for_its_length < near_enough:
                return closeness * _weight(self.contrast.chance(folded))
            closeness = for_its_length
        return closeness * _weight(self.contrast.chance(folded, benefit=DOUBTFUL * folded.size))

    def accepts(self, folded: Tree, *, promised: bool = False) -> bool:
        return self.score(folded, promised=promised) >= self.threshold

    @property
    def is_clear(self) -> bool:
        """Whether the pages seen fall into two camps. If not, a person should look at the histogram and perhaps move
        the cut.
        """
        return self.margin >= CLEAR

    @cached_property
    def _asked(self) -> tuple[Tree, ...]:
        return _some(self.exemplars)

    @cached_property
    def _panel(self) -> tuple[Tree, ...]:
        """Those nearness is measured to. More copies of one tree than are looked at would change nothing."""
        copies = Counter(self._asked)
        return tuple(tree for tree, times in copies.items() for _ in range(min(BEST, times)))

    def _contained(self, folded: Tree, exemplar: Tree) -> float:
        """The similarity, of what a page so much longer than the exemplar can reach."""
        most = min(1.0, 2 * exemplar.size / (folded.size + exemplar.size))
        return self.comparison.similarity(folded, exemplar) / most

    @cached_property
    def _near_enough(self) -> float:
        """How near the least typical exemplar is to the others."""
        return min(nearest(tree, self._others(tree), self.comparison.similarity) for tree in self._asked)

    def _others(self, exemplar: Tree) -> tuple[Tree, ...]:
        """The exemplars without one page of this tree."""
        others = list(self._panel)
        if self._asked.count(exemplar) <= BEST:
            others.remove(exemplar)
        return tuple(others) or self._panel

    @cached_property
    def contrast(self) -> Contrast | None:
        """The class against the rest; without enough of the rest there is none."""
        if len(self.counterparts) < FEW:
            return None
        paths = PathTable()
        return Contrast(PageModel(self.exemplars, paths), PageModel(self.counterparts, paths))


def _some(trees: tuple[Tree, ...]) -> tuple[Tree, ...]:
    """From the first to the last."""
    return trees[:: -(-len(trees) // ASKED) or 1]


def _weight(chance: float) -> float:
    """Only its side of one half means much: a page that is of the class rather than not loses nothing."""
    return min(1.0, 2 * chance)


def nearest(folded: Tree, exemplars: Iterable[Tree], similarity: Callable[[Tree, Tree], float]) -> float:
    """The mean similarity to the `BEST` nearest of the exemplars; 0 where there are none."""
    similarities = sorted((similarity(folded, exemplar) for exemplar in exemplars), reverse=True)[:BEST]
    return sum(similarities) / len(similarities) if similarities else 0.0


@dataclass(frozen=True)
class Gap:
    """Nothing lies between `low` and `high`."""

    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


def widest_gap(numbers: Iterable[float]) -> Gap | None:
    """The widest gap between neighbours, the highest of equally wide ones; None where there are no two numbers."""
    gaps = [Gap(low, high) for low, high in pairwise(sorted(numbers))]
    return max(gaps, key=lambda gap: (gap.width, gap.high), default=None)
