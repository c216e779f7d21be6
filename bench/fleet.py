"""A fleet against its bars: every site once and never two of a host, workers and PostgreSQL killed, ten thousand sites
in the queue, two workers against one.

`RECORDER_FLEET=200,40` names how many sites on how many hosts; 40 on 8 unless said. `RECORDER_FLEET_PARTS=once,weather`
names the parts that are run.
"""

import asyncio
import os
import resource
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
_TURNS = 3
_SCALED = 8
_POLITE = 0.25
"""Seconds between two requests to a site that is asked as politely as sites of the world are."""
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
    """Each site on a host of its own, so that no host bounds them. Sites of the world are asked at the pace that they
    bear, and there the bar holds; as fast as they answer, the processors bound what two workers can do.
    """
    return [*_twice_as_much(_POLITE, ">= 1.7"), *_twice_as_much(0.0, "")]


def _twice_as_much(delay: float, bar: str) -> list[Figure]:
    """One worker and two in turns, since what else runs on the machine comes and goes; medians."""
    times: dict[int, list[float]] = {1: [], 2: []}
    busy, rooms = [], []
    for turn in range(_TURNS):
        rooms.append(_room())
        for workers in (1, 2) if turn % 2 == 0 else (2, 1):
            seconds, computed = _worked(workers, delay)
            times[workers].append(seconds)
            if workers == 1:
                busy.append(computed / seconds)
    ratio = statistics.median(one / two for one, two in zip(times[1], times[2], strict=True))
    what = f"{_SCALED} sites, a page every {delay:g} s" if delay else f"{_SCALED} sites as fast as they answer"
    spread = ", ".join(f"{one / two:.2f}" for one, two in zip(times[1], times[2], strict=True))
    return [
        Figure(f"{what}: one worker, median", statistics.median(times[1]), "s", "", True),
        Figure("processors that it keeps busy", statistics.median(busy), "", "", True),
        Figure("two busy processes do as much as one meanwhile, times", statistics.median(rooms), "", "", True),
        Figure(f"two workers do as much as one, times ({spread})", ratio, "", bar, not bar or ratio >= 1.7),
    ]


def _worked(workers: int, delay: float) -> tuple[float, float]:
    """Seconds from the first page asked to the last, without the start of Python and PostgreSQL; and what was computed
    by workers and their commands."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with (
        _folder() as folder,
        season(folder / "season", sites=_SCALED, hosts=_SCALED, workers=workers, lease=_LEASE, delay=delay) as result,
    ):
        seconds = result.asked_for
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
