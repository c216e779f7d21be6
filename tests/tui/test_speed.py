"""What looking on costs a crawl, as a ratio of CPU time in one run."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from recorder.demo import DemoServer, DemoSite
from recorder.face import CrawlOptions, FetchOptions, FormChoice, RecordOptions, Render, start_crawl, start_recording
from recorder.face.jobs import Job
from tests.tui.conftest import running, until
from tui.messages import StartCrawl

pytestmark = pytest.mark.slow

COST_BAR = 1.50
"""Wanted are 1.10; measured were 1.19 to 1.6, with what a test itself costs by looking on."""
OVER_HTTP = FetchOptions(render=Render.NEVER)


@pytest.fixture(scope="module")
def site() -> Iterator[DemoSite]:
    with DemoServer(books=600) as opened:
        yield opened


@pytest.fixture(scope="module")
def recorded(site: DemoSite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    database = tmp_path_factory.mktemp("recorded") / "shop.db"
    options = RecordOptions(site.entry_url, (site.sample_url,), database, forms=FormChoice.NONE, fetching=OVER_HTTP)
    finish(start_recording(options, lambda _: None))
    return database


def finish(job: Job[object]) -> None:
    assert job.wait(600)
    assert job.error is None and job.fault is None


async def test_watching_a_crawl_costs_little(recorded: Path) -> None:
    """CPU time, as the machine may be busy with something else."""
    costs: dict[str, list[float]] = {"alone": [], "watched": []}
    async with running(recorded, (120, 40)) as pilot:
        app = pilot.app
        for number in range(3):
            limit = 100_000 + number
            options = CrawlOptions(recorded, limit=limit, fetching=OVER_HTTP)
            began = time.process_time()
            job = start_crawl(options, lambda _: None)
            await asyncio.to_thread(finish, job)
            costs["alone"].append(time.process_time() - began)
            began = time.process_time()
            app.post_message(StartCrawl(options))
            await until(pilot, lambda: app.session.running, 10)
            await until(pilot, lambda: not app.session.running and app.session.watch.status == "done", 300)
            costs["watched"].append(time.process_time() - began)
    assert min(costs["watched"]) / min(costs["alone"]) < COST_BAR, costs
