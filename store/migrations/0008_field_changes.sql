-- Version 8: what became of every field of a record, and a view that tells it by names.

CREATE TABLE field_changes (
    page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    table_name TEXT NOT NULL,
    column_name TEXT NOT NULL,
    before TEXT,
    after TEXT,
    PRIMARY KEY (page_id, table_name, column_name)
) STRICT, WITHOUT ROWID;

-- One row a value that changed; `run` is the one that brought the page with the value after, `record` its title.
CREATE VIEW record_changes AS
SELECT recording.name AS recording, page.run_id AS run, page.url, page.title AS record,
       change.table_name AS in_table, change.column_name AS "column", change.before, change.after,
       page.fetched_at AS seen_at, page.key, run.recording_id
FROM field_changes AS change
JOIN pages AS page ON page.id = change.page_id
JOIN runs AS run ON run.id = page.run_id
JOIN recordings AS recording ON recording.id = run.recording_id;
