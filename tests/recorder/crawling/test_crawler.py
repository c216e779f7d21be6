"""Crawling small sites made for one question each: is every target collected once, and known again the next time?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from recorder.crawling.session import CrawlOptions, CrawlResult, crawl
from recorder.fetching.options import FetchOptions
from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.runtime.errors import UsageError, told_errors
from recorder.runtime.events import Event, Listener, PageFetched
from recorder.runtime.stopping import Stop
from recorder.store import NewPage, open_store
from recorder.store.runs import Run
from recorder.store.targets import Target
from tests.recorder.fetching.station import Seen, Station, in_turn, page, redirect, status


@dataclass
class Site:
    """Pages of nothing but links, and a recording by hand for which every page the pattern leads to is a target."""

    station: Station
    database: Path

    def page(self, path: str, *links: str) -> None:
        self.station.on(path, f"<title>{path}</title><ul>{''.join(f'<li><a href={link}>go</a>' for link in links)}")

    def redirect(self, path: str, to: str) -> None:
        self.station.on(path, redirect(to))

    def recorded(self, *paths: tuple[str, ...]) -> None:
        record_by_hand(self.database, self.station.base, *paths)

    async def crawl(self, listen: Listener = lambda event: None) -> Run:
        options = CrawlOptions(self.database, fetching=FetchOptions(attempts=1))
        result: CrawlResult = await crawl(options, listen, Stop())
        assert result.run is not None
        assert result.run.status == "done"
        return result.run

    def targets(self) -> list[str]:
        return [target.url.removeprefix(self.station.base) for target in self._list()]

    def gone(self) -> list[str]:
        return [target.url.removeprefix(self.station.base) for target in self._list("gone")]

    def _list(self, which: str = "all") -> list[Target]:
        with open_store(self.database) as store:
            return sorted(store.targets.list(1, None, which), key=lambda target: target.url)  # type: ignore[arg-type]


def record_by_hand(database: Path, base: str, *paths: tuple[str, ...]) -> None:
    """A recording of the site at `base` for which every page is like the sample; each path by the expressions of its
    steps."""
    learnt = NavigationPattern(
        tuple(PatternPath(tuple(LinkStep(f"^{base}{step}$") for step in path), 1, 1) for path in paths)
    )
    with open_store(database, create=True) as store:
        entry = f"{base}/"
        recording = store.recordings.create("site", entry, [f"{entry}1"], {"scope": "host"}).result()
        run = store.runs.begin(recording.id, "mapping").result()
        sample = store.pages.record(NewPage(run_id=run.id, url=entry, role="other", body=b"<ul><li>x</ul>"))
        store.recordings.set_threshold(recording.id, 0.0, {"exemplars": [sample.result()]})
        store.patterns.save(recording.id, to_text(learnt), step_rows(learnt))
        store.runs.end(run.id, "done").result()


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    station = await Station().start()
    yield Site(station, tmp_path / "site.db")
    await station.stop()


async def test_a_target_is_known_again_whichever_url_led_to_it(site: Site) -> None:
    site.page("/", "/go/1", "/book/2")
    site.page("/book/1")
    site.page("/book/2")
    site.redirect("/go/1", "/book/1")
    site.recorded(("/(go|book)/[0-9]",))
    first = await site.crawl()
    site.page("/", "/book/1", "/go/2")
    site.redirect("/go/2", "/book/2")
    second = await site.crawl()
    assert (first.new, second.unchanged, second.new, second.gone) == (2, 2, 0, 0)
    assert site.targets() == ["/book/1", "/book/2"]


@pytest.mark.parametrize("links", [("/go/1", "/book/1"), ("/book/1", "/go/1"), ("/go/1", "/go/2", "/book/1")])
async def test_several_urls_of_one_target_make_one(site: Site, links: tuple[str, ...]) -> None:
    site.page("/", *links)
    site.page("/book/1")
    site.redirect("/go/1", "/book/1")
    site.redirect("/go/2", "/book/1")
    site.recorded(("/(go|book)/[0-9]",))
    assert (await site.crawl()).targets == 1
    assert site.targets() == ["/book/1"]


async def test_a_target_is_not_lost_to_its_own_slower_url(site: Site) -> None:
    """The redirect is asked for second and arrives first."""

    async def slow(seen: Seen, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.3)
        await page("<title>slow</title><ul><li>x</ul>")(seen, writer)

    site.page("/", "/book/1", "/go/1")
    site.station.on("/book/1", in_turn(slow, page("<title>fast</title><ul><li>x</ul>")))
    site.redirect("/go/1", "/book/1")
    site.recorded(("/(go|book)/[0-9]",))
    assert (await site.crawl()).targets == 1
    assert site.targets() == ["/book/1"]


@pytest.mark.parametrize("turned", [False, True])
async def test_a_target_may_also_stand_on_the_way_to_others(site: Site, turned: bool) -> None:
    site.page("/", "/1", "/2")
    site.page("/1", "/1/more")
    site.page("/2", "/2/more")
    site.page("/1/more")
    site.page("/2/more")
    paths = [("/[0-9]", "/[0-9]/more"), ("/[0-9]",)]
    site.recorded(*(reversed(paths) if turned else paths))
    run = await site.crawl()
    assert (run.targets, run.pages) == (4, 5)
    assert site.targets() == ["/1", "/1/more", "/2", "/2/more"]
    assert all(site.station.asked(path) == 1 for path in ("/", "/1", "/2", "/1/more"))


async def test_the_entry_page_is_never_a_target(site: Site) -> None:
    """Every page of a wiki links to its front page, which looks like the others."""
    site.page("/", "/1", "/2", "/")
    site.page("/1", "/")
    site.page("/2", "/")
    site.recorded(("/[0-9]?",), ("/[0-9]", "/[0-9]?"))
    await site.crawl()
    assert site.targets() == ["/1", "/2"]


@pytest.mark.parametrize("code, gone", [("500 Oops", []), ("404 Not Found", ["/book/1"])])
async def test_only_a_list_that_is_gone_makes_its_books_gone(site: Site, code: str, gone: list[str]) -> None:
    for number in (1, 2):
        site.page(f"/list/{number}", f"/book/{number}")
        site.page(f"/book/{number}")
    site.page("/", "/list/1", "/list/2")
    site.recorded(("/list/[0-9]", "/book/[0-9]"))
    await site.crawl()
    site.station.on("/list/1", status(code))
    run = await site.crawl()
    assert run.complete == bool(gone)
    assert site.gone() == gone
    assert site.targets() == [book for book in ("/book/1", "/book/2") if book not in gone]


async def test_what_waits_is_counted_once_however_often_it_is_linked(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recorder.crawling.crawler.COUNT_EVERY", 0.0)
    books = [f"/book/{number}" for number in range(40)]
    lists = ["/list/1", "/list/2", "/list/3"]
    site.page("/", *lists)
    for path in lists:
        site.page(path, *books)
    for path in books:
        site.page(path)
    site.recorded(("/list/[0-9]", "/book/[0-9]+"))
    events: list[Event] = []
    await site.crawl(events.append)
    waiting = [event.waiting for event in events if isinstance(event, PageFetched)]
    assert max(filter(None, waiting)) <= len(books)
    assert waiting[-1] == 0


async def test_every_query_asks_a_form_that_is_met_on_the_way(site: Site) -> None:
    """The entry page is the beginning for each of them."""
    base = site.station.base
    site.page("/", "/desk")
    site.station.on("/desk", "<title>d</title><form action=/find><input name=q><button>Find</button></form>")
    site.station.on("/find", _found)
    for word in ("tea", "jam"):
        site.page(f"/item/{word}")
    site.recorded()
    ask = FormStep(
        "GET", f"{base}/find?q=*", None, (Parameter("q", "Words", "text", required=True),), page=f"{base}/desk"
    )
    steps = (LinkStep(f"^{base}/desk$"), ask, LinkStep(f"^{base}/item/[a-z]+$"))
    learnt = NavigationPattern((PatternPath(steps, 1, 1),))
    with open_store(site.database) as store:
        store.patterns.save(1, to_text(learnt), step_rows(learnt)).result()
    queries = tuple((("q", word),) for word in ("tea", "jam"))
    options = CrawlOptions(site.database, queries=queries, fetching=FetchOptions(attempts=1))
    await crawl(options, lambda event: None, Stop())
    assert site.targets() == ["/item/jam", "/item/tea"]


async def _found(seen: Seen, writer: asyncio.StreamWriter) -> None:
    (word,) = parse_qs(urlsplit(seen.path).query)["q"]
    await page(f"<title>{word}</title><ul><li><a href=/item/{word}>i</a></ul>")(seen, writer)


async def test_an_expression_that_takes_for_ever_ends_the_crawl_and_is_named(site: Site) -> None:
    site.page("/", f"/{'a' * 60}!")
    site.recorded(("/(a|aa)+",))
    with pytest.raises(UsageError, match=r"\(a\|aa\)\+.* takes for ever on http.*aaa"), told_errors():
        await site.crawl()
