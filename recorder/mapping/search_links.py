"""Links that announce a search by their text, or a list of pages by their address.

The page of a search is linked from every page, beside the imprint and the log-in, and lists nothing: among links that
lead nowhere it is never its turn. Its form may be the only way to many pages: a few such links are always followed.
What the form is worth, probing finds out. An announced list is only fetched earlier.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from recorder.forms.vocabulary import SEARCH
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.links import Link
from recorder.patterns.urls.url import Url

MOST_SEARCH_LINKS = 5
"""Most of them that are followed."""

NEAR = 1
"""Most links from the entry page to a page whose links count: its frames and menus."""

MOST_WORDS = 5
"""Most words in the name of a search: a longer text is a headline with such a word."""

_LIST_TEXT = """
    all alle alphabetisch annuaire archiv archive archives archivo archivos arquivo arquivos az browse catalog
    catalogo catalogue categories category chronology classes collection collections contents directorio directory
    elenco glossary index indexes indice indices indici inhalt inhoud innehall katalog lijst list lista listado
    listagem liste listen listes listing lists map mapa mappa oversikt overview overzicht plan przeglad register
    repertoire sitemap sommaire spis sumario summary table titles toc todas todos tous toutes tree tutti
    uebersicht verzeichnis
"""
_LIST_WORDS = frozenset(_LIST_TEXT.split())
_WORD = re.compile(r"[a-z]+")


@dataclass
class SearchLinks:
    """The links of a site that announce a search, as pages are seen."""

    site: SiteMap
    _looked_through: set[str] = field(default_factory=set)
    _found: dict[str, None] = field(default_factory=dict)

    def learn(self) -> None:
        """Look through the pages seen since."""
        for page in [page for page in self.site.links if page not in self._looked_through]:
            self._looked_through.add(page)
            if self.site.depths.get(page, 0) <= NEAR and not self.site.is_target(page):
                self._found |= dict.fromkeys(link.url for link in self.site.links[page] if _announces_search(link))

    def unvisited(self) -> Iterator[str]:
        """Those not fetched yet, the plainest first: an address with a query may be an answer already."""
        known = [url for url in self._found if not self.site.ignores(url) and not self.site.is_target(url)]
        first = sorted(known, key=lambda url: (len(Url(url).parameters), self.site.depths.get(url, 0)))
        return (url for url in first[:MOST_SEARCH_LINKS] if not self.site.fetched(url) and url not in self.site.dead)


def _announces_search(link: Link) -> bool:
    return len(link.text.split()) <= MOST_WORDS and link.text in SEARCH


def announces_list(url: str) -> bool:
    """Whether the last part of a URL contains a word that lists of pages are called by."""
    end = url.rstrip("/").rpartition("/")[2].lower()
    return any(word in _LIST_WORDS for word in _WORD.findall(end))
