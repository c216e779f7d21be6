"""A small SQLite database of what was collected and nothing else: tables of records, the lists in them as tables of
their own with the key of their record (`url` and `run`), in typed columns.
"""

import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from recorder.exporting.sheets import CellKind, Sheet, in_chunks
from recorder.store.record_tables import quoted

_TYPES = {CellKind.WHOLE: "INTEGER", CellKind.NUMBER: "REAL", CellKind.YES_NO: "INTEGER"}


def write_sqlite(stream: BinaryIO, sheets: Iterable[Sheet]) -> int:
    """How many rows were written, items of lists not counted. Made beside, since SQLite writes no streams."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "out.db"
        with closing(sqlite3.connect(file)) as connection, connection:
            count = _fill(connection, sheets)
        with file.open("rb") as made:
            shutil.copyfileobj(made, stream)
    return count


def _fill(connection: sqlite3.Connection, sheets: Iterable[Sheet]) -> int:
    return sum([0 if sheet.items else count for sheet in sheets for count in [_write(connection, sheet)]])


def _write(connection: sqlite3.Connection, sheet: Sheet) -> int:
    name, key = quoted(sheet.name or sheet.what), ", ".join(quoted(column.name) for column in sheet.columns[:2])
    typed = ", ".join(f"{quoted(column.name)} {_TYPES.get(column.kind, 'TEXT')}" for column in sheet.columns)
    connection.execute(f"CREATE TABLE {name} ({typed})")
    places = ", ".join("?" * len(sheet.columns))
    count = 0
    for rows in in_chunks(sheet.rows):
        connection.executemany(f"INSERT INTO {name} VALUES ({places})", rows)
        count += len(rows)
    connection.execute(f"CREATE INDEX {quoted(f'{sheet.name or sheet.what}_by_key')} ON {name} ({key})")
    return count
