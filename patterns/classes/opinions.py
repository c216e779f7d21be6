"""What the two judges say of the pages seen (`lessons` asks them): the first takes some for targets, the second has a
belief in each. Knows no pages, only what is said of them.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import exp, fsum, log, sqrt

from recorder.patterns.classes.evidence import Urls
from recorder.patterns.classes.page_class import Gap

WIDE = 8.0
"""A gap between beliefs, as log odds, is no chance where it is wider than this over the root of the number of pages:
the fewer pages there are, the wider are the gaps between them. From 6 to 14 the mean F1 judged differs by .003; one
manual needs it below 10 to leave out pages of a neighbouring kind.
"""

FAR = 2.5
"""A cut lies no farther from even odds than this."""

AGREEING = 4
"""How much it counts for a gap that above it the first judge takes the same pages: the power of the F1 between them. By
two samples each of 72 sites the mean F1 judged is .871 without, .874 at 2, .875 at 4, .874 at 8; of 36 others .878
without, .880 from 2 to 4, .876 at 6.
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
        """The pages above the gap between beliefs that is wide and has much agreed above it; above even odds where no
        gap says anything: targets of a site are believed alike, whether that is much or little.
        """
        cut = chance(self._cut())
        return frozenset(url for url, belief in self.beliefs.items() if belief >= cut)

    def _cut(self) -> float:
        ranked = sorted((log_odds(belief), url) for url, belief in self.beliefs.items() if belief > 0)
        above, agreed = len(ranked), sum(url in self.taken for _, url in ranked)
        chosen, most = Gap(0, 0), 0.0
        for (low, url), (high, _) in pairwise(ranked):
            above, agreed = above - 1, agreed - (url in self.taken)
            gap = Gap(low, high)
            worth = gap.width * _f1(agreed, len(self.taken), above) ** AGREEING
            if worth > most and abs(gap.middle) <= FAR:
                chosen, most = gap, worth
        return chosen.middle if chosen.width * sqrt(len(self.beliefs)) >= WIDE else 0.0

    @cached_property
    def agreement(self) -> float:
        """F1 of what one takes against what the other takes: 1 where they take the same."""
        return _f1(len(self.taken & self.believed), len(self.taken), len(self.believed))

    def expected(self, targets: Set[str]) -> float:
        """The F1 of these targets that is to be expected, were the beliefs true."""
        sizes = len(targets) + fsum(self.beliefs.values())
        return 2 * fsum(self.beliefs.get(url, 0.0) for url in targets) / sizes if sizes else 1.0

    def doubtful(self, targets: Set[str]) -> Urls:
        """The fewest pages in which half of what should be wrong with these targets lies, were the beliefs true."""
        wrong = dict(self.beliefs) | {url: 1 - self.beliefs.get(url, 0.0) for url in targets}
        ranked = sorted(wrong, key=lambda url: (-wrong[url], url))
        before = accumulate((wrong[url] for url in ranked), initial=0.0)
        half = fsum(wrong.values()) / 2
        return frozenset(url for url, so_far in zip(ranked, before, strict=False) if so_far < half)


def _f1(both: int, *sizes: int) -> float:
    return 2 * both / sum(sizes) if any(sizes) else 1.0


def log_odds(belief: float) -> float:
    least = chance(-_SUREST)
    bounded = min(max(belief, least), 1 - least)
    return log(bounded / (1 - bounded))


def chance(odds: float) -> float:
    return 1 / (1 + exp(-odds))
