"""The SQL of tables whose names and columns come from pages and people: made, shown under a name, dropped.

Every recording fills tables of its own before they are shown: two extractions may work side by side in one file. No
table that is not of records is ever touched, whatever it is called.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

FIRST = "records"
"""There is always a table of this name, be it empty."""


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def staged(recording_id: int, number: int) -> str:
    """What a table is called as long as nobody is to see it."""
    return f"records_being_extracted_{recording_id}_{number}"


def create(connection: sqlite3.Connection, name: str, sql_columns: Iterable[tuple[str, str]]) -> None:
    columns = "".join(f", {quoted(column)} {kind}" for column, kind in sql_columns)
    connection.execute(
        f"CREATE TABLE {quoted(name)} (page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,"
        " recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,"
        f" url TEXT NOT NULL{columns}) STRICT"
    )


def columns_of(connection: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in connection.execute(f"PRAGMA table_info({quoted(table)})")}


def drop_staged(connection: sqlite3.Connection, recording_id: int) -> None:
    found = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ?",
        (f"records_being_extracted_{recording_id}_*",),
    )
    for (name,) in found.fetchall():
        connection.execute(f"DROP TABLE {quoted(name)}")


def drop_published(connection: sqlite3.Connection, recording_id: int) -> None:
    """The tables of a recording, and what is known of them."""
    found = connection.execute("SELECT name FROM record_tables WHERE recording_id = ?", (recording_id,)).fetchall()
    for (name,) in found:
        connection.execute(f"DROP TABLE IF EXISTS {quoted(name)}")
    connection.execute("DELETE FROM record_tables WHERE recording_id = ?", (recording_id,))
    connection.execute("DELETE FROM unmatched_pages WHERE recording_id = ?", (recording_id,))
    if (FIRST,) in found:
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
    """A staged table under its name; the empty one that held the place goes."""
    if name == FIRST:
        connection.execute(f"DROP TABLE {quoted(name)}")
    connection.execute(f"ALTER TABLE {quoted(hidden)} RENAME TO {quoted(name)}")
