"""A fleet at work on tiny sites in bad weather: workers killed and stopped, PostgreSQL killed; and what came of it.

Workers are processes started as a user starts them. What they did is read from the queue and from the log of the
servers, not from their own words.
"""

import io
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from bench.fleet_sites import SmallSite, asked, pages_by_site, small_sites, two_at_once, write_list
from recorder.api import rows
from recorder.cli.edge import main
from recorder.fleet.connecting import QueuePlace, connected
from recorder.fleet.postgres import EmbeddedPostgres, embedded_postgres
from recorder.fleet.standing import all_sites
from recorder.runtime.errors import RecorderError

_LOOK = 0.25
_NOT_COMPARED = frozenset({"run", "first_seen", "last_seen", "fetched_at", "status"})
"""A worker that is lost between its crawl and its end has its site crawled again: nothing is new then."""
Rows = list[tuple[tuple[str, object], ...]]


@dataclass(frozen=True)
class Weather:
    """`kills`, `stops`: how many workers are killed, and stopped for longer than two leases. `strikes`: how often
    PostgreSQL is killed. One thing happens every so many seconds."""

    kills: int = 0
    stops: int = 0
    strikes: int = 0
    every: float = 3.0
    seed: int = 7


@dataclass
class Loss:
    """A site whose worker was killed or stopped. Seconds of the season: when, when another one found it and put it
    back, when it was at work again."""

    site: str
    token: int
    happened: float
    found: float | None = None
    at_work: float | None = None

    @property
    def seconds(self) -> float:
        return (self.at_work or float("inf")) - self.happened

    def __str__(self) -> str:
        found = "?" if self.found is None else f"{self.found - self.happened:.1f}"
        return f"{self.site}: lost at {self.happened:.1f} s, found after {found} s, at work after {self.seconds:.1f} s"


@dataclass
class Season:
    """What came of it. `losses`: those that were seen to be taken up again, or never were."""

    sites: Sequence[SmallSite]
    seconds: float = 0.0
    asked_for: float = 0.0
    """Seconds from the first page that was asked for to the last."""
    standing: list[Mapping[str, object]] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=dict)
    pages: Mapping[str, int] = field(default_factory=dict)
    overlapping_visits: int = 0
    overlapping_pages: int = 0
    losses: list[Loss] = field(default_factory=list)
    files: dict[str, Path] = field(default_factory=dict)
    happened: list[str] = field(default_factory=list)

    @property
    def lost(self) -> list[str]:
        return [str(site["name"]) for site in self.standing if site["state"] != "done" or not site["published"]]

    @property
    def published_twice(self) -> list[str]:
        return [name for name, count in self.endings.items() if count > 1]


@dataclass
class Crew:
    """Worker processes, as many as were asked for however many die."""

    postgres: EmbeddedPostgres
    folder: Path
    lease: float
    processes: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    def fill(self, count: int) -> None:
        self.processes = [each for each in self.processes if each.poll() is None]
        while len(self.processes) < count:
            command = [
                sys.executable,
                "-m",
                "recorder",
                "fleet",
                "work",
                "--once",
                "-j",
                "1",
                "--lease",
                str(self.lease),
            ]
            command += ["--queue", self.postgres.conninfo, "--to", str(self.folder)]
            with (self.folder / "workers.log").open("ab") as log:
                self.processes.append(subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL))

    def end(self) -> None:
        for each in self.processes:
            each.send_signal(signal.SIGCONT)
            each.terminate()
        for each in self.processes:
            each.wait()


@contextmanager
def season(
    folder: Path,
    *,
    sites: int,
    hosts: int,
    workers: int,
    lease: float,
    weather: Weather = Weather(),
    delay: float = 0.02,
    bound: float = 3600,
) -> Iterator[Season]:
    """The sites stay up while the result is looked at."""
    folder.mkdir(parents=True, exist_ok=True)
    log, home = folder / "asked.tsv", folder / "fleet"
    home.mkdir()
    with small_sites(sites, hosts, log) as served, embedded_postgres(folder) as postgres:
        write_list(served, folder / "sites.csv", delay)
        command = ["fleet", "add", str(folder / "sites.csv"), "--queue", postgres.conninfo, "--to", str(home)]
        assert _quiet(command) == 0
        result, crew = Season(served), Crew(postgres, home, lease)
        began = time.monotonic()
        try:
            _weather(result, crew, workers, weather, time.monotonic() + bound)
        finally:
            crew.end()
        result.seconds = time.monotonic() - began
        result.losses = [each for each in result.losses if each.found is not None]
        _look_back(result, postgres, home, log)
        yield result


