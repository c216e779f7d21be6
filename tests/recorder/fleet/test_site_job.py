"""The job of one site, by the real commands: what it does in which order, and what its codes come to."""

import io
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bench.fleet_season import collected
from recorder.fleet.site import JobEnd, Taken
from recorder.fleet.site_job import SiteJob, is_recorded
from tests.recorder.fetching.station import Station, status
from tests.recorder.recording.test_again import BOOKS, NEW, Library

pytestmark = pytest.mark.slow
LEASE = 600.0
OPTIONS = ("--render", "never")


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[Library]:
    station = await Station().start()
    found = Library(station, tmp_path / "site.db")
    found.furnish()
    yield found
    await station.stop()


def site_of(library: Library, **given: object) -> Taken:
    base = library.station.base
    options = (("record", (*OPTIONS, "--forms", "none")), ("crawl", OPTIONS))
    site = Taken(1, "shop", f"{base}/", (f"{base}/book/1",), options, None, None, False, False, 1, 0, 0, 0, 1, 0)
    return replace(site, **given)  # type: ignore[arg-type]


async def visited(library: Library, left: int | None = None, **given: object) -> tuple[JobEnd, list[str]]:
    """How it ended, and what kinds of runs its log tells of."""
    log = io.StringIO()
    end = await SiteJob(site_of(library, **given), library.database, LEASE, left).run(log)
    return end, [kind for line in log.getvalue().splitlines() for kind in ("mapping", "crawl") if _began(line, kind)]


def _began(line: str, kind: str) -> bool:
    return '"run_began"' in line and f'"kind": "{kind}"' in line


async def test_a_site_is_recorded_once_and_crawled_again_and_again(library: Library) -> None:
    assert not is_recorded(library.database)
    end, runs = await visited(library)
    assert (end.code, runs, end.progress.targets, end.unclear) == (0, ["mapping", "crawl"], len(BOOKS), ())
    assert is_recorded(library.database)
    assert len(collected(library.database)) == len(BOOKS)
    end, runs = await visited(library)
    assert (end.code, runs) == (0, ["crawl"])


async def test_what_a_recording_says_is_unclear_is_handed_on(tmp_path: Path) -> None:
    """Of three pages nobody can tell whether another sample would have led elsewhere."""
    station = await Station().start()
    books = "".join(f"<li><a href=/book/{n}>Book {n}</a>" for n in range(3))
    station.on("/", f"<title>Shop</title><h1>Shop</h1><ul>{books}</ul>")
    for n in range(3):
        station.on(f"/book/{n}", f"<title>Book {n}</title><article><h2>Book {n}</h2><p>It has {n} pages.</article>")
    end, _ = await visited(Library(station, tmp_path / "small.db"))
    await station.stop()
    assert end.unclear and any("Give a second one with --like" in each for each in end.unclear)


async def test_a_drift_is_a_failure_unless_the_site_may_be_learnt_anew_and_then_once(library: Library) -> None:
    await visited(library)
    library.furnish(folder="title", design=NEW)
    end, runs = await visited(library)
    assert (end.code, runs) == (1, ["crawl"])
    assert "drift" in end.reason
    end, runs = await visited(library, relearn=True, relearnt=True)
    assert (end.code, runs) == (1, ["crawl"])
    end, runs = await visited(library, relearn=True)
    assert (end.code, runs, end.progress.targets) == (0, ["crawl", "mapping", "crawl"], len(BOOKS))


async def test_the_pages_of_a_day_are_not_exceeded_and_the_next_visit_goes_on(library: Library) -> None:
    end, runs = await visited(library, left=4)
    assert (end.budget, end.ours, runs) == (True, True, ["mapping"])
    end, runs = await visited(library)
    assert (end.code, end.budget) == (0, False)


async def test_a_limit_that_a_person_set_is_no_trouble_of_the_site(library: Library) -> None:
    options = (("record", (*OPTIONS, "--forms", "none")), ("crawl", (*OPTIONS, "--limit", "3")))
    end, runs = await visited(library, options=options)
    assert (end.code, runs) == (0, ["mapping", "crawl"]), end.reason


async def test_wrong_use_and_a_site_that_is_not_there_end_with_their_codes(library: Library) -> None:
    end, _ = await visited(library, options=(("record", ("--threshold", "7")),))
    assert (end.code, "neither auto nor" in end.reason) == (2, True), end.reason
    await library.station.stop()
    end, _ = await visited(library)
    assert end.code == 1 and "cannot be used" in end.reason


async def test_queries_of_a_file_are_asked(library: Library) -> None:
    library.database.with_name("params.csv").write_text("nowhere\nsea\n")
    end, _ = await visited(library, params="nowhere\nsea\n")
    assert (end.code, "parameter" in end.reason) == (2, True), end.reason


async def test_the_rest_that_a_site_asks_for_is_handed_on(library: Library) -> None:
    await visited(library)
    library.station.on("/shelf/1", status("503 Service Unavailable", Retry_After="7200"))
    end, _ = await visited(library)
    assert (end.code, end.ours) == (3, False), end.reason
    assert end.rest is not None and 7000 < end.rest <= 7200
    library.station.on("/", status("503 Service Unavailable", Retry_After="7200"))
    end, _ = await visited(library, options=(("crawl", (*OPTIONS, "--fresh")),))
    assert end.rest is not None and end.code != 0, end.reason
