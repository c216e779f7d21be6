"""Chains and series of hub pages: result pages that lead on to further result pages ("next", "page 3").

It says which pages a chain consists of, seen or not. The step along it is `pattern_learning`'s.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property

from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.urls.url import Url

SURE_SHARE = 0.9

_DIGITS = re.compile(r"[0-9]+")


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


@dataclass(frozen=True)
class Series:
    """Hub pages that differ in numbers or in the values of parameters alone. Where nearly all that were seen lead to
    targets, those nobody has seen are taken to lead there too: a sampled map ends before the last page of results.
    """

    site: SiteMap

    def unseen(self, urls: Iterable[str], hubs: Iterable[str]) -> set[str]:
        """Those of `urls` that nobody has followed and that go on with a series of `hubs`."""
        known = set(map(_series, hubs)) & self._good
        return {url for url in urls if self._is_unseen(url) and _series(url) in known} if known else set()

    @cached_property
    def _good(self) -> set[Hashable]:
        hubs = self.site.hubs()
        seen = Counter(map(_series, hubs))
        leading = Counter(_series(page) for page in hubs if self._leads_to_targets(page))
        return {series for series, count in leading.items() if count >= SURE_SHARE * seen[series]} - {None}

    def _leads_to_targets(self, page: str) -> bool:
        return any(self.site.is_target(link.url) for link in self.site.links[page])

    def _is_unseen(self, url: str) -> bool:
        return not self.site.fetched(url) and url not in self.site.dead and not self.site.is_target(url)


def _of_one_kind(page: str, other: str) -> bool:
    """URLs of one shape, or of one path with other values for the same parameters."""
    return url_shape(page) == url_shape(other) or _question(page) == _question(other)


def _question(url: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a URL asks for, whatever the values of its parameters."""
    parsed = Url(url)
    return parsed.levels, parsed.keys


def _series(url: str) -> Hashable:
    """What pages of one series have in common; None for a page that can be in none."""
    levels, keys = _question(url)
    numbered = any(map(_DIGITS.search, levels[1:]))
    return (*levels[:1], *(_DIGITS.sub("0", level) for level in levels[1:]), keys) if numbered or "?" in url else None
