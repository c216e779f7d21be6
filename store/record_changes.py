"""The history of fields: what every value of a record became, and with which run.

It is of records that were there before and after, be it with an absence between: what those that leave said last is
kept aside, and held against what they say when they come back. New tables bring the history as they take the place of
old ones, in the same transaction. Only a page that has changed itself changes a field, and only in a column that is
read as before: what is learnt anew is no change of values.
"""

import sqlite3
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter

from recorder.store import sightings
from recorder.store.access import Noun
from recorder.store.record_tables import quoted
from recorder.store.rows import Rows


@dataclass(frozen=True, slots=True)
class FieldChange:
    """`run` brought the page with the value `after`; `record` is its title."""

    url: str
    run: int
    record: str
    in_table: str
    column: str
    before: str | None
    after: str | None
    seen_at: str


@dataclass(frozen=True, slots=True)
class ColumnChanges:
    """In how many records of a table a column has changed."""

    table: str
    column: str
    records: int


@dataclass(frozen=True, slots=True)
class Renewed:
    """A table in place of another: the `columns` that both read at the same place, and the `places` of all that the
    other has. `as_before`: by the same layout; otherwise the pages that have not changed tell which columns are read
    as before."""

    name: str
    columns: tuple[str, ...]
    as_before: bool
    places: Mapping[str, str] = field(default_factory=dict)


_CHANGE = Rows(FieldChange, column='"column"')
_OF_ONE_FIELD = (_CHANGE.names.index("in_table"), len(_CHANGE.names), _CHANGE.names.index("column"))
"""Where table, key of the page and column stand in a row."""
_OF_RUNS = f"SELECT {_CHANGE.columns}, key FROM record_changes WHERE recording_id = ? AND run > ? AND run <= ?"


class RecordChanges(Noun):
    def list(self, recording_id: int, run: int | None = None) -> Iterator[FieldChange]:
        """All, or those of one run, the oldest first. Streams."""
        after, until = (0, 2**63 - 1) if run is None else (run - 1, run)
        with self._access.reading() as connection:
            sql = f'{_OF_RUNS} ORDER BY run, in_table, url, "column"'
            for row in connection.execute(sql, (recording_id, after, until)):
                yield _CHANGE.read(row[:-1])

    def between(self, recording_id: int, older: int, newer: int) -> Iterator[FieldChange]:
        """From what was true with the older run to what is with the newer one, whatever was between. Streams."""
        with self._access.reading() as connection:
            sql = f'{_OF_RUNS} ORDER BY in_table, key, "column", run'
            rows = connection.execute(sql, (recording_id, older, newer))
            for _, steps in groupby(rows, itemgetter(*_OF_ONE_FIELD)):
                first, *later = [_CHANGE.read(row[:-1]) for row in steps]
                last = later[-1] if later else first
                if first.before != last.after:
                    yield replace(last, before=first.before)

    def of_record(self, page_id: int) -> tuple[FieldChange, ...]:
        """What became of the record of this page, column by column, the oldest first."""
        sql = (
            f"SELECT {_CHANGE.columns} FROM record_changes WHERE key = (SELECT key FROM pages WHERE id = ?1)"
            " AND recording_id = (SELECT recording_id FROM runs WHERE id = (SELECT run_id FROM pages WHERE id = ?1))"
            ' ORDER BY in_table, "column", run'
        )
        return _CHANGE.all(self._access.rows(sql, page_id))

    def of_run(self, run_id: int) -> tuple[ColumnChanges, ...]:
        """What changed with a run, by column, most first."""
        rows = self._access.rows(
            "SELECT table_name, column_name, count(*) FROM field_changes JOIN pages ON pages.id = page_id"
            " WHERE run_id = ? GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2",
            run_id,
        )
        return tuple(ColumnChanges(*row) for row in rows)


