"""A file or folder that a person names to be written: new and whole, or appended to, or stdout. What is in it is not
known here.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from shutil import rmtree
from typing import BinaryIO

from recorder.runtime.errors import RecorderError, UsageError

STDOUT = Path("-")


class Existing(Enum):
    """What to do with a file that exists already."""

    REFUSE = "refuse"
    REPLACE = "replace"
    GO_ON = "go on"


def refuse_the_database(file: Path, database: Path) -> None:
    """A slip of the hand must not cost what was collected."""
    if file.exists() and database.exists() and file.samefile(database):
        raise UsageError(f"{file} is the database itself.", "Name another file.")


def refuse_to_replace(
    file: Path, database: Path, *, anew: bool, hint: str = "Name another, or replace it with --force."
) -> None:
    """Refuses the database, what is no file, and a file that is there, unless it may be written `anew`."""
    if file == STDOUT or not file.exists():
        return
    refuse_the_database(file, database)
    if not anew:
        raise UsageError(f"{file} is there already, and was left as it is.", hint)
    if not file.is_file():
        raise UsageError(f"{file} is not a file.", "Name another one.")


def is_gone_on_with(file: Path, existing: Existing, database: Path) -> bool:
    """Whether rows are added to what the file holds; refuses as `refuse_to_replace` does."""
    hint = "--append adds what it does not hold yet, --force replaces it."
    refuse_to_replace(file, database, anew=existing is not Existing.REFUSE, hint=hint)
    return existing is Existing.GO_ON and file != STDOUT and file.exists()


@contextmanager
def whole_file(file: Path) -> Iterator[BinaryIO]:
    """A new file, there whole or not at all, whatever happens on the way; `-` is stdout."""
    if file == STDOUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    partial = file.with_name(f".{file.name}.partial")
    with explained(file):
        try:
            with partial.open("wb") as stream:
                yield stream
            partial.replace(file)
        finally:
            partial.unlink(missing_ok=True)


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Where to write what becomes this folder, whole or not at all; of one that is there, each file is replaced so."""
    place = folder.resolve()
    partial = place.with_name(f".{place.name}.partial")
    with explained(folder, "folder"):
        rmtree(partial, ignore_errors=True)  # of an export that was killed
        try:
            partial.mkdir(parents=True)
            yield partial
            if not place.exists():
                partial.replace(place)
            for file in filter(Path.is_file, partial.rglob("*")):
                new = place / file.relative_to(partial)
                new.parent.mkdir(parents=True, exist_ok=True)
                file.replace(new)
        finally:
            rmtree(partial, ignore_errors=True)


@contextmanager
def grown_file(file: Path, end: int) -> Iterator[BinaryIO]:
    """A file to append to from `end`: after it stands at most half a row that a killed export left."""
    with explained(file), file.open("r+b") as stream:
        stream.truncate(end)
        stream.seek(end)
        yield stream


@contextmanager
def explained(place: Path, kind: str = "file") -> Iterator[None]:
    """Says what could not be written, and why."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RecorderError(
            f"{place} cannot be written: {error.strerror}.", f"Make room, or choose another {kind}."
        ) from error
