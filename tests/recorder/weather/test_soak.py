"""Thousands of requests to a site that does everything wrong: nothing is lost, nothing grows, nobody is pestered."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from recorder.crawling.crawler import AT_ONCE
from tests.recorder.crawling.test_crawler import record_by_hand
from tests.recorder.interrupting import is_sound, rows
from tests.recorder.weather.station import KINDS, WeatherStation


@dataclass(frozen=True)
class Soaked:
    """What a crawl of the station came to; `memory` in kilobytes by requests answered."""

    code: int
    counts: Any
    err: str
    memory: dict[int, int]
    zombies: int


async def soaked(station: WeatherStation, database: Path) -> Soaked:
    record_by_hand(database, station.base, ("/list/[0-9]+", "/[a-z-]+/[0-9]+"))
    command = (sys.executable, "-m", "tests.recorder.weather.soaking", str(database))
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
    ended = asyncio.ensure_future(process.communicate())
    memory: dict[int, int] = {}
    zombies: set[int] = set()
    dead: set[int] = set()
    while not ended.done():
        await asyncio.wait({ended}, timeout=0.1)
        if (size := resident(process.pid)) is not None:
            memory[station.requests] = size
            before, dead = dead, dead_children(process.pid)
            zombies |= before & dead  # for a moment every child is one: until its parent has looked
    out, err = ended.result()
    return Soaked(process.returncode or 0, json.loads(out or b"null"), err.decode(), memory, len(zombies))


def resident(pid: int) -> int | None:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")), None)


def dead_children(pid: int) -> set[int]:
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state == "Z" and int(parent) == pid:
            found.add(int(stat.parent.name))
    return found


def every_url_has_its_outcome(station: WeatherStation, database: Path) -> bool:
    left = rows(database, "SELECT url FROM frontier WHERE state NOT IN ('done', 'failed')")
    assert left == []
    outcomes = dict(rows(database, "SELECT url, outcome FROM pages WHERE run_id = 2"))
    unexpected: dict[str, set[str]] = defaultdict(set)
    for path, kind in station.items.items():
        stored = outcomes.get(station.base + arrives_at(path, kind))
        if stored not in KINDS[kind].outcomes:
            unexpected[kind].add(str(stored))
    assert unexpected == {}
    reasons = rows(database, "SELECT outcome FROM pages WHERE outcome <> 'ok' AND reason = ''")
    return reasons == [] and is_sound(database)


def arrives_at(path: str, kind: str) -> str:
    """Targets are stored under the address where they stand."""
    if kind == "redirected":
        return "/fine/from-" + path.rpartition("/")[2]
    return path + "~~~" if kind == "chained" else path


def nobody_was_pestered(station: WeatherStation) -> bool:
    assert station.robots_violations == 0
    return station.most_inside <= AT_ONCE


async def soak(size: int, database: Path) -> tuple[WeatherStation, Soaked]:
    station = await WeatherStation(size).start()
    done = await soaked(station, database)
    await station.stop()
    assert (done.code, done.err, done.zombies) == (0, "", 0)
    assert every_url_has_its_outcome(station, database)
    assert nobody_was_pestered(station)
    return station, done


async def test_every_url_of_a_broken_site_ends_in_its_outcome(tmp_path: Path) -> None:
    station, done = await soak(700, tmp_path / "soak.db")
    assert done.counts["targets"] > 500
    assert station.requests > 700


@pytest.mark.slow
async def test_twenty_thousand_requests_leave_no_trace(tmp_path: Path) -> None:
    station, done = await soak(19_000, tmp_path / "soak.db")
    assert station.requests > 20_000
    early, late = (memory_at(done, requests) for requests in (2_000, 20_000))
    assert late < 1.1 * early, f"from {early} to {late} kilobytes"


def memory_at(done: Soaked, requests: int) -> int:
    return next(size for asked, size in sorted(done.memory.items()) if asked >= requests)