def keep_changes(connection: sqlite3.Connection, recording_id: int, renewed: Renewed, new: str) -> None:
    """Before the table `new` takes its place: what it says otherwise than the table of before."""
    old = quoted(renewed.name)
    connection.execute("DROP TABLE IF EXISTS temp.renewed")
    connection.execute("CREATE TEMP TABLE renewed (is_now INTEGER PRIMARY KEY, was INTEGER, changed INTEGER)")
    connection.execute(
        f"INSERT OR REPLACE INTO temp.renewed SELECT page.id, before.id, {sightings.CHANGED}"
        f" FROM {old} AS kept JOIN pages AS before ON before.id = kept.page_id"
        f" JOIN pages AS page ON page.key = before.key JOIN {quoted(new)} AS made ON made.page_id = page.id"
        f" WHERE {sightings.CHANGED} OR NOT ?",
        (renewed.as_before,),
    )
    there = {name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (renewed.name,))}
    pairs = (
        f"FROM temp.renewed AS pair JOIN {old} AS kept ON kept.page_id = pair.was"
        f" JOIN {quoted(new)} AS made ON made.page_id = pair.is_now"
    )
    for column in there.intersection(renewed.columns):
        name = quoted(column)
        if renewed.as_before or _is_read_as_before(connection, pairs, name):
            connection.execute(
                f"INSERT OR REPLACE INTO field_changes SELECT pair.is_now, ?, ?, kept.{name}, made.{name} {pairs}"
                f" WHERE pair.changed AND kept.{name} IS NOT made.{name}",
                (renewed.name, column),
            )
            connection.execute(
                f"INSERT OR REPLACE INTO field_changes SELECT page.id, ?1, ?2, was.value, made.{name}"
                f" {_returned(new)}"
                f" WHERE was.table_name = ?1 AND was.place = ?3 AND was.value IS NOT made.{name}"
                f" AND {sightings.CHANGED}",
                (renewed.name, column, renewed.places[column]),
            )
    connection.execute("DROP TABLE temp.renewed")
    _keep_aside(connection, recording_id, renewed, new, there)


def _keep_aside(
    connection: sqlite3.Connection, recording_id: int, renewed: Renewed, new: str, there: Container[str]
) -> None:
    """What the records of pages that are gone say; those that are back need it no more."""
    connection.execute(
        f"DELETE FROM gone_values WHERE table_name = ? AND page_id IN (SELECT before.id {_returned(new)})",
        (renewed.name,),
    )
    for column, place in renewed.places.items():
        if column in there:
            connection.execute(
                f"INSERT OR REPLACE INTO gone_values SELECT kept.page_id, ?, ?, kept.{quoted(column)}"
                f" FROM {quoted(renewed.name)} AS kept JOIN pages AS before ON before.id = kept.page_id"
                " WHERE before.key NOT IN (SELECT key FROM targets WHERE targets.recording_id = ?)",
                (renewed.name, place, recording_id),
            )


def _returned(new: str) -> str:
    """FROM clause: `made`, a row of the new table, of `page`; what its record said last (`was`), of `before`."""
    return (
        f"FROM {quoted(new)} AS made JOIN pages AS page ON page.id = made.page_id"
        " JOIN pages AS before ON before.key = page.key JOIN gone_values AS was ON was.page_id = before.id"
    )


def _is_read_as_before(connection: sqlite3.Connection, pairs: str, name: str) -> bool:
    """Pages that have not changed say the same as they did, and some of them say something."""
    sql = f"SELECT count(made.{name}), total(kept.{name} IS NOT made.{name}) {pairs} WHERE NOT pair.changed"
    said, otherwise = connection.execute(sql).fetchone()
    return bool(said and not otherwise)


def rename_changes(connection: sqlite3.Connection, table: str, old: str, new: str) -> None:
    """The history of a column goes on under its new name."""
    connection.execute(
        "UPDATE OR REPLACE field_changes SET column_name = ? WHERE table_name = ? AND column_name = ?",
        (new, table, old),
    )
