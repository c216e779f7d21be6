"""What every noun of the store works with: the writer, the readers and the clock of one file."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from recorder.store.connections import Moment, Readers
from recorder.store.moments import as_text
from recorder.store.writer import NoWriter, Writer, Written

Result = TypeVar("Result")
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Access:
    path: Path
    writer: Writer | NoWriter
    readers: Readers | Moment
    clock: Clock

    def write(self, work: Callable[[sqlite3.Connection], Result]) -> Written[Result]:
        return self.writer.submit(work)

    def change(self, sql: str, *values: object) -> Written[int]:
        """One statement; how many rows it changed."""
        return self.write(lambda connection: connection.execute(sql, values).rowcount)

    def reading(self) -> AbstractContextManager[sqlite3.Connection]:
        return self.readers.connection()

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of one query."""
        with self.reading() as connection:
            return connection.execute(sql, values).fetchall()

    def now(self) -> str:
        """`2024-05-01T12:00:00.123Z`: UTC of fixed width, so that text order is time order."""
        return as_text(self.clock().astimezone(UTC))


class Noun:
    """One noun of the store, with its SQL."""

    def __init__(self, access: Access) -> None:
        self._access = access
