-- Version 9: lists as tables of their own, records that are gone, and how pages are read.

-- Views of the items of a column, one row an item; made again whenever the table they read is.
CREATE TABLE record_lists (
    name TEXT PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES record_tables (id) ON DELETE CASCADE,
    column_name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What the records of gone pages said last, by the place it was read at: told when they come back, and exported.
CREATE TABLE gone_values (
    page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    table_name TEXT NOT NULL,
    place TEXT NOT NULL,
    value ANY,
    PRIMARY KEY (page_id, table_name, place)
) STRICT, WITHOUT ROWID;

-- How the pages of a table are read, as JSON; null where a former version learnt it.
ALTER TABLE record_tables ADD COLUMN layout TEXT;

-- Where a person pointed at, as JSON; empty for columns that were found.
ALTER TABLE record_columns ADD COLUMN pointer TEXT NOT NULL DEFAULT '';

-- Tables of records have columns of these names from now on: those that pages brought make room.
UPDATE OR IGNORE record_columns SET name = name || '_2' WHERE lower(name) IN ('first_seen', 'last_seen', 'status');
UPDATE OR IGNORE field_changes SET column_name = column_name || '_2'
WHERE lower(column_name) IN ('first_seen', 'last_seen', 'status');
