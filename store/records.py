"""Records: what was extracted from target pages, one row a page, in tables with a column for every value.

The tables are made anew by every extraction, beside the old ones, and take their place in one transaction: whoever
reads meanwhile sees the old records, and an extraction that is interrupted leaves them as they were. What the columns
are called, and which of them a person renamed or left out, outlives the tables. What the values mean is not known here.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from recorder.store import sightings
from recorder.store.access import Noun
from recorder.store.record_changes import Renewed, keep_changes
from recorder.store.record_lists import drop_lists, make_lists
from recorder.store.record_sightings import note_sightings
from recorder.store.record_tables import (
    FILE,
    SEEN,
    create,
    drop_published,
    drop_staged,
    existing,
    fill_paths,
    names_for,
    quoted,
    show,
    staged,
)
from recorder.store.rows import Rows, as_written, insert_rows, storable, to_json
from recorder.store.tables import insert, replace_rows, tables
from recorder.store.writer import Written

SqlValue = str | float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordColumn:
    """`key` is where on the page it was found. `chosen`: named by a person. `broken`: no page has it any more.
    `pointer`: how a value is found that a person pointed at, as text. `downloaded`: what it leads to is fetched."""

    key: str
    name: str
    kind: str
    filled: int = 0
    example: str = ""
    chosen: bool = False
    left_out: bool = False
    broken: bool = False
    pointer: str = ""
    downloaded: bool = False


@dataclass(frozen=True, slots=True)
class RecordTable:
    """A table of records as it stands in the database; columns that are left out are not in it."""

    id: int
    name: str
    pages: int
    columns: tuple[RecordColumn, ...]


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be filled: `sql_columns` are its columns beside the fixed ones, with their SQL types. One without a
    name gets a free one when it is published. `layout`: how its pages are read, as text."""

    name: str | None
    sql_columns: tuple[tuple[str, str], ...]
    layout: str | None = None


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
_UNMATCHED = Rows(Unmatched)
_UNMATCHED_PAGES = "unmatched_pages"
_NO_DATA = frozenset({"page_id", "recording_id", *SEEN})


