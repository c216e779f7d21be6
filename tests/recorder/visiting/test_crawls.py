"""Crawls whose second process comes to harm collect what they would have collected."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions, Render
from recorder.runtime.events import Event, PageFetched
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.crawling.test_crawler import Site
from tests.recorder.fetching.station import Station
from tests.recorder.visiting.test_reader_process import workers

BOOKS = 300


async def test_a_crawl_loses_nothing_with_its_second_process(tmp_path: Path) -> None:
    station = await Station().start()
    site = Site(station, tmp_path / "shop.db")
    site.page("/", *(f"/book/{number}" for number in range(BOOKS)))
    for number in range(BOOKS):
        site.page(f"/book/{number}", *(f"/book/{other}" for other in range(20)))
    site.recorded(("/book/[0-9]+",))
    killed: list[int] = []

    def harm(event: Event) -> None:
        if isinstance(event, PageFetched) and event.pages % 20 == 0 and len(killed) < 2:
            for worker in workers():
                if worker.ticks and worker.pid not in killed:
                    os.kill(worker.pid, signal.SIGKILL)
                    killed.append(worker.pid)

    fetching = FetchOptions(render=Render.NEVER, delay=0.01)
    result = await crawl(CrawlOptions(site.database, fetching=fetching), harm, Stop())
    await station.stop()
    assert result.run is not None
    assert (result.run.targets, result.run.errors) == (BOOKS, 0)
    assert killed, "the crawl was long enough for a second process"
    assert workers() == []
    with open_store(site.database, read_only=True) as store:
        assert len({page.url for page in store.pages.of_run(result.run.id, "target")}) == BOOKS
