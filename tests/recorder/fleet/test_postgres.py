import os
import signal
import socket
import time
from pathlib import Path

import psycopg
import pytest

from recorder.fleet.postgres import EmbeddedPostgres, embedded_postgres, find_programs
from recorder.runtime.errors import RecorderError


def process_of(postgres: EmbeddedPostgres) -> int:
    (pid,) = Path(postgres.conninfo.split()[0].removeprefix("host=")).parent.glob("data/postmaster.pid")
    return int(pid.read_text().split()[0])


def answers(postgres: EmbeddedPostgres) -> bool:
    try:
        with psycopg.connect(postgres.conninfo) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False


def test_it_listens_on_a_socket_only_that_others_cannot_reach(postgres: EmbeddedPostgres) -> None:
    with psycopg.connect(postgres.conninfo) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        (port,) = connection.execute("SHOW port").fetchone() or ("",)
    folder = Path(postgres.conninfo.split()[0].removeprefix("host="))
    assert folder.stat().st_mode & 0o077 == 0
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.1", int(port))) != 0 or os.environ.get("PGPORT")


def test_it_survives_its_death_and_stops_with_its_last_user(open_folder: Path) -> None:
    with embedded_postgres(open_folder) as first:
        with embedded_postgres(open_folder) as second:
            assert second.conninfo == first.conninfo
        assert answers(first), "stopped while another command used it"
        with psycopg.connect(first.conninfo) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS number")
        os.kill(process_of(first), signal.SIGKILL)
        until = time.monotonic() + 60
        while not answers(first) and time.monotonic() < until:
            try:
                first.ensure_running()
            except RecorderError:  # what the killed one left behind is still ending
                time.sleep(0.2)
        with psycopg.connect(first.conninfo) as connection:
            assert connection.execute("SELECT number FROM kept").fetchone() == (42,)
    assert not answers(first)


def test_data_of_another_version_are_not_touched(programs: Path) -> None:
    with pytest.raises(RecorderError, match=r"No PostgreSQL 9\b"):
        find_programs("9")
