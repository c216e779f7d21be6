-- Version 7: the pages that the tables of records were learnt from, so that later pages can be read in the same way.

CREATE TABLE record_samples (
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    PRIMARY KEY (recording_id, page_id)
) STRICT, WITHOUT ROWID;
