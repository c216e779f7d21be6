"""Links near the entry page that say that a search is behind them: the pages where the forms of a site stand.

Such a page is linked from every page, beside the imprint and the log-in, and lists nothing; among links that lead
nowhere it is never its turn. What is behind it may be the only way to many pages, so a few of them are always looked
at. What the form on one is worth is found out by asking it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from recorder.forms.vocabulary.searching import SEARCH
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.links import Link
from recorder.patterns.urls.url import Url

MOST_SEARCH_LINKS = 5
NEAR = 1
"""So many links away from the entry page its own frames and menus still stand."""

MOST_WORDS = 5
"""A longer text is no name of a search: it is a headline in which somebody finds something."""


@dataclass
class SearchLinks:
    """The links of a site that say so, as pages are seen."""

    site: SiteMap
    _looked_through: set[str] = field(default_factory=set)
    _found: dict[str, None] = field(default_factory=dict)

    def learn(self) -> None:
        """Look through the pages seen since."""
        for page in [page for page in self.site.links if page not in self._looked_through]:
            self._looked_through.add(page)
            if self.site.depths.get(page, 0) <= NEAR and not self.site.is_target(page):
                self._found |= dict.fromkeys(link.url for link in self.site.links[page] if _says_so(link))

    def unvisited(self) -> Iterator[str]:
        """Those to be looked at yet, the plainest first: an address that asks something may be a search already."""
        known = [url for url in self._found if not self.site.ignores(url) and not self.site.is_target(url)]
        first = sorted(known, key=lambda url: (len(Url(url).parameters), self.site.depths.get(url, 0)))
        return (url for url in first[:MOST_SEARCH_LINKS] if not self.site.fetched(url) and url not in self.site.dead)


def _says_so(link: Link) -> bool:
    return len(link.text.split()) <= MOST_WORDS and link.text in SEARCH
