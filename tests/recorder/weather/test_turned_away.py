"""A site that asks to be left alone for an hour is left alone, and nothing of what waits counts as failed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recorder.crawling.crawler import AT_ONCE
from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions, Render
from recorder.recording.options import RecordOptions
from recorder.recording.second_look import LOOKS
from recorder.recording.session import record
from recorder.runtime.events import Event, Listener, RestAsked, nobody
from recorder.runtime.stopping import Stop
from recorder.store.runs import Run
from recorder.visiting.site_errors import MOST_BUSY_IN_A_ROW, MOST_IN_A_ROW, UnusablePageError
from tests.recorder.crawling.test_crawler import Site
from tests.recorder.fetching.clock import JumpingClock
from tests.recorder.fetching.station import Station, Weather, in_turn, page, status
from tests.recorder.interrupting import rows

BOOKS, SHELVES = 40, 4
LEAVE_US = status("503 Service Unavailable", Retry_After="3600")


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    station = await Station().start()
    site = Site(station, tmp_path / "site.db")
    site.page("/", *(f"/book/{number}" for number in range(BOOKS)))
    for number in range(BOOKS):
        site.page(f"/book/{number}")
    site.recorded(("/book/[0-9]+",))
    yield site
    await station.stop()


async def attempt(site: Site, listen: Listener = nobody) -> tuple[Run, str]:
    fetching = FetchOptions(render=Render.NEVER, patience=5.0, clock=JumpingClock())
    result = await crawl(CrawlOptions(site.database, fetching=fetching), listen, Stop())
    assert result.run is not None
    return result.run, result.stopped


async def test_the_run_stops_and_goes_on_another_time(site: Site) -> None:
    site.station.on("/book/7", in_turn(LEAVE_US, page("<ul><li>x</ul>")))
    said: list[Event] = []
    run, stopped = await attempt(site, said.append)
    assert (run.status, run.errors) == ("stopped", 0)
    assert "left alone" in stopped
    rests = [event for event in said if isinstance(event, RestAsked)]
    assert rests and rests[0].url.endswith("/book/7") and rests[0].seconds == 3600
    asked = len(site.station.seen)
    assert site.station.asked("/book/7") == 1
    run, stopped = await attempt(site)
    assert (run.status, run.errors, run.targets, stopped) == ("done", 0, BOOKS, "")
    assert len(site.station.seen) > asked


async def test_one_page_that_always_says_so_does_not_keep_the_rest_from_being_collected(site: Site) -> None:
    site.station.on("/book/0", LEAVE_US)
    ended = [(await attempt(site))[0] for _ in range(3)]
    assert [run.status for run in ended] == ["stopped", "stopped", "done"]
    assert (ended[-1].targets, ended[-1].errors) == (BOOKS - 1, 1)
    assert rows(site.database, "SELECT outcome FROM pages WHERE role = 'error'") == [("busy",)]


@pytest.mark.parametrize(
    ("trouble", "pages"),
    [(status("503 Service Unavailable"), MOST_BUSY_IN_A_ROW), (status("502 Bad Gateway"), MOST_IN_A_ROW)],
)
async def test_what_failed_in_an_outage_is_tried_again(site: Site, trouble: Weather, pages: int) -> None:
    fine = dict(site.station.paths)
    for number in range(2, BOOKS):
        site.station.on(f"/book/{number}", trouble)
    run, stopped = await attempt(site)
    assert (run.status, run.errors) == ("stopped", 0)
    assert f"{pages} pages in a row" in stopped
    assert len({seen.path for seen in site.station.seen}) <= pages + 2 + AT_ONCE + 2
    assert rows(site.database, "SELECT count(*) FROM frontier WHERE state = 'failed'") == [(0,)]
    site.station.paths.update(fine)
    run, stopped = await attempt(site)
    assert (run.status, run.errors, run.targets, stopped) == ("done", 0, BOOKS, "")


async def test_a_part_of_a_site_that_is_always_down_does_not_keep_a_run_open_for_ever(site: Site) -> None:
    for number in range(2, BOOKS):
        site.station.on(f"/book/{number}", status("500 Internal Server Error"))
    ended = [(await attempt(site))[0].status for _ in range(4)]
    assert ended[0] == "stopped"
    assert ended[-1] != "stopped"


async def test_a_site_of_nothing_but_errors_is_given_up_early(tmp_path: Path) -> None:
    station = await Station().start()
    station.paths.update(dict.fromkeys(("/", "/1", "/robots.txt"), status("503 Service Unavailable")))
    fetching = FetchOptions(render=Render.NEVER, clock=JumpingClock())
    options = RecordOptions(f"{station.base}/", (f"{station.base}/1",), tmp_path / "x.db", fetching=fetching)
    with pytest.raises(UnusablePageError, match="503"):
        await record(options, nobody, Stop())
    await station.stop()
    assert len(station.seen) <= 3 * fetching.attempts


async def shop() -> Station:
    station = await Station().start()
    shelves = "".join(f"<li><a href=/shelf/{number}>shelf</a>" for number in range(SHELVES))
    station.on("/", f"<title>shop</title><ul>{shelves}</ul>")
    for shelf in range(SHELVES):
        books = "".join(f"<li><a href=/book/{shelf}{number}.html>book</a>" for number in range(8))
        station.on(f"/shelf/{shelf}", f"<title>shelf</title><h1>Shelf</h1><ul>{books}</ul>")
        for number in range(8):
            station.on(
                f"/book/{shelf}{number}.html", f"<title>book</title><h1>Book</h1><p>{number}<dl><dt>by<dd>us</dl>"
            )
    return station


async def test_a_recording_is_stopped_by_an_outage_and_comes_to_the_same_another_time(tmp_path: Path) -> None:
    station = await shop()
    fine = dict(station.paths)
    for path in fine:
        if path not in ("/", "/shelf/0", "/book/00.html"):
            station.on(path, status("503 Service Unavailable"))
    options = RecordOptions(
        f"{station.base}/",
        (f"{station.base}/book/00.html",),
        tmp_path / "shop.db",
        fetching=FetchOptions(render=Render.NEVER, clock=JumpingClock()),
    )
    first = await record(options, nobody, Stop())
    assert "pages in a row" in first.stopped
    assert first.run is not None and (first.run.status, first.run.errors) == ("stopped", 0)
    station.paths.update(fine)
    second = await record(options, nobody, Stop())
    await station.stop()
    assert second.run is not None
    assert (second.run.status, second.run.errors, second.stopped) == ("done", 0, "")
    assert second.targets == 8 * SHELVES


async def test_a_recording_stops_too_and_comes_to_the_same_another_time(tmp_path: Path) -> None:
    station = await shop()
    whole = station.paths["/shelf/2"]
    station.on("/shelf/2", in_turn(LEAVE_US, whole))
    options = RecordOptions(
        f"{station.base}/",
        (f"{station.base}/book/00.html",),
        tmp_path / "shop.db",
        fetching=FetchOptions(render=Render.NEVER, backoff=0.01, patience=5.0),
    )
    first = await record(options, nobody, Stop())
    assert "left alone" in first.stopped
    assert first.run is not None
    assert (first.run.status, first.run.errors) == ("stopped", 0)
    asked, kept = len(station.seen), {url for (url,) in rows(options.database, "SELECT url FROM pages")}
    second = await record(options, nobody, Stop())
    await station.stop()
    assert second.run is not None
    assert (second.run.status, second.run.errors, second.stopped) == ("done", 0, "")
    assert second.targets == 8 * SHELVES
    assert station.asked("/shelf/2") == 2
    assert not kept & {station.base + seen.path for seen in station.seen[asked:-LOOKS]}
