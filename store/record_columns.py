"""What a person changes in the columns of a table: their names, which are left out, and which are pointed at."""

import sqlite3

from recorder.store.access import Noun
from recorder.store.errors import WrongUseError
from recorder.store.record_changes import rename_changes
from recorder.store.record_lists import drop_lists, make_lists
from recorder.store.record_tables import quoted
from recorder.store.records import DERIVED, RecordColumn, RecordTable
from recorder.store.rows import Rows
from recorder.store.tables import insert, tables
from recorder.store.writer import Written

_COLUMN = Rows(RecordColumn)


class RecordColumns(Noun):
    def rename(self, table: RecordTable, old: str, new: str) -> Written[None]:
        """Give a column another name, for good; the columns derived from it go with it."""

        def work(connection: sqlite3.Connection) -> None:
            recording_id = _drop_lists(connection, table)
            parts = _parts(connection, table, old)
            used = tables(connection)[table.name].columns_dict.keys() | _names(connection, table)
            others = {name.casefold() for name in used - {old, *parts}}
            for name in (new, *(new + part[len(old) :] for part in parts)):
                if name.casefold() in others:
                    raise WrongUseError(f"{table.name} has a column {name!r} already.", "Choose another name.")
            for part in parts:  # no `transform`: it would copy the table
                after = new + part[len(old) :]
                connection.execute(f"ALTER TABLE {quoted(table.name)} RENAME COLUMN {quoted(part)} TO {quoted(after)}")
            connection.execute(
                "UPDATE record_columns SET name = ?, chosen = 1 WHERE table_id = ? AND name = ?", (new, table.id, old)
            )
            rename_changes(connection, table.name, old, new)
            make_lists(connection, recording_id)

        return self._access.write(work)

    def point(self, table: RecordTable, column: RecordColumn) -> Written[None]:
        """Describe a column that the next extraction fills."""

        def work(connection: sqlite3.Connection) -> None:
            insert(connection, "record_columns", {"table_id": table.id, "position": 1 << 30, **_COLUMN.cells(column)})

        return self._access.write(work)

    def forget_pointed(self, table: RecordTable, name: str) -> Written[None]:
        """Its values go with the next extraction."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM record_columns WHERE table_id = ? AND name = ?", (table.id, name))

        return self._access.write(work)

    def leave_out(self, table: RecordTable, name: str, left_out: bool) -> Written[None]:
        """Whether a column is kept out of the table, from the next extraction on; its values now go at once."""

        def work(connection: sqlite3.Connection) -> None:
            recording_id = _drop_lists(connection, table)
            connection.execute(
                "UPDATE record_columns SET left_out = ?, chosen = 1 WHERE table_id = ? AND name = ?",
                (left_out, table.id, name),
            )
            for part in _parts(connection, table, name) if left_out else ():
                connection.execute(f"ALTER TABLE {quoted(table.name)} DROP COLUMN {quoted(part)}")
            make_lists(connection, recording_id)

        return self._access.write(work)


def _drop_lists(connection: sqlite3.Connection, table: RecordTable) -> int:
    """Those of the recording that a table is of; which that is."""
    (owner,) = connection.execute("SELECT recording_id FROM record_tables WHERE id = ?", (table.id,)).fetchone()
    drop_lists(connection, owner)
    return int(owner)


def _names(connection: sqlite3.Connection, table: RecordTable) -> set[str]:
    """Of the columns that are kept, those that are not in the table now included."""
    rows = connection.execute("SELECT name FROM record_columns WHERE table_id = ?", (table.id,))
    return {name for (name,) in rows}


def _parts(connection: sqlite3.Connection, table: RecordTable, name: str) -> tuple[str, ...]:
    """The column itself and those derived from it, as far as they are in the table; a column that is only called like
    one derived from it is another one."""
    derived = {name + ending for ending in DERIVED} - _names(connection, table)
    found = tables(connection)[table.name].columns_dict
    return tuple(column for column in found if column == name or column in derived)
