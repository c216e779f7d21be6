"""From what mapping has seen (`SiteMap`) to the navigation pattern: SIGIR06 section 4.3, on a graph instead of a
tree.

The paper groups the children of every node of the Target Pages Map by similar URLs and takes the one path with most
targets. Here the hubs are chosen first (`hub_cover`), so that a shortcut on the front page does not hide the list
that all the others came from; then they are grouped from the entry page down, a group that links to more of its own
kind is one repeated step, and every path that adds targets is kept, best first. Nothing is fetched or judged here.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from patterns.hub_cover import choose_hubs, with_ways
from patterns.link_groups import url_shape
from patterns.narrowing import Places, link_steps
from patterns.navigation import LinkStep, NavigationPattern, Path
from patterns.site_map import SiteMap
from patterns.walk import walk

MAX_STEPS = 12


def learn_pattern(site: SiteMap) -> NavigationPattern:
    """The pattern that leads from the entry page to every target the map knows a way to."""
    needed = with_ways(site, choose_hubs(site)) - {site.final(site.entry)}
    candidates = [path for node in _nodes(site, needed) for path in _target_paths(site, node)]
    return NavigationPattern(tuple(_select(site, candidates)))


@dataclass(frozen=True)
class _Node:
    """The hub pages that one chain of steps leads to; the root node is the entry page."""

    pages: frozenset[str]
    steps: tuple[LinkStep, ...]


def _nodes(site: SiteMap, needed: set[str]) -> Iterator[_Node]:
    """The groups of needed hubs, level by level from the entry page (the paper's Group)."""
    level = [_Node(frozenset({site.final(site.entry)}), ())]
    seen = set(level[0].pages)
    for _ in range(MAX_STEPS):
        yield from level
        children = [child for node in level for child in _children(site, node, needed)]
        level = [child for child in children if child.pages - seen]
        for child in level:
            seen |= child.pages


def _children(site: SiteMap, node: _Node, needed: set[str]) -> Iterator[_Node]:
    def is_needed(url: str) -> bool:
        return site.final(url) in needed and site.final(url) not in node.pages

    wanted, others = _links_of(site, node.pages, is_needed)
    unwanted = {url: places for url, places in others.items() if not _may_be_hub(site, url, places, wanted)}
    for step in link_steps(wanted, unwanted):
        pages = _followed(site, node.pages, step) & needed - node.pages
        yield _with_repeats(site, pages, (*node.steps, step), needed)


def _may_be_hub(site: SiteMap, url: str, places: frozenset[str], wanted: Places) -> bool:
    """Links nobody has looked behind, standing where the wanted ones stand, count neither way."""
    if site.fetched(url):
        return site.final(url) not in site.targets and _offers_targets(site, site.final(url))
    return not site.is_target(url) and any(places & others for others in wanted.values())


def _offers_targets(site: SiteMap, page: str) -> bool:
    return any(site.is_target(link.url) for link in site.links[page])


def _with_repeats(site: SiteMap, pages: frozenset[str], steps: tuple[LinkStep, ...], needed: set[str]) -> _Node:
    """Fold hubs that link to more hubs of their own kind ("next", "page 3") into one repeated step."""
    shapes = {url_shape(page) for page in pages}
    grown = set(pages)
    frontier = list(pages)
    while frontier:
        found = {
            page
            for page in _followed(site, frontier, steps[-1])
            if page in needed and page not in grown and url_shape(page) in shapes
        }
        grown |= found
        frontier = list(found)
    return _Node(frozenset(grown), (*steps[:-1], replace(steps[-1], repeat=grown != pages)))


def _target_paths(site: SiteMap, node: _Node) -> Iterator[Path]:
    wanted, unwanted = _links_of(site, node.pages, site.is_target)
    for step in link_steps(wanted, unwanted):
        yield Path((*node.steps, step))


def _links_of(site: SiteMap, pages: Iterable[str], is_wanted: Callable[[str], bool]) -> tuple[Places, Places]:
    """The links on `pages` with all their places: those wanted, and the others."""
    wanted: dict[str, set[str]] = defaultdict(set)
    others: dict[str, set[str]] = defaultdict(set)
    for page in site.links:
        if page in pages:
            for link in site.links[page]:
                (wanted if is_wanted(link.url) else others)[link.url].add(link.place)
    return _frozen(wanted), _frozen(others)


def _frozen(places: dict[str, set[str]]) -> Places:
    return {url: frozenset(places[url]) for url in sorted(places)}


def _followed(site: SiteMap, pages: Iterable[str], step: LinkStep) -> frozenset[str]:
    return frozenset(site.final(link.url) for page in pages for link in site.links[page] if step.follows(link))


def _select(site: SiteMap, candidates: list[Path]) -> Iterator[Path]:
    """The best path first, then every one that adds targets the ones before do not reach."""
    walks = [(path, walk(site, path)) for path in candidates]
    reached: set[str] = set()
    fetched: set[str] = set()
    while walks:
        path, best = max(walks, key=lambda one: len(one[1].targets - reached) - len(one[1].pages - fetched))
        if not best.targets - reached:
            remaining = [one for one in walks if one[1].targets - reached]
            if not remaining:
                return
            walks = remaining
            continue
        reached |= best.targets
        fetched |= best.pages
        yield replace(path, targets=len(best.targets), links=best.links)
        walks = [one for one in walks if one[0] is not path]
