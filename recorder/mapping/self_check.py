"""Would the same have come out with another sample? A recording that depends on which page a person named is unclear,
and nobody but it can say so.

The lesson is learnt anew, from the same pages, as if other pages had been the sample: some of those found, and those
left out that are built most like them. Where one that was left out *claims* those found, and more, the two are of one
kind by the program's own lights. Besides, the pages left out are asked what they say in words. Changes nothing, and
fetches nothing.
"""

from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from math import exp, log1p
from statistics import fmean, median

from recorder.mapping.judge import Judge
from recorder.patterns.classes.evidence import PANEL, some_of
from recorder.patterns.classes.labels import Labels
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.words import Rarity

DRAWN = 3
"""Pages found that are asked what they would have found as the sample."""

LEFT_OUT = 5
"""Pages left out that are asked. With two of them seven of ten failures of the bench's tuning half are told, with five
all.
"""

NEAREST = 5
"""Pages found whose words are compared: the mean over the nearest few."""

USUAL, DISAGREEMENT, CLAIM, WORDING = 2.67, 3.04, 5.05, 2.72
"""A logistic table of failure, fitted to 114 lessons on 50 static sites of the bench's tuning half, three samples each:
F1 of what was judged below .9 against above .97, a site with many weighed less. Each site judged by the others, its
area under the curve is .92; without the words .90.
"""

UNCLEAR = 0.3
"""Probability of failure from which a recording is said to be unclear: a false alarm costs a look, a silent failure a
collection. It tells 38 of the 42 that failed, each site judged by the others, and 7 of the 72 that did not.
"""


@dataclass(frozen=True)
class Opinion:
    """What the targets would be, had this page been the sample."""

    sample: str
    targets: frozenset[str]


@dataclass(frozen=True)
class SelfCheck:
    """`found` are the pages seen that are targets, `own` the opinions of some of them, `others` those of pages left
    out; `worded_alike` are pages left out that say in words what those found say.
    """

    found: frozenset[str]
    own: tuple[Opinion, ...]
    others: tuple[Opinion, ...]
    worded_alike: frozenset[str]

    @cached_property
    def disagreement(self) -> float:
        """How far what others of the pages found would have found lies from what was found, 0 to 1. Where there are no
        others, nobody agrees.
        """
        return 1 - fmean(_likeness(each.targets, self.found) for each in self.own) if self.own else 1.0

    @cached_property
    def claim(self) -> Opinion | None:
        """The page left out that claims most."""
        strongest = max(self.others, key=self._strength, default=None)
        return strongest if strongest and self._strength(strongest) else None

    @property
    def risk(self) -> float:
        """How probable it is that the recording has failed."""
        claim = self._strength(self.claim) if self.claim else 0.0
        wording = log1p(10 * len(self.worded_alike) / max(1, len(self.found)))
        return 1 / (1 + exp(USUAL - DISAGREEMENT * self.disagreement - CLAIM * claim - WORDING * wording))

    @property
    def is_unclear(self) -> bool:
        return self.risk >= UNCLEAR

    def _strength(self, opinion: Opinion) -> float:
        """How much of what was found a page claims, and how much more. Who adds nothing, puts nothing in question."""
        if not self.found:
            return 0.0
        more = len(opinion.targets - self.found) / len(self.found)
        return len(opinion.targets & self.found) / len(self.found) * log1p(more)


def self_check(judge: Judge, site: SiteMap, found: Set[str], seen: Collection[str]) -> SelfCheck:
    """Of the pages seen, `found` were taken for targets."""
    samples = judge.samples_in(site)
    own = sorted(some_of(found - samples, DRAWN))
    left_out = sorted(set(seen) - found)
    others = judge.nearest(left_out, LEFT_OUT)
    return SelfCheck(
        frozenset(found),
        tuple(Opinion(url, judge.targets_if(site, url)) for url in own),
        tuple(Opinion(url, judge.targets_if(site, url)) for url in others),
        worded_alike(judge.labels(seen), found, samples),
    )


def worded_alike(labels: Mapping[str, Labels], found: Set[str], samples: Set[str]) -> frozenset[str]:
    """The pages left out whose lines, weighed by how rare they are on the site, are as near to those of the pages found
    as half of these are to each other.
    """
    rarity = Rarity(list(labels.values()))
    panel = (some_of(found - samples, PANEL) | samples) & labels.keys()

    def nearness(url: str) -> float:
        likeness = sorted((rarity.likeness(labels[url], labels[other]) for other in panel - {url}), reverse=True)
        return fmean(likeness[:NEAREST]) if likeness else 0.0

    usual = median(map(nearness, found & labels.keys())) if found & labels.keys() else 0.0
    return frozenset(url for url in labels.keys() - found if nearness(url) >= usual > 0)


def _likeness(some: Set[str], others: Set[str]) -> float:
    """F1 of one set against the other."""
    return 2 * len(some & others) / (len(some) + len(others)) if some or others else 1.0
