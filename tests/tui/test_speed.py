"""What looking on costs a crawl, as a ratio of CPU time in one run."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from recorder.demo import DemoServer
from recorder.face import CrawlOptions, FetchOptions, FormChoice, RecordOptions, Render
from recorder.face.jobs import Job, start_crawl, start_recording
from recorder.tui.messages import StartRun
from tests.shop.owned import OwnedShop
from tests.tui.conftest import running

pytestmark = pytest.mark.slow

COST_BAR = 1.10
PAIRS = 6
"""At most so many are measured: what else the machine does costs any single crawl up to a tenth more, too."""
OVER_HTTP = FetchOptions(render=Render.NEVER)


@pytest.fixture(scope="module")
def site() -> Iterator[OwnedShop]:
    with DemoServer(OwnedShop(books=600)) as opened:
        yield opened


@pytest.fixture(scope="module")
def recorded(site: OwnedShop, tmp_path_factory: pytest.TempPathFactory) -> Path:
    database = tmp_path_factory.mktemp("recorded") / "shop.db"
    options = RecordOptions(site.entry_url, (site.sample_url,), database, forms=FormChoice.NONE, fetching=OVER_HTTP)
    finish(start_recording(options, lambda _: None))
    return database


def finish(job: Job[object]) -> None:
    assert job.wait(600)
    assert job.error is None and job.fault is None


async def test_watching_a_crawl_costs_little(recorded: Path) -> None:
    """CPU time, as the machine may be busy with something else; that of the process which reads pages included."""
    costs: dict[str, list[float]] = {"alone": [], "watched": []}
    async with running(recorded, (120, 40)) as pilot:
        app = pilot.app
        for number in range(PAIRS):
            limit = 100_000 + number
            options = CrawlOptions(recorded, limit=limit, fetching=OVER_HTTP)
            began = cpu_seconds()
            job = start_crawl(options, lambda _: None)
            await asyncio.to_thread(finish, job)
            costs["alone"].append(cpu_seconds() - began)
            began = cpu_seconds()
            app.post_message(StartRun(options))
            await unwatched_wait(lambda: app.session.running, 60)
            await unwatched_wait(lambda: not app.session.running and app.session.watch.status == "done", 300)
            costs["watched"].append(cpu_seconds() - began)
            if number and ratio(costs) < COST_BAR:
                break
    assert ratio(costs) < COST_BAR, costs


def ratio(costs: dict[str, list[float]]) -> float:
    """Of the least of each: whatever else there is to do only adds."""
    return min(costs["watched"]) / min(costs["alone"])


def cpu_seconds() -> float:
    """Of this process, and of those of its children that have ended."""
    return sum(os.times()[:4])


async def unwatched_wait(holds: Callable[[], object], seconds: float) -> None:
    """Wait without a pilot: one asks every widget each time whether it is idle, which a person does not."""
    await asyncio.to_thread(wait_until, holds, time.monotonic() + seconds)


def wait_until(holds: Callable[[], object], deadline: float) -> None:
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)
