"""Whose file is this, and of what version: the file's header is read before SQLite may touch it, then migrated.

A file of another program or of a newer recorder must stay byte for byte what it was; merely opening it with SQLite can
roll back its journal or check-point its log.

A file that this process has open is not looked at. Closing any descriptor of a file takes away all POSIX locks that the
process has on it: another process would believe itself alone with the database when it leaves, and remove the log that
is still being written.
"""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from threading import RLock

from recorder.store.errors import DamagedError, ForeignFileError, NewerDatabaseError, NoDatabaseError, ReadOnlyError
from recorder.store.migrations import MIGRATIONS

APPLICATION_ID = 0x5265634F  # "RecO" in the file's header: `file site.db` and SQLite show it
SCHEMA_VERSION = len(MIGRATIONS)

_MAGIC = b"SQLite format 3\0"
_JOURNAL_MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_HEADER_SIZE = 100
_VERSION_AT = slice(60, 64)
_APPLICATION_AT = slice(68, 72)


opening = RLock()
"""Held from the look at a file to the moment it counts as open."""

_open: Counter[tuple[int, int]] = Counter()


class InUse:
    """A file that is open, until `end`; made while `opening` is held."""

    def __init__(self, path: Path) -> None:
        self._identity = _identity(path)
        self._ended = False
        _open[self._identity] += 1

    def end(self) -> None:
        """Once all connections are closed; safe to call twice."""
        with opening:
            if not self._ended:
                self._ended = True
                _open[self._identity] -= 1


def _is_open(path: Path) -> bool:
    """By this process."""
    try:
        return _open[_identity(path)] > 0
    except OSError:
        return False


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def is_ours(path: Path) -> bool:
    """Whether there is a database at `path`, found out without SQLite: else no file, or one that is empty. Refuses what
    is not ours and what is newer than this program.
    """
    if _is_open(path):
        return True
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_SIZE)
    except FileNotFoundError:
        return False
    except PermissionError as error:
        raise ReadOnlyError(f"{path} may not be read.", "Ask its owner for permission, or copy it.") from error
    except IsADirectoryError as error:
        raise ForeignFileError(
            f"{path} is a folder, not a database.", f"Name a file in it: {path / 'site.db'}."
        ) from error
    except OSError as error:
        raise NoDatabaseError(f"{path} cannot be opened: {error.strerror}.", "Choose another path.") from error
    if not header or _was_cut_off(path, header):
        return False
    _refuse_foreign(path, header)
    refuse_newer(path, int.from_bytes(header[_VERSION_AT], "big"))
    return True


def _was_cut_off(path: Path, header: bytes) -> bool:
    """Whether a power cut came while the file was made: it has no header yet, and a journal that takes back what it
    has, which SQLite does as it opens it.
    """
    if len(header) == _HEADER_SIZE and header.strip(b"\0"):
        return False
    try:
        with path.with_name(f"{path.name}-journal").open("rb") as journal:
            return journal.read(len(_JOURNAL_MAGIC)) == _JOURNAL_MAGIC
    except OSError:
        return False


def _refuse_foreign(path: Path, header: bytes) -> None:
    hint = "Choose another path for --db; this file has not been touched."
    if not header.startswith(_MAGIC):
        raise ForeignFileError(f"{path} is not a database.", hint)
    if int.from_bytes(header[_APPLICATION_AT], "big") != APPLICATION_ID:
        raise ForeignFileError(f"{path} is a database of another program.", hint)


def refuse_newer(path: Path, version: int, known: int = SCHEMA_VERSION) -> None:
    if version > known:
        raise NewerDatabaseError(
            f"{path} was written by a newer recorder (format {version}; this one knows up to {known}).",
            "Upgrade recorder; this file has not been touched.",
        )


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring a new or older file up to date in one transaction: a kill leaves the old version or the new one."""
    if version_of(connection) == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Asked again inside the transaction: another process may have been migrating while this one waited.
        version = version_of(connection)
        # What the file's header says may be older than what a newer recorder has written beside it, in its WAL.
        refuse_newer(path, version, len(migrations))
        _refuse_tables_without_version(connection, path, version)
        for statements in migrations[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _refuse_tables_without_version(connection: sqlite3.Connection, path: Path, version: int) -> None:
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if version == 0 and tables:
        raise DamagedError(f"{path} has tables but no version.", "Restore it from a copy, or choose another path.")
