"""Ctrl-C, SIGTERM and limits: a clean end within a moment, everything saved, and the same command goes on."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from recorder.crawling.crawler import AT_ONCE
from recorder.demo import DemoServer
from tests.recorder.conftest import Done, in_a_process
from tests.recorder.fetching.processes import descendants
from tests.recorder.interrupting import (
    PLAIN,
    Process,
    end,
    is_sound,
    no_traceback,
    pattern,
    rows,
    start,
    stored,
    targets,
    until,
    until_asked,
    write_recording,
)
from tests.shop.owned import OwnedShop

MOST_AFTERWARDS = AT_ONCE
"""Requests that were under way when the signal was sent, or about to go out."""
GO_ON = "Run the same command to go on."


@pytest.fixture(scope="module")
def site() -> Iterator[OwnedShop]:
    with DemoServer(OwnedShop(books=40, delay=0.02)) as opened:
        yield opened


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "shop.db"


def record(site: OwnedShop, database: Path, *options: object) -> tuple[object, ...]:
    return ("record", site.entry_url, "--like", site.sample_url, "--db", database, "--forms", "none", *PLAIN, *options)


def signalled(process: Process, *numbers: signal.Signals, apart: float = 0.0) -> Done:
    for number in numbers:
        process.send_signal(number)
        time.sleep(apart)
    return end(process)


def ended_cleanly(ending: Done, database: Path) -> bool:
    """And soon: what was waited for was not waited for to its end, or it would have an outcome."""
    assert ending.code == 3, ending.err
    assert rows(database, "SELECT 1 FROM pages WHERE outcome = 'timeout'") == []
    assert no_traceback(ending)
    assert GO_ON in ending.err
    assert is_sound(database)
    return not any(database.parent.glob("*-lock-*"))


def statuses(database: Path, kind: str) -> list[object]:
    return [status for (status,) in rows(database, f"SELECT status FROM runs WHERE kind = '{kind}' ORDER BY id")]


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_a_recording_stops_and_goes_on(site: OwnedShop, database: Path, number: signal.Signals) -> None:
    process = start(*record(site, database))
    assert until_asked(site, 40, process)
    process.send_signal(number)
    asked = site.tally.total
    ending = end(process)
    assert ended_cleanly(ending, database)
    assert site.tally.total - asked <= MOST_AFTERWARDS
    how = "(Ctrl+C)" if number is signal.SIGINT else f"by {number.name}"
    assert f"Stopped {how}. {GO_ON}" in ending.err
    assert re.search(r"^Run 1 stopped: \d+ pages, \d+ s\.$", ending.err, re.MULTILINE)
    assert statuses(database, "mapping") == ["stopped"]
    assert rows(database, "SELECT 1 FROM frontier WHERE state = 'claimed'") == []
    kept = stored(database)
    assert kept >= 20
    again = in_a_process(*record(site, database))
    assert again.code == 0, again.err
    assert f"Going on with run 1 (mapping of {site.entry_url}): {kept} pages stored already." in again.err
    assert statuses(database, "mapping") == ["done"]
    assert targets(database)


@pytest.mark.parametrize("number", [pytest.param(signal.SIGINT, marks=pytest.mark.slow), signal.SIGTERM])
def test_a_crawl_stops_and_goes_on(site: OwnedShop, database: Path, number: signal.Signals) -> None:
    write_recording(database, site)
    process = start("crawl", "--db", database, *PLAIN)
    assert until_asked(site, 12, process)
    process.send_signal(number)
    asked = site.tally.total
    ending = end(process)
    assert ended_cleanly(ending, database)
    assert site.tally.total - asked <= MOST_AFTERWARDS
    assert statuses(database, "crawl") == ["stopped"]
    again = in_a_process("crawl", "--db", database, *PLAIN)
    assert again.code == 0, again.err
    assert "Going on with run 2" in again.err
    assert set(targets(database)) >= site.truth.linked_urls


@pytest.mark.slow
def test_a_signal_to_all_its_processes_is_told_once(site: OwnedShop, database: Path) -> None:
    """As a service manager sends it: the driver of the browser is gone before anybody could close it."""
    process = start(*record(site, database), "--render", "always")
    assert until_asked(site, 8, process)
    drivers = [each.pid for each in descendants(process.pid) if each.parent == process.pid and "node" in each.command]
    for pid in [*drivers, process.pid]:
        os.kill(pid, signal.SIGTERM)
    ending = end(process)
    assert drivers
    assert ended_cleanly(ending, database)
    assert "never retrieved" not in ending.err


@pytest.mark.parametrize("command", ["record", "crawl"])
def test_a_server_that_never_answers_does_not_hold_up_the_end(command: str, database: Path) -> None:
    with DemoServer(OwnedShop(books=40)) as answering:
        write_recording(database, answering)
        arguments = (
            ("crawl", "--db", database, *PLAIN) if command == "crawl" else record(answering, database.with_name("n.db"))
        )
        answering._delay = 60.0  # from now on it takes the question and says nothing
        process = start(*arguments)
        assert until(lambda: bool(rows(database, "SELECT 1")) and _has_begun(arguments), process)
        time.sleep(0.5)
        assert ended_cleanly(signalled(process, signal.SIGINT), database)


def _has_begun(arguments: tuple[object, ...]) -> bool:
    database = next(one for one in arguments if isinstance(one, Path))
    tables = rows(database, "SELECT 1 FROM sqlite_schema WHERE name = 'frontier'") if database.exists() else []
    return bool(tables and rows(database, "SELECT 1 FROM frontier WHERE state = 'claimed'"))


def test_thinking_does_not_hold_up_the_end(database: Path) -> None:
    """With nothing to wait for on the network, most of the time goes into comparing pages and learning."""
    with DemoServer(OwnedShop(books=300)) as large:
        process = start(*record(large, database))
        assert until_asked(large, 150, process)
        for _ in range(3):
            assert until(lambda: _rests(large), process)
        assert ended_cleanly(signalled(process, signal.SIGINT), database)


def _rests(site: OwnedShop) -> bool:
    asked = site.tally.total
    time.sleep(0.1)
    return site.tally.total == asked


@pytest.mark.parametrize(
    "number, apart",
    [(signal.SIGINT, 0.0), pytest.param(signal.SIGTERM, 0.02, marks=pytest.mark.slow), (signal.SIGINT, 0.1)],
)
def test_a_second_signal_stops_now(site: OwnedShop, database: Path, number: signal.Signals, apart: float) -> None:
    process = start(*record(site, database))
    assert until_asked(site, 20, process)
    ending = signalled(process, number, number, number, apart=apart)
    assert ended_cleanly(ending, database)
    assert in_a_process(*record(site, database, "--max-pages", 5)).code == 3


def test_with_a_browser_too(site: OwnedShop, database: Path) -> None:
    write_recording(database, site)
    process = start("crawl", "--db", database, "--render", "always")
    assert until_asked(site, 8, process)
    assert ended_cleanly(signalled(process, signal.SIGINT), database)


@pytest.mark.slow
def test_each_attempt_of_a_recording_gets_on_by_its_limit(site: OwnedShop, database: Path) -> None:
    command = record(site, database, "--max-pages", 120)
    for attempt in range(1, 20):
        ending = in_a_process(*command)
        if ending.code == 0:
            break
        assert ending.code == 3, ending.err
        assert f"Stopped at the limit of 120 pages. {GO_ON}" in ending.err
        assert stored(database) == 120 * attempt
    calm = database.with_name("calm.db")
    assert in_a_process(*record(site, calm)).code == 0
    assert attempt == -(-stored(calm) // 120)
    assert (pattern(database), targets(database)) == (pattern(calm), targets(calm))


def test_each_attempt_of_a_crawl_gets_on_by_its_limit(site: OwnedShop, database: Path) -> None:
    write_recording(database, site)
    for attempt in (1, 2):
        ending = in_a_process("crawl", "--db", database, *PLAIN, "--limit", 7)
        assert ending.code == 3, ending.err
        assert f"Stopped at the limit of 7 targets. {GO_ON}" in ending.err
        assert len(targets(database)) == 7 * attempt
    assert statuses(database, "crawl") == ["stopped"]
    assert in_a_process("crawl", "--db", database, *PLAIN).code == 0
    assert set(targets(database)) >= site.truth.linked_urls


def test_resume_never_begins(site: OwnedShop, database: Path) -> None:
    write_recording(database, site)
    nothing = in_a_process("crawl", "--db", database, *PLAIN, "--resume")
    assert (nothing.code, nothing.err) == (0, "There is no unfinished crawl to go on with.\n")
    nothing = in_a_process(*record(site, database, "--resume", "--name", "other"))
    assert (nothing.code, nothing.err) == (0, "There is no unfinished recording to go on with.\n")
    assert statuses(database, "crawl") == []
    assert rows(database, "SELECT name FROM recordings") == [("shop",)]
    missing = in_a_process(*record(site, database.with_name("missing.db"), "--resume"))
    assert missing.code == 2
    assert not database.with_name("missing.db").exists()


def test_resume_goes_on_and_fresh_begins_anew(site: OwnedShop, database: Path) -> None:
    write_recording(database, site)
    assert in_a_process("crawl", "--db", database, *PLAIN, "--limit", 3).code == 3
    assert in_a_process("crawl", "--db", database, *PLAIN, "--limit", 3, "--resume").code == 3
    assert statuses(database, "crawl") == ["stopped"]
    assert in_a_process("crawl", "--db", database, *PLAIN, "--limit", 3, "--fresh").code == 3
    assert in_a_process("crawl", "--db", database, *PLAIN).code == 0
    assert statuses(database, "crawl") == ["stopped", "done"]


def test_a_recording_begun_anew(site: OwnedShop, database: Path) -> None:
    assert in_a_process(*record(site, database, "--max-pages", 5)).code == 3
    assert in_a_process(*record(site, database, "--max-pages", 5, "--fresh")).code == 3
    assert statuses(database, "mapping") == ["stopped", "stopped"]
    assert stored(database) == 10
