"""The way to the queue: an own PostgreSQL or somebody's, the tables in it, and connections that say in our words what
went wrong.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import procrastinate
import psycopg
from procrastinate.schema import SchemaManager
from psycopg.rows import dict_row

from recorder.fleet.postgres import embedded_postgres
from recorder.fleet.queue_address import said
from recorder.runtime.errors import RecorderError, UsageError

_ONE_AT_A_TIME = 7302_1001
"""The advisory lock for making tables."""

_IS_MADE = "SELECT FROM information_schema.columns WHERE table_name = 'fleet_sites' AND column_name = 'unclear'"
"""Asks for what was added last."""

_RECONNECT = 3.0
"""Seconds after which an attempt at a connection is given up, and who asks next begins another: the pauses between its
tries double, so that after a long outage of PostgreSQL a worker would stay away as long again.
"""

Connection = psycopg.Connection[dict[str, object]]


@dataclass(frozen=True)
class QueuePlace:
    """Where the queue is. `revive` starts an own PostgreSQL that died; of somebody else's it does nothing."""

    conninfo: str
    revive: Callable[[], None] = lambda: None


@contextmanager
def queue_place(conninfo: str | None, folder: Path | None) -> Iterator[QueuePlace]:
    """The queue at `conninfo`, or the fleet's own in `folder`, with its tables, for as long as it is used."""
    if conninfo is not None:
        _make_tables(conninfo)
        yield QueuePlace(conninfo)
        return
    if folder is None:
        raise UsageError("Which fleet is meant?", "Name its folder with --to DIR, or its PostgreSQL with --queue.")
    with embedded_postgres(folder) as postgres:
        _make_tables(postgres.conninfo)
        yield QueuePlace(postgres.conninfo, postgres.ensure_running)


@contextmanager
def connected(place: QueuePlace) -> Iterator[Connection]:
    """One connection, each statement a transaction of its own."""
    with (
        _explained(place.conninfo),
        psycopg.connect(place.conninfo, autocommit=True, row_factory=dict_row) as connection,
    ):
        yield connection


@contextmanager
def _explained(conninfo: str) -> Iterator[None]:
    try:
        yield
    except psycopg.OperationalError as error:
        words = str(error).strip().splitlines()
        raise RecorderError(
            f"The queue at {said(conninfo)} cannot be reached: {words[-1].strip() if words else 'no answer'}",
            "Check --queue and that PostgreSQL runs there.",
        ) from None


def _make_tables(conninfo: str) -> None:
    with connected(QueuePlace(conninfo)) as connection, connection.transaction():
        if connection.execute(_IS_MADE).fetchone():
            return
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_AT_A_TIME])
        if not _exists(connection, "procrastinate_jobs"):
            connection.execute(SchemaManager.get_schema().encode())
        connection.execute(files("recorder.fleet").joinpath("schema.sql").read_bytes())


def _exists(connection: Connection, table: str) -> bool:
    row = connection.execute("SELECT to_regclass(%s) AS found", [table]).fetchone()
    return row is not None and row["found"] is not None


def open_app(conninfo: str, connections: int) -> procrastinate.App:
    """Procrastinate over a pool of connections of its own."""
    connector = procrastinate.PsycopgConnector(
        conninfo=conninfo, min_size=1, max_size=connections, timeout=5.0, reconnect_timeout=_RECONNECT
    )
    return procrastinate.App(connector=connector)
