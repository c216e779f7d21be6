"""A person's choices about columns of records, which later extractions keep: their names, and which are left out."""

from recorder.patterns.records.columns import RESERVED
from recorder.runtime.errors import UsageError
from recorder.store.database import Store
from recorder.store.recordings import Recording
from recorder.store.records import RecordColumn, RecordTable
from recorder.store.rows import storable


def rename_column(store: Store, recording: Recording, old: str, new: str) -> RecordTable:
    """Give a column a name of a person's choice, which later extractions keep; the table it is in."""
    table = table_with(store, recording, old)
    name = name_for_column(new)
    store.record_columns.rename(table, column_named(table, old).name, name).result()
    return table


def name_for_column(wanted: str) -> str:
    """As it can be stored."""
    name = str(storable(wanted)).replace("\0", "").strip()
    if not name or name.casefold() in RESERVED:
        other = f", such as record_{name}" if name else ""
        raise UsageError(f"A column cannot be called {wanted!r}.", f"Choose another name{other}.")
    return name


def leave_out_column(store: Store, recording: Recording, name: str, left_out: bool = True) -> RecordTable:
    """Keep a column out of the table, or take it in again at the next extraction; the table it is in."""
    table = table_with(store, recording, name)
    store.record_columns.leave_out(table, column_named(table, name).name, left_out).result()
    return table


def table_with(store: Store, recording: Recording, column: str) -> RecordTable:
    """The table that has a column of this name; `table.column` says which where several do."""
    tables = store.records.tables(recording.id)
    if not tables:
        raise UsageError("There are no records yet.", "Run `recorder extract` first.")
    having = [table for table in tables if any(column in _spellings(table, each) for each in table.columns)]
    if len(having) == 1:
        return having[0]
    if having:
        choices = ", ".join(f"{table.name}.{column}" for table in having)
        raise UsageError(f"Several tables have a column {column!r}.", f"Say which: {choices}.")
    known = ", ".join(each.name for table in tables for each in table.columns)
    raise UsageError(f"There is no column {column!r}.", f"There are: {known}.")


def column_named(table: RecordTable, name: str) -> RecordColumn:
    return next(each for each in table.columns if name in _spellings(table, each))


def _spellings(table: RecordTable, column: RecordColumn) -> tuple[str, str]:
    return column.name, f"{table.name}.{column.name}"
