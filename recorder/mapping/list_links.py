"""What lists of targets link to beside targets: the pages with which they go on, and pages of sorts that nothing else
links to, such as a calendar or an archive. Each is one address among thousands of others. Fetches nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from itertools import chain

from recorder.patterns.navigation.pagination import turns_a_page
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.urls.sorts import sort_of

TURNED = 3
"""Pages that are fetched of the further ones of lists of one shape: they show that there are more."""

MOST_SORTS = 40
"""Most pages that are fetched as the first of their sort: every row may link to a folder of its own."""


class ListLinks:
    """Over a map; `waits` says of an address whether it may still be fetched, `promise` orders those that may."""

    def __init__(self, site: SiteMap, waits: Callable[[str], bool], promise: Callable[[str], tuple[int, ...]]) -> None:
        self._site = site
        self._waits = waits
        self._promise = promise
        self._turns: dict[str, tuple[str, ...]] = {}
        """The pages that each list goes on with."""
        self._looked_at: set[str] = set()
        """The pages that were the first of their sort."""

    def further(self, lists: Collection[str]) -> list[str]:
        """A few of the pages with which lists go on. Beside those of other lists they are a class of few."""
        by_shape: dict[object, dict[str, None]] = defaultdict(dict)
        for url in chain.from_iterable(map(self._turned, sorted(lists))):
            by_shape[url_shape(url)].setdefault(url)
        wanted: list[str] = []
        for urls in by_shape.values():
            waiting = sorted(filter(self._waits, urls), key=self._promise)
            wanted += waiting[: max(0, TURNED - (len(urls) - len(waiting)))]
        return wanted

    def _turned(self, page: str) -> tuple[str, ...]:
        if page not in self._turns:
            links = self._site.links.get(page, ())
            self._turns[page] = tuple(link.url for link in links if turns_a_page(page, link))
        return self._turns[page]

    def of_new_sorts(self, lists: Collection[str], limit: int) -> list[str]:
        """One address of every sort that only lists link to, and of which none was followed."""
        site = self._site
        found: dict[object, str] = {}
        for url in self._only_there(lists):
            found.setdefault(sort_of(url), url)
        seen = set(map(sort_of, chain(site.links, site.dead, site.aliases))) if found else set()
        new = [url for sort, url in found.items() if sort not in seen and site.in_reach(url)]
        new = new[: min(limit, max(0, MOST_SORTS - len(self._looked_at)))]
        self._looked_at.update(new)
        return new

    def _only_there(self, lists: Collection[str]) -> Iterator[str]:
        links = (link.url for page in sorted(lists) for link in self._site.links.get(page, ()))
        for url in dict.fromkeys(links):
            if self._waits(url) and not self._site.is_target(url) and set(self._site.inbound[url]) <= set(lists):
                yield url
