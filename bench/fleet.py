"""A fleet against its bars: every site once and never two of a host, workers and PostgreSQL killed, ten thousand sites
in the queue, two workers against one.

`RECORDER_FLEET=200,40` names how many sites on how many hosts; 40 on 8 unless said. `RECORDER_FLEET_PARTS=once,weather`
names the parts that are run.
"""

import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bench.figures import Figure
from bench.fleet_season import Weather, collected, season, single_run
from bench.sites import SiteUnavailableError
from recorder.fleet.connecting import QueuePlace, connected, open_app, queue_place
from recorder.fleet.outlook import Outlook
from recorder.fleet.postgres import embedded_postgres, find_programs
from recorder.fleet.queue import WorkerQueue
from recorder.fleet.roll import Roll
from recorder.fleet.site import JobEnd, VisitProgress
from recorder.fleet.site_list import SiteRow
from recorder.fleet.standing import standing
from recorder.runtime.errors import RecorderError

_SITES, _HOSTS = (int(word) for word in os.environ.get("RECORDER_FLEET", "40,8").split(","))
_PARTS = os.environ.get("RECORDER_FLEET_PARTS", "once,weather,queue,scaling").split(",")
_LEASE = 15.0
_MANY = 10_000
_TAKEN = 300
"""Jobs that are taken, beaten and ended to see how long that takes."""


def run() -> list[Figure]:
    try:
        find_programs()
    except RecorderError as error:
        raise SiteUnavailableError(str(error)) from error
    parts: dict[str, Callable[[], list[Figure]]] = {
        "once": _every_site_once,
        "weather": _in_bad_weather,
        "queue": _a_long_queue,
        "scaling": _two_workers,
    }
    return [figure for name in _PARTS for figure in parts[name]()]


