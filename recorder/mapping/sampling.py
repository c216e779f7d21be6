"""Sampled mapping: which known links to fetch next, so that a fraction of the site shows the whole pattern.

The dissertation follows a random 30% of each group of similar links on form responses; here that idea rules
everywhere. Every class of URLs (`patterns.url_classes`) is sampled: a handful at least; a class of targets until it
is plainly one; any other class up to 30%, or longer while it keeps showing targets the pattern does not reach yet.
Members nearest to the entry page and linked from most pages come first: that is where lists and indexes stand.
Fetches nothing; `mapper` does.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil
from zlib import crc32

from patterns.navigation import NavigationPattern
from patterns.pattern_learning import learn_pattern
from patterns.site_map import SiteMap
from patterns.url_classes import UrlClass, url_classes
from patterns.walk import walk
from recorder.mapping.list_words import announces_list

HANDFUL = 5
TARGET_SHARE, TARGETS_ENOUGH = 0.1, 20
OTHER_SHARE, OTHERS_ENOUGH = 0.3, 40
LONGER_PER_FIND = 12
HUBS_ENOUGH = 60
DOUBTFUL_GAIN = 5
THRIFTY_HUBS = 0.08


@dataclass
class Sampling:
    """Decides over a `SiteMap` what to fetch next; its inferred targets are in `site.targets`."""

    site: SiteMap
    pattern: NavigationPattern = field(default_factory=NavigationPattern)
    used_hubs: set[str] = field(default_factory=set)
    doubtful: list[str] = field(default_factory=list)
    """Targets inferred but not fetched, for the sake of which alone a path is kept."""

    def learn(self, verdicts: Mapping[str, bool]) -> list[UrlClass]:
        """Infer the targets nobody fetched, and learn the pattern anew."""
        classes = url_classes(self.site, verdicts)
        self.site.targets = {url for url, verdict in verdicts.items() if verdict}
        for one in classes:
            if one.leads_to_targets:
                self.site.targets |= {url for url in one.members if not self.site.fetched(url)}
        self.pattern = learn_pattern(self.site)
        self._judge_paths()
        return classes

    def _judge_paths(self) -> None:
        reached: set[str] = set()
        self.used_hubs, self.doubtful = set(), []
        for path in self.pattern.paths:
            found = walk(self.site, path)
            added = found.targets - reached
            if len(added) <= DOUBTFUL_GAIN:
                self.doubtful += [url for url in sorted(added) if not self.site.fetched(url)]
            reached |= found.targets
            self.used_hubs |= found.pages

    def next_urls(self, classes: Iterable[UrlClass], limit: int) -> list[str]:
        """Up to `limit` URLs to fetch next, one class after the other; none when every class is decided."""
        wanted = [self.doubtful, *(self._missing(one) for one in classes)]
        turns = max(map(len, wanted), default=0)
        in_turn = [urls[turn] for turn in range(turns) for urls in wanted if turn < len(urls)]
        return in_turn[:limit]

    def _missing(self, one: UrlClass) -> list[str]:
        """The members to fetch until enough of the class has been seen, most promising first."""
        waiting = [url for url in one.members if not self.site.fetched(url) and url not in self.site.dead]
        seen = len(one.members) - len(waiting)
        enough = self._enough(one)
        return sorted(waiting, key=self._promise)[: max(0, enough - seen)]

    def _enough(self, one: UrlClass) -> int:
        size = len(one.members)
        if one.dead >= HANDFUL and not one.seen:
            return 0
        if one.leads_to_targets:
            return max(HANDFUL, min(ceil(TARGET_SHARE * size), TARGETS_ENOUGH))
        share = ceil(OTHER_SHARE * size)
        if self._is_thrifty():
            share = min(share, OTHERS_ENOUGH)
        finds = sum(self.site.final(url) in self.used_hubs for url in one.members)
        return max(HANDFUL, share, LONGER_PER_FIND * min(finds, HUBS_ENOUGH))

    def _is_thrifty(self) -> bool:
        """Whether the pattern reaches targets over few hub pages: a site that lists them well need not be searched
        further.
        """
        targets = sum(path.targets for path in self.pattern.paths)
        return targets > 0 and len(self.used_hubs) <= THRIFTY_HUBS * targets

    def _promise(self, url: str) -> tuple[int, bool, int, int]:
        return (
            self.site.depths.get(url, 0),
            not announces_list(url),
            -len(self.site.inbound[url]),
            crc32(url.encode()),
        )
