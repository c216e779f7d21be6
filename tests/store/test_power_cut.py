"""A power cut while pages are stored: the log may end anywhere, in the middle of a page, in bytes that nobody wrote.

Here the writer is held still and its files are copied. `bench/power_cuts.py` puts files together from what was synced.
"""

import os
import random
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from recorder.store import open_store
from recorder.store.errors import ForeignFileError
from tests.store.test_kill import check, is_begun, start

CUTS = [8, pytest.param(60, marks=pytest.mark.slow)]
LAST = 400_000
"""Bytes at the end of the log, in which it is torn."""


def held_still(path: Path, pages: int) -> tuple[bytes, bytes, set[str]]:
    """Database and log in the middle of the work, and what was said to be stored by then."""
    process = start(path)
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(pages)]
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)
    files = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    process.kill()
    process.communicate(timeout=60)
    return *files, {line.strip() for line in said}


@pytest.mark.parametrize("cuts", CUTS)
def test_what_a_power_cut_leaves_is_whole(path: Path, tmp_path: Path, cuts: int) -> None:
    chance = random.Random(9)
    database, log, said = held_still(path, 200)
    for number in range(cuts):
        end = len(log) if number == 0 else chance.randint(max(0, len(log) - LAST), len(log))
        junk = chance.choice([b"", chance.randbytes(5_000), bytes(5_000)])
        copy = tmp_path / f"{number}.db"
        copy.write_bytes(database)
        Path(f"{copy}-wal").write_bytes(log[:end] + junk)
        with open_store(copy) as store:
            assert is_begun(store)
            check(store, said if number == 0 else set())


@pytest.mark.parametrize("header", [b"", b"SQLite for", bytes(4096)])
def test_a_database_that_was_only_being_made_is_made_anew(path: Path, tmp_path: Path, header: bytes) -> None:
    """Pages may reach the disk in any order, the one with the header last: the journal takes all of them back."""
    made = tmp_path / "made.db"
    with closing(sqlite3.connect(made, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE pages (body BLOB)")
        connection.executemany("INSERT INTO pages VALUES (zeroblob(3000))", ((),) * 50)
        pages, journal = made.read_bytes(), (tmp_path / "made.db-journal").read_bytes()
    assert len(pages) > 8192
    path.write_bytes(header + (pages[4096:] if len(header) == 4096 else b""))
    Path(f"{path}-journal").write_bytes(journal)
    with open_store(path, create=True) as store:
        assert not store.recordings.all()


def test_what_has_no_journal_is_left_as_it_was(path: Path) -> None:
    path.write_bytes(bytes(8192))
    with pytest.raises(ForeignFileError):
        open_store(path, create=True)
    assert path.read_bytes() == bytes(8192)