class Records(Noun):
    def tables(self, recording_id: int) -> tuple[RecordTable, ...]:
        """In the order they were made."""
        found = "SELECT id, name, pages FROM record_tables WHERE recording_id = ? ORDER BY id"
        columns = f"SELECT {_COLUMN.columns} FROM record_columns WHERE table_id = ? ORDER BY position"
        with self._access.reading() as connection, as_written("table of records"):

            def columns_of(table_id: int) -> tuple[RecordColumn, ...]:
                return _COLUMN.all(connection.execute(columns, (table_id,)))

            return tuple(
                RecordTable(number, existing(connection, name), pages, columns_of(number))
                for number, name, pages in connection.execute(found, (recording_id,))
            )

    def ids(self, table: RecordTable) -> tuple[int, ...]:
        """Of the pages in a table, in order."""
        rows = self._access.rows(f"SELECT page_id FROM {quoted(table.name)} ORDER BY page_id")
        return tuple(page_id for (page_id,) in rows)

    def heads(self, table: RecordTable) -> tuple[str, ...]:
        """`url` and the columns of data as they stand, those derived from others included."""
        with self._access.reading() as connection:
            cursor = connection.execute(f"SELECT * FROM {quoted(table.name)} LIMIT 0")
            return tuple(head[0] for head in cursor.description if head[0] not in _NO_DATA)

    def counts(self, table: RecordTable) -> Mapping[str, int]:
        """How many cells of each of these columns hold something."""
        heads = self.heads(table)
        ((*counted,),) = self._access.rows(f"SELECT {_counts(heads)} FROM {quoted(table.name)}")
        return dict(zip(heads, counted, strict=True))

    def rows(self, table: RecordTable, page_ids: Sequence[int]) -> tuple[tuple[SqlValue, ...], ...]:
        """What the table holds of these pages, in the order of `heads` and of the ids."""
        heads = ", ".join(map(quoted, self.heads(table)))
        sql = (
            f"SELECT {heads} FROM {quoted(table.name)}"
            " WHERE page_id IN (SELECT value FROM json_each(?)) ORDER BY page_id"
        )
        return tuple(self._access.rows(sql, to_json(page_ids)))

    def values(self, recording_id: int) -> Iterator[tuple[SqlValue, ...]]:
        """What the columns of every record hold."""
        for table in self.tables(recording_id):
            yield from self.rows(table, self.ids(table))

    def read_from(self, name: str, page_ids: Sequence[int]) -> dict[int, int]:
        """Of these pages those that the table of this name speaks of, each with the page that was read for it: itself,
        or a copy of another run that says the same."""
        sql = f"SELECT page.id, before.id {_still_true(name)} ORDER BY page.id"
        return dict(self._access.rows(sql, to_json(page_ids)))

    def unread(self, recording_id: int, page_ids: Sequence[int]) -> tuple[int, ...]:
        """Of these pages those that an extraction has not read as they are; none where there was no extraction."""
        names = [table.name for table in self.tables(recording_id)]
        if not names:
            return ()
        read = {page_id for name in (*names, _UNMATCHED_PAGES) for page_id in self.read_from(name, page_ids)}
        return tuple(page_id for page_id in page_ids if page_id not in read)

    def having(self, recording_id: int, page_ids: Sequence[int]) -> int:
        """How many of these pages have a record, as they are or as they were before."""
        names = [table.name for table in self.tables(recording_id)]
        known = (
            "SELECT count(DISTINCT page.key) FROM pages AS page JOIN pages AS before ON before.key = page.key"
            " JOIN {} AS kept ON kept.page_id = before.id WHERE page.id IN (SELECT value FROM json_each(?))"
        )
        ids = to_json(page_ids)
        return sum(int(self._access.rows(known.format(quoted(name)), ids)[0][0]) for name in names)

    def sample(self, recording_id: int) -> tuple[int, ...]:
        """The pages that the tables were learnt from, in order."""
        rows = self._access.rows("SELECT page_id FROM record_samples WHERE recording_id = ? ORDER BY 1", recording_id)
        return tuple(page_id for (page_id,) in rows)

    def layouts(self, recording_id: int) -> Mapping[int, str | None]:
        """How the pages of each table are read, by its id."""
        return dict(self._access.rows("SELECT id, layout FROM record_tables WHERE recording_id = ?", recording_id))

    def filled(self, recording_id: int) -> tuple[Filled, ...]:
        """How full the records are, by the run and the place in the pattern that their pages were collected at."""
        shares = " UNION ALL ".join(map(_shares, self.tables(recording_id)))
        if not shares:
            return ()
        rows = self._access.rows(
            f"SELECT run_id, path_index, position - 1, round(avg(share), 4) FROM ({shares})"
            " JOIN pages ON pages.id = page_id GROUP BY 1, 2, 3"
        )
        return tuple(Filled(*row) for row in rows)

    def values_of(self, table: RecordTable, urls: Iterable[str]) -> Mapping[str, Mapping[str, SqlValue]]:
        """What the table holds for these pages, by URL and column."""
        with self._access.reading() as connection:
            rows = tables(connection)[table.name].rows_where(  # one scan of the table, which has no index of URLs
                "url IN (SELECT value FROM json_each(?))",
                [to_json([storable(url) for url in urls])],
                order_by="page_id DESC",
            )
            return {str(row["url"]): row for row in rows}

    def stage(self, recording_id: int, empty: Sequence[NewTable]) -> Written[None]:
        """Empty tables to fill, beside those there are; what an interrupted extraction left is dropped."""

        def work(connection: sqlite3.Connection) -> None:
            drop_staged(connection, recording_id)
            for number, table in enumerate(empty):
                create(connection, staged(recording_id, number), table.sql_columns)

        return self._access.write(work)

    def add(self, number: int, recording_id: int, rows: Sequence[Row]) -> Written[int]:
        """Rows for the staged table of this number. In raw SQL: sqlite-utils takes no row of 1,000 columns."""
        unseen = (None,) * len(SEEN)
        cells = [(page_id, recording_id, url, *unseen, *values) for page_id, url, values in rows]
        return self._access.write(lambda connection: insert_rows(connection, staged(recording_id, number), cells))

    def carry_over(
        self, number: int, recording_id: int, table: RecordTable, page_ids: Sequence[int]
    ) -> Written[tuple[tuple[int, ...], Mapping[str, int]]]:
        """Rows that are still true of these pages, from a table into the staged one of this number; whose rows they
        are, and how many of them fill each column."""
        into = staged(recording_id, number)
        heads = [quoted(head) for head in self.heads(table)[1:]]  # after `url`
        columns = ", ".join(["page_id", "recording_id", "url", *heads])
        values = ", ".join(["page.id", "kept.recording_id", "page.url", *(f"kept.{head}" for head in heads)])

        def work(connection: sqlite3.Connection) -> tuple[tuple[int, ...], Mapping[str, int]]:
            sql = f"INSERT INTO {quoted(into)} ({columns}) SELECT {values} {_still_true(table.name)}"
            connection.execute(sql, (to_json(page_ids),))
            ids = tuple(page_id for (page_id,) in connection.execute(f"SELECT page_id FROM {quoted(into)}"))
            counted = connection.execute(f"SELECT {_counts(self.heads(table))} FROM {quoted(into)}").fetchone()
            return ids, dict(zip(self.heads(table), counted, strict=True))

        return self._access.write(work)

    def publish(
        self,
        recording_id: int,
        filled: Sequence[tuple[NewTable, int, Sequence[RecordColumn]]],
        unmatched: Sequence[Unmatched],
        sample: Sequence[int] = (),
        renewed: Sequence[Renewed | None] = (),
    ) -> Written[None]:
        """The staged tables take the place of the recording's old ones: each with its rows' number and columns; and
        the pages that they were learnt from. What changed from the old to those that renew them is kept."""
        now = self._access.now()

        def work(connection: sqlite3.Connection) -> None:
            for number, each in enumerate(renewed):
                if each is not None:
                    keep_changes(connection, recording_id, each, staged(recording_id, number))
            drop_lists(connection, recording_id)
            drop_published(connection, recording_id)
            for number, name in enumerate(names_for(connection, recording_id, [table.name for table, _, _ in filled])):
                table, pages, columns = filled[number]
                note_sightings(connection, recording_id, staged(recording_id, number))
                show(connection, staged(recording_id, number), name)
                kept = {"recording_id": recording_id, "name": name, "pages": pages, "layout": table.layout}
                rows = [{"position": place, **_COLUMN.cells(column)} for place, column in enumerate(columns)]
                table_id = insert(connection, "record_tables", {**kept, "extracted_at": now})
                replace_rows(connection, "record_columns", {"table_id": table_id}, rows)
                for column in columns:
                    if column.downloaded and not (column.broken or column.left_out):
                        fill_paths(connection, recording_id, name, column.name, column.kind)
            owner = {"recording_id": recording_id}
            replace_rows(connection, _UNMATCHED_PAGES, owner, map(_UNMATCHED.cells, unmatched))
            replace_rows(connection, "record_samples", owner, ({"page_id": page_id} for page_id in sample))
            make_lists(connection, recording_id)

        return self._access.write(work)