def _weather(result: Season, crew: Crew, workers: int, weather: Weather, until: float) -> None:
    chance = random.Random(weather.seed)
    coming = ["kill"] * weather.kills + ["stop"] * weather.stops + ["strike"] * weather.strikes
    chance.shuffle(coming)
    stopped: dict[int, float] = {}
    waiting: dict[str, Loss] = {}
    crew.fill(workers)
    began = time.monotonic()
    next_event = began + 2 * weather.every
    while time.monotonic() < until:
        now = time.monotonic()
        for pid, wake in list(stopped.items()):
            if now > wake:
                os.kill(pid, signal.SIGCONT)
                del stopped[pid]
        sites = _sites(crew.postgres)
        _see_taken_up(waiting, sites, now - began)
        if sites and all(site["state"] in ("done", "parked") for site in sites):
            return
        awake = [each for each in crew.processes if each.poll() is None and each.pid not in stopped]
        if coming and now > next_event and awake:
            next_event = now + weather.every
            what, worker = coming.pop(), chance.choice(awake)
            held = [] if what == "strike" else _held(sites, worker)
            losses = [Loss(str(site["name"]), int(str(site["token"])), now - began) for site in held]
            result.happened.append(f"{now - began:5.1f} s: {what} {worker.pid} with {[each.site for each in losses]}")
            waiting |= {each.site: each for each in losses}
            result.losses += losses
            _happen(what, crew, worker, stopped)
        if len(crew.processes) - len(stopped) < workers or any(each.poll() is not None for each in crew.processes):
            crew.fill(workers + len(stopped))
        time.sleep(_LOOK)


def _held(sites: list[Mapping[str, object]], worker: "subprocess.Popen[bytes]") -> list[Mapping[str, object]]:
    return [site for site in sites if site["state"] == "running" and f"-{worker.pid}-" in str(site["worker_name"])]


def _happen(what: str, crew: Crew, worker: "subprocess.Popen[bytes]", stopped: dict[int, float]) -> None:
    if what == "strike":
        _kill_postgres(crew.postgres)
    elif what == "kill":
        worker.kill()
        worker.wait()
    else:
        worker.send_signal(signal.SIGSTOP)
        stopped[worker.pid] = time.monotonic() + 2.5 * crew.lease


def _see_taken_up(waiting: dict[str, Loss], sites: list[Mapping[str, object]], now: float) -> None:
    """The reaper raises the token, and so does who takes the site."""
    for site in sites:
        loss = waiting.get(str(site["name"]))
        if loss is None:
            continue
        ahead = int(str(site["token"])) - loss.token
        if ahead >= 1:
            loss.found = loss.found or now
        if ahead >= 2:
            loss.at_work = now
        if ahead >= 2 or (ahead == 0 and site["state"] in ("done", "parked")):  # it had ended before its worker did
            del waiting[loss.site]


def _kill_postgres(postgres: EmbeddedPostgres) -> None:
    data = Path(postgres.conninfo.split()[0].removeprefix("host=")).parent / "data"
    os.kill(int((data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    time.sleep(3)
    while True:
        try:
            postgres.ensure_running()
            return
        except RecorderError:
            time.sleep(0.5)


def _sites(postgres: EmbeddedPostgres) -> list[Mapping[str, object]]:
    sql = (
        "SELECT site.name, state, token, worker.name AS worker_name FROM fleet_sites AS site"
        " LEFT JOIN fleet_workers AS worker ON worker.id = worker_id"
    )
    try:
        with connected(QueuePlace(postgres.conninfo)) as connection:
            return list(connection.execute(sql))
    except (RecorderError, psycopg.Error):
        return []


def _look_back(result: Season, postgres: EmbeddedPostgres, home: Path, log: Path) -> None:
    with connected(QueuePlace(postgres.conninfo)) as connection:
        result.standing = list(all_sites(connection))
        ended = connection.execute(
            "SELECT name, count(*) FILTER (WHERE code = 0 AND ending.published) AS times FROM fleet_sites"
            " JOIN fleet_endings AS ending ON site_id = id GROUP BY name"
        )
        result.endings = {str(row["name"]): int(str(row["times"])) for row in ended}
    result.pages = pages_by_site(log)
    pages = asked(log)
    result.asked_for = max(page.ended for page in pages) - min(page.began for page in pages)
    result.overlapping_visits, result.overlapping_pages = two_at_once(log), _pages_at_once(log)
    result.files = {
        str(site["name"]): home / "sites" / str(site["name"]) / f"{site['published']}.db" for site in result.standing
    }


def _pages_at_once(log: Path) -> int:
    """Pages that were being made for one site while another site of the same host was asked."""
    count = 0
    latest: dict[str, tuple[str, float]] = {}
    for each in sorted(asked(log), key=lambda page: page.began):
        site, ended = latest.get(each.host, (each.site, 0.0))
        count += site != each.site and each.began < ended
        latest[each.host] = (each.site, max(ended, each.ended))
    return count


def collected(file: Path) -> Rows:
    """The records of a site, without what tells the time."""
    return sorted(
        tuple((name, cell) for name, cell in row.items() if name not in _NOT_COMPARED) for row in rows(file, "records")
    )


def single_run(site: SmallSite, file: Path) -> Rows:
    """The same site by hand: record, crawl, extract."""
    options = ["--render", "never", "--delay", "0.02"]
    database = ["--db", str(file)]
    like = ["--like", f"{site.entry}item/1", "--forms", "none"]
    for words in (["record", site.entry, *like, *options], ["crawl", *options], ["extract"]):
        assert _quiet([*words, *database]) == 0
    return collected(file)


def _quiet(words: list[str]) -> int:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        return int(main(words))
