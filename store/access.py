"""What every noun of the store stands on: the writer, the readers and the clock of one file."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from recorder.store.clock import Clock, as_text
from recorder.store.connections import Moment, Readers
from recorder.store.writer import NoWriter, Writer, Written

Result = TypeVar("Result")


@dataclass(frozen=True)
class Access:
    path: Path
    writer: Writer | NoWriter
    readers: Readers | Moment
    clock: Clock

    def write(self, work: Callable[[sqlite3.Connection], Result]) -> Written[Result]:
        return self.writer.submit(work)

    def reading(self) -> AbstractContextManager[sqlite3.Connection]:
        return self.readers.connection()

    def now(self) -> str:
        return as_text(self.clock())
