"""Which hub pages to visit, so that every target is linked from one of them and as few pages as possible are fetched.

Two questions, asked of a `SiteMap`: which hubs cover the targets (a greedy cover by *kind* of hub, because hubs of
one kind become one step of the pattern), and which pages on the way make those hubs reachable from the entry page.
Neither answer depends on the order in which pages and links were seen.

A cover costs what a step that leads to it would fetch, and is harder to write down the more it picks and chooses: forty
pages picked from nine hundred that look alike cannot be told apart, and all nine hundred would be followed.
"""

import heapq
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.link_groups import url_shape

PICKED, MOST_PICKED = 3, 12
"""The cost of picking one page from others whose URLs have its shape, in pages; and the most pages that can be picked.
Beyond that the step would lead to all pages of the shape.
"""

COMMON = 12
"""Fewest hub pages of one shape that are considered apart from the others."""

Shape = tuple[str, ...]


@dataclass(frozen=True)
class _Kind:
    """Hub pages whose links to targets stand in the same place, and what each of them offers.

    A category and its page 2 have URLs of different shapes, yet are one kind; an author's page has another place.
    """

    offers: dict[str, frozenset[str]]

    @cached_property
    def targets(self) -> frozenset[str]:
        return frozenset().union(*self.offers.values())

    @cached_property
    def shapes(self) -> Counter[Shape]:
        """How many of its pages have a URL of each shape."""
        return Counter(map(url_shape, self.offers))

    def cost(self, new_pages: Iterable[str], free: Set[Shape]) -> int:
        """What a step to `new_pages` costs, where steps to the `free` shapes are taken anyway."""
        wanted = Counter(map(url_shape, new_pages))
        return sum(count if shape in free else self._picking(shape, count) for shape, count in wanted.items())

    def _picking(self, shape: Shape, count: int) -> int:
        return self.shapes[shape] if count > MOST_PICKED else min(PICKED * count, self.shapes[shape])


def choose_hubs(site: SiteMap) -> list[str]:
    """Hub pages that together link to every target some hub links to: the fewest fetched pages per target, kind by
    kind.
    """
    kinds = dict(enumerate(_kinds(site)))
    most_new = {number: len(kind.targets) for number, kind in kinds.items()}
    uncovered = {target for kind in kinds.values() for target in kind.targets}
    entry = site.final(site.entry)
    distances = _distances(site)
    chosen: dict[str, None] = {}
    while uncovered:
        for page in _best_cover(distances, kinds, most_new, uncovered, {entry, *chosen}):
            chosen[page] = None
            uncovered -= _targets_on(site, page)
    return list(chosen)


def _distances(site: SiteMap) -> dict[str, int]:
    """How many links each page seen is away from the entry page; those that no known way leads to are farthest."""
    entry = site.final(site.entry)
    distances = {entry: 0}
    queue = deque([entry])
    while queue:
        page = queue.popleft()
        for link in site.links.get(page, ()):
            to = site.final(link.url)
            if to not in distances and to in site.links:
                distances[to] = distances[page] + 1
                queue.append(to)
    return defaultdict(lambda: len(site.links), distances)


def _best_cover(
    distances: Mapping[str, int],
    kinds: Mapping[int, _Kind],
    most_new: dict[int, int],
    uncovered: set[str],
    free: set[str],
) -> list[str]:
    """The cover by one kind that brings most new targets for the fewest new pages; pages in `free` cost nothing. Of two
    that are worth the same, the one nearer to the entry page: fewer pages on the way.

    `most_new` remembers how many new targets a kind had when last looked at: it never has more, so most kinds need no
    second look.
    """
    best: list[str] = []
    best_worth = (-len(distances), 0)
    shapes = set(map(url_shape, free))
    for number in sorted(most_new, key=lambda number: (-most_new[number], number)):
        if most_new[number] < best_worth[0]:
            break
        kind = kinds[number]
        most_new[number] = len(kind.targets & uncovered)
        pages = list(_largest_first(kind.offers, set(uncovered), distances))
        new_pages = [page for page in pages if page not in free]
        worth = (most_new[number] - kind.cost(new_pages, shapes), -sum(distances[page] for page in new_pages))
        if pages and worth > best_worth:
            best, best_worth = pages, worth
    return sorted(best, key=lambda page: page not in free)


