"""What looking on costs a crawl: the same crawl without the terminal UI and watched in it, by turns, in CPU time, since
the machine may be busy with something else too.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.figures import Figure
from recorder.demo import DemoServer
from recorder.face import CrawlOptions, FetchOptions, FormChoice, RecordOptions, Render
from recorder.face.jobs import Job, start_crawl, start_recording
from recorder.tui.app import RecorderApp
from recorder.tui.messages import StartRun
from tests.shop.owned import OwnedShop

COST_BAR = 1.10
PAIRS = 6
BOOKS = 600
PATIENCE = 600
OVER_HTTP = FetchOptions(render=Render.NEVER)


def run() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder, DemoServer(OwnedShop(books=BOOKS)) as site:
        os.environ["XDG_STATE_HOME"] = folder
        database = Path(folder) / "shop.db"
        sample = (site.sample_url,)
        options = RecordOptions(site.entry_url, sample, database, forms=FormChoice.NONE, fetching=OVER_HTTP)
        finish(start_recording(options, lambda _: None))
        alone, watched = asyncio.run(costs(database))
    ratio = min(watched) / min(alone)  # Whatever else there is to do only adds to any of them.
    return [Figure("a crawl that is watched, of one that is not", ratio, "times", f"< {COST_BAR}", ratio < COST_BAR)]


async def costs(database: Path) -> tuple[list[float], list[float]]:
    """Seconds of computing of each crawl alone, and of each that was watched."""
    alone, watched = list[float](), list[float]()
    app = RecorderApp(database)
    async with app.run_test(size=(120, 40), notifications=True):
        await asyncio.to_thread(wait_until, lambda: app.area is not None and app.area.is_mounted)
        for number in range(PAIRS):
            options = CrawlOptions(database, limit=100_000 + number, fetching=OVER_HTTP)
            began = cpu_seconds()
            await asyncio.to_thread(finish, start_crawl(options, lambda _: None))
            alone.append(cpu_seconds() - began)
            began = cpu_seconds()
            await watch(app, options)
            watched.append(cpu_seconds() - began)
        app.session.close()
    return alone, watched


async def watch(app: RecorderApp, options: CrawlOptions) -> None:
    app.post_message(StartRun(options))
    await asyncio.to_thread(wait_until, lambda: app.session.running)
    await asyncio.to_thread(wait_until, lambda: not app.session.running and app.session.watch.status == "done")


def wait_until(holds: Callable[[], bool]) -> None:
    """In a thread: a pilot of Textual asks every widget each time whether it is idle, which a person does not."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            raise RuntimeError("the terminal UI does not come to an end")
        time.sleep(0.05)


def finish(job: Job[object]) -> None:
    if not job.wait(PATIENCE) or job.error is not None or job.fault is not None:
        raise RuntimeError(f"a run failed: {job.error or job.fault}")


def cpu_seconds() -> float:
    """Of this process, and of those of its children that have ended: one of them reads the pages."""
    return sum(os.times()[:4])
