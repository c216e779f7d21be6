"""SIGKILL at any moment loses nothing: the same command again goes on, and ends as if it had never been killed.

Kills are aimed by the number of requests the site has answered, so that they land in the middle of the work on a fast
machine and on a slow one; a random pause after that lets them land anywhere between two requests too.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from recorder.crawling import crawler
from recorder.demo import DemoServer
from recorder.recording.second_look import LOOKS
from tests.recorder.conftest import Done, in_a_process
from tests.recorder.fetching.processes import Process as Known
from tests.recorder.fetching.processes import descendants, processes
from tests.recorder.interrupting import (
    PATIENCE,
    PLAIN,
    end,
    is_sound,
    no_traceback,
    pattern,
    rows,
    start,
    targets,
    until,
    until_asked,
    write_recording,
)
from tests.shop.owned import OwnedShop

KILLS = pytest.mark.parametrize("kills", [3, pytest.param(15, marks=pytest.mark.slow)])
AT_ONCE = 16
"""Requests of a mapping that may be under way at a time."""


@dataclass
class Ordeal:
    """One command, killed again and again, and what it asked the site for."""

    site: OwnedShop
    database: Path
    command: tuple[object, ...]
    seed: int
    largest_step: int
    kills: int
    _asked_again: list[str] = field(default_factory=list)

    def suffer(self) -> Done:
        chance = random.Random(self.seed)
        for kill in range(self.kills):
            before, asked = self._settled(), Counter(self.site.tally.addresses)
            process = start(*self.command)
            if not until_asked(self.site, chance.randint(1, self.largest_step), process):
                pytest.fail(f"ended before kill {kill + 1}: {end(process)}")
            time.sleep(chance.uniform(0, 0.1))
            process.kill()
            assert end(process).code == -signal.SIGKILL
            self._note_what_was_asked_again(before, asked)
            assert is_sound(self.database)
        before, asked = self._settled(), Counter(self.site.tally.addresses)
        ending = in_a_process(*self.command)
        self._note_what_was_asked_again(before, asked)
        return ending

    def _settled(self) -> set[str]:
        """The URLs that are stored, and need not be asked for any more."""
        if not self.database.exists() or not rows(self.database, "SELECT 1 FROM sqlite_schema WHERE name = 'pages'"):
            return set()
        pages = rows(self.database, "SELECT url FROM pages JOIN runs ON runs.id = run_id WHERE status = 'running'")
        return {str(url) for (url,) in pages}

    def _note_what_was_asked_again(self, settled: set[str], asked: Counter[str]) -> None:
        asked_now = {f"{self.site.base_url}{address}" for address in self.site.tally.addresses - asked}
        self._asked_again += asked_now & settled

    def asked_again(self) -> list[str]:
        """What was stored and fetched once more, but for what redirects of other URLs led to, or through."""
        moved = rows(self.database, "SELECT url, final_url FROM pages WHERE final_url <> url")
        on_the_way = {url for pair in moved for url in pair}
        return [url for url in self._asked_again if url not in on_the_way]


@pytest.fixture(scope="module")
def site() -> Iterator[OwnedShop]:
    with DemoServer(OwnedShop(books=24, delay=0.02)) as opened:
        yield opened


@pytest.fixture
def large_site(kills: int) -> Iterator[OwnedShop]:
    """Not done before it is killed for the last time."""
    with DemoServer(OwnedShop(books=24 * kills, delay=0.02)) as opened:
        yield opened


@pytest.mark.slow
def test_a_recording_survives_kills(site: OwnedShop, tmp_path: Path) -> None:
    kills = 15

    def record(database: Path) -> tuple[object, ...]:
        return ("record", site.entry_url, "--like", site.sample_url, "--db", database, "--forms", "none", *PLAIN)

    calm = tmp_path / "calm.db"
    site.tally.clear()
    assert in_a_process(*record(calm)).code == 0
    requests = site.tally.total
    site.tally.clear()
    ordeal = Ordeal(site, tmp_path / "killed.db", record(tmp_path / "killed.db"), 3, requests // kills - 2, kills)
    ending = ordeal.suffer()
    assert ending.code == 0, ending.err
    assert no_traceback(ending)
    assert pattern(ordeal.database) == pattern(calm)
    assert targets(ordeal.database) == targets(calm) != []
    assert _pages(ordeal.database) == _pages(calm)
    assert set(ordeal.asked_again()) <= _looked_at_twice(ordeal.database)
    # robots.txt is asked for by every process.
    assert site.tally.total <= requests + kills * (AT_ONCE + 1)


def _looked_at_twice(database: Path) -> set[object]:
    """The pages that a recording looks at once more in the end, to learn what differs by the visit."""
    exemplars = f"SELECT value FROM recordings, json_each(threshold_evidence, '$.exemplars') LIMIT {LOOKS}"
    return {url for (url,) in rows(database, f"SELECT url FROM pages WHERE id IN ({exemplars})")}


@KILLS
def test_a_crawl_survives_kills(large_site: OwnedShop, tmp_path: Path, kills: int) -> None:
    site = large_site
    calm, killed = tmp_path / "calm.db", tmp_path / "killed.db"
    for database in (calm, killed):
        write_recording(database, site)
    site.tally.clear()
    assert in_a_process("crawl", "--db", calm, *PLAIN).code == 0
    requests = site.tally.total
    site.tally.clear()
    ordeal = Ordeal(site, killed, ("crawl", "--db", killed, *PLAIN), 4, 2, kills)
    ending = ordeal.suffer()
    assert ending.code == 0, ending.err
    assert no_traceback(ending)
    assert targets(killed) == targets(calm) == sorted(set(targets(killed)))
    assert set(targets(killed)) >= site.truth.linked_urls
    assert ordeal.asked_again() == []
    assert site.tally.total <= requests + kills * (crawler.AT_ONCE + 1)
    assert _frontier(killed) == _frontier(calm)


def _frontier(database: Path) -> list[tuple[Any, ...]]:
    """Of the last run: one that was killed when it had just ended is followed by another."""
    of_run = "SELECT state, count(*) FROM frontier WHERE run_id = (SELECT max(id) FROM runs)"
    return rows(database, f"{of_run} GROUP BY state")


def _pages(database: Path) -> list[tuple[Any, ...]]:
    return rows(database, "SELECT url, role, depth FROM pages ORDER BY url")


def browsers(of: int) -> list[Known]:
    return [process for process in descendants(of) if "chrom" in process.command]


@pytest.fixture
def small_site() -> Iterator[OwnedShop]:
    """For a browser, which takes its time for every page."""
    with DemoServer(OwnedShop(books=20, delay=0.02)) as opened:
        yield opened


def test_a_crawl_survives_the_death_of_its_browser(small_site: OwnedShop, tmp_path: Path) -> None:
    site, database = small_site, tmp_path / "shop.db"
    write_recording(database, site)
    site.tally.clear()
    process = start("crawl", "--db", database, "--render", "always")
    for _ in range(2):
        assert until_asked(site, 10, process)
        (top,) = (one for one in browsers(process.pid) if "--type=" not in one.command)
        os.kill(top.pid, signal.SIGKILL)
    ending = end(process)
    assert ending.code == 0, ending.err
    assert no_traceback(ending)
    assert set(targets(database)) >= site.truth.linked_urls
    (rendered,) = rows(database, "SELECT rendered FROM runs WHERE kind = 'crawl'")
    assert rendered[0] >= len(site.truth.linked_urls)


def test_a_killed_recorder_leaves_no_browser_behind(site: OwnedShop, tmp_path: Path) -> None:
    database = tmp_path / "shop.db"
    write_recording(database, site)
    process = start("crawl", "--db", database, "--render", "always")
    assert until_asked(site, 8, process)
    family = {one.pid for one in descendants(process.pid)}
    assert browsers(process.pid)
    process.kill()
    end(process)
    ends = time.monotonic() + PATIENCE
    while left := [one.command[:100] for one in processes() if one.pid in family]:
        assert time.monotonic() < ends, left
        time.sleep(0.05)


def test_a_kill_between_two_requests_of_nothing_is_harmless(site: OwnedShop, tmp_path: Path) -> None:
    """Before the first page is there: the database has just been made, or not even that."""
    database = tmp_path / "shop.db"
    command = ("record", site.entry_url, "--like", site.sample_url, "--db", database, "--max-pages", "3", *PLAIN)
    for exists in (lambda: database.exists(), lambda: any(tmp_path.glob("*-lock-*"))):
        process = start(*command)
        until(exists, process)
        process.kill()
        end(process)
    ending = in_a_process(*command)
    assert ending.code == 3, ending.err
    assert is_sound(database)
    assert not any(tmp_path.glob("*-lock-*"))
