"""The papers' mapping: breadth first through the whole site; a target is a leaf, its links are not followed, but for
the one or two that lead on to the next target.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from recorder.mapping.sampling import EXEMPLARS
from recorder.patterns.navigation.siblings import neighbours_of_targets, siblings_of
from recorder.patterns.navigation.site_map import SiteMap


@dataclass
class Exhaustive:
    """A `Strategy` that fetches every page that plain links lead to."""

    site: SiteMap
    samples: tuple[str, ...]
    round_share: float = 0.5
    used_hubs: set[str] = field(default_factory=set)

    def learn(self, verdicts: Mapping[str, bool]) -> None:
        """What was taken for a target may turn out to be none, and its links are then followed too."""
        self.site.targets = {url for url, verdict in verdicts.items() if verdict}

    def next_urls(self, limit: int) -> list[str]:
        """The sample's siblings, so that targets are known for what they are; then breadth first."""
        siblings = siblings_of(self.site, self.samples)[:EXEMPLARS]
        linked = dict.fromkeys(link.url for page in self.site.hubs() for link in self.site.links[page])
        linked |= dict.fromkeys(sorted(neighbours_of_targets(self.site)))
        waiting = sorted(filter(self._waits, linked), key=lambda url: self.site.depths[url])
        wanted = dict.fromkeys([*filter(self._waits, siblings), *waiting])
        return list(filter(self.site.in_reach, wanted))[:limit]

    def _waits(self, url: str) -> bool:
        return not self.site.fetched(url) and url not in self.site.dead
