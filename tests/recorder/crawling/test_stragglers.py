"""Targets that no step leads to are collected in the end, where pages that were met link to them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from recorder.crawling.session import CrawlOptions, CrawlResult, crawl
from recorder.crawling.stragglers import AT_ONCE, FEW
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import Note, nobody
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.fetching.station import Station
from tests.recorder.recording.glossary import OVER_HTTP, words

LISTED = [f"/term/{words(number, 1)}.html" for number in range(30)]
BESIDE = [f"/term/{words(number, 1)}.html" for number in range(100, 120)]


def page(title: str, body: str) -> str:
    return f"<title>{title}</title><body><header><a href=/>Terms</a></header><main>{body}</main>"


def term(url: str, beside: str = "/about.html") -> str:
    see = f"<aside><p>See also <a href={beside}>this</a></aside>"
    return page(
        words(url, 2), f"<h1>{words(url, 2)}</h1><dl><dt>Meaning<dd>{words(url)}</dl><p>{words(url + 'p')}{see}"
    )


def furnish(station: Station) -> None:
    items = "".join(f"<li><a href={url}>{words(url, 2)}</a>" for url in LISTED)
    station.on("/", page("Terms", f"<h1>Terms</h1><ul class=terms>{items}</ul><p><a href=/about.html>About</a>"))
    station.on("/about.html", page("About", f"<h2>About</h2><p>{words('about', 60)}"))
    for url in LISTED:
        station.on(url, term(url))


@pytest.fixture
async def station(tmp_path: Path) -> AsyncIterator[Station]:
    """Recorded before anything stands beside the list."""
    station = await Station().start()
    furnish(station)
    start = (f"{station.base}/", (station.base + LISTED[0],))
    asked = RecordOptions(*start, tmp_path / "site.db", forms=FormChoice.NONE, fetching=OVER_HTTP)
    await record(asked, nobody, Stop())
    yield station
    await station.stop()


async def crawled(database: Path, **options: int) -> CrawlResult:
    return await crawl(CrawlOptions(database, fetching=OVER_HTTP, **options), nobody, Stop())  # type: ignore[arg-type]


def collected(database: Path, result: CrawlResult, station: Station) -> set[str]:
    assert result.run is not None
    with open_store(database) as store:
        return {page.url.removeprefix(station.base) for page in store.pages.of_run(result.run.id, "target")}


async def test_what_only_targets_lead_to_is_collected_and_told(station: Station, tmp_path: Path) -> None:
    for number, url in enumerate(BESIDE):
        after = BESIDE[number + 1] if number % 2 == 0 else "/about.html"  # every other one only a straggler leads to
        station.on(url, term(url, after))
    for listed, beside in zip(LISTED, BESIDE[::2], strict=False):
        station.on(listed, term(listed, beside))
    result = await crawled(tmp_path / "site.db")
    assert collected(tmp_path / "site.db", result, station) == {*LISTED, *BESIDE}
    assert result.stragglers == len(BESIDE)
    assert result.drift is None


async def test_parts_of_records_that_are_called_otherwise_are_no_records(tmp_path: Path) -> None:
    """All that were meant are called alike, and their other parts are built like them."""
    station = await Station().start()
    terms = [f"/term/{number}/meaning" for number in range(30)]
    items = "".join(f"<li><a href={url}>{words(url, 2)}</a>" for url in terms)
    station.on("/", page("Terms", f"<h1>Terms</h1><ul class=terms>{items}</ul>"))
    for url in terms:
        station.on(url, term(url))
    asked = RecordOptions(f"{station.base}/", (station.base + terms[0],), tmp_path / "site.db", fetching=OVER_HTTP)
    await record(asked, nobody, Stop())
    for url in terms:
        station.on(url, term(url, url.replace("meaning", "origin")))
        station.on(url.replace("meaning", "origin"), term(f"{url} origin"))
    result = await crawled(tmp_path / "site.db")
    assert collected(tmp_path / "site.db", result, station) == set(terms)
    await station.stop()


async def test_a_limit_holds_for_them_and_a_later_crawl_goes_on(station: Station, tmp_path: Path) -> None:
    for listed, beside in zip(LISTED, BESIDE, strict=False):
        station.on(listed, term(listed, beside))
        station.on(beside, term(beside))
    first = await crawled(tmp_path / "site.db", limit=len(LISTED) + 5)
    assert len(collected(tmp_path / "site.db", first, station)) == len(LISTED) + 5
    second = await crawled(tmp_path / "site.db")
    assert collected(tmp_path / "site.db", second, station) == {*LISTED, *BESIDE}
    assert second.stragglers == len(BESIDE)


async def test_a_calendar_without_end_ends_where_more_came_than_was_believed(station: Station, tmp_path: Path) -> None:
    """Every day looks like a term, and leads to the next."""
    days = [f"/term/{words(number, 1)}.html" for number in range(100, 400)]
    station.on(LISTED[0], term(LISTED[0], days[0]))
    for day, after in pairwise(days):
        station.on(day, term(day, after))
    said: list[str] = []
    options = CrawlOptions(tmp_path / "site.db", fetching=OVER_HTTP)
    result = await crawl(options, lambda event: said.append(event.text) if isinstance(event, Note) else None, Stop())
    assert result.coverage is not None
    most = max(2 * len(LISTED), result.coverage.high)
    assert most <= len(collected(tmp_path / "site.db", result, station)) < most + AT_ONCE
    assert any("No more of them were asked for" in text and "--unlike" in text for text in said)


async def test_one_that_is_gone_ends_nothing(station: Station, tmp_path: Path) -> None:
    for listed, beside in zip(LISTED, BESIDE, strict=False):
        station.on(listed, term(listed, beside))
    for url in BESIDE[2:]:
        station.on(url, term(url))
    result = await crawled(tmp_path / "site.db")
    assert collected(tmp_path / "site.db", result, station) == {*LISTED, *BESIDE[2:]}
    assert result.drift is None


async def test_a_crawl_that_goes_on_knows_what_was_met_before(station: Station, tmp_path: Path) -> None:
    for listed, beside in zip(LISTED, BESIDE, strict=False):
        station.on(listed, term(listed, beside))
        station.on(beside, term(beside))
    await crawled(tmp_path / "site.db", limit=len(LISTED))  # ends before any of them is asked for
    result = await crawled(tmp_path / "site.db")
    assert collected(tmp_path / "site.db", result, station) == {*LISTED, *BESIDE}
    assert result.stragglers == len(BESIDE)


async def test_a_pattern_that_a_person_wrote_is_taken_at_its_word(station: Station, tmp_path: Path) -> None:
    for listed, beside in zip(LISTED, BESIDE, strict=False):
        station.on(listed, term(listed, beside))
        station.on(beside, term(beside))
    with open_store(tmp_path / "site.db") as store:
        recording = store.recordings.find()
        learnt = store.patterns.latest(recording.id)
        store.patterns.save(recording.id, f"{learnt.text}# mine\n", store.patterns.steps(learnt.id), "edited").result()
    result = await crawled(tmp_path / "site.db")
    assert collected(tmp_path / "site.db", result, station) == set(LISTED)


async def test_an_address_alone_makes_no_target_and_costs_little(station: Station, tmp_path: Path) -> None:
    others = [f"/term/{words(number, 1)}.html" for number in range(200, 320)]
    rows = "".join(f"<tr><td>{words(number, 3)}" for number in range(20))
    for number, url in enumerate(others):
        station.on(url, page(f"Table {number}", f"<h3>Table</h3><table>{rows}</table><form><input name=q></form>"))
    links = "".join(f"<a href={url}>{words(url, 1)}</a> " for url in others)
    station.on("/about.html", page("About", f"<h2>About</h2><p>{links}"))
    for listed in LISTED:
        station.on(listed, term(listed, others[0]).replace("this</a>", f"this</a>{links}"))
    result = await crawled(tmp_path / "site.db")
    assert collected(tmp_path / "site.db", result, station) == set(LISTED)
    assert result.stragglers == 0
    assert len({asked.path for asked in station.seen} & set(others)) <= AT_ONCE + FEW
