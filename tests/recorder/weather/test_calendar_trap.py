"""Lists without end, of next pages or of filters that combine: left when they have led to nothing for long, and
everything else is collected.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.runtime.events import Event, Note
from recorder.store import open_store
from tests.recorder.crawling.test_crawler import Site
from tests.recorder.fetching.station import Seen, Station, page
from tests.recorder.interrupting import rows

BOOKS = 90
ENOUGH = 50


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """Months without end, of which only the first thirty have books."""
    station = await Station().start()

    async def month(seen: Seen, writer: asyncio.StreamWriter) -> None:
        number = int(seen.path.rpartition("=")[2])
        books = "".join(f"<li><a href=/book/{number * 3 + each}>b</a>" for each in range(3)) if number < 30 else ""
        await page(f"<title>{number}</title><ul>{books}</ul><a href=/month?n={number + 1}>next</a>")(seen, writer)

    station.on("/", "<a href=/month?n=0>calendar</a>")
    station.on("/month", month)
    for number in range(BOOKS):
        station.on(f"/book/{number}", f"<title>{number}</title><ul><li>x</ul>")
    site = Site(station, tmp_path / "site.db")
    site.recorded()
    yield site
    await station.stop()


def learn(site: Site, *books: str) -> None:
    """A pattern of so many paths along the months."""
    months = LinkStep(rf"^{site.station.base}/month\?n=[0-9]+$", repeat=True)
    lasts = [LinkStep(f"^{site.station.base}{book}$") for book in books]
    learnt = NavigationPattern(tuple(PatternPath((months, last), 1, 1) for last in lasts))
    with open_store(site.database) as store:
        store.patterns.save(1, to_text(learnt), step_rows(learnt)).result()


@pytest.mark.parametrize("books", [["/book/[0-9]+"], ["/book/[0-9]+", "/book/[0-9]*7"]], ids=["one path", "two paths"])
async def test_a_calendar_without_end_ends(site: Site, monkeypatch: pytest.MonkeyPatch, books: list[str]) -> None:
    """A page that stands on two paths is followed from both."""
    monkeypatch.setattr("recorder.crawling.link_follower.MOST_BARREN", ENOUGH)
    learn(site, *books)
    heard: list[Event] = []
    run = await site.crawl(heard.append)
    assert run.targets == BOOKS
    assert site.station.asked("/") == 1
    assert ENOUGH <= run.pages - BOOKS < ENOUGH + 40
    assert any(isinstance(event, Note) and "no further lists" in event.text for event in heard)
    assert rows(site.database, "SELECT count(*) FROM pages WHERE reason LIKE '%led to no new target'") == [(1,)]


async def test_filters_that_combine_without_end_end(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page of a list leads to ten more, which wait in the queue long before anybody knows that they are barren."""
    monkeypatch.setattr("recorder.crawling.link_follower.MOST_BARREN", ENOUGH)

    async def filtered(seen: Seen, writer: asyncio.StreamWriter) -> None:
        more = "".join(f"<a href='{seen.path}&limit={each}'>{each}</a>" for each in range(10))
        await page(f"<title>{seen.path}</title><ul><li><a href=/book/1>b</a></ul>{more}")(seen, writer)

    site.station.on("/filter", filtered)
    site.station.on("/", "<a href=/filter?q=1>filter</a><a href=/month?n=0>calendar</a>")
    base = site.station.base
    months, filters = (LinkStep(rf"^{base}/{name}$", repeat=True) for name in (r"month\?n=[0-9]+", r"filter\?.*"))
    book = LinkStep(f"^{base}/book/[0-9]+$")
    learnt = NavigationPattern((PatternPath((months, book), 1, 1), PatternPath((filters, book), 1, 1)))
    with open_store(site.database) as store:
        store.patterns.save(1, to_text(learnt), step_rows(learnt)).result()
    heard: list[Event] = []
    run = await site.crawl(heard.append)
    assert run.targets == BOOKS
    assert run.pages - BOOKS < 6 * ENOUGH
    notes = [event.text for event in heard if isinstance(event, Note)]
    assert [note.partition(":")[0] for note in notes if "waits" in note] == [
        "What waits of the lists of path 2 is not fetched"
    ]
