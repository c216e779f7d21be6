"""Sampled mapping: which known links to fetch next, so that a fraction of the site shows the whole pattern.

The dissertation follows a random 30% of each group of similar links on form responses; here that idea rules
everywhere. Every class of URLs (`patterns.navigation.url_classes`) is sampled: a handful at least; a class of targets
until it is plainly one; any other class up to 30%, or longer while it keeps showing targets the pattern does not
reach yet. Members nearest to the entry page and linked from most pages come first: that is where lists and indexes
stand. A large site has been sampled enough once its pattern converges: facets, calendars and sort orders have no end.
Fetches nothing; `mapper` does.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import chain, islice, zip_longest
from math import ceil

from recorder.mapping.class_pruning import ClassPruning
from recorder.mapping.list_links import ListLinks
from recorder.mapping.search_links import SearchLinks, announces_list
from recorder.patterns.navigation.hub_selection import choose_hubs, with_ways
from recorder.patterns.navigation.pattern import LinkStep, Step
from recorder.patterns.navigation.pattern_learning import learn_pattern
from recorder.patterns.navigation.siblings import addressed_like, siblings_of
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.url_classes import UrlClass, first_word, url_classes
from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.repeats.spellings import cased
from recorder.patterns.repeats.telling_parameters import guesses
from recorder.patterns.urls.url import Url, sampling_key

HANDFUL = 5
"""Least members of a class that are fetched, and least members of a sort that count as one."""

A_FEW = 3
"""Members of every sort within a class that are fetched at least."""

KINDS, TELLING = 3, 10
"""The most common kinds of names among targets, and the members of each that are fetched at least: fewer do not show
whether structure tells one kind from another.
"""

TARGET_SHARE, TARGETS_ENOUGH = 0.1, 20
"""Share of a class of targets that is fetched, and its most members."""

OTHER_SHARE, OTHERS_ENOUGH = 0.3, 40
"""Share of any other class that is fetched, and its most members once few hubs lead to all targets."""

LONGER_PER_FIND, HUBS_ENOUGH = 12, 60
"""Members more that are fetched for every hub found in a class, and most hubs that count."""

DOUBTFUL_GAIN = 5
"""Most targets that a hub adds to have them fetched: they may be none, and the hub for nothing."""

EXEMPLARS = 20
"""Most siblings of the sample that are fetched first."""

THRIFTY_HUBS = 0.08
"""Largest number of hubs, as a share of the targets they lead to, of a site that lists its targets well."""

NEARLY_ALL, LITTLE = 0.7, 60
"""Where at least this share of the pages are targets, what only targets link to is fetched, up to so many pages: they
give no more than a first impression of a site.
"""

LEAST_PAGES = 200
"""Least pages of a site whose pattern is tested for convergence."""

GROWTH = 1.25
"""Growth of the pages seen before the pattern is learnt again."""

AGREEING = 3
"""Patterns in a row that must be one and the same."""

MOST_PAGES = 1_500
"""Most pages of a mapping whose pattern does not converge: a site may have a new kind of list on every page."""


@dataclass
class Convergence:
    """When a mapping has seen enough: the pattern no longer changes, however much more is seen."""

    spent: int = 0
    """The pages after which it was given up; 0 while it was not."""
    _ask_at: float = LEAST_PAGES
    _patterns: list[frozenset[tuple[object, ...]]] = field(default_factory=list)

    def ask_at_once(self) -> None:
        """Learn the pattern again, however few pages came since."""
        self._ask_at = 0

    def is_reached(self, site: SiteMap) -> bool:
        """Whether more pages would teach nothing; to be called for one map as it grows."""
        seen = len(site.links) + len(site.dead)
        if seen >= self._ask_at:
            self._ask_at = seen * GROWTH
            self._patterns = [*self._patterns, _paths(site)][-AGREEING:]
        agreed = len(self._patterns) == AGREEING and len(set(self._patterns)) == 1
        self.spent = seen if seen >= MOST_PAGES and not agreed else 0
        return agreed or seen >= MOST_PAGES


def _paths(site: SiteMap) -> frozenset[tuple[object, ...]]:
    """The paths of the pattern without their evidence and examples."""
    return frozenset(tuple(map(_without_examples, path.steps)) for path in learn_pattern(site).paths)


def _without_examples(step: Step) -> object:
    return replace(step, examples=()) if isinstance(step, LinkStep) else step


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
    _convergence: Convergence = field(default_factory=Convergence)
    _covered: set[str] = field(default_factory=set)
    _classes: list[UrlClass] = field(default_factory=list)
    _doubtful: list[str] = field(default_factory=list)
    """Targets inferred but not fetched that are the only reason to visit a hub."""
    _homes: set[tuple[str, ...]] = field(default_factory=set)
    """The folders of targets. A list there must not stand for the pages it lists."""
    _has_met_again: bool = False
    _pruning: ClassPruning = field(init=False)
    _search_links: SearchLinks = field(init=False)
    _list_links: ListLinks = field(init=False)

    def __post_init__(self) -> None:
        self._pruning, self._search_links = ClassPruning(self.site), SearchLinks(self.site)
        self._list_links = ListLinks(self.site, self._waits, self._promise)

    @property
    def spent(self) -> int:
        """The pages after which mapping was ended although the pattern still changed."""
        return self._convergence.spent

    def learn(self, verdicts: Mapping[str, bool]) -> None:
        """Infer the targets that were not fetched, and the hubs that lead to all targets."""
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

    def reconsider(self) -> None:
        """Whether the pattern is still the same is asked at once."""
        self._convergence.ask_at_once()

    def next_urls(self, limit: int) -> list[str]:
        """The sample's siblings first, then one member of every class in turn; none when every class is decided and
        nothing else promises more, or the pattern has converged and leads anywhere. Links that announce a search are
        followed in any case, and so is what only lists of targets link to, as far as it is of a new sort.
        """
        is_enough = self._convergence.is_reached(self.site) and (self._has_found_a_list() or self.spent > 0)
        further = () if self.spent else self._list_links.further(self.used_hubs)
        surely = list(filter(self.site.in_reach, [*self._search_links.unvisited(), *further]))
        if is_enough:
            return surely[:limit] or self._only_on_lists(limit) or self._met_again()
        beside = siblings_of(self.site, self.samples)
        urls = list(islice(self._promising(beside, surely), limit)) or self._only_on_lists(limit)
        return urls or self._more_of_little(limit) or self._alike(limit, beside) or self._met_again()

    def _promising(self, beside: list[str], surely: list[str]) -> Iterator[str]:
        siblings = list(filter(self._waits, beside[:EXEMPLARS]))
        classes = sorted(map(self._missing, self._classes), key=lambda urls: not any(map(self.wants, urls)))
        wanted = [siblings, surely, self._doubtful, *classes]
        turns = max(map(len, wanted))
        in_turn = dict.fromkeys(urls[turn] for turn in range(turns) for urls in wanted if turn < len(urls))
        return self._worth_it(filter(self.site.in_reach, in_turn), {*siblings, *surely, *self._doubtful})

    def _alike(self, limit: int, beside: Collection[str]) -> list[str]:
        """What is addressed like a sample and taken for something else, where the sample stands in no list with any:
        all that was seen may be something else.
        """
        alike = addressed_like(self.site, self.samples)
        if not set(beside).isdisjoint(alike):
            return []
        other = [url for url in alike if not self.site.is_target(url)][:EXEMPLARS]
        return list(islice(filter(self.site.in_reach, filter(self._waits, other)), limit))

    def _met_again(self) -> list[str]:
        """A handful of the targets that would show again what others show, if some parameters, or capitals, told
        nothing: how many records there are depends on it. Once, when nothing else is wanted: all that was seen is
        judged anew for them.
        """
        if self._has_met_again or self.spent:
            return []
        self._has_met_again = True
        wanted: dict[str, None] = {}
        sent_on = {url for url, page in self.site.redirects().items() if page in self.site.targets}
        guessed = chain.from_iterable(guesses(self.site.targets | sent_on, self.samples))
        by_guess = ([[kept, *again] for kept, again in guess.again.items()] for guess in guessed)
        for records in (*by_guess, list(cased(self.site.targets))):
            waiting = [list(filter(self._waits, urls)) for urls in records]
            seen = [len(urls) - len(left) for urls, left in zip(records, waiting, strict=True)]
            missing = max(0, HANDFUL - sum(number > 1 for number in seen)) if len(records) >= HANDFUL else 0
            once = (left for left, number in zip(waiting, seen, strict=True) if number == 1 and left)
            wanted |= dict.fromkeys(left[0] for left in islice(once, missing))
        return list(filter(self.site.in_reach, wanted))[:OTHERS_ENOUGH]

    def _more_of_little(self, limit: int) -> list[str]:
        """Where little has been seen, and nearly all of it targets: what only these link to. On a site with one frame
        around short texts all first pages are taken for targets, the lists among them.
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
        is_known = self.site.fetched(url) or url in self.site.aliases or url in self.site.dead
        return not is_known and not self.site.ignores(url)

    def _followable(self, one: UrlClass) -> UrlClass:
        """The class without ignored links: they neither wait nor were seen."""
        return replace(one, members=tuple(url for url in one.members if not self.site.ignores(url)))

    def _take_hubs(self, hubs: list[str]) -> None:
        self._covered, self._doubtful = set(), []
        for page in hubs:
            added = {link.url for link in self.site.links[page] if self.site.is_target(link.url)} - self._covered
            if len(added) <= DOUBTFUL_GAIN:
                self._doubtful += filter(self._waits, sorted(added))
            self._covered |= added
        self.used_hubs = with_ways(self.site, hubs)

    def _only_on_lists(self, limit: int) -> list[str]:
        is_too_early = self.spent or not self._has_found_a_list()
        return [] if is_too_early else self._list_links.of_new_sorts(self.used_hubs, limit)

    def _missing(self, one: UrlClass) -> list[str]:
        """The members to fetch until enough of the class has been seen, most promising first."""
        waiting = sorted(filter(self._waits, one.members), key=self._promise)
        seen = len(one.members) - len(waiting)
        wanted = waiting[: max(0, self._enough(one) - seen)]
        return list(dict.fromkeys([*wanted, *self._strangers(one, waiting)]))

    def _strangers(self, one: UrlClass, waiting: list[str]) -> list[str]:
        """A few of every sort within a class: its best-known members must not stand for all others. The sorts are the
        folders of its members and the places of the links to them; where some are targets, or in folders of targets,
        the shapes of their URLs as well.
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
            for place in sorted(set(self.site.inbound[url].values())):
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
        """Without pruned classes, once a list of targets is known: until then it may be anywhere."""
        if not self.by_prototypes or not self._has_found_a_list():
            return iter(urls)
        return self._pruning.worth_following(urls, lambda url: url in surely or self.wants(url))

    def _is_lost(self, one: UrlClass) -> bool:
        """Whether nothing but dead links has been seen of a class."""
        return one.dead >= HANDFUL and not one.seen

    def _has_found_a_list(self) -> bool:
        """Whether some hub is known that leads to more targets than a shortcut or two, or to a sample, and others of
        its kind are known: what leads to nothing but the sample is no list of such pages.
        """
        samples = {self.site.final(url) for url in self.samples}
        covered, found = set(map(self.site.final, self._covered)), set(map(self.site.final, self.site.targets))
        return len(self._covered) >= HANDFUL or bool(covered & samples and found - samples)

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
