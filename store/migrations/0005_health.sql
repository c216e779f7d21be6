-- Version 5: what every run saw of each step of its pattern.

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
) STRICT;
