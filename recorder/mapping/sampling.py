"""Sampled mapping: which known links to fetch next, so that a fraction of the site shows the whole pattern.

The dissertation follows a random 30% of each group of similar links on form responses; here that idea rules
everywhere. Every class of URLs (`patterns.navigation.url_classes`) is sampled: a handful at least; a class of targets
until it is plainly one; any other class up to 30%, or longer while it keeps showing targets the pattern does not
reach yet. Members nearest to the entry page and linked from most pages come first: that is where lists and indexes
stand. Fetches nothing; `mapper` does.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import chain, islice, zip_longest
from math import ceil

from recorder.mapping.class_pruning import ClassPruning
from recorder.mapping.list_words import announces_list
from recorder.mapping.search_links import SearchLinks
from recorder.mapping.steadiness import Steadiness
from recorder.patterns.navigation.hub_selection import choose_hubs, with_ways
from recorder.patterns.navigation.siblings import siblings_of
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.url_classes import UrlClass, first_word, url_classes
from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.urls.url import Url, sampling_key

HANDFUL = 5
A_FEW = 3
KINDS, TELLING = 3, 10
"""Among targets, so many members of each of the most common kinds of names: fewer do not tell whether structure tells
one kind from another.
"""
TARGET_SHARE, TARGETS_ENOUGH = 0.1, 20
OTHER_SHARE, OTHERS_ENOUGH = 0.3, 40
LONGER_PER_FIND = 12
HUBS_ENOUGH = 60
DOUBTFUL_GAIN = 5
EXEMPLARS = 20
THRIFTY_HUBS = 0.08
NEARLY_ALL = 0.7
LITTLE = 60
"""Pages from which on more of a site has been seen than its first impression."""


@dataclass
class Sampling:
    """A `Strategy` over a `SiteMap`; the targets it infers without fetching them are in `site.targets`."""

    site: SiteMap
    samples: tuple[str, ...]
    by_prototypes: bool = True
    """Whether classes of links by their prototypes are given up once they are seen to lead nowhere."""
    wants: Callable[[str], bool] = lambda _: False
    """Links that are followed before others as promising, and never given up."""
    round_share: float = 0.125
    used_hubs: set[str] = field(default_factory=set)
    _steadiness: Steadiness = field(default_factory=Steadiness)
    _covered: set[str] = field(default_factory=set)
    _classes: list[UrlClass] = field(default_factory=list)
    _doubtful: list[str] = field(default_factory=list)
    """Targets inferred but not fetched, for the sake of which alone a hub is visited."""
    _homes: set[tuple[str, ...]] = field(default_factory=set)
    """The folders of targets: the lists there must not speak for what they list."""
    _pruning: ClassPruning = field(init=False)
    _search_links: SearchLinks = field(init=False)

    def __post_init__(self) -> None:
        self._pruning, self._search_links = ClassPruning(self.site), SearchLinks(self.site)

    def learn(self, verdicts: Mapping[str, bool]) -> None:
        """Infer the targets nobody fetched, and which hubs lead to them all."""
        self.site.targets = {url for url, verdict in verdicts.items() if verdict}
        self._classes = [self._followable(one) for one in url_classes(self.site, verdicts, self.used_hubs)]
        for one in self._classes:
            if one.leads_to_targets:
                self.site.targets |= {url for url in one.members if self._waits(url)}
        self._homes = {Url(url).folder for url in self.site.targets}
        self._take_hubs(choose_hubs(self.site))
        self._search_links.learn()
        if self.by_prototypes:
            self._pruning.learn(self.used_hubs)

    def next_urls(self, limit: int) -> list[str]:
        """The sample's siblings first, then one member of every class in turn; none when every class is decided, or
        when the pattern does not change any more. Whatever is decided, what says that it is a search is looked at.
        """
        searches = list(filter(self.site.in_reach, self._search_links.unvisited()))
        if self._steadiness.is_reached(self.site):
            return searches[:limit]
        siblings = [url for url in siblings_of(self.site, self.samples)[:EXEMPLARS] if self._waits(url)]
        classes = sorted(map(self._missing, self._classes), key=lambda urls: not any(map(self.wants, urls)))
        wanted = [siblings, searches, self._doubtful, *classes]
        turns = max(map(len, wanted))
        in_turn = dict.fromkeys(urls[turn] for turn in range(turns) for urls in wanted if turn < len(urls))
        surely = {*siblings, *searches, *self._doubtful}
        worth = self._worth_it(filter(self.site.in_reach, in_turn), surely)
        return list(islice(worth, limit)) or self._more_of_little(limit)

    def _more_of_little(self, limit: int) -> list[str]:
        """Where little has been seen, and nearly all of it targets, what only these link to: on a site with one frame
        around short texts, the first pages are taken for targets one and all, the lists among them.
        """
        pages = self.site.links
        if sum(map(self.site.is_target, pages)) < NEARLY_ALL * len(pages):
            return []
        left = min(limit, LITTLE - len(pages))
        judged = {url for one in self._classes for url in one.members}
        shapes: dict[object, list[str]] = defaultdict(list)
        waiting = sorted(filter(self._waits, self.site.inbound.keys() - judged), key=self._promise)
        for url in self._worth_it(filter(self.site.in_reach, waiting)):
            shapes[url_shape(url)].append(url)
        in_turn = chain.from_iterable(zip_longest(*shapes.values()))
        return list(islice(filter(None, in_turn), max(0, left)))

    def _waits(self, url: str) -> bool:
        return not self.site.fetched(url) and url not in self.site.dead and not self.site.ignores(url)

    def _followable(self, one: UrlClass) -> UrlClass:
        """The class without what is not to be followed: it neither waits nor was seen."""
        return replace(one, members=tuple(url for url in one.members if not self.site.ignores(url)))

    def _take_hubs(self, hubs: list[str]) -> None:
        self._covered, self._doubtful = set(), []
        for page in hubs:
            added = {link.url for link in self.site.links[page] if self.site.is_target(link.url)} - self._covered
            if len(added) <= DOUBTFUL_GAIN:
                self._doubtful += filter(self._waits, sorted(added))
            self._covered |= added
        self.used_hubs = with_ways(self.site, hubs)

    def _missing(self, one: UrlClass) -> list[str]:
        """The members to fetch until enough of the class has been seen, most promising first."""
        waiting = sorted(filter(self._waits, one.members), key=self._promise)
        seen = len(one.members) - len(waiting)
        wanted = waiting[: max(0, self._enough(one) - seen)]
        return list(dict.fromkeys([*wanted, *self._strangers(one, waiting)]))

    def _strangers(self, one: UrlClass, waiting: list[str]) -> list[str]:
        """A few of every sort within a class: its best-known members must not speak for all the others. The sorts are
        the folders and the places its members stand at; where some are targets, or in folders of targets, the looks of
        their URLs as well.
        """
        if self._is_lost(one):
            return []
        sorts: dict[object, list[str]] = defaultdict(list)
        for url in one.members:
            if one.targets:
                sorts[url_shape(url)].append(url)
                sorts[first_word(url)].append(url)
            folder = Url(url).folder
            sorts[folder].append(url)
            if folder in self._homes:
                sorts[folder, url_shape(url)].append(url)
            for place in set(self.site.inbound[url].values()):
                sorts[place].append(url)
        words = Counter(map(first_word, one.members if one.targets else ()))
        telling = {word for word, _ in words.most_common(KINDS)}
        rank = {url: number for number, url in enumerate(waiting)}
        strangers: list[str] = []
        for sort, members in sorts.items():
            unseen = sorted(filter(self._waits, members), key=rank.__getitem__)
            if len(members) >= HANDFUL:
                wanted = TELLING if sort in telling else A_FEW
                strangers += unseen[: max(0, wanted - (len(members) - len(unseen)))]
        return strangers

    def _enough(self, one: UrlClass) -> int:
        size = len(one.members)
        if self._is_lost(one):
            return 0
        if one.leads_to_targets:
            return max(HANDFUL, min(ceil(TARGET_SHARE * size), TARGETS_ENOUGH))
        if not self._has_found_a_list():
            return size
        share = ceil(OTHER_SHARE * size)
        if self._is_thrifty():
            share = min(share, OTHERS_ENOUGH)
        finds = sum(self.site.final(url) in self.used_hubs for url in one.members)
        return max(HANDFUL, share, LONGER_PER_FIND * min(finds, HUBS_ENOUGH))

    def _worth_it(self, urls: Iterable[str], surely: Set[str] = frozenset()) -> Iterator[str]:
        """Until a list of targets is known, it may stand anywhere."""
        if not self.by_prototypes or not self._has_found_a_list():
            return iter(urls)
        return self._pruning.worth_following(urls, lambda url: url in surely or self.wants(url))

    def _is_lost(self, one: UrlClass) -> bool:
        """Whether nothing but dead links has been seen of a class."""
        return one.dead >= HANDFUL and not one.seen

    def _has_found_a_list(self) -> bool:
        """Whether some hub is known that leads to a sample, or to more than a shortcut or two: until then it may stand
        anywhere.
        """
        samples = {self.site.final(url) for url in self.samples}
        return len(self._covered) >= HANDFUL or any(self.site.final(url) in samples for url in self._covered)

    def _is_thrifty(self) -> bool:
        """Whether few hub pages lead to all targets: a site that lists them well need not be searched further."""
        return len(self._covered) > 0 and len(self.used_hubs) <= max(1, THRIFTY_HUBS * len(self._covered))

    def _promise(self, url: str) -> tuple[int, bool, int, bool, int]:
        return (
            self.site.depths.get(url, 0),
            not announces_list(url),
            -len(self.site.inbound[url]),
            not self.wants(url),
            sampling_key(url),
        )
