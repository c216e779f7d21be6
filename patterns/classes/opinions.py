"""What the two judges say of the pages seen (`lessons` asks them): the first takes some for targets, the second has a
belief in each. Knows no pages, only what is said of them.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import exp, fsum, log, sqrt

from recorder.patterns.classes.evidence import Urls
from recorder.patterns.classes.page_class import Gap

WIDE = 8.0
"""A gap between beliefs, as log odds, is no chance where it is wider than this over the root of the number of pages:
the fewer pages there are, the wider are the gaps between them. From 6 to 14 the mean F1 judged differs by .003; one
manual needs it below 10 to leave out pages of a neighbouring kind.
"""

ASTRAY = 1.3
"""How far, as log odds, the beliefs of a whole site go astray: the standard deviation of the right cut from even odds,
from which it lies no farther than twice that. By two samples each of 72 sites the mean F1 judged is .869 at .7, .871 at
1, .873 at 1.3, .871 at 1.6, .869 at 3.
"""

_SUREST = 9.2
"""Odds are not told apart beyond this."""


@dataclass(frozen=True)
class Opinions:
    """`taken` by the first judge; `beliefs` of the second, wholly or not at all in pages known from the start."""

    taken: Urls
    beliefs: Mapping[str, float]

    @cached_property
    def believed(self) -> Urls:
        """The pages above the widest gap between beliefs, or above even odds where no gap says anything: targets of a
        site are believed alike, whether that is much or little. The farther from even odds, the wider it has to be.
        """
        cut = _chance(self._widest_gap())
        return frozenset(url for url, belief in self.beliefs.items() if belief >= cut)

    def _widest_gap(self) -> float:
        odds = sorted(_odds(belief) for belief in self.beliefs.values() if 0 < belief < 1)
        gaps = [gap for low, high in pairwise(odds) if abs((gap := Gap(low, high)).middle) <= 2 * ASTRAY]
        widest = max(gaps, key=lambda gap: gap.width * _likelihood(gap.middle), default=Gap(0, 0))
        return widest.middle if widest.width * sqrt(len(self.beliefs)) >= WIDE else 0.0

    @cached_property
    def agreement(self) -> float:
        """F1 of what one takes against what the other takes: 1 where they take the same."""
        sizes = len(self.taken) + len(self.believed)
        return 2 * len(self.taken & self.believed) / sizes if sizes else 1.0

    def expected(self, targets: Set[str]) -> float:
        """The F1 of these targets that is to be expected, were the beliefs true."""
        sizes = len(targets) + fsum(self.beliefs.values())
        return 2 * fsum(self.beliefs.get(url, 0.0) for url in targets) / sizes if sizes else 1.0


def _odds(belief: float) -> float:
    return max(-_SUREST, min(_SUREST, log(belief / (1 - belief))))


def _likelihood(cut: float) -> float:
    """Of a cut, as log odds, before any gap is looked at."""
    return exp(-((cut / ASTRAY) ** 2) / 2)


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-odds))
