"""From what mapping has seen (`SiteMap`) to the navigation pattern: SIGIR06 section 4.3, on a graph instead of a
tree.

The paper groups the children of every node of the Target Pages Map by similar URLs and takes the one path with most
targets. Here the hubs are chosen first (`hub_selection`), so that a shortcut on the front page does not hide the list
that all the others came from; then they are grouped from the entry page down, a group that links to more of its own
kind is one repeated step, and every path that adds targets is kept, best first. The papers take a target for a leaf;
where only targets lead to some, their links become a further step (`led_onward`). Nothing is fetched or judged here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from recorder.patterns.navigation.hub_selection import choose_hubs, with_ways
from recorder.patterns.navigation.narrowing import Places, link_steps
from recorder.patterns.navigation.pagination import Series, chained_pages, later_pages
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern, Path
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.walk import Walk, Walker

MAX_STEPS = 12

FEW, LEAST_SHARE = 3, 0.02
"""Fewer targets than these, or than this share of all, are accidents: a link in a text, a page lost from its list."""


def learn_pattern(site: SiteMap) -> NavigationPattern:
    """The pattern that leads from the entry page to every target the map knows a way to."""
    walker = Walker(site)
    grouping = _Grouping(site, walker, with_ways(site, choose_hubs(site)), Series(site))
    candidates = [path for node in grouping.nodes() for path in grouping.target_paths(node)]
    return NavigationPattern(led_onward(walker, tuple(chosen_paths(walker, candidates))))


@dataclass(frozen=True)
class _Node:
    """The hub pages that one chain of steps leads to; the root node is the entry page."""

    pages: frozenset[str]
    steps: tuple[LinkStep, ...]


@dataclass
class _Grouping:
    """The paper's Group: the needed hubs, level by level from the entry page, by the steps that lead to them."""

    site: SiteMap
    walker: Walker
    needed: set[str]
    series: Series
    seen: set[str] = field(default_factory=set)

    def nodes(self) -> Iterator[_Node]:
        """Every group of hubs once, by the shortest chain of steps."""
        level = [_Node(frozenset({self.site.final(self.site.entry)}), ())]
        for _ in range(MAX_STEPS):
            level = self._new(level)
            yield from level
            level = [child for node in level for child in self._children(node)]

    def target_paths(self, node: _Node) -> Iterator[Path]:
        """The paths from the pages of a node to the targets they link to."""
        offered = self._offered(node.pages)
        wanted = {url: places for url, places in offered.items() if self.site.is_target(url)}
        unwanted = {url: places for url, places in offered.items() if url not in wanted}
        for step in link_steps(wanted, unwanted):
            yield Path((*node.steps, step))

    def _new(self, nodes: list[_Node]) -> list[_Node]:
        """The nodes that lead to pages no other has led to, large ones first."""
        kept = []
        for node in sorted(nodes, key=lambda node: -len(node.pages)):
            if not node.pages <= self.seen:
                self.seen |= node.pages
                kept.append(node)
        return kept

    def _children(self, node: _Node) -> Iterator[_Node]:
        offered = self._offered(node.pages)
        direct = self.walker.pages_at(offered) & self.needed - self.seen
        chained = chained_pages(self.site, direct, self.needed - self.seen)
        hubs = direct | chained
        ahead = self.series.unseen((url for page in hubs for url in self.walker.offers(page)), hubs) - offered.keys()
        if chained or ahead:
            # The places on the pages of the node count: at others, nothing would be followed from there.
            offered = {**self._offered(node.pages | hubs), **offered}
        unseen = self.series.unseen(offered, hubs)
        wanted = {url: places for url, places in offered.items() if self.site.final(url) in hubs or url in unseen}
        unwanted = self._unwanted(offered, wanted)
        later = {
            url: known
            for url, known in later_pages(self.site, node.pages, node.pages | hubs).items()
            if known in wanted
        }
        for step in link_steps({**wanted, **{url: wanted[known] for url, known in later.items()}}, unwanted):
            yield self._child(node, step, chained | ahead, later)

    def _unwanted(self, offered: Places, wanted: Places) -> Places:
        """The links not to follow; those that may lead to hubs count neither way."""
        at = frozenset[str]().union(*wanted.values())
        others = {url: places for url, places in offered.items() if url not in wanted}
        return {url: places for url, places in others.items() if not self._may_be_hub(url, places & at)}

    def _child(self, node: _Node, step: LinkStep, chained: set[str], later: Mapping[str, str]) -> _Node:
        """Hubs that link to more hubs of their own kind ("next", "page 3"), or will when they are more, fold into one
        repeated step.
        """
        pages = frontier = self._followed(node.pages, step) & self.needed - self.seen
        repeats = any(map(step.matches, later))
        while frontier:
            further = self._followed(frontier, step) & chained - pages
            repeats = repeats or bool(further)
            frontier = further & self.needed
            pages |= frontier
        examples = tuple(dict.fromkeys(later.get(example, example) for example in step.examples))
        return _Node(frozenset(pages), (*node.steps, replace(step, repeat=repeats, examples=examples)))

    def _followed(self, pages: Iterable[str], step: LinkStep) -> set[str]:
        return self.walker.pages_at(url for page in pages for url in self.walker.followed(page, step))

    def _may_be_hub(self, url: str, shared_places: frozenset[str]) -> bool:
        """Links nobody has looked behind, standing where the wanted ones stand, count neither way."""
        if self.site.fetched(url):
            page = self.site.final(url)
            return page not in self.site.targets and any(map(self.site.is_target, self.walker.offers(page)))
        is_unknown = not (self.site.is_target(url) or self.site.ignores(url) or url in self.site.barred)
        return is_unknown and bool(shared_places)

    def _offered(self, pages: Iterable[str]) -> Places:
        """The links on `pages`, each with all its places, in the order of their URLs."""
        offered: dict[str, set[str]] = {}
        for page in pages:
            for url, places in self.walker.offers(page).items():
                offered.setdefault(url, set()).update(places)
        return {url: frozenset(offered[url]) for url in sorted(offered)}


