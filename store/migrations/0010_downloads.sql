-- Version 10: files that columns of records lead to.

-- `path` is where the file lies, from the folder of the database on; null where it could not be had, for that reason.
CREATE TABLE downloads (
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    path TEXT,
    content_type TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL DEFAULT 0,
    reason TEXT NOT NULL DEFAULT '',
    fetched_at TEXT NOT NULL,
    PRIMARY KEY (recording_id, url)
) STRICT, WITHOUT ROWID;

-- Whether the files that a column leads to are fetched; their paths are in a column beside it.
ALTER TABLE record_columns ADD COLUMN downloaded INTEGER NOT NULL DEFAULT 0 CHECK (downloaded IN (0, 1));
