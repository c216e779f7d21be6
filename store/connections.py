"""Connections to one file: how each is set up, and a pool of read-only ones. No SQL of the product lives here."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from recorder.store.errors import StoreClosedError, explained

BUSY_SECONDS = 10.0
"""Most seconds to wait for another process's lock."""


def connect(path: Path, mode: str, *, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """`mode`: `rwc`, `rw`, `ro`, or `immutable` for a file nobody can be writing to."""
    query = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?{query}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,  # transactions are begun by name: Python's own would be deferred and fail beside a writer
        check_same_thread=False,  # the pool hands a connection to one thread at a time
        cached_statements=256,
    )
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def connect_writer(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    connection = connect(path, "rwc", busy_seconds=busy_seconds)
    try:
        connection.execute("PRAGMA synchronous = FULL")  # a committed page survives a power cut
        # In KiB. Measured: 64 MiB stores no faster, and the process grows by them.
        connection.execute("PRAGMA cache_size = -8192")
        connection.execute("PRAGMA secure_delete = OFF")  # Debian's default doubles the cost of replacing rows
        connection.execute("PRAGMA wal_autocheckpoint = 4000")
        connection.execute("PRAGMA journal_size_limit = 67108864")
    except BaseException:
        connection.close()
        raise
    return connection


class Readers:
    """Read-only connections, opened as needed and used again: WAL lets them read while the writer writes."""

    def __init__(self, path: Path, mode: str, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.path = path
        self._mode = mode
        self._busy_seconds = busy_seconds
        self._idle: list[sqlite3.Connection] = []
        self._lock = Lock()
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """One connection for the length of the block; errors of the machine are raised as a StoreError."""
        with explained(self.path):
            connection = self._take()
            try:
                yield connection
            finally:
                self._give_back(connection)

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._closed:
                raise StoreClosedError(f"{self.path} has been closed.", "Open it again.")
            if self._idle:
                return self._idle.pop()
        connection = connect(self.path, self._mode, busy_seconds=self._busy_seconds)
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


class Moment:
    """The database as it was at one moment: everything is read in one transaction on one connection."""

    def __init__(self, readers: Readers) -> None:
        self._path = readers.path
        self._stack = ExitStack()
        self._connection = self._stack.enter_context(readers.connection())
        try:
            with explained(self._path):
                self._connection.execute("BEGIN")
                self._connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")  # it begins with the first read
        except BaseException:
            self._stack.close()
            raise

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        with explained(self._path):
            yield self._connection

    def close(self) -> None:
        self._connection.rollback()
        self._stack.close()
