"""Links not worth following: those of a class (`patterns.prototypes`) of which enough pages were fetched, and none was
a target or a hub that the pattern needs [LINKS V].

Classes are learnt from the pages seen so far, and again as these grow. Of a class that is not decided yet, a round
follows no more links than are left to try: it fetches all that it chooses.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field

from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.prototypes.hubset import ENOUGH_HUBS, Hubset
from recorder.patterns.prototypes.learning import learn_prototypes
from recorder.patterns.prototypes.prototype import Prototypes
from recorder.patterns.urls.url import Url

TRIED_ENOUGH = 10
"""Pages of a class that must be useless to prune it."""

_ANEW = 1.5
"""Growth of the pages seen before the classes are learnt again."""

_MOST_PAGES = 500
"""Most pages that classes are learnt from: more say nothing new, and take their time."""


@dataclass
class ClassPruning:
    """The classes of one site, and which of them were useful."""

    site: SiteMap
    _prototypes: Prototypes = field(default_factory=lambda: Prototypes(()))
    _learnt_from: int = 0
    _class_of: dict[str, str | None] = field(default_factory=dict)
    """The class of every link so far, as the pattern of its prototype."""
    _tried: Counter[str | None] = field(default_factory=Counter)
    _useful: frozenset[str | None] = frozenset()

    def learn(self, used_hubs: Set[str]) -> None:
        """Take in the pages seen since; `used_hubs` lead to targets."""
        if self._learnt_from < _MOST_PAGES and len(self.site.links) >= max(ENOUGH_HUBS, _ANEW * self._learnt_from):
            self._learn_classes()
        followed = {*self.site.links, *self.site.aliases, *self.site.dead}
        self._tried = Counter(map(self._class, followed))
        useful = (url for url in followed if self.site.final(url) in used_hubs or self.site.is_target(url))
        self._useful = frozenset(map(self._class, (*useful, *self.site.targets)))

    def worth_following(self, urls: Iterable[str], surely: Callable[[str], bool]) -> Iterator[str]:
        """Those that `surely` are, those of no class or of a useful one, and of every other class as many as are left
        to try.
        """
        left = Counter({name: TRIED_ENOUGH - tried for name, tried in self._tried.items()})
        for url in urls:
            name = self._class(url)
            if name is not None and name not in self._useful and not surely(url):
                if left.setdefault(name, TRIED_ENOUGH) <= 0:
                    continue
                left[name] -= 1
            yield url

    def _class(self, url: str) -> str | None:
        if url not in self._class_of:
            found = self._prototypes.matching(url)
            self._class_of[url] = None if found is None else found.pattern
        return self._class_of[url]

    def _learn_classes(self) -> None:
        homes = {Url(page).origin for page in self.site.links}
        hubs = [{link.url for link in links if Url(link.url).origin in homes} for links in self.site.links.values()]
        self._prototypes = learn_prototypes(Hubset.of(hubs))
        self._learnt_from = len(self.site.links)
        self._class_of.clear()
