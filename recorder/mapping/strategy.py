"""How a mapping chooses what to fetch next: the protocol, and the papers' exhaustive strategy. The sampled one is in
`sampling`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from recorder.mapping.sampling import EXEMPLARS
from recorder.patterns.navigation.siblings import neighbours_of_targets, siblings_of
from recorder.patterns.navigation.site_map import SiteMap


class Strategy(Protocol):
    """Decides over a `SiteMap` it was made with; keeps the map's `targets`."""

    round_share: float
    """How much may be fetched before the pages seen are judged anew, as a share of what was fetched before."""
    used_hubs: set[str]
    """The pages that lead to targets, as far as the strategy tells hubs apart."""

    @property
    def spent(self) -> int:
        """The pages after which mapping was ended although the pattern still changed; 0 if it came to its end."""

    def learn(self, verdicts: Mapping[str, bool]) -> None:
        """Take in the verdict ("is a target") on every page fetched so far."""

    def reconsider(self) -> None:
        """Pages are judged otherwise from now on: what was enough may not be."""

    def next_urls(self, limit: int) -> list[str]:
        """About `limit` known URLs to fetch next; none when enough has been seen."""


@dataclass
class Exhaustive:
    """Breadth first through the whole site. A target is a leaf: its links are not followed, but for the one or two that
    lead on to the next target.
    """

    site: SiteMap
    samples: tuple[str, ...]
    round_share: float = 0.5
    used_hubs: set[str] = field(default_factory=set)
    spent: int = 0

    def learn(self, verdicts: Mapping[str, bool]) -> None:
        """A page that was taken for a target may turn out to be none; its links are then followed, too."""
        self.site.targets = {url for url, verdict in verdicts.items() if verdict}

    def reconsider(self) -> None:
        """All is looked at in any case."""

    def next_urls(self, limit: int) -> list[str]:
        """The sample's siblings, by which targets are recognised; then breadth first."""
        siblings = siblings_of(self.site, self.samples)[:EXEMPLARS]
        linked = dict.fromkeys(link.url for page in self.site.hubs() for link in self.site.links[page])
        linked |= dict.fromkeys(sorted(neighbours_of_targets(self.site)))
        waiting = sorted(filter(self._waits, linked), key=lambda url: self.site.depths[url])
        wanted = dict.fromkeys([*filter(self._waits, siblings), *waiting])
        return list(filter(self.site.in_reach, wanted))[:limit]

    def _waits(self, url: str) -> bool:
        return not self.site.fetched(url) and url not in self.site.dead
