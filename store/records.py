"""Records: what was extracted from target pages, one row a page, in tables with a column for every value.

The tables are made anew by every extraction, beside the old ones, and take their place in one transaction: whoever
reads meanwhile sees the old records, and an extraction that is interrupted leaves them as they were. What the columns
are called, and which of them a person renamed or left out, outlives the tables. What the values mean is not known here.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from store.access import Access
from store.bulk import insert_rows
from store.errors import NoColumnError
from store.rows import Rows, to_json
from store.writer import Written

FIRST = "records"
_STAGED = "records_being_extracted_"
_FIXED = ("page_id", "recording_id", "url")

SqlValue = str | float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordColumn:
    """`key` is where on the page it was found. `chosen`: named by a person. `broken`: no page has it any more."""

    key: str
    name: str
    kind: str
    filled: int = 0
    example: str = ""
    chosen: bool = False
    left_out: bool = False
    broken: bool = False


@dataclass(frozen=True, slots=True)
class RecordTable:
    """A table of records as it stands in the database; columns that are left out are not in it."""

    id: int
    name: str
    pages: int
    extracted_at: str
    columns: tuple[RecordColumn, ...]


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be filled: `sql_columns` are its columns beside the fixed ones, with their SQL types."""

    name: str
    sql_columns: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Unmatched:
    page_id: int
    url: str
    reason: str


@dataclass(frozen=True, slots=True)
class Filled:
    """The mean share of the cells that hold something, of the records of one step of one run."""

    run_id: int
    path_index: int
    step_index: int
    share: float


Row = tuple[int, str, tuple[SqlValue, ...]]
"""A page's id, its URL, and its values in the order of the table's columns."""

_COLUMN = Rows(RecordColumn)