@dataclass(frozen=True)
class _Candidate:
    path: Path
    walk: Walk

    def gain(self, reached: set[str], fetched: set[str]) -> int:
        """New targets less new pages fetched for them; 0 at least one short of nothing new."""
        return len(self.walk.targets - reached) - len((self.walk.pages | self.walk.strays) - fetched)


def chosen_paths(walker: Walker, paths: Iterable[Path]) -> Iterator[Path]:
    """Paths that together reach what all reach, the one with most targets first; each adds targets to those before."""
    narrow = _chosen(walker, paths)
    for one in _chosen(walker, _widened(walker, narrow)) if len(narrow) > 1 else narrow:
        yield replace(one.path, targets=len(one.walk.targets), links=one.walk.links)


def _chosen(walker: Walker, paths: Iterable[Path]) -> list[_Candidate]:
    candidates = [_Candidate(path, walker.walk(path)) for path in dict.fromkeys(paths)]
    return sorted(_needed(_cover(candidates)), key=lambda one: (-len(one.walk.targets), len(one.walk.pages)))


def _widened(walker: Walker, chosen: list[_Candidate]) -> Iterator[Path]:
    """The paths, the last step of each as wide as one of a greater path where that follows nothing else: the newest few
    on an entry page say less of what targets may be called than a list of all, and tomorrow's are called otherwise.
    """
    lasts = [one.path.steps[-1] for one in chosen]
    for number, one in enumerate(chosen):
        own = lasts[number]
        assert isinstance(own, LinkStep)  # a map is of links
        wide = (replace(own, regex=step.regex, place=None) for step in lasts[:number] if isinstance(step, LinkStep))
        paths = (replace(one.path, steps=(*one.path.steps[:-1], step)) for step in wide)
        as_well = _follows_as_well if own.repeat else _ends_as_well
        yield next((path for path in paths if as_well(walker, path, one.walk)), one.path)


def _follows_as_well(walker: Walker, path: Path, walk: Walk) -> bool:
    wider = walker.walk(path)
    return wider.targets >= walk.targets and wider.pages <= walk.pages and wider.strays <= walk.strays


def _ends_as_well(walker: Walker, path: Path, walk: Walk) -> bool:
    """The same of a path that differs from the walk's in nothing but its last step: most are seen by one link to lead
    elsewhere.
    """
    *before, last = path.steps
    assert isinstance(last, LinkStep)  # a map is of links
    matched = walker.matched(last, walker.offered(tuple(before)))
    leading = matched & walker.leading
    return matched - leading <= walk.strays and walker.pages_at(leading) >= walk.targets


def _cover(candidates: list[_Candidate]) -> list[_Candidate]:
    """Greedily the path that gains most, until none adds a target."""
    reached: set[str] = set()
    fetched: set[str] = set()
    chosen = []
    while candidates := [one for one in candidates if one.walk.targets - reached]:
        best = max(candidates, key=lambda one: one.gain(reached, fetched))
        reached |= best.walk.targets
        fetched |= best.walk.pages | best.walk.strays
        chosen.append(best)
    return chosen


