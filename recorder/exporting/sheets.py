"""What is exported, as a sheet: named, typed columns, and rows that are read as they are asked for. Where they come
from is not known here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Literal, TypeVar

from recorder.store.targets import Status

Cell = str | float | bool | None
Row = tuple[Cell, ...]
Key = tuple[str, int]
"""URL and run: what tells a row from the others."""
_T = TypeVar("_T")

_CHUNK = 500


class What(StrEnum):
    RECORDS = "records"
    TARGETS = "targets"
    PAGES = "pages"
    CHANGES = "changes"


class CellKind(StrEnum):
    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    DATE = "date"
    TIME = "time"
    YES_NO = "yes or no"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class SheetColumn:
    name: str
    kind: CellKind


@dataclass(frozen=True)
class Choice:
    """Which rows: of one run, of one status; of one table where records are meant. `key`: columns that tell records
    apart, so that two pages which say the same in all of them are one record."""

    run: int | Literal["latest"] | None = None
    status: Status = "all"
    table: str | None = None
    key: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """The first two columns, `url` and `run`, tell a row from the others, unless it is one of `items`: those of the
    lists of a column, whose third column is the position."""

    what: What
    columns: tuple[SheetColumn, ...]
    rows: Iterable[Row]
    notes: tuple[str, ...] = ()
    """What the rows do not say: that they are older than the pages."""
    name: str = ""
    """Of the table; nothing for pages."""
    items: bool = False
    copies: "tuple[Copy, ...]" = ()
    """Pages that were left out, since another says the same by the key."""


@dataclass(frozen=True, slots=True)
class Copy:
    """Two pages of one record."""

    url: str
    of: str


@dataclass(frozen=True)
class Held:
    """The rows that a file holds already when an export goes on with it. `end`: where the last whole row ends."""

    keys: frozenset[Key]
    end: int


URL_AND_RUN = (SheetColumn("url", CellKind.TEXT), SheetColumn("run", CellKind.WHOLE))


def in_chunks(values: Iterable[_T]) -> Iterator[list[_T]]:
    """What belongs to the rows of a chunk is read together."""
    iterator = iter(values)
    while chunk := list(islice(iterator, _CHUNK)):
        yield chunk