class Records:
    def __init__(self, access: Access) -> None:
        self._access = access

    def tables(self, recording_id: int) -> tuple[RecordTable, ...]:
        """In the order they were made."""
        with self._access.reading() as connection:
            found = connection.execute(
                "SELECT id, name, pages, extracted_at FROM record_tables WHERE recording_id = ? ORDER BY id",
                (recording_id,),
            ).fetchall()
            return tuple(
                RecordTable(number, name, pages, extracted_at, _columns(connection, number))
                for number, name, pages, extracted_at in found
            )

    def ids(self, table: RecordTable) -> tuple[int, ...]:
        """Of the pages in a table, in order."""
        with self._access.reading() as connection:
            rows = connection.execute(f"SELECT page_id FROM {_quoted(table.name)} ORDER BY page_id")
            return tuple(page_id for (page_id,) in rows)

    def heads(self, table: RecordTable) -> tuple[str, ...]:
        """The columns as they stand, those derived from others included."""
        with self._access.reading() as connection:
            cursor = connection.execute(f"SELECT * FROM {_quoted(table.name)} LIMIT 0")
            return tuple(head[0] for head in cursor.description if head[0] not in ("page_id", "recording_id"))

    def rows(self, table: RecordTable, page_ids: Sequence[int]) -> tuple[tuple[SqlValue, ...], ...]:
        """What the table holds of these pages, in the order of `heads` and of the ids."""
        heads = ", ".join(map(_quoted, self.heads(table)))
        with self._access.reading() as connection:
            return tuple(
                connection.execute(
                    f"SELECT {heads} FROM {_quoted(table.name)}"
                    " WHERE page_id IN (SELECT value FROM json_each(?)) ORDER BY page_id",
                    (to_json(page_ids),),
                )
            )

    def filled(self, recording_id: int) -> tuple[Filled, ...]:
        """How full the records are, by the run and the place in the pattern that their pages were collected at."""
        shares = " UNION ALL ".join(map(_shares, self.tables(recording_id)))
        if not shares:
            return ()
        with self._access.reading() as connection:
            rows = connection.execute(
                f"SELECT run_id, path_index, position - 1, round(avg(share), 4) FROM ({shares})"
                " JOIN pages ON pages.id = page_id GROUP BY 1, 2, 3"
            )
            return tuple(Filled(*row) for row in rows)

    def unmatched(self, recording_id: int) -> tuple[Unmatched, ...]:
        with self._access.reading() as connection:
            rows = connection.execute(
                "SELECT page_id, url, reason FROM unmatched_pages WHERE recording_id = ? ORDER BY page_id",
                (recording_id,),
            )
            return tuple(Unmatched(*row) for row in rows)

    def values_of(self, table: RecordTable, urls: Iterable[str]) -> Mapping[str, Mapping[str, SqlValue]]:
        """What the table holds for these pages, by URL and column."""
        found: dict[str, Mapping[str, SqlValue]] = {}
        with self._access.reading() as connection:
            for url in urls:
                cursor = connection.execute(f"SELECT * FROM {_quoted(table.name)} WHERE url = ? LIMIT 1", (url,))
                row = cursor.fetchone()
                if row is not None:
                    found[url] = dict(zip((head[0] for head in cursor.description), row, strict=True))
        return found

    def free_name(self, recording_id: int, recording_name: str, taken: Iterable[str]) -> str:
        """A name for one more table: `records`, unless another recording has it."""
        with self._access.reading() as connection:
            others = {
                row[0]
                for row in connection.execute("SELECT name FROM record_tables WHERE recording_id <> ?", (recording_id,))
            }
        used = others | set(taken)
        slug = "".join(c if c.isalnum() else "_" for c in recording_name.casefold())
        stem = FIRST if FIRST not in others else f"{FIRST}_{slug}"
        numbers = (f"{stem}_{number}" for number in range(2, len(used) + 3))
        return next(name for name in (stem, *numbers) if name not in used)

    def stage(self, tables: Sequence[NewTable]) -> Written[None]:
        """Empty tables to fill, beside those there are; what an interrupted extraction left is dropped."""

        def work(connection: sqlite3.Connection) -> None:
            _drop_staged(connection)
            for number, table in enumerate(tables):
                connection.execute(_create(f"{_STAGED}{number}", table.sql_columns))

        return self._access.write(work)

    def add(self, number: int, width: int, recording_id: int, rows: Sequence[Row]) -> Written[None]:
        """Rows for the staged table of this number, which has so many columns."""
        cells = [(page_id, recording_id, url, *values) for page_id, url, values in rows]
        per_statement = max(1, _MOST_CELLS // (width + len(_FIXED)))

        def work(connection: sqlite3.Connection) -> None:
            for start in range(0, len(cells), per_statement):
                insert_rows(connection, f"{_STAGED}{number}", cells[start : start + per_statement])

        return self._access.write(work)

    def publish(
        self,
        recording_id: int,
        tables: Sequence[tuple[NewTable, int, Sequence[RecordColumn]]],
        unmatched: Sequence[Unmatched],
    ) -> Written[None]:
        """The staged tables take the place of the recording's old ones: each with its rows' number and columns."""
        now = self._access.now()

        def work(connection: sqlite3.Connection) -> None:
            _drop_tables(connection, recording_id)
            for number, (table, pages, columns) in enumerate(tables):
                connection.execute(f"DROP TABLE IF EXISTS {_quoted(table.name)}")
                connection.execute(f"ALTER TABLE {_STAGED}{number} RENAME TO {_quoted(table.name)}")
                (table_id,) = connection.execute(
                    "INSERT INTO record_tables (recording_id, name, pages, extracted_at) VALUES (?, ?, ?, ?)"
                    " RETURNING id",
                    (recording_id, table.name, pages, now),
                ).fetchone()
                rows = [(table_id, place, *_COLUMN.write(column)) for place, column in enumerate(columns)]
                insert_rows(connection, f"record_columns (table_id, position, {_COLUMN.columns})", rows)
            insert_rows(
                connection,
                "unmatched_pages (page_id, recording_id, url, reason)",
                [(each.page_id, recording_id, each.url, each.reason) for each in unmatched],
            )

        return self._access.write(work)

    def rename(self, table: RecordTable, old: str, new: str) -> Written[None]:
        """Give a column another name, for good; the columns derived from it go with it."""

        def work(connection: sqlite3.Connection) -> None:
            names = {row[1] for row in connection.execute(f"PRAGMA table_info({_quoted(table.name)})")}
            if new.casefold() in {name.casefold() for name in names - {old}}:
                raise NoColumnError(f"{table.name} has a column {new!r} already.", "Choose another name.")
            for name in (old, *(f"{old}{ending}" for ending in DERIVED)):
                if name in names:
                    connection.execute(
                        f"ALTER TABLE {_quoted(table.name)} RENAME COLUMN {_quoted(name)} TO"
                        f" {_quoted(new + name[len(old) :])}"
                    )
            connection.execute(
                "UPDATE record_columns SET name = ?, chosen = 1 WHERE table_id = ? AND name = ?", (new, table.id, old)
            )

        return self._access.write(work)

    def leave_out(self, table: RecordTable, name: str, left_out: bool) -> Written[None]:
        """Whether a column is kept out of the table, from the next extraction on; its values now go at once."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE record_columns SET left_out = ?, chosen = 1 WHERE table_id = ? AND name = ?",
                (left_out, table.id, name),
            )
            names = {row[1] for row in connection.execute(f"PRAGMA table_info({_quoted(table.name)})")}
            for column in (name, *(f"{name}{ending}" for ending in DERIVED)) if left_out else ():
                if column in names:
                    connection.execute(f"ALTER TABLE {_quoted(table.name)} DROP COLUMN {_quoted(column)}")

        return self._access.write(work)


DERIVED = ("_number", "_date")
"""Endings of columns that hold what was recognised in the text of another."""

_MOST_CELLS = 500
"""Of one statement: SQLite takes so many variables in any build."""


def _columns(connection: sqlite3.Connection, table_id: int) -> tuple[RecordColumn, ...]:
    return _COLUMN.all(
        connection.execute(
            f"SELECT {_COLUMN.columns} FROM record_columns WHERE table_id = ? ORDER BY position", (table_id,)
        )
    )


def _create(name: str, sql_columns: Iterable[tuple[str, str]]) -> str:
    columns = "".join(f", {_quoted(column)} {kind}" for column, kind in sql_columns)
    return (
        f"CREATE TABLE {_quoted(name)} (page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,"
        " recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,"
        f" url TEXT NOT NULL{columns}) STRICT"
    )


def _drop_staged(connection: sqlite3.Connection) -> None:
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE ?", (f"{_STAGED}%",))
    for (name,) in found.fetchall():
        connection.execute(f"DROP TABLE {_quoted(name)}")


def _drop_tables(connection: sqlite3.Connection, recording_id: int) -> None:
    found = connection.execute("SELECT name FROM record_tables WHERE recording_id = ?", (recording_id,)).fetchall()
    for (name,) in found:
        connection.execute(f"DROP TABLE IF EXISTS {_quoted(name)}")
    connection.execute("DELETE FROM record_tables WHERE recording_id = ?", (recording_id,))
    connection.execute("DELETE FROM unmatched_pages WHERE recording_id = ?", (recording_id,))
    if (FIRST,) in found:
        connection.execute(_create(FIRST, ()))


def _shares(table: RecordTable) -> str:
    """Page by page, the share of the cells that hold something."""
    names = [column.name for column in table.columns if not column.broken and not column.left_out]
    full = " + ".join(f"({_quoted(name)} IS NOT NULL)" for name in names) or "1"
    return f"SELECT page_id, ({full}) * 1.0 / {len(names) or 1} AS share FROM {_quoted(table.name)}"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
