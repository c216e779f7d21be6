"""Tables whose names and columns come from pages and people: made, shown under a name, dropped.

Beside a column of addresses there may be one of the files that were downloaded from them.

Every recording fills tables of its own before they are shown: two extractions may work side by side in one file. No
table that is not of records is ever touched, whatever it is called.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from recorder.store.tables import tables

SEEN = ("first_seen", "last_seen", "status")
"""Columns of every table that say since when and until when a page was there, and what became of it."""
FIRST = "records"
"""A table of this name always exists, even if it is empty."""
FILE = "_file"
"""Behind the name of a column of addresses: the column of where the files lie that were downloaded from them."""
_LIST = "list"


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def existing(connection: sqlite3.Connection, name: object) -> str:
    """The name, of a table or a view. A name of none was damaged: `ValueError`."""
    known = isinstance(name, str) and connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (name,))
    if not known or not known.fetchone():
        raise ValueError(f"there is no table {name!r}")
    return str(name)


def staged(recording_id: int, number: int) -> str:
    """The name of a table that is not published yet."""
    return f"records_being_extracted_{recording_id}_{number}"


def create(connection: sqlite3.Connection, name: str, sql_columns: Iterable[tuple[str, str]]) -> None:
    from sqlite_utils.db import ForeignKey

    parents = (("page_id", "pages"), ("recording_id", "recordings"))
    tables(connection).table(name).create(
        {"page_id": "INTEGER", "recording_id": "INTEGER", **dict.fromkeys(("url", *SEEN), "TEXT"), **dict(sql_columns)},
        pk="page_id",
        not_null=("recording_id", "url"),
        foreign_keys=[ForeignKey(name, column, parent, "id", on_delete="CASCADE") for column, parent in parents],
        strict=True,
    )


def drop_staged(connection: sqlite3.Connection, recording_id: int) -> None:
    for table in tables(connection).tables:
        if table.name.startswith(f"records_being_extracted_{recording_id}_"):
            table.drop()


def drop_published(connection: sqlite3.Connection, recording_id: int) -> None:
    """The tables of a recording and their descriptions."""
    database = tables(connection)
    found = [row["name"] for row in database["record_tables"].rows_where("recording_id = ?", [recording_id])]
    for name in found:
        database.table(name).drop(ignore=True)
    database.table("record_tables").delete_where("recording_id = ?", [recording_id])
    database.table("unmatched_pages").delete_where("recording_id = ?", [recording_id])
    if FIRST in found:
        create(connection, FIRST, ())


def names_for(connection: sqlite3.Connection, recording_id: int, known: Sequence[str | None]) -> list[str]:
    """Free names for those that have none: `records`, unless another recording has it."""
    (recording,) = connection.execute("SELECT name FROM recordings WHERE id = ?", (recording_id,)).fetchone()
    (others,) = connection.execute("SELECT count(*) FROM record_tables WHERE name = ?", (FIRST,)).fetchone()
    used = {name for (name,) in connection.execute("SELECT lower(name) FROM sqlite_schema") if others or name != FIRST}
    used |= {name for name in known if name}
    free = (name for name in _candidates(recording, first=not others) if name not in used)
    return [name or next(free) for name in known]


def _candidates(recording: str, *, first: bool) -> Iterator[str]:
    slug = "".join(c if c.isalnum() else "_" for c in recording.casefold())
    stem = FIRST if first else f"{FIRST}_{slug}"
    yield stem
    number = 2
    while True:
        yield f"{stem}_{number}"
        number += 1


def show(connection: sqlite3.Connection, hidden: str, name: str) -> None:
    """Publish a staged table as `name`, in place of the empty one that reserved it."""
    if name == FIRST:
        tables(connection).table(name).drop()
    tables(connection).rename_table(hidden, name)


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
