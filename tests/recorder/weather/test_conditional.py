"""Later crawls ask only for what has changed, and lose nothing by it, whatever the site says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recorder.crawling.crawler import AT_ONCE
from recorder.runtime.events import Event, Note
from recorder.store import open_store
from tests.recorder.crawling.test_crawler import Site
from tests.recorder.fetching.station import Seen, Station, head, page, raw, status

UNCHANGED = raw(head("304 Not Modified"))


def text(number: int, version: int = 1) -> str:
    return f"<title>book {number}</title><ul><li>edition {version}</ul>"


class Shelf:
    """A list of books that keeps count of what was sent in full; `honest` about what changed or not."""

    def __init__(self, site: Site, books: int, header: str = "ETag") -> None:
        self.site, self.header, self.honest = site, header, True
        self.sent: list[str] = []
        self.spared: list[str] = []
        self.pages = {f"/book/{number}": text(number) for number in range(books)}
        self.pages["/"] = "<ul>" + "".join(f"<li><a href={path}>go</a>" for path in self.pages) + "</ul>"
        for path in self.pages:
            site.station.on(path, self._answer)
        site.recorded(("/book/[0-9]+",))

    async def _answer(self, seen: Seen, writer: asyncio.StreamWriter) -> None:
        now = self.pages[seen.path]
        mark = f'"{hash(now)}"' if self.header == "ETag" else "Sat, 21 Nov 2026 08:00:00 GMT"
        asked = seen.headers.get("if-none-match" if self.header == "ETag" else "if-modified-since")
        if asked is not None and (asked == mark or not self.honest):
            self.spared.append(seen.path)
            await UNCHANGED(seen, writer)
        else:
            self.sent.append(seen.path)
            await page(now, **{self.header.replace("-", "_"): mark})(seen, writer)

    def begin_anew(self) -> None:
        self.sent, self.spared = [], []


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    station = await Station().start()
    yield Site(station, tmp_path / "site.db")
    await station.stop()


@pytest.mark.parametrize("header", ["ETag", "Last-Modified"])
async def test_what_has_not_changed_is_not_sent_again_and_still_followed_and_judged(site: Site, header: str) -> None:
    shelf = Shelf(site, 30, header)
    first = await site.crawl()
    shelf.begin_anew()
    second = await site.crawl()
    assert (first.new, second.unchanged, second.gone, second.errors) == (30, 30, 0, 0)
    assert len(shelf.spared) == 31  # the entry page, too, whose links lead to the rest
    assert len(shelf.sent) <= AT_ONCE + 4  # the first ones, to see whether the site is honest
    with open_store(site.database) as store:
        pages = list(store.pages.of_run(second.id, "target"))
        assert all(
            store.pages.body(page.id) == shelf.pages[page.url.removeprefix(site.station.base)].encode()
            for page in pages
        )
        assert all(page.etag or page.last_modified for page in pages)
        assert all(page.title.startswith("book") for page in pages)
    shelf.begin_anew()
    assert (await site.crawl()).unchanged == 30
    assert len(shelf.spared) == 31


async def test_what_has_changed_is_sent(site: Site) -> None:
    shelf = Shelf(site, 10)
    await site.crawl()
    shelf.pages["/book/3"] = text(3, version=2)
    del shelf.pages["/book/4"]
    site.station.on("/book/4", status("404 Not Found"))
    run = await site.crawl()
    assert (run.changed, run.unchanged, run.gone) == (1, 8, 1)


async def test_links_of_an_unchanged_page_are_followed_by_the_pattern_of_today(site: Site) -> None:
    shelf = Shelf(site, 10)
    await site.crawl()
    with open_store(site.database) as store:
        learnt = store.patterns.latest(1).text.replace("[0-9]+", "[0-4]")
        store.patterns.save(1, learnt, (), "edited").result()
    shelf.begin_anew()
    run = await site.crawl()
    assert run.targets == 5
    assert "/" in shelf.spared


async def test_a_site_that_calls_everything_unchanged_is_found_out(site: Site) -> None:
    shelf = Shelf(site, 30)
    await site.crawl()
    shelf.honest = False
    for number in range(30):
        shelf.pages[f"/book/{number}"] = text(number, version=2)
    heard: list[Event] = []
    run = await site.crawl(heard.append)
    assert (run.changed, run.unchanged) == (30, 0)
    assert any(isinstance(event, Note) and "had changed" in event.text for event in heard)


@pytest.mark.parametrize("answer", [status("412 No"), status("400 No"), status("304 With A Body")])
async def test_a_site_that_knows_no_conditions_loses_nothing(site: Site, answer: object) -> None:
    shelf = Shelf(site, 5)
    await site.crawl()

    async def refuses(seen: Seen, writer: asyncio.StreamWriter) -> None:
        conditional = {"if-none-match", "if-modified-since"} & seen.headers.keys()
        await (answer if conditional else shelf._answer)(seen, writer)  # type: ignore[operator]

    for path in shelf.pages:
        site.station.on(path, refuses)
    run = await site.crawl()
    assert (run.unchanged, run.errors) == (5, 0)


async def test_a_page_cut_short_is_asked_for_in_full(site: Site) -> None:
    shelf = Shelf(site, 3)
    cut = head(Content_Type="text/html", ETag='"cut"', Content_Length="9000") + text(1).encode()
    site.station.on("/book/1", raw(cut))
    await site.crawl()
    site.station.on("/book/1", page(text(1) + "<p>the rest", ETag='"cut"'))
    run = await site.crawl()
    assert run.changed == 1
    assert "if-none-match" not in next(seen.headers for seen in reversed(site.station.seen) if seen.path == "/book/1")
    assert shelf.spared