@contextmanager
def _folder() -> Iterator[Path]:
    """One that the account PostgreSQL runs as may enter."""
    folder = Path(tempfile.mkdtemp(prefix="fleet-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _every_site_once() -> list[Figure]:
    with (
        _folder() as folder,
        season(folder / "season", sites=_SITES, hosts=_HOSTS, workers=4, lease=_LEASE) as result,
    ):
        unequal = sum(
            collected(result.files[site.name]) != single_run(site, folder / f"{site.name}.db") for site in result.sites
        )
        once = sum(count == 1 for count in result.endings.values()) - len(result.lost)
    return [
        Figure(f"{_SITES} sites on {_HOSTS} hosts, 4 workers: done once", once, "sites", f"= {_SITES}", once == _SITES),
        _none("visits of two sites of one host at once", result.overlapping_visits),
        _none("sites whose rows are not those of a single run", unequal),
        Figure("time of it", result.seconds, "s", "", True),
    ]


def _in_bad_weather() -> list[Figure]:
    kills = max(_SITES // 10, 4)
    weather = Weather(kills=kills, stops=max(kills // 4, 1), strikes=max(kills // 10, 1))
    with (
        _folder() as folder,
        season(folder / "season", sites=_SITES, hosts=_HOSTS, workers=4, lease=_LEASE, weather=weather) as result,
    ):
        pages = sum(result.pages.values())
        calm = min(result.pages.values()) * len(result.sites)
        print("\n".join(f"    {line}" for line in result.happened))
        print("\n".join(f"    {loss}" for loss in sorted(result.losses, key=lambda loss: -loss.seconds)[:5]))
    again, slowest = (pages - calm) / calm, max((loss.seconds for loss in result.losses), default=0.0)
    return [
        Figure("workers killed, stopped; PostgreSQL killed", len(result.happened), "times", "", True),
        _none("sites lost", len(result.lost)),
        _none("sites published twice", len(result.published_twice)),
        _none("pages of two sites of one host at once", result.overlapping_pages),
        Figure("pages fetched again", 100 * again, "%", "<= 5", again <= 0.05),
        Figure("longest until taken up, over the lease", slowest - _LEASE, "s", "<= 15", slowest <= _LEASE + 15),
        Figure("sites taken up again", len(result.losses), "", "", True),
    ]


def _none(name: str, count: int) -> Figure:
    return Figure(name, count, "", "= 0", count == 0)


def _a_long_queue() -> list[Figure]:
    with _folder() as folder, embedded_postgres(folder) as postgres, queue_place(postgres.conninfo, None) as place:
        began = time.monotonic()
        with connected(place) as connection:
            Roll(connection).add([_invented(number) for number in range(_MANY)])
            added = time.monotonic() - began
            times = asyncio.run(_take_many(place))
            began = time.monotonic()
            standing(connection)
            stood = time.monotonic() - began
        words = [sys.executable, "-m", "recorder", "fleet", "status", "--queue", place.conninfo]
        began = time.monotonic()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        commanded = time.monotonic() - began
        memory = _idle_worker(place, folder)
    figures = [
        Figure(f"{what} one of {_MANY:,} sites, median", 1000 * statistics.median(spent), "ms", "< 20", True)
        for what, spent in times.items()
    ]
    return [
        *(Figure(each.name, each.value, each.unit, each.bar, each.value < 20) for each in figures),
        Figure(f"adding {_MANY:,} sites", added, "s", "", True),
        Figure(f"what status reads at {_MANY:,} sites", stood, "s", "< 1", stood < 1),
        Figure("the command status, with the start of Python", commanded, "s", "", True),
        Figure("a worker without its child", memory, "MB", "< 80", memory < 80),
    ]


def _invented(number: int) -> SiteRow:
    """One of ten thousand on four thousand hosts."""
    host = f"127.{20 + number % 4000 // 250}.1.{1 + number % 250}"
    return SiteRow(f"site-{number}", f"http://{host}/{number}", (f"http://{host}/{number}/1",), host)


async def _take_many(place: QueuePlace) -> dict[str, list[float]]:
    """As a worker does it: one job after the other, promotion included in the taking."""
    times: dict[str, list[float]] = {"taking": [], "beating for": [], "ending": []}
    async with open_app(place.conninfo, 2).open_async() as app:
        queue = WorkerQueue(app, _LEASE)
        worker = await queue.register("bench", 1)
        for _ in range(_TAKEN):
            began = time.perf_counter()
            while (site := await queue.take(worker)) is None:
                await queue.promote(4)
            taken = time.perf_counter()
            await queue.beat(worker, {site: VisitProgress("crawl", 1, 1, 1)})
            beaten = time.perf_counter()
            await queue.end(site, worker, JobEnd(0, "", VisitProgress(), 1.0), Outlook("done", datetime.now(UTC)))
            ended = time.perf_counter()
            for name, spent in zip(times, (taken - began, beaten - taken, ended - beaten), strict=True):
                times[name].append(spent)
    return times


def _idle_worker(place: QueuePlace, folder: Path) -> float:
    """Megabytes of a worker that has nothing to do."""
    with connected(place) as connection:
        connection.execute("UPDATE fleet_sites SET paused = true")
    words = [sys.executable, "-m", "recorder", "fleet", "work", "--queue", place.conninfo, "--to", str(folder / "f")]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as worker:
        with connected(place) as connection:
            sql = "SELECT 1 AS here FROM fleet_workers WHERE name LIKE '%%-' || %s || '-%%'"
            while not connection.execute(sql, [str(worker.pid)]).fetchone():
                time.sleep(0.2)
        time.sleep(2)
        lines = Path(f"/proc/{worker.pid}/status").read_text().splitlines()
        worker.terminate()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def _room() -> float:
    """What the machine has to give: on one that others use as well, not even two processes that only compute do twice
    as much as one."""
    busy = [sys.executable, "-c", "for number in range(30_000_000): pass"]

    def spent(count: int) -> float:
        began = time.monotonic()
        for each in [subprocess.Popen(busy) for _ in range(count)]:
            each.wait()
        return time.monotonic() - began

    return 2 * spent(1) / spent(2)


def _two_workers() -> list[Figure]:
    """Each site on a host of its own, so that nothing but the machine bounds them."""
    count = min(_SITES, 24)
    room, seconds = _room(), []
    for workers in (1, 2):
        with (
            _folder() as folder,
            season(folder / "season", sites=count, hosts=count, workers=workers, lease=_LEASE) as result,
        ):
            seconds.append(result.seconds)
    times = seconds[0] / seconds[1]
    return [
        Figure(f"{count} sites, one worker", seconds[0], "s", "", True),
        Figure("two busy processes do as much as one here and now, times", room, "", "", True),
        Figure("two workers do as much as one, times", times, "", ">= 1.7", times >= 1.7),
    ]
