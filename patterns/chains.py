"""Chains of hub pages: result pages that lead on to further result pages ("next", "page 3"), all of one kind.

Says which pages a chain consists of; what step leads along it is worked out by `pattern_learning`.
"""

from collections.abc import Hashable, Iterable

from patterns.link_groups import url_shape
from patterns.site_map import SiteMap
from patterns.urls import Url


def chained_pages(site: SiteMap, start: Iterable[str], allowed: set[str]) -> set[str]:
    """The pages among `allowed` that chains starting at `start` lead to, the start itself left out."""
    found = set(start)
    todo = sorted(found)
    begun = len(todo)
    for page in todo:
        following = {site.final(link.url) for link in site.links.get(page, ())}
        new = [to for to in sorted(following & allowed - found) if _of_one_kind(page, to)]
        found.update(new)
        todo += new
    return set(todo[begun:])


def _of_one_kind(page: str, other: str) -> bool:
    """URLs of one shape, or of one path with other values for the same parameters."""
    return url_shape(page) == url_shape(other) or _question(page) == _question(other)


def _question(url: str) -> Hashable:
    """What a URL asks for, whatever the values of its parameters."""
    parsed = Url(url)
    return parsed.levels, parsed.keys
