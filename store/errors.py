"""What can go wrong with a database, as the person at the keyboard should hear it.

Every error says what failed (`message`) and what to do about it (`hint`). Nothing here prints, exits or decides.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StoreError(Exception):
    """The root of the tree: one sentence on what failed, one on what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class WrongUseError(StoreError):
    """What is mended by asking for something else: another name, another run, another file."""


class NoDatabaseError(WrongUseError):
    """There is no file at this path, or no file can be made there."""


class ForeignFileError(WrongUseError):
    """The file belongs to another program; it has not been touched."""


class NewerDatabaseError(WrongUseError):
    """The file was written by a newer version of recorder; it has not been touched."""


class ReadOnlyError(StoreError):
    """The file, its folder or the disk does not allow writing."""


class LockedError(StoreError):
    """Another program holds the file for longer than we are prepared to wait."""


class DiskFullError(StoreError):
    """There is no room for the next page; everything committed before is safe."""


class DamagedError(StoreError):
    """SQLite cannot read the file, or the disk under it fails."""


class StoreClosedError(StoreError):
    """The store was closed before this could be written."""


class RecordingInUseError(StoreError):
    """Another process works on this recording."""


class NoPatternError(WrongUseError):
    """This recording has no navigation pattern (yet)."""


_NO_FORMAT = ("unsupported file format", "invalid fts5 file format", "malformed JSON", "constraint failed")
"""What SQLite calls a header, an index of words (two ways) or a list that was damaged, with the code of a mistake in
SQL. A constraint of our own it names: `UNIQUE constraint failed: runs.id`.
"""


def explain(error: sqlite3.Error, path: Path) -> StoreError | None:
    """The StoreError for trouble of the machine; None for a mistake in our own SQL, which must stay visible."""
    # SQLite's primary result code is the low byte of the extended one.
    extended = getattr(error, "sqlite_errorcode", 0)
    code = extended & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return DiskFullError(
            f"The disk is full: {path} cannot grow.", "Make room and run the same command again: it goes on."
        )
    if extended == sqlite3.SQLITE_IOERR_WRITE:
        # So SQLite calls a quota and a limit on the size of files; what is stored can still be read.
        return DiskFullError(
            f"The system refuses to write: {path} cannot grow ({error}).",
            "Check quota, limits and disk, then run the same command again: it goes on.",
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return LockedError(f"{path} is locked by another program.", "Close the program that is writing to it.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return ReadOnlyError(f"{path} cannot be written to.", "Allow writing to the file and its folder, or copy it.")
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH):
        return NoDatabaseError(
            f"{path} cannot be opened.", "Check that the folder exists and that you may read and write it."
        )
    damaged = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR)
    if damaged or str(error).startswith(_NO_FORMAT):
        return DamagedError(
            f"{path} cannot be read or written properly ({error}).",
            "Check the disk; `sqlite3 FILE .recover` saves what a damaged file still holds.",
        )
    return None


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Raises trouble of the machine inside the block as a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        found = explain(error, path)
        if found is None:
            raise
        raise found from error
