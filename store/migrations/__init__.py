"""The history of the schema, oldest first, append only: a released file is never edited, another is added. A database's
version is how many of these it has been through.
"""

import sqlite3
from collections.abc import Iterator
from importlib.resources import files


def _statements(script: str) -> Iterator[str]:
    """One by one, so that a migration stays within its transaction: SQLite's own way to run a script ends one."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""


_FILES = sorted((each for each in files(__name__).iterdir() if each.name.endswith(".sql")), key=lambda each: each.name)
MIGRATIONS = tuple(tuple(_statements(each.read_text("utf-8"))) for each in _FILES)
