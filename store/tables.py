"""Tables through sqlite-utils: cold ones, and those whose names and columns come from pages and people.

sqlite-utils commits what it begins. A job of the writer runs inside BEGIN IMMEDIATE, where each of its writes is a mere
savepoint; so nothing here may be called outside a job. Frontier, pages and links are hot: their SQL stays raw.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from recorder.store.rows import storable

if TYPE_CHECKING:
    from sqlite_utils import Database


def tables(connection: sqlite3.Connection) -> "Database":
    """All tables, by name: `tables(connection)["forms"]`."""
    from sqlite_utils import Database  # costs 0.05 s to import, which only whoever writes should pay

    return Database(connection, recursive_triggers=False, execute_plugins=False)


def insert(connection: sqlite3.Connection, table: str, row: Mapping[str, object]) -> int:
    """The id of a new row."""
    new = tables(connection).table(table).insert(_storable(row)).last_rowid
    assert new is not None
    return new


def replace_rows(
    connection: sqlite3.Connection, table: str, owner: Mapping[str, object], rows: Iterable[Mapping[str, object]]
) -> None:
    """All rows of one owner, in place of those it had. `owner` has the columns that say whose they are."""
    whole = tables(connection).table(table)
    whole.delete_where(" AND ".join(f"{column} = ?" for column in owner), list(owner.values()))
    whole.insert_all(_storable({**owner, **row}) for row in rows)


def _storable(row: Mapping[str, object]) -> dict[str, object]:
    return {column: storable(cell) for column, cell in row.items()}
