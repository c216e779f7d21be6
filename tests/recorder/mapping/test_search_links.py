"""Links that announce a search are followed whatever else leads nowhere; addresses that announce a list."""

import pytest

from recorder.mapping.sampling import Sampling
from recorder.mapping.search_links import MOST_SEARCH_LINKS, SearchLinks, announces_list
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.links import Link

HOST = "http://h.example"
SEARCH = f"{HOST}/ext.pl"
LISTS = [f"{HOST}/list/{n}" for n in range(40)]
FRAME = [
    Link(f"{HOST}/{name}.pl", "nav", name) for name in ("about", "imprint", "login", "press", "help", "jobs", "kids")
]
ITEMS = [f"{HOST}/item/{n}" for n in range(400)]


def doors_of(*links: Link) -> list[str]:
    site = SiteMap(f"{HOST}/")
    site.add(site.entry, links)
    search_links = SearchLinks(site)
    search_links.learn()
    return list(search_links.unvisited())


def test_they_are_known_by_what_they_say_in_many_languages() -> None:
    says = ["Advanced search", "Erweiterte Suche", "Búsqueda avanzada", "Расширенный поиск", "検索"]
    links = [Link(f"{HOST}/{n}", "nav", text) for n, text in enumerate(says)]
    assert doors_of(*links, *FRAME) == [link.url for link in links]


def test_a_headline_in_which_somebody_searches_is_none() -> None:
    assert doors_of(Link(f"{HOST}/news/1", "li", "How divers search for a wreck off the coast")) == []


def test_of_many_the_plainest_are_looked_at() -> None:
    many = [Link(f"{HOST}/find?like={n}", "li", "Search for similar ones") for n in range(20)]
    found = doors_of(*many, Link(SEARCH, "nav", "Search"))
    assert found[0] == SEARCH and len(found) == MOST_SEARCH_LINKS


def test_behind_links_that_lead_nowhere_a_search_is_looked_at() -> None:
    """It stands last among links of every page that bring nothing, on a site whose lists bring all there is."""
    site = SiteMap(f"{HOST}/")
    frame = [*FRAME, Link(SEARCH, "nav", "Detailed search")]
    for number, link in enumerate(frame):
        frame[number] = link._replace(url=f"{HOST}/{'abcdefgh'[number]}{number}.pl") if link.url != SEARCH else link
    lists = [Link(url, "ul/li/a") for url in LISTS]
    site.add(site.entry, [*frame, *lists])
    sampling = Sampling(site, (ITEMS[0],))
    for number, url in enumerate(LISTS):
        site.add(url, [*frame, *(Link(item, "ol/li/a") for item in ITEMS[number * 10 : number * 10 + 10])])
    for url in ITEMS:
        site.add(url, frame)
    sampling.learn({page: page in ITEMS for page in site.links})
    assert SEARCH in sampling.next_urls(1)
    site.add(SEARCH, frame)
    sampling.learn({page: page in ITEMS for page in site.links})
    assert SEARCH not in sampling.next_urls(100)


@pytest.mark.parametrize(
    "url",
    [
        "http://h/index.html",
        "http://h/c3ref/list/",
        "http://h/a-z/all",
        "http://h/docs/Categories.php?x=1",
        "http://h/browse?by=author",
        "http://h/archive_2004.htm",
        "http://h/verzeichnis.html",
    ],
)
def test_a_list_is_announced(url: str) -> None:
    assert announces_list(url)


@pytest.mark.parametrize(
    "url", ["http://h/", "http://h/list/item7", "http://h/callgraph", "http://h/wallpaper.html", ""]
)
def test_nothing_is_announced(url: str) -> None:
    """A word must stand alone, and in the last part."""
    assert not announces_list(url)
