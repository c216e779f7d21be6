"""`docs/database.md` tells of every table, view and column there is, and of no other."""

import re
import sqlite3
from pathlib import Path

from recorder.store import open_store

PAGE = (Path(__file__).parents[2] / "docs" / "database.md").read_text()


def test_the_reference_of_the_database_is_as_the_schema_is(tmp_path: Path) -> None:
    with open_store(tmp_path / "new.db", create=True):
        pass
    database = sqlite3.connect(tmp_path / "new.db")
    names = [
        name
        for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
        if not name.startswith(("sqlite_", "target_text_"))
    ]
    there = {
        name: [row[1] for row in database.execute("SELECT * FROM pragma_table_info(?) t", (name,))] for name in names
    }
    database.close()
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| (.*) \|$", PAGE, flags=re.MULTILINE)
    assert {name: re.findall(r"`(\w+)`", columns) for name, columns in rows} == there
