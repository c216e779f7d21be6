"""Is it to be trusted what a recording takes for targets? It is unclear where the two judges of pages disagree, and
where pages left out say in words what those found say; nobody but the recording can say so. Of 35 recordings' pages of
sites that nothing was fitted to, it tells 88% of those that failed and 25% of those above .97. Changes nothing, and
fetches nothing.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from statistics import fmean, median

from recorder.patterns.classes.evidence import PANEL, some_of
from recorder.patterns.classes.labels import Labels
from recorder.patterns.classes.lessons import AGREED, agreement
from recorder.patterns.pages.words import Rarity

NEAREST = 5
"""Pages found whose words are compared: the mean over the nearest few."""


@dataclass(frozen=True)
class SelfCheck:
    """`found` are the pages seen that are targets, `opinions` what each judge takes for targets. A cut that a person
    has given is the only judge. `worded_alike` are pages left out that say in words what those found say.
    """

    found: frozenset[str]
    opinions: tuple[frozenset[str], ...] = ()
    worded_alike: frozenset[str] = frozenset()

    @property
    def agreement(self) -> float:
        """1 where the judges take the same."""
        return agreement(self.opinions)

    @property
    def disputed(self) -> frozenset[str]:
        """Targets by the word of one judge only, if they are many."""
        return self.found - self._agreed_on if self.agreement < AGREED else frozenset()

    @property
    def left_out(self) -> frozenset[str]:
        """Pages that were left out though they say the same in words, if they are as many as those found."""
        return self.worded_alike if len(self.worded_alike) >= len(self.found) else frozenset()

    @property
    def _agreed_on(self) -> frozenset[str]:
        return frozenset.intersection(*self.opinions) if self.opinions else self.found


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
