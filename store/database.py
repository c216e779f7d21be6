"""Opening a database, and the `Store`: all of it under one name. What each noun does is in the noun's own file."""

import os
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

from recorder.store import schema
from recorder.store.access import Access, Clock, utc_now
from recorder.store.connections import BUSY_SECONDS, Moment, Readers, connect, connect_writer
from recorder.store.downloads import Downloads
from recorder.store.errors import LockedError, NoDatabaseError, ReadOnlyError, explain, explained
from recorder.store.forms import Forms
from recorder.store.frontier import Frontier
from recorder.store.health import Health
from recorder.store.pages import Pages
from recorder.store.patterns import Patterns
from recorder.store.probes import Probes
from recorder.store.prototypes import StoredPrototypes
from recorder.store.record_changes import RecordChanges
from recorder.store.record_columns import RecordColumns
from recorder.store.record_lists import RecordLists
from recorder.store.record_sightings import RecordSightings
from recorder.store.record_views import RecordViews
from recorder.store.recordings import Recordings
from recorder.store.records import Records
from recorder.store.runs import Runs
from recorder.store.schema import InUse
from recorder.store.targets import Targets
from recorder.store.why import Why, explain_url
from recorder.store.writer import NoWriter, Writer

_BETWEEN_TRIES = 0.05
"""Seconds between two tries to switch to write-ahead logging."""


class Store:
    """One open database. Close it, or use it as a context manager: what waits is written first."""

    def __init__(self, access: Access, in_use: InUse | None = None) -> None:
        """`in_use` ends with the store."""
        self._access = access
        self._in_use = in_use
        self.path = access.path
        self.recordings = Recordings(access)
        self.runs = Runs(access)
        self.frontier = Frontier(access)
        self.pages = Pages(access)
        self.targets = Targets(access)
        self.patterns = Patterns(access)
        self.health = Health(access)
        self.forms = Forms(access)
        self.probes = Probes(access)
        self.records = Records(access)
        self.record_views = RecordViews(access)
        self.record_columns = RecordColumns(access)
        self.record_changes = RecordChanges(access)
        self.record_lists = RecordLists(access)
        self.downloads = Downloads(access)
        self.record_sightings = RecordSightings(access)
        self.prototypes = StoredPrototypes(access)

    def why(self, recording_id: int, url: str) -> Why:
        return explain_url(self._access, recording_id, url)

    def at_this_moment(self) -> "Store":
        """The same database, for reading alone, as it is now whatever is written meanwhile. Close it soon: as long as
        it is open the log cannot be trimmed."""
        assert isinstance(self._access.readers, Readers)  # a moment has no moments
        return Store(replace(self._access, writer=NoWriter(self.path), readers=Moment(self._access.readers)))

    def close(self) -> None:
        """Safe to call twice."""
        self._access.readers.close()
        self._access.writer.close()
        if self._in_use is not None:
            self._in_use.end()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(
    path: Path | str,
    *,
    create: bool = False,
    read_only: bool = False,
    clock: Clock = utc_now,
    busy_seconds: float = BUSY_SECONDS,
) -> Store:
    """Open a database, `create` it if there is none, or with `read_only` look at one that may not be written to.

    Raises a StoreError that says what to do; a file that is not ours or too new is left as it was, byte for byte.
    """
    file = Path(path)
    with schema.opening, explained(file):
        if not schema.is_ours(file) and (read_only or not create):
            raise NoDatabaseError(
                f"There is no recording at {file}.", f"Make one: recorder record ENTRY --like SAMPLE --db {file}."
            )
        _refuse_newer_log(file)
        access = (_open_to_read if read_only else _open_to_write)(file, clock, busy_seconds)
        return Store(access, InUse(file))


def _open_to_write(path: Path, clock: Clock, busy_seconds: float) -> Access:
    _refuse_unwritable(path)
    connection = connect_writer(path, busy_seconds=busy_seconds)
    try:
        schema.migrate(connection, path)
        _use_log(connection, path, busy_seconds)
    except BaseException:
        connection.close()
        raise
    readers = Readers(path, "rw", busy_seconds=busy_seconds)
    return Access(path, Writer(connection, path), readers, clock)


def _open_to_read(path: Path, clock: Clock, busy_seconds: float) -> Access:
    mode = "ro" if _log_of(path).exists() or os.access(path.parent, os.W_OK) else "immutable"
    readers = Readers(path, mode, busy_seconds=busy_seconds)
    with readers.connection() as connection:
        version = schema.version_of(connection)
    if version < schema.SCHEMA_VERSION:
        readers.close()
        _bring_up_to_date(path, busy_seconds)
        readers = Readers(path, mode, busy_seconds=busy_seconds)
    return Access(path, NoWriter(path), readers, clock)


def _bring_up_to_date(path: Path, busy_seconds: float) -> None:
    """Migrate a database of an older recorder that is opened for reading."""
    try:
        Store(_open_to_write(path, utc_now, busy_seconds)).close()
    except ReadOnlyError as error:
        raise ReadOnlyError(
            f"{path} has the format of an older recorder, and cannot be brought up to date where it is.",
            "Copy it to where you may write, and open the copy.",
        ) from error


def _refuse_unwritable(path: Path) -> None:
    """SQLite would open such a file all the same and fail at the first page."""
    folder = path.parent
    if not folder.is_dir():
        raise NoDatabaseError(f"There is no folder {folder}.", "Make it, or choose another path for --db.")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        what = folder if path.exists() and os.access(path, os.W_OK) else path
        raise ReadOnlyError(f"{what} cannot be written to.", "Allow writing to it, or copy the database.")


def _refuse_newer_log(path: Path) -> None:
    """The version in the file's header is old news if a newer program was killed before its log went into the file."""
    if not (path.exists() and _log_of(path).exists()):
        return  # a log without its database is one that somebody removed
    connection = connect(path, "ro")
    try:
        schema.refuse_newer(path, schema.version_of(connection))
    finally:
        connection.close()


def _use_log(connection: sqlite3.Connection, path: Path, busy_seconds: float) -> None:
    """Switch to write-ahead logging. SQLite does not wait for a lock here, so this does."""
    deadline = time.monotonic() + busy_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not isinstance(explain(error, path), LockedError) or time.monotonic() > deadline:
                raise
        time.sleep(_BETWEEN_TRIES)


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")
