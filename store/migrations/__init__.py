"""The history of the schema, oldest first, append only: a released entry is never edited, another is added. A file's
version is how many of these it has been through.
"""

from recorder.store.migrations.m0001_ground import STATEMENTS as _GROUND

# Version 2: records have columns of their own. The first table of records is there from the start, so that its name
# can be relied on; further ones, and the columns, are made by `store.records` when there is something to put in them.
_RECORDS = (
    "DROP TABLE records",
    """
    CREATE TABLE records (
        page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
        recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
        url TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE record_tables (
        id INTEGER PRIMARY KEY,
        recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
        name TEXT NOT NULL UNIQUE,
        pages INTEGER NOT NULL,
        extracted_at TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE record_columns (
        id INTEGER PRIMARY KEY,
        table_id INTEGER NOT NULL REFERENCES record_tables (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        key TEXT NOT NULL,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        filled INTEGER NOT NULL,
        example TEXT NOT NULL,
        chosen INTEGER NOT NULL DEFAULT 0 CHECK (chosen IN (0, 1)),
        left_out INTEGER NOT NULL DEFAULT 0 CHECK (left_out IN (0, 1)),
        broken INTEGER NOT NULL DEFAULT 0 CHECK (broken IN (0, 1)),
        UNIQUE (table_id, name)
    ) STRICT
    """,
    """
    CREATE TABLE unmatched_pages (
        page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
        recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
        url TEXT NOT NULL,
        reason TEXT NOT NULL
    ) STRICT
    """,
)

# Version 3: how a page over HTTP compares with the same page in a browser, and what follows for a step.
_RENDERING = (
    "ALTER TABLE pages ADD COLUMN compared TEXT CHECK (compared IS NULL OR json_valid(compared))",
    "ALTER TABLE steps ADD COLUMN rendering TEXT CHECK (rendering IS NULL OR json_valid(rendering))",
    "CREATE INDEX pages_compared ON pages (run_id) WHERE compared IS NOT NULL",
)

# Version 4: what of a target has changed, its words alone or its structure too.
_CHANGES = (
    "ALTER TABLE pages ADD COLUMN structure TEXT",
    "ALTER TABLE runs ADD COLUMN changed_text INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE runs ADD COLUMN changed_structure INTEGER NOT NULL DEFAULT 0",
    # Before, changes were not told apart.
    "UPDATE runs SET changed_text = changed",
)

# Version 5: what every run saw of each step of its pattern.
_HEALTH = (
    """
    CREATE TABLE health (
        id INTEGER PRIMARY KEY,
        run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        path_index INTEGER NOT NULL,
        step_index INTEGER NOT NULL,
        hubs INTEGER NOT NULL,
        links INTEGER NOT NULL,
        pages INTEGER NOT NULL,
        failed INTEGER NOT NULL,
        absent INTEGER NOT NULL,
        barred INTEGER NOT NULL,
        rendered INTEGER NOT NULL,
        targets INTEGER NOT NULL,
        off_pattern INTEGER NOT NULL,
        similarity REAL,
        filled REAL,
        UNIQUE (run_id, path_index, step_index)
    ) STRICT
    """,
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_GROUND, _RECORDS, _RENDERING, _CHANGES, _HEALTH)