def _counts(heads: Sequence[str]) -> str:
    return ", ".join(f"count({quoted(head)})" for head in heads)


def places_of(table: RecordTable, heads: Sequence[str]) -> dict[str, str]:
    """Where the columns of a table are read, by name; what means another is where that is, so to speak."""
    found = {column.name: column.key for column in table.columns}
    derived = {column.name + ending: column.key + ending for column in table.columns for ending in DERIVED}
    return {head: place for head in heads if (place := {**derived, **found}.get(head)) is not None}


MEANINGS = ("_number", "_date")
DERIVED = (*MEANINGS, FILE)
"""Endings of columns that hold what was recognised in the text of another, or fetched from it."""


def _still_true(name: str) -> str:
    """FROM clause: `page`, one of those of the parameter, as its row `kept` in the table of this name says it still."""
    return (
        f"FROM {quoted(name)} AS kept JOIN pages AS before ON before.id = kept.page_id"
        " JOIN pages AS page ON page.key = before.key"
        " JOIN runs AS run ON run.id = page.run_id AND run.recording_id = kept.recording_id"
        f" WHERE page.id IN (SELECT value FROM json_each(?)) AND NOT ({sightings.CHANGED})"
    )


def _shares(table: RecordTable) -> str:
    """Page by page, the share of the cells that hold something."""
    names = [column.name for column in table.columns if not column.broken and not column.left_out]
    full = " + ".join(f"({quoted(name)} IS NOT NULL)" for name in names) or "1"
    return f"SELECT page_id, ({full}) * 1.0 / {len(names) or 1} AS share FROM {quoted(table.name)}"
