"""Files that columns of records lead to: which are wanted, where they lie, and why others could not be had. The files
themselves are no matter of the store.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from recorder.store.access import Noun
from recorder.store.errors import WrongUseError
from recorder.store.record_tables import FILE, addresses_in, fill_paths, quoted
from recorder.store.records import RecordColumn, RecordTable
from recorder.store.rows import Rows
from recorder.store.tables import replace_rows
from recorder.store.writer import Written


@dataclass(frozen=True, slots=True)
class Download:
    """`path` from the folder of the database on; without one, `reason` says why."""

    url: str
    path: str | None = None
    content_type: str = ""
    size: int = 0
    reason: str = ""


_DOWNLOAD = Rows(Download, without=("url",))


class Downloads(Noun):
    def mark(self, table: RecordTable, column: RecordColumn) -> Written[None]:
        """From now on the table has a column for the paths of what this one leads to."""

        def work(connection: sqlite3.Connection) -> None:
            beside = column.name + FILE
            if any(each.name.casefold() == beside.casefold() for each in table.columns):
                raise WrongUseError(f"{table.name} has a column {beside!r} already.", "Give that another name first.")
            connection.execute(
                "UPDATE record_columns SET downloaded = 1 WHERE table_id = ? AND name = ?", (table.id, column.name)
            )
            there = connection.execute("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", (table.name, beside))
            if not there.fetchone():
                connection.execute(f"ALTER TABLE {quoted(table.name)} ADD COLUMN {quoted(beside)} TEXT")

        return self._access.write(work)

    def waiting(self, recording_id: int, tables: Iterable[RecordTable]) -> tuple[str, ...]:
        """The addresses in the columns that are marked, of which there is no file yet."""
        found: dict[str, None] = {}
        for table, column in _marked(tables):
            rows = self._access.rows(
                f"SELECT DISTINCT url FROM ({addresses_in(table.name, column.name, column.kind)})"
                " WHERE url LIKE 'http%' AND url NOT IN"
                " (SELECT url FROM downloads WHERE recording_id = ? AND path IS NOT NULL) ORDER BY 1",
                recording_id,
            )
            found |= {url: None for (url,) in rows}
        return tuple(found)

    def keep(self, recording_id: int, download: Download) -> Written[None]:
        owner = {"recording_id": recording_id, "url": download.url}
        row = {"fetched_at": self._access.now(), **_DOWNLOAD.cells(download)}
        return self._access.write(lambda connection: replace_rows(connection, "downloads", owner, [row]))

    def fill(self, recording_id: int, tables: Iterable[RecordTable]) -> Written[None]:
        """The paths of what is there, into the records that lead to it."""
        found = list(_marked(tables))

        def work(connection: sqlite3.Connection) -> None:
            for table, column in found:
                fill_paths(connection, recording_id, table.name, column.name, column.kind)

        return self._access.write(work)


def _marked(tables: Iterable[RecordTable]) -> Iterator[tuple[RecordTable, RecordColumn]]:
    for table in tables:
        for column in table.columns:
            if column.downloaded and not (column.broken or column.left_out):
                yield table, column