def _largest_first(offers: Mapping[str, Iterable[str]], left: set[str], distances: Mapping[str, int]) -> Iterator[str]:
    """The pages that cover what they can of `left`, the one that adds most first; `left` shrinks as they are taken."""
    found = {page: frozenset(offer) & left for page, offer in offers.items()}
    heap = [(-len(offer), (distances[page], len(page)), page) for page, offer in found.items() if offer]
    heapq.heapify(heap)
    while heap:
        claimed, order, page = heapq.heappop(heap)
        gain = len(found[page] & left)
        if gain == -claimed:
            left -= found[page]
            yield page
        elif gain:
            heapq.heappush(heap, (-gain, order, page))


def _kinds(site: SiteMap) -> list[_Kind]:
    offers: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for page in site.hubs():
        for link in site.links[page]:
            if site.is_target(link.url):
                offers[link.place][page].add(site.final(link.url))
    return [
        _Kind({page: frozenset(offers[place][page]) for page in pages})
        for place in sorted(offers)
        for pages in _alike(offers[place])
    ]


def _alike(pages: Iterable[str]) -> Iterator[list[str]]:
    """All the pages together; and, where some shapes of URL are common among them, those of each such shape alone."""
    everything = list(pages)
    yield everything
    shapes: dict[Shape, list[str]] = defaultdict(list)
    for page in everything:
        shapes[url_shape(page)].append(page)
    if len(shapes) > 1:
        yield from (alike for alike in shapes.values() if len(alike) >= COMMON)


def _targets_on(site: SiteMap, page: str) -> set[str]:
    return {site.final(link.url) for link in site.links[page]}


def with_ways(site: SiteMap, hubs: Iterable[str]) -> set[str]:
    """`hubs` and the pages on the way that make them all reachable from the entry page, where that is known."""
    ways = _Ways(site, {site.final(site.entry), *hubs})
    ways.spread([site.final(site.entry)])
    while ways.extend():
        pass
    return ways.reached


@dataclass
class _Ways:
    """What is `reached` from the entry page through `needed` pages alone; ways that are found become needed too."""

    site: SiteMap
    needed: set[str]
    reached: set[str] = field(default_factory=set)
    _onward: dict[str, set[str]] = field(default_factory=dict)

    @cached_property
    def _distances(self) -> dict[str, int]:
        return _distances(self.site)

    def onward(self, page: str) -> set[str]:
        """The hub pages that a page links to."""
        if page not in self._onward:
            site = self.site
            pages = {site.final(link.url) for link in site.links.get(page, ())}
            passable = {page for page in pages if page not in site.targets or page in self.needed}
            self._onward[page] = passable & site.links.keys()
        return self._onward[page]

    def spread(self, pages: Iterable[str]) -> None:
        """Reach `pages`, and from them all that is needed."""
        queue = deque(pages)
        self.reached.update(queue)
        while queue:
            new = self.onward(queue.popleft()) & self.needed - self.reached
            self.reached |= new
            queue.extend(new)

    def extend(self) -> bool:
        """Add the shortest ways to needed pages not reached yet, those that lead to most of them first; whether there
        were any.
        """
        missing = self.needed - self.reached
        came_from: dict[str, str] = {}
        layer = sorted(self.reached)
        while layer and missing:
            layer = self._next_layer(layer, came_from)
            offers = {page: found for page in layer if (found := self.onward(page) & missing)}
            for page in _largest_first(offers, missing, self._distances):
                self._admit(page, came_from)
                missing -= self.reached
            if offers:
                return True
        return False

    def _next_layer(self, layer: Iterable[str], came_from: dict[str, str]) -> list[str]:
        following: dict[str, str] = {}
        for page in layer:
            for to in self.onward(page) - self.reached - came_from.keys():
                following.setdefault(to, page)
        came_from.update(following)
        return sorted(following)

    def _admit(self, page: str, came_from: Mapping[str, str]) -> None:
        """Take the way that the search came to `page` by, as far as it is new."""
        way = []
        while page not in self.reached:
            way.append(page)
            page = came_from[page]
        self.needed.update(way)
        self.spread(way)
