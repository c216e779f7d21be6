"""Following one path over a site map: which pages it would fetch and which targets it would reach. Fetches nothing."""

from dataclasses import dataclass

from patterns.navigation import NavigationPattern, Path
from patterns.site_map import SiteMap


@dataclass(frozen=True)
class Walk:
    """What a path reaches on the map: hub pages, target URLs, other URLs at its end, and how many links it follows."""

    pages: frozenset[str]
    targets: frozenset[str]
    strays: frozenset[str]
    links: int


def walk(site: SiteMap, path: Path) -> Walk:
    """Follow `path` from the entry page over the links the map knows."""
    pattern = NavigationPattern((path,))
    start = pattern.starts()[0]
    todo = [(site.final(site.entry), start)]
    visited = set(todo)
    ends: set[str] = set()
    followed: set[str] = set()
    for page, position in todo:
        for link, reached in pattern.next_links(position, site.links.get(page, ())):
            followed.add(link.url)
            if pattern.is_target(reached):
                ends.add(link.url)
            following = (site.final(link.url), reached)
            if following not in visited:
                visited.add(following)
                todo.append(following)
    targets = frozenset(url for url in ends if site.is_target(url))
    hubs = frozenset(page for page, position in visited if not pattern.is_target(position))
    return Walk(hubs, targets, frozenset(ends) - targets, len(followed))
