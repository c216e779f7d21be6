"""Following paths over a site map: which pages they would fetch and which targets they would reach. Fetches nothing."""

from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from functools import cached_property

from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern, Path, Step, stands_at
from recorder.patterns.navigation.site_map import SiteMap


@dataclass(frozen=True)
class Walk:
    """What a path reaches on the map: hub pages, targets (each once, whatever leads to it), other URLs at its end, and
    how many links it follows.
    """

    pages: frozenset[str]
    targets: frozenset[str]
    strays: frozenset[str]
    links: int


def walks(site: SiteMap, pattern: NavigationPattern) -> list[Walk]:
    """Of all its paths."""
    return list(map(Walker(site).walk, pattern.paths))


def unseen_hubs(site: SiteMap, pattern: NavigationPattern) -> set[str]:
    """The pages that it leads through and nobody has looked at."""
    return set().union(*(walk.pages for walk in walks(site, pattern))) - site.links.keys() - site.dead


@dataclass
class Walker:
    """Walks many paths over one map. Paths begin alike and expressions meet the same URLs again: both are done once."""

    site: SiteMap
    _stages: dict[tuple[Step, ...], frozenset[str]] = field(default_factory=dict)
    _asked: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """For each expression the URLs that it was held against."""
    _matching: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Those of them that it matches."""
    _offers: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    _offered: dict[tuple[Step, ...], frozenset[str]] = field(default_factory=dict)

    def walk(self, path: Path) -> Walk:
        """Follow `path` from the entry page over the links the map knows."""
        stages = [self.reached(path.steps[:count]) for count in range(1, len(path.steps) + 1)]
        hubs = {self.site.final(self.site.entry)}.union(*map(self.pages_at, stages[:-1]))
        ends = stages[-1] if stages else frozenset()
        found = ends & self.leading
        return Walk(frozenset(hubs), frozenset(self.pages_at(found)), ends - found, len(frozenset().union(*stages)))

    def reached(self, steps: tuple[Step, ...]) -> frozenset[str]:
        """The URLs that the last of `steps` follows, on the way from the entry page."""
        if steps not in self._stages:
            before = self._pages(steps[:-1])
            self._stages[steps] = self._taken(before, steps[-1]) if isinstance(steps[-1], LinkStep) else frozenset()
        return self._stages[steps]

    def offered(self, steps: tuple[Step, ...]) -> frozenset[str]:
        """The URLs that the pages link to which `steps` lead to."""
        if steps not in self._offered:
            self._offered[steps] = frozenset().union(*map(self.offers, self._pages(steps)))
        return self._offered[steps]

    def _pages(self, steps: tuple[Step, ...]) -> set[str]:
        return self.pages_at(self.reached(steps)) if steps else {self.site.final(self.site.entry)}

    def pages_at(self, urls: Iterable[str]) -> set[str]:
        """The pages these URLs lead to."""
        return {self.site.final(url) for url in urls}

    def offers(self, page: str) -> dict[str, set[str]]:
        """The URLs a page links to, each with the places it stands at."""
        if page not in self._offers:
            found = self._offers[page] = {}
            for link in self.site.links.get(page, ()):
                found.setdefault(link.url, set()).add(link.place)
        return self._offers[page]

    @cached_property
    def leading(self) -> frozenset[str]:
        """The URLs that lead to targets."""
        return frozenset(self.site.targets).union(filter(self.site.is_target, self.site.aliases))

    def followed(self, page: str, step: LinkStep) -> Set[str]:
        """The URLs that `step` follows from a page."""
        offers, place = self.offers(page), step.place
        if place is None:
            return self.matched(step, offers.keys())
        return self.matched(step, {url for url, places in offers.items() if any(stands_at(at, place) for at in places)})

    def _taken(self, pages: Iterable[str], step: LinkStep) -> frozenset[str]:
        """What `step` follows from `pages`; if it repeats, from what it reached as well."""
        taken: set[str] = set()
        todo = list(pages)
        visited: set[str] = set()
        for page in todo:
            urls = self.followed(page, step)
            taken.update(urls)
            if step.repeat:
                new = self.pages_at(urls) - visited
                visited |= new
                todo += new
        return frozenset(taken)

    def matched(self, step: LinkStep, urls: Set[str]) -> Set[str]:
        """Those of `urls` that `step` follows, wherever the links stand. Most are asked of many times."""
        asked, matching = self._asked[step.regex], self._matching[step.regex]
        new = urls - asked
        matching.update(filter(step.matches, new))
        asked.update(new)
        return urls & matching
