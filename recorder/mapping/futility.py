"""Links not worth following: those of a class of links (`patterns.prototypes`) whose pages have been looked at often
enough and never were targets, nor led to any that the pattern needs [LINKS V].

Classes of links are learnt from the pages seen so far, and anew as these become more.
"""

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, field

from patterns.navigation.site_map import SiteMap
from patterns.prototypes.hubset import ENOUGH_HUBS, Hubset
from patterns.prototypes.learning import learn_prototypes
from patterns.prototypes.prototype import Prototypes
from patterns.urls.url import Url

TRIED_ENOUGH = 10
_ANEW = 1.5
_MOST_PAGES = 500
"""More pages say nothing new about classes of links, and take their time."""


@dataclass
class Futility:
    """What has been seen to lead nowhere on a site."""

    site: SiteMap
    _prototypes: Prototypes = field(default_factory=lambda: Prototypes(()))
    _learnt_from: int = 0
    _class_of: dict[str, str | None] = field(default_factory=dict)
    """The class of every page that was seen, as the pattern of its prototype."""
    _futile: frozenset[str] = frozenset()

    def learn(self, used_hubs: Set[str]) -> None:
        """Take in the pages seen since; `used_hubs` lead to targets."""
        if self._learnt_from < _MOST_PAGES and len(self.site.links) >= max(ENOUGH_HUBS, _ANEW * self._learnt_from):
            self._learn_classes()
        for page in self.site.links.keys() - self._class_of.keys():
            self._class_of[page] = self._class(page)
        tried = Counter(self._class_of.values())
        useful = {name for page, name in self._class_of.items() if page in used_hubs or self.site.is_target(page)}
        self._futile = frozenset(
            name for name, pages in tried.items() if name and name not in useful and pages >= TRIED_ENOUGH
        )

    def is_futile(self, url: str) -> bool:
        return bool(self._futile) and self._class(url) in self._futile

    def _class(self, url: str) -> str | None:
        found = self._prototypes.matching(url)
        return None if found is None else found.pattern

    def _learn_classes(self) -> None:
        homes = {Url(page).origin for page in self.site.links}
        hubs = [{link.url for link in links if Url(link.url).origin in homes} for links in self.site.links.values()]
        self._prototypes = learn_prototypes(Hubset.of(hubs))
        self._learnt_from = len(self.site.links)
        self._class_of.clear()
