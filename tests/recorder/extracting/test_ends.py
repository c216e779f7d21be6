"""How `recorder extract` ends when it cannot go on: a signal, a full disk, a database that is read only or in use. One
line says so, and what was stored is as it was."""

import os
import signal
import sqlite3
from pathlib import Path

import pytest

from recorder.store import open_store
from tests.recorder.conftest import Crawled, in_a_process, store_crawl
from tests.recorder.interrupting import end, start, until


def thing(number: int) -> bytes:
    return f"<h1>Thing {number}</h1><table><tr><th>Weight<td>{number * 7} g<tr><th>Maker<td>M{number}</table>".encode()


def slow(number: int) -> bytes:
    """Takes seconds to learn from, with a hundred of its kind."""
    rows = "".join(f"<tr>{''.join(f'<td>{number * n % 997}' for n in range(10))}" for _ in range(300))
    return f"<h1>Thing {number}</h1><table>{rows}</table>".encode()


BEGUN = 2.5
"""Seconds of work after which it has long begun to learn."""


def seconds_worked(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def titles(database: Path) -> list[str]:
    with sqlite3.connect(database) as connection:
        return [title for (title,) in connection.execute("SELECT title FROM records ORDER BY page_id")]


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_learning_within_a_moment(tmp_path: Path, which: signal.Signals) -> None:
    database = tmp_path / "pages.db"
    store_crawl(database, [thing(number) for number in range(9)])
    assert in_a_process("extract", "--db", database).code == 0
    before = titles(database)
    store_crawl(database, [slow(number) for number in range(100)])
    process = start("extract", "--db", database)
    assert until(lambda: seconds_worked(process.pid) > BEGUN, process)
    process.send_signal(which)
    done = end(process)
    assert done.code == 3, done.err
    assert "The records are as they were" in done.err and "Traceback" not in done.err
    assert titles(database) == before


def test_a_disk_without_room_loses_nothing(tmp_path: Path) -> None:
    database = tmp_path / "pages.db"
    store_crawl(database, [thing(number) for number in range(9)])
    assert in_a_process("extract", "--db", database).code == 0
    before = titles(database)
    store_crawl(database, [thing(number) + b"<p>" + b"word%d " % number * 3_000 for number in range(300)])
    limit = f'ulimit -f {database.stat().st_size // 1024 + 100}; exec "$@"'
    done = in_a_process("extract", "--db", database, under=["sh", "-c", limit, "sh"])
    assert done.code == 1 and "cannot grow" in done.err and len(done.err.splitlines()) == 2
    assert titles(database) == before
    assert in_a_process("extract", "--db", database).code == 0
    assert len(titles(database)) == 300


def test_extracting_beside_a_crawl_is_refused_in_one_line(pages: Crawled) -> None:
    database = pages([thing(number) for number in range(9)])
    with open_store(database) as store, store.recordings.hold(store.recordings.find(None)):
        done = in_a_process("extract", "--db", database)
    assert done.code == 1 and "Traceback" not in done.err and len(done.err.splitlines()) == 2
    assert in_a_process("extract", "--db", database).code == 0
