"""From a record as it was read to the cells of a row: lists and rows as JSON, and beside a text that is a number or
a date what it means.
"""

import json
from collections.abc import Mapping

from recorder.patterns.records.layouts import Cell
from recorder.patterns.records.values import ValueKind, date_in, number_in
from recorder.store.records import DERIVED, RecordColumn, SqlValue

_NUMBER, _DATE = DERIVED


def sql_columns(column: RecordColumn) -> tuple[tuple[str, str], ...]:
    """The columns of the table that hold this one, with their SQL types: the text always, and what it means."""
    if column.kind == ValueKind.NUMBER:
        return (column.name, "TEXT"), (column.name + _NUMBER, "REAL")
    if column.kind == ValueKind.DATE:
        return (column.name, "TEXT"), (column.name + _DATE, "TEXT")
    return ((column.name, "TEXT"),)


def derived_names(column: RecordColumn) -> tuple[str, ...]:
    """The columns beside its own that it would have."""
    return tuple(name for name, _ in sql_columns(column)[1:])


def sql_values(column: RecordColumn, record: Mapping[str, Cell]) -> tuple[SqlValue, ...]:
    """The cells for `sql_columns`."""
    value = record.get(column.name)
    text = as_text(value)
    if column.kind == ValueKind.NUMBER:
        return text, number_in(value) if isinstance(value, str) else None
    if column.kind == ValueKind.DATE:
        return text, date_in(value) if isinstance(value, str) else None
    return (text,)


def as_text(value: Cell | None) -> str | None:
    """A text as it is, without the NUL that ends texts for some readers of SQLite; anything else as JSON."""
    if value is None:
        return None
    if not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False)
    return value.replace("\0", "")
