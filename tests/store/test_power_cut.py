"""A power cut while pages are stored: the log may end anywhere, in the middle of a page, in bytes that nobody wrote.

Here the writer is held still and its files are copied. `bench/power_cuts.py` puts files together from what was synced.
"""

import os
import random
import signal
from pathlib import Path

import pytest

from recorder.store import open_store
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
