-- Version 2: records have columns of their own. The first table of records is there from the start, so that its name
-- can be relied on; further ones, and the columns, are made by `store.records` when there is something to put in them.

DROP TABLE records;

CREATE TABLE records (
    page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    url TEXT NOT NULL
) STRICT;

CREATE TABLE record_tables (
    id INTEGER PRIMARY KEY,
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    name TEXT NOT NULL UNIQUE,
    pages INTEGER NOT NULL,
    extracted_at TEXT NOT NULL
) STRICT;

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
) STRICT;

CREATE TABLE unmatched_pages (
    page_id INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