def _needed(chosen: list[_Candidate]) -> list[_Candidate]:
    """Without those whose targets the others reach too: what was best at first may be superseded later."""
    times = Counter(url for one in chosen for url in one.walk.targets)
    kept = []
    for one in sorted(chosen, key=lambda one: len(one.walk.targets) - len(one.walk.pages)):
        if all(times[url] > 1 for url in one.walk.targets):
            times.subtract(one.walk.targets)
        else:
            kept.append(one)
    return kept


def led_onward(walker: Walker, paths: Sequence[Path]) -> tuple[Path, ...]:
    """The paths, going on from their own targets if all of them together miss targets that targets link to: the post
    before, part two, the nested class. The links that lead to the rest become a further step, which repeats; the last
    step itself repeats where it would lead nowhere else.
    """
    reached = {page for path in paths for page in walker.pages_at(walker.walk(path).targets)}
    beyond = _linked_targets(walker, walker.site.targets) - reached
    if len(beyond) < max(FEW, LEAST_SHARE * len(reached)):
        return tuple(paths)
    starts = {step: _leading_to(walker, step, beyond) for step in _steps(walker, beyond)}
    led = [one for path in paths for one in _led(walker, path, starts, beyond)]
    walks = {path: walker.walk(path) for path in dict.fromkeys(led)}
    counted = [replace(path, targets=len(one.targets), links=one.links) for path, one in walks.items()]
    return tuple(sorted(counted, key=lambda path: -path.targets))


def _led(walker: Walker, path: Path, starts: Mapping[LinkStep, set[str]], beyond: set[str]) -> Iterator[Path]:
    """The path with its last step repeated, if that goes on and goes nowhere else; or itself, and what goes on from
    it. `starts`: for each step, the targets from which it leads beyond.
    """
    last, walk = path.steps[-1], walker.walk(path)
    if isinstance(last, LinkStep):
        repeated = Path((*path.steps[:-1], replace(last, repeat=True)))
        if walker.walk(repeated).strays <= walk.strays and _leading_to(walker, last, beyond):
            yield repeated
            return
    yield path
    reached = walker.pages_at(walk.targets)
    yield from (Path((*path.steps, step)) for step, pages in starts.items() if pages & reached)


def _leading_to(walker: Walker, step: LinkStep, beyond: set[str]) -> set[str]:
    """The targets from whose pages a step leads to the rest."""
    pages = walker.site.targets & walker.site.links.keys()
    return {page for page in pages if walker.pages_at(walker.followed(page, step)) & beyond}


def _linked_targets(walker: Walker, pages: Iterable[str]) -> set[str]:
    """The targets that `pages` link to. A sampled map shows pieces of a chain, so it is not followed from its
    beginning.
    """
    return walker.pages_at(url for page in pages for url in walker.offers(page) if walker.site.is_target(url))


def _steps(walker: Walker, beyond: set[str]) -> list[LinkStep]:
    """Steps along the links that stand where those to the rest stand, at as few places as lead to all of it."""
    offered: dict[str, set[str]] = defaultdict(set)
    for page in sorted(walker.site.targets):
        for url, places in walker.offers(page).items():
            offered[url] |= places
    at = _fewest_places(walker, offered, beyond)
    wanted: Places = {
        url: frozenset(places & at) for url, places in offered.items() if places & at and walker.site.is_target(url)
    }
    unwanted = {
        url: frozenset(places)
        for url, places in offered.items()
        if not walker.site.is_target(url) and (walker.site.fetched(url) or not places & at)
    }
    return [replace(step, repeat=True) for step in link_steps(wanted, unwanted)]


def _fewest_places(walker: Walker, offered: dict[str, set[str]], beyond: set[str]) -> set[str]:
    """Greedily the place that leads to most of the rest; of two, the one with fewer other links."""
    leads: dict[str, set[str]] = defaultdict(set)
    others: dict[str, int] = defaultdict(int)
    for url, places in offered.items():
        for place in places:
            leads[place] |= walker.pages_at([url]) & beyond
            others[place] += not walker.site.is_target(url)
    chosen: set[str] = set()
    left = set(beyond)
    while left:
        best = min(leads, key=lambda place: (-len(leads[place] & left), others[place], place))
        chosen.add(best)
        left -= leads[best]
    return chosen
