"""Later runs: what changed is told apart, what is known may be left out, and nothing is called gone for it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions
from recorder.inspecting.page_versions import page_difference
from recorder.inspecting.why import UrlVerdict, explain
from recorder.patterns.navigation.notation import from_text
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from recorder.store.runs import Run
from tests.recorder.crawling.test_crawler import Site
from tests.recorder.fetching.station import Station, page

BOOKS = [f"/book/{number}" for number in range(6)]


@pytest.fixture
async def shelf(tmp_path: Path) -> AsyncIterator[Site]:
    """Six books on a list, crawled once."""
    station = await Station().start()
    site = Site(station, tmp_path / "site.db")
    site.page("/", *BOOKS)
    for path in BOOKS:
        write(site, path)
    site.recorded(("/book/[0-9]+",))
    await site.crawl()
    yield site
    await station.stop()


def write(site: Site, path: str, text: str = "as ever", more: str = "", token: str = "") -> None:
    site.station.on(path, f"<title>{path}</title><i hidden>{token}</i><main><p>{text}</p><p>the end</p>{more}</main>")


async def only_new(site: Site) -> Run:
    result = await crawl(CrawlOptions(site.database, fetching=FetchOptions(), only_new=True), nobody, Stop())
    assert result.run is not None
    return result.run


async def test_words_and_structure_are_told_apart(shelf: Site) -> None:
    write(shelf, "/book/1", text="another price")
    write(shelf, "/book/2", more="<p>one more paragraph</p>")
    write(shelf, "/book/3", more="<ul><li>an award</ul>")
    write(shelf, "/book/4", token="of this visit")
    run = await shelf.crawl()
    assert (run.changed, run.changed_text, run.changed_structure, run.unchanged) == (3, 2, 1, 3)
    with open_store(shelf.database) as store:
        changes = {one.url.rpartition("/")[2]: one for one in store.targets.diff(run.id - 1, run.id).changes}
        assert {number: one.what for number, one in changes.items()} == {"1": "text", "2": "text", "3": "structure"}
        older, newer = changes["3"].pages
        assert older is not None and newer is not None
        found = page_difference(store, older, newer)
        words = page_difference(store, *map(int, filter(None, changes["1"].pages)))
    assert found is not None and words is not None
    assert (found.texts_added, found.parts_added) == (("an award",), ("html/body/main/ul",))
    assert (found.texts_removed, found.parts_removed) == ((), ())
    assert (words.texts_removed, words.texts_added, words.parts_added) == (("as ever",), ("another price",), ())


async def test_only_new_fetches_lists_and_what_is_new(shelf: Site) -> None:
    new = [f"/book/{number}" for number in (7, 8)]
    shelf.page("/", *BOOKS[1:], *new)
    for path in (*new, "/book/2"):
        write(shelf, path, text="new words")
    asked = len(shelf.station.seen)
    run = await only_new(shelf)
    assert {seen.path for seen in shelf.station.seen[asked:]} - {"/robots.txt"} == {"/", *new}
    assert (run.pages, run.targets, run.new, run.gone, run.complete) == (3, 2, 2, 1, True)
    assert shelf.gone() == ["/book/0"]
    assert shelf.targets() == [*BOOKS[1:], *new]
    with open_store(shelf.database) as store:
        pattern = from_text(store.patterns.latest(1).text)
        found = explain(store, store.recordings.get(1), pattern, f"{shelf.station.base}/book/3")
        assert found.verdict is UrlVerdict.TARGET
    later = await shelf.crawl()
    assert (later.new, later.changed, later.unchanged, later.gone) == (0, 1, 6, 0)
    assert (await only_new(shelf)).pages == 1


async def test_robots_that_now_forbid_the_books_are_told(shelf: Site) -> None:
    shelf.station.on("/robots.txt", page("User-agent: *\nDisallow: /book/\n", "text/plain"))
    result = await crawl(CrawlOptions(shelf.database, fetching=FetchOptions()), nobody, Stop())
    assert result.drift is not None and result.run is not None
    assert (result.drift.path, result.drift.step, result.drift.seen) == (1, 1, 0)
    assert "robots.txt" in result.drift.message
    assert (result.run.gone, result.run.complete) == (0, False)
    assert shelf.targets() == BOOKS
