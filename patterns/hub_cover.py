"""Which hub pages to visit, so that every target is linked from one of them and as few pages as possible are fetched.

Two questions, asked of a `SiteMap`: which hubs cover the targets (a greedy cover by *kind* of hub, because hubs of
one kind become one step of the pattern), and which pages on the way make those hubs reachable from the entry page.
"""

import heapq
from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from patterns.link_groups import url_shape
from patterns.site_map import SiteMap


@dataclass(frozen=True)
class _Kind:
    """Hub pages with URLs of one shape whose links to targets stand in the same place, and what each of them offers."""

    offers: dict[str, frozenset[str]]

    @cached_property
    def targets(self) -> frozenset[str]:
        return frozenset().union(*self.offers.values())

    def best_cover(self, wanted: set[str], free: set[str]) -> list[str]:
        """Pages of this kind that cover what the kind can cover of `wanted`, largest offers first; free pages cost
        nothing.
        """
        left, chosen = set(wanted), []
        heap = [(-len(offer & left), number, page) for number, (page, offer) in enumerate(self.offers.items())]
        heapq.heapify(heap)
        while heap and left:
            claimed, number, page = heapq.heappop(heap)
            gain = len(self.offers[page] & left)
            if gain == -claimed and gain:
                chosen.append(page)
                left -= self.offers[page]
            elif gain:
                heapq.heappush(heap, (-gain, number, page))
        return [page for page in chosen if page in free] + [page for page in chosen if page not in free]


def choose_hubs(site: SiteMap) -> list[str]:
    """Hub pages that together link to every target some hub links to: the fewest fetched pages per target, kind by
    kind.
    """
    kinds = _kinds(site)
    uncovered = {target for kind in kinds for target in kind.targets}
    chosen: dict[str, None] = {}
    free = {site.final(site.entry)}
    while uncovered:
        for page in _best_cover(kinds, uncovered, free):
            chosen[page] = None
            free.add(page)
            uncovered -= {link.url for link in site.links[page]}
    return list(chosen)


def _best_cover(kinds: list[_Kind], uncovered: set[str], free: set[str]) -> list[str]:
    """The cover by one kind that brings most new targets for the fewest new pages; a kind that covers nothing is no
    choice.
    """
    best: list[str] = []
    best_gain = -len(uncovered) - 1
    for kind in sorted(kinds, key=lambda kind: -len(kind.targets)):
        new = len(kind.targets & uncovered)
        if new and new > best_gain:
            pages = kind.best_cover(uncovered, free)
            gain = new - sum(page not in free for page in pages)
            if gain > best_gain:
                best, best_gain = pages, gain
    return best


def _kinds(site: SiteMap) -> list[_Kind]:
    offers: dict[tuple[object, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for page in site.hubs():
        for link in site.links[page]:
            if site.is_target(link.url):
                offers[url_shape(page), link.place][page].add(link.url)
    return [_Kind({page: frozenset(found) for page, found in pages.items()}) for pages in offers.values()]


def with_ways(site: SiteMap, hubs: Iterable[str]) -> set[str]:
    """`hubs` and the pages on the way that make them all reachable from the entry page, where that is known."""
    entry = site.final(site.entry)
    needed = {entry, *hubs}
    while True:
        reached = _reachable(site, entry, needed)
        way = _shortest_way(site, reached, needed - reached)
        if not way:
            return reached
        needed.update(way)


def _reachable(site: SiteMap, entry: str, allowed: set[str]) -> set[str]:
    reached, queue = {entry}, deque([entry])
    while queue:
        for link in site.links.get(queue.popleft(), ()):
            page = site.final(link.url)
            if page in allowed and page not in reached:
                reached.add(page)
                queue.append(page)
    return reached


def _shortest_way(site: SiteMap, start: set[str], goals: set[str]) -> list[str]:
    """The new pages between `start` and the nearest page that links to a goal; the one linking to most of them, if
    several.
    """
    came_from: dict[str, str | None] = dict.fromkeys(start)
    layer = [page for page in site.links if page in start]
    while layer:
        best = max(layer, key=lambda page: _linked(site, page, goals))
        if _linked(site, best, goals) and best not in start:
            return _trace(came_from, best, start)
        following = []
        for page in layer:
            for link in site.links[page]:
                to = site.final(link.url)
                if to not in came_from and to in site.links and to not in site.targets:
                    came_from[to] = page
                    following.append(to)
        layer = following
    return []


def _linked(site: SiteMap, page: str, goals: set[str]) -> int:
    return len({site.final(link.url) for link in site.links[page]} & goals)


def _trace(came_from: dict[str, str | None], page: str, start: set[str]) -> list[str]:
    way = []
    step: str | None = page
    while step is not None and step not in start:
        way.append(step)
        step = came_from[step]
    return way
