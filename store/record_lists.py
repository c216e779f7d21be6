"""Lists of records as tables of their own: a view for every column that holds several things, one row an item.

`page_id` says whose item it is, `position` where it stands. A view repeats nothing and is never out of date, but it is
in the way of whoever changes its table: it is dropped before, and made again after.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recorder.store.access import Noun
from recorder.store.record_tables import existing, quoted
from recorder.store.rows import as_written, to_json

_MANY = ("list", "rows")
"""Kinds of columns that hold lists, as JSON."""
_KEY = ("page_id", "url", "position")

Item = tuple[int, str, int, tuple[str | float | None, ...]]
"""The page it is of, and the address of that; its position; its cells."""


@dataclass(frozen=True, slots=True)
class RecordList:
    """The view `name` has the items of a column; `heads` are its columns after the key."""

    name: str
    column: str
    heads: tuple[str, ...]


class RecordLists(Noun):
    def of_table(self, table_id: int) -> tuple[RecordList, ...]:
        sql = "SELECT name, column_name FROM record_lists WHERE table_id = ? ORDER BY name"
        with self._access.reading() as connection, as_written("list of records"):
            found = [(existing(connection, name), column) for name, column in connection.execute(sql, (table_id,))]
            return tuple(RecordList(name, column, _heads(connection, name)) for name, column in found)

    def items(self, name: str, page_ids: Sequence[int]) -> Iterator[Item]:
        """Every item of the lists of these pages."""
        sql = (
            f"SELECT * FROM {quoted(name)} WHERE page_id IN (SELECT value FROM json_each(?)) ORDER BY page_id, position"
        )
        for page_id, url, position, *cells in self._access.rows(sql, to_json(page_ids)):
            yield page_id, url, position, tuple(cells)


def _heads(connection: sqlite3.Connection, name: str) -> tuple[str, ...]:
    described = connection.execute(f"SELECT * FROM {quoted(name)} LIMIT 0").description
    return tuple(head[0] for head in described[len(_KEY) :])


def drop_lists(connection: sqlite3.Connection, recording_id: int) -> None:
    """Those of a table that is not known, too: a view of nothing is in the way of every change."""
    known = "SELECT id FROM record_tables"
    of_it = f"table_id IN ({known} WHERE recording_id = ?) OR table_id NOT IN ({known})"
    found = connection.execute(f"SELECT name FROM record_lists WHERE {of_it}", (recording_id,)).fetchall()
    for (name,) in found:
        connection.execute(f"DROP VIEW IF EXISTS {quoted(name)}")
        connection.execute("DELETE FROM record_lists WHERE name = ?", (name,))


def make_lists(connection: sqlite3.Connection, recording_id: int) -> None:
    """For all columns of the recording's tables that hold lists."""
    found = connection.execute(
        "SELECT made.id, made.name, kept.name FROM record_tables AS made"
        " JOIN record_columns AS kept ON kept.table_id = made.id"
        f" WHERE recording_id = ? AND kind IN {_MANY} AND NOT broken AND NOT left_out ORDER BY made.id, position",
        (recording_id,),
    ).fetchall()
    for table_id, table, column in found:
        if connection.execute("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", (table, column)).fetchone():
            name = _free(connection, f"{table}_{column}")
            connection.execute(f"CREATE VIEW {quoted(name)} AS {_select(connection, table, column)}")
            connection.execute("INSERT INTO record_lists VALUES (?, ?, ?)", (name, table_id, column))


def _select(connection: sqlite3.Connection, table: str, column: str) -> str:
    items = _items(table, column)
    keys = connection.execute(
        f"SELECT cell.key {items}, json_each(item.value) AS cell WHERE item.type = 'object'"
        " GROUP BY cell.key ORDER BY min(cell.id)"
    ).fetchall()
    plain = connection.execute(f"SELECT 1 {items} WHERE item.type <> 'object' LIMIT 1").fetchone()
    of_cells = "(SELECT cell.value FROM json_each(item.value) AS cell WHERE item.type = 'object' AND cell.key = {})"
    cells = [of_cells.format(_literal(key)) for (key,) in keys]
    names = _unlike([key for (key,) in keys])
    if plain or not keys:
        cells.append("iif(item.type = 'object', NULL, item.value)")
        names = _unlike([*names, "value"])
    listed = "".join(f", {cell} AS {quoted(name)}" for cell, name in zip(cells, names, strict=True))
    return f"SELECT record.page_id, record.url, item.key + 1 AS position{listed} {items}"


def _items(table: str, column: str) -> str:
    """FROM clause: `item` of `record`."""
    cell = f"record.{quoted(column)}"
    whole = f"CASE json_valid({cell}) AND json_type({cell}) = 'array' WHEN 1 THEN {cell} ELSE json_array({cell}) END"
    return f"FROM {quoted(table)} AS record JOIN json_each({whole}) AS item ON {cell} IS NOT NULL"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _unlike(names: Sequence[str]) -> list[str]:
    """Names as SQL compares them, none taken twice."""
    used = set(_KEY)
    found: list[str] = []
    for name in names:
        free = name
        while free.casefold() in used:
            free += "_"
        used.add(free.casefold())
        found.append(free)
    return found


def _free(connection: sqlite3.Connection, wanted: str) -> str:
    used = {name for (name,) in connection.execute("SELECT lower(name) FROM sqlite_schema")}
    name, number = wanted, 1
    while name.lower() in used:
        number += 1
        name = f"{wanted}_{number}"
    return name
