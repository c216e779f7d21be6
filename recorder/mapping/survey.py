"""What a mapping has come to: which pages are targets, how many there should be, and whether that is to be trusted. It
is unclear where the beliefs in pages do not promise that, and where pages left out say in words what those found say;
nobody but the recording can say so. Changes nothing, and fetches nothing.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from statistics import fmean, median

from recorder.mapping.judge import Judge
from recorder.patterns.classes.evidence import PANEL, some_of
from recorder.patterns.classes.labels import Labels
from recorder.patterns.classes.opinions import Opinions
from recorder.patterns.navigation.estimate import Forecast, forecast
from recorder.patterns.navigation.numbering import Between
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.url_classes import url_classes
from recorder.patterns.navigation.walk import Walker
from recorder.patterns.pages.words import Rarity

SURE = 0.82
"""What must be certain, or it is told. Of one recording of each of 97 sites, 25 failed (an F1 below .9) and 59 came
above .97: 20 and 7 of these are told; 16 and 5 at .8, 20 and 15 at .85. By beliefs alone it was 18 and 15.
"""

NEAREST = 5
"""Pages found whose words are compared: the mean over the nearest few."""


@dataclass(frozen=True)
class SelfCheck:
    """`found` are the pages seen that are targets, by the `opinions` of two judges or by a cut that a person has given.
    `views` are the opinions to be had if others of them were the samples. `worded_alike` are pages left out that say in
    words what those found say.
    """

    found: frozenset[str]
    opinions: Opinions | None = None
    views: Opinions | None = None
    worded_alike: frozenset[str] = frozenset()

    @property
    def agreement(self) -> float:
        """1 where the judges take the same."""
        return self.opinions.agreement if self.opinions else 1.0

    @property
    def certainty(self) -> float:
        """The F1 of what was found that is to be expected by the beliefs; less where it depends on the sample."""
        return prod(each.expected(self.found) for each in self._sides)

    @property
    def doubted(self) -> frozenset[str]:
        """Those found that are believed least, if too little is certain."""
        return self._doubtful & self.found

    @property
    def alike(self) -> frozenset[str]:
        """Pages left out that say the same in words, if they are as many as those found."""
        return self.worded_alike if len(self.worded_alike) >= len(self.found) else frozenset()

    @property
    def left_out(self) -> frozenset[str]:
        """Those alike, and those that are believed most, if too little is certain."""
        return self.alike | self._doubtful - self.found

    @cached_property
    def _doubtful(self) -> frozenset[str]:
        if self.certainty >= SURE:
            return frozenset()
        return min(self._sides, key=lambda each: each.expected(self.found)).doubtful(self.found)

    @property
    def _sides(self) -> list[Opinions]:
        """What is believed by the sample, and by others of the pages found in its place."""
        return [each for each in (self.opinions, self.views) if each]


@dataclass(frozen=True)
class Survey:
    """`expected` is how many targets there should be; `missed` are those known that the pattern does not lead to,
    `only_asked` those that it leads to through forms alone, if all its lists were seen, `unnamed` those found at
    numbers that no page names, and `hidden` how many more of these there should be than unread lists would bring.
    """

    expected: Forecast
    missed: frozenset[str]
    only_asked: frozenset[str]
    unnamed: frozenset[str]
    hidden: float
    check: SelfCheck


def survey(
    judge: Judge, site: SiteMap, pattern: NavigationPattern, used_hubs: set[str], between: Between, asked: Set[str]
) -> Survey:
    """By a map that is finished; `asked` are the targets that answers of forms list."""
    verdicts = judge.verdicts(site)
    walker = Walker(site)
    walks = list(map(walker.walk, pattern.paths))
    linked = set(walker.pages_at(url for walk in walks for url in walk.targets | walk.strays))
    promised = judge.wanted((linked | asked) - {site.final(site.entry)})
    found = {url for url in verdicts if site.is_target(url) and site.final(url) == url}
    classes = [one.members for one in url_classes(site, verdicts, used_hubs)]
    inferred = {url for url in map(site.final, site.targets) if url not in verdicts} - site.dead
    expected = forecast(site, classes, promised, found)
    hidden = between.expected.mean - expected.unseen.mean
    if hidden > 0:
        expected = replace(expected, unseen=between.expected)
    worded = worded_alike(judge.labels(judge.wanted(verdicts)), found, judge.samples_in(site))
    aside = verdicts.keys() - judge.wanted(verdicts)
    opinions, views = (_without(each, aside) for each in (judge.opinions(), judge.views(frozenset(found))))
    check = SelfCheck(frozenset(found), opinions, views, worded - judge.repeats)
    unseen_lists = set().union(*(walk.pages for walk in walks)) - linked - site.links.keys() - site.dead
    only_asked = frozenset() if unseen_lists else promised - linked - (verdicts.keys() - found)
    missed = frozenset(found | inferred) - promised
    unnamed = between.found & missed
    return Survey(expected, missed - unnamed, frozenset(only_asked), unnamed, max(0.0, hidden), check)


def _without(opinions: Opinions | None, aside: Set[str]) -> Opinions | None:
    """What is said of other pages than those that only say one again, or that a person leaves out: it is no doubt."""
    if opinions is None or not aside:
        return opinions
    beliefs = {url: belief for url, belief in opinions.beliefs.items() if url not in aside}
    return Opinions(opinions.taken - aside, beliefs)


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
