"""Many rows in few statements.

Every statement gives Python's interpreter lock away and has to win it back from an engine busy parsing pages, for up to
5 ms each; `executemany` does so for every row. Rows are therefore written in blocks of powers of two: few statements,
and few different ones, so that all of them stay prepared.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import chain

from recorder.store.text import storable

_LARGEST = 64


def insert_rows(
    connection: sqlite3.Connection, into: str, rows: Sequence[tuple[object, ...]], on_conflict: str = ""
) -> int:
    """Insert `rows` as `into` ("table (columns)") says; how many were inserted."""
    inserted = 0
    for block in _blocks(rows):
        row = f"({', '.join('?' * len(block[0]))})"
        sql = f"INSERT INTO {into} VALUES {', '.join([row] * len(block))} {on_conflict}"
        inserted += connection.execute(sql, tuple(map(storable, chain.from_iterable(block)))).rowcount
    return inserted


def _blocks(rows: Sequence[tuple[object, ...]]) -> Iterator[Sequence[tuple[object, ...]]]:
    start, size = 0, _LARGEST
    while start < len(rows):
        while size > len(rows) - start:
            size //= 2
        yield rows[start : start + size]
        start += size
