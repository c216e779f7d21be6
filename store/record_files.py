"""The column beside one of addresses: where the files lie that were downloaded from them."""

import sqlite3

from recorder.store.record_tables import quoted

FILE = "_file"
"""What is put behind the name of the column of addresses."""
_LIST = "list"


def fill_paths(connection: sqlite3.Connection, recording_id: int, table: str, column: str, kind: str) -> None:
    """The paths of what is there, into all rows; of a list, those of its items."""
    cell = quoted(column)
    known = "SELECT path FROM downloads WHERE recording_id = :recording AND url = "
    path = f"({known}{quoted(table)}.{cell})"
    if kind == _LIST:
        of_items = f"SELECT ({known}item.value) AS path FROM json_each({cell}) AS item ORDER BY item.key"
        path = f"(SELECT nullif(json_group_array(path), '[]') FROM ({of_items}) WHERE path IS NOT NULL)"
    connection.execute(
        f"UPDATE {quoted(table)} SET {quoted(column + FILE)} = {path} WHERE {cell} IS NOT NULL",
        {"recording": recording_id},
    )


def addresses_in(table: str, column: str, kind: str) -> str:
    """A query for all addresses of a column as `url`."""
    if kind == _LIST:
        return f"SELECT item.value AS url FROM {quoted(table)} AS record, json_each(record.{quoted(column)}) AS item"
    return f"SELECT {quoted(column)} AS url FROM {quoted(table)}"
