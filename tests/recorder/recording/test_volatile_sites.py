"""A site whose every page differs at every visit: what is told as changed is what somebody has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions, Render
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions
from recorder.recording.second_look import LOOKS
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Continuation, Stop
from recorder.store import open_store
from recorder.store.runs import Run
from tests.recorder.conftest import Command
from tests.recorder.fetching.station import Seen, Station, page
from tests.recorder.interrupting import rows

FRUITS = "apple pear plum quince fig cherry peach lemon orange grape melon mango".split()  # noqa: SIM905
LEARNT = "SELECT json_extract(threshold_evidence, '$.unsteady') FROM recordings"
OVER_HTTP = FetchOptions(attempts=1, render=Render.NEVER)


class Orchard:
    """Counts its visitors, says how long it took, shows what was looked at before, and signs a link."""

    def asked_for_pages(self) -> int:
        return sum(seen.path not in ("/robots.txt", "/sitemap.xml") for seen in self.station.seen)

    def __init__(self, station: Station) -> None:
        self.station = station
        self.taste = dict.fromkeys(FRUITS, "sweet")
        self.visits = count(1)
        self.trail: list[str] = []
        links = "".join(f"<li><a href=/fruit/{fruit}>{fruit}</a>" for fruit in FRUITS)
        station.on("/", f"<title>Orchard</title><h1>All</h1><ul class=all>{links}</ul>")
        for fruit in FRUITS:
            station.on(f"/fruit/{fruit}", self._fruit)

    async def _fruit(self, seen: Seen, writer: asyncio.StreamWriter) -> None:
        name, visit = seen.path.rpartition("/")[2], next(self.visits)
        self.trail = [*self.trail, name][-4:]
        trail = "".join(f"<li><a href=/fruit/{each}>{each}</a>" for each in self.trail)
        number = FRUITS.index(name)
        say = f"<h1>{name}</h1><p>It is {self.taste[name]}.<p>{number} seeds.<p>Seen {visit} times."
        buy = f"<p><a href=/basket?add={name}&sign=x{visit}y>buy</a><div>0.{visit % 7} s</div>"
        await page(f"<title>{name}</title><ol id=trail>{trail}</ol>{say}{buy}")(seen, writer)


@pytest.fixture
async def orchard() -> AsyncIterator[Orchard]:
    station = await Station().start()
    yield Orchard(station)
    await station.stop()


async def crawled(database: Path) -> Run:
    result = await crawl(CrawlOptions(database, fetching=OVER_HTTP), nobody, Stop())
    assert result.run is not None
    return result.run


async def recorded(orchard: Orchard, database: Path, continuation: Continuation = Continuation.GO_ON) -> None:
    entry, samples = f"{orchard.station.base}/", (f"{orchard.station.base}/fruit/plum",)
    options = RecordOptions(entry, samples, database, forms=FormChoice.NONE, fetching=OVER_HTTP)
    await record(replace(options, continuation=continuation), nobody, Stop())


async def test_changes_are_what_somebody_has_changed(orchard: Orchard, recorder: Command, tmp_path: Path) -> None:
    database = tmp_path / "site.db"
    await recorded(orchard, database)
    first, second = await crawled(database), await crawled(database)
    orchard.taste |= {"fig": "ripe", "mango": "gone"}
    third = await crawled(database)
    assert [(run.new, run.changed, run.unchanged) for run in (first, second, third)] == [
        (len(FRUITS), 0, 0),
        (0, 0, len(FRUITS)),
        (0, 2, len(FRUITS) - 2),
    ]
    with open_store(database, read_only=True) as store:
        changed = {target.url.rpartition("/")[2] for target in store.targets.list(1, third.id, "changed")}
    assert changed == {"fig", "mango"}
    told = recorder("show", "--db", database).out
    for part in (
        "all of ol#trail/li",
        "“Seen # times.” in body/p",
        "“# s” in body/div",
        f"links to {orchard.station.base}/basket?",
    ):
        assert part in told


async def test_a_second_look_is_taken_once_and_at_a_few_pages(orchard: Orchard, tmp_path: Path) -> None:
    database = tmp_path / "site.db"
    await recorded(orchard, database)
    stored = rows(database, "SELECT count(*) FROM pages")[0][0]
    assert orchard.asked_for_pages() == stored + LOOKS
    learnt = rows(database, LEARNT)
    await recorded(orchard, database, Continuation.REOPEN)
    assert orchard.asked_for_pages() == stored + LOOKS
    assert rows(database, LEARNT) == learnt != [(None,)]
