"""What users, Datasette and other rooms rely on: table names, types, keys, the view, and what importing costs."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from recorder.store import Store
from recorder.store.schema import APPLICATION_ID, SCHEMA_VERSION

TABLES = {
    "recordings", "samples", "runs", "pages", "bodies", "downloads", "links", "frontier",
    "forms", "fields", "probes", "patterns", "steps", "prototypes", "records",
    "record_tables", "record_columns", "record_samples", "field_changes", "unmatched_pages", "health",
    "gone_values", "record_lists",
}  # fmt: skip


@pytest.fixture
def raw(store: Store, path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path)


def test_has_exactly_the_promised_tables_beside_those_of_the_search_index(raw: sqlite3.Connection) -> None:
    names = {name for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert {name for name in names if not name.startswith(("target_text", "sqlite_"))} == TABLES


def test_every_table_is_strict(raw: sqlite3.Connection) -> None:
    strict = {name: bool(flag) for _, name, kind, _, _, flag in raw.execute("PRAGMA table_list") if name in TABLES}
    assert strict == dict.fromkeys(TABLES, True)


@pytest.mark.parametrize(
    ("table", "parents"),
    [
        ("samples", {"recordings"}),
        ("runs", {"recordings"}),
        ("pages", {"runs", "pages", "bodies"}),
        ("links", {"pages"}),
        ("frontier", {"runs", "pages"}),
        ("forms", {"recordings", "pages"}),
        ("fields", {"forms"}),
        ("probes", {"forms", "runs", "pages"}),
        ("patterns", {"recordings"}),
        ("steps", {"patterns"}),
        ("health", {"runs"}),
        ("prototypes", {"recordings"}),
        ("records", {"recordings", "pages"}),
        ("record_tables", {"recordings"}),
        ("record_columns", {"record_tables"}),
        ("unmatched_pages", {"recordings", "pages"}),
        ("record_samples", {"recordings", "pages"}),
        ("field_changes", {"pages"}),
        ("gone_values", {"pages"}),
        ("record_lists", {"record_tables"}),
    ],
)
def test_tables_refer_to_their_parents(raw: sqlite3.Connection, table: str, parents: set[str]) -> None:
    assert {row[2] for row in raw.execute(f"PRAGMA foreign_key_list({table})")} == parents


def test_foreign_keys_are_enforced(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        store.runs.begin(12345, "crawl").result()


def test_view_targets_has_readable_columns(raw: sqlite3.Connection) -> None:
    columns = [row[1] for row in raw.execute("PRAGMA table_info(targets)")]
    assert columns[:6] == ["id", "recording", "url", "title", "http_status", "similarity"]


def test_view_record_changes_has_readable_columns(raw: sqlite3.Connection) -> None:
    columns = [row[1] for row in raw.execute("PRAGMA table_info(record_changes)")]
    assert columns[:9] == ["recording", "run", "url", "record", "in_table", "column", "before", "after", "seen_at"]


def test_file_names_its_owner_and_version_and_uses_the_log(raw: sqlite3.Connection) -> None:
    assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert raw.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_writer_is_durable(store: Store) -> None:
    work = store.recordings._access.write
    assert work(lambda c: c.execute("PRAGMA synchronous").fetchone()).result() == (2,)
    assert work(lambda c: c.execute("PRAGMA foreign_keys").fetchone()).result() == (1,)


def test_importing_the_store_loads_nothing_heavy() -> None:
    heavy = ["playwright", "aiohttp", "textual", "lxml", "nltk", "numpy", "sqlite_utils", "click"]
    program = f"import store, sys; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
