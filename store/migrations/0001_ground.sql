-- Version 1: every table, the view `targets`, the full-text index.

CREATE TABLE recordings (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    entry_url TEXT NOT NULL,
    options TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(options)),
    threshold REAL,
    threshold_evidence TEXT CHECK (threshold_evidence IS NULL OR json_valid(threshold_evidence)),
    created_at TEXT NOT NULL
) STRICT;

CREATE TABLE samples (
    id INTEGER PRIMARY KEY,
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    UNIQUE (recording_id, url)
) STRICT;

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('mapping', 'crawl')),
    parameters TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(parameters)),
    status TEXT NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'stopped', 'failed')),
    complete INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1)),
    started_at TEXT NOT NULL,
    ended_at TEXT,
    seconds REAL NOT NULL DEFAULT 0,
    pages INTEGER NOT NULL DEFAULT 0,
    targets INTEGER NOT NULL DEFAULT 0,
    new INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0,
    gone INTEGER NOT NULL DEFAULT 0,
    off_pattern INTEGER NOT NULL DEFAULT 0,
    errors INTEGER NOT NULL DEFAULT 0,
    rendered INTEGER NOT NULL DEFAULT 0,
    probes INTEGER NOT NULL DEFAULT 0,
    drift TEXT CHECK (drift IS NULL OR json_valid(drift))
) STRICT;

CREATE TABLE bodies (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    zlib BLOB NOT NULL
) STRICT;

CREATE TABLE pages (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    url TEXT NOT NULL,
    method TEXT NOT NULL DEFAULT 'GET',
    request_body TEXT NOT NULL DEFAULT '',
    role TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    similarity REAL,
    path_index INTEGER NOT NULL DEFAULT 0,
    position INTEGER NOT NULL DEFAULT 0,
    depth INTEGER NOT NULL DEFAULT 0,
    parent_page_id INTEGER REFERENCES pages (id) ON DELETE SET NULL,
    parent_place TEXT NOT NULL DEFAULT '',
    query TEXT CHECK (query IS NULL OR json_valid(query)),
    final_url TEXT NOT NULL,
    http_status INTEGER,
    outcome TEXT NOT NULL DEFAULT 'ok',
    reason TEXT NOT NULL DEFAULT '',
    content_type TEXT NOT NULL DEFAULT '',
    encoding TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL DEFAULT 0,
    rendered INTEGER NOT NULL DEFAULT 0 CHECK (rendered IN (0, 1)),
    body_id INTEGER REFERENCES bodies (id),
    fingerprint TEXT,
    etag TEXT,
    last_modified TEXT,
    fetched_at TEXT NOT NULL,
    seconds REAL NOT NULL DEFAULT 0,
    UNIQUE (key, run_id)
) STRICT;

CREATE INDEX pages_in_order ON pages (run_id);
CREATE INDEX pages_by_role ON pages (run_id, role);
CREATE INDEX pages_by_body ON pages (body_id);
CREATE INDEX pages_by_final_url ON pages (final_url) WHERE final_url <> key;
CREATE INDEX pages_by_url ON pages (url) WHERE url <> key;

-- No index on links.url: thirty entries a page in random places would double the cost of a page and write hundreds of
-- index pages per commit. Only "who links to this?" wants it, and reads the links of one recording instead.
CREATE TABLE links (
    page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    url TEXT NOT NULL,
    place TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (page_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE frontier (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    url TEXT NOT NULL,
    method TEXT NOT NULL DEFAULT 'GET',
    request_body TEXT NOT NULL DEFAULT '',
    path_index INTEGER NOT NULL DEFAULT 0,
    position INTEGER NOT NULL DEFAULT 0,
    depth INTEGER NOT NULL DEFAULT 0,
    priority INTEGER NOT NULL DEFAULT 0,
    parent_page_id INTEGER REFERENCES pages (id) ON DELETE SET NULL,
    place TEXT NOT NULL DEFAULT '',
    query TEXT CHECK (query IS NULL OR json_valid(query)),
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'claimed', 'done', 'failed')),
    tries INTEGER NOT NULL DEFAULT 0,
    UNIQUE (run_id, key, path_index, position)
) STRICT;

CREATE INDEX frontier_by_state ON frontier (run_id, state, priority, depth, id);

CREATE TABLE patterns (
    id INTEGER PRIMARY KEY,
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    origin TEXT NOT NULL,
    text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (recording_id, version)
) STRICT;

CREATE TABLE steps (
    id INTEGER PRIMARY KEY,
    pattern_id INTEGER NOT NULL REFERENCES patterns (id) ON DELETE CASCADE,
    path_index INTEGER NOT NULL,
    step_index INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('link', 'form')),
    regex TEXT,
    place TEXT,
    repeat INTEGER NOT NULL DEFAULT 0 CHECK (repeat IN (0, 1)),
    method TEXT,
    url TEXT,
    body TEXT,
    parameters TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(parameters)),
    examples TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(examples)),
    targets INTEGER NOT NULL DEFAULT 0,
    links INTEGER NOT NULL DEFAULT 0,
    UNIQUE (pattern_id, path_index, step_index)
) STRICT;

CREATE TABLE forms (
    id INTEGER PRIMARY KEY,
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    page_id INTEGER REFERENCES pages (id) ON DELETE SET NULL,
    signature TEXT NOT NULL,
    url TEXT NOT NULL,
    method TEXT NOT NULL,
    action TEXT NOT NULL,
    enctype TEXT NOT NULL DEFAULT '',
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    generic_url TEXT,
    generic_body TEXT,
    found_at TEXT NOT NULL,
    UNIQUE (recording_id, signature)
) STRICT;

CREATE TABLE fields (
    id INTEGER PRIMARY KEY,
    form_id INTEGER NOT NULL REFERENCES forms (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    label TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL,
    options TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(options)),
    required INTEGER NOT NULL DEFAULT 0 CHECK (required IN (0, 1)),
    free INTEGER NOT NULL DEFAULT 0 CHECK (free IN (0, 1)),
    value TEXT NOT NULL DEFAULT '',
    example TEXT NOT NULL DEFAULT '',
    UNIQUE (form_id, number)
) STRICT;

CREATE TABLE probes (
    id INTEGER PRIMARY KEY,
    form_id INTEGER NOT NULL REFERENCES forms (id) ON DELETE CASCADE,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    page_id INTEGER REFERENCES pages (id) ON DELETE SET NULL,
    field_values TEXT NOT NULL CHECK (json_valid(field_values)),
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    request_body TEXT NOT NULL DEFAULT '',
    replayed INTEGER NOT NULL DEFAULT 0 CHECK (replayed IN (0, 1)),
    size INTEGER NOT NULL DEFAULT 0,
    analysed INTEGER NOT NULL DEFAULT 0 CHECK (analysed IN (0, 1)),
    outcome TEXT NOT NULL DEFAULT '',
    hit INTEGER NOT NULL DEFAULT 0 CHECK (hit IN (0, 1)),
    seconds REAL NOT NULL DEFAULT 0,
    sent_at TEXT NOT NULL
) STRICT;

CREATE INDEX probes_by_form ON probes (form_id);

CREATE TABLE prototypes (
    id INTEGER PRIMARY KEY,
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    pattern TEXT NOT NULL,
    hubs INTEGER NOT NULL DEFAULT 0,
    links INTEGER NOT NULL DEFAULT 0,
    template INTEGER NOT NULL DEFAULT 0 CHECK (template IN (0, 1)),
    wanted INTEGER CHECK (wanted IN (0, 1)),
    examples TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(examples)),
    UNIQUE (recording_id, number)
) STRICT;

CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    recording_id INTEGER NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    cluster INTEGER NOT NULL DEFAULT 0,
    url TEXT NOT NULL,
    data TEXT NOT NULL CHECK (json_valid(data)),
    UNIQUE (page_id)
) STRICT;

-- The words of each distinct target body, once, however many runs collected it: rowid = bodies.id.
CREATE VIRTUAL TABLE target_text USING fts5 (title, text, tokenize = 'unicode61 remove_diacritics 2');

-- The targets present now, each page once, as last collected. A sighting stands if no later complete run of the same kind
-- with the same parameters found the page gone. A run that could not tell (a time-out is not an absence) judges nothing;
-- mapping only samples, so what it saw counts until a crawl has collected any. The condition stands here twice, of a page
-- and of a newer one. No window function: it would have to read all pages for any question.
CREATE VIEW targets AS
SELECT page.id, recording.name AS recording, page.url, page.title, page.http_status, page.similarity,
       page.path_index, page.run_id, page.fetched_at, page.size, page.body_id, page.key, run.recording_id
FROM pages AS page
JOIN runs AS run ON run.id = page.run_id
JOIN recordings AS recording ON recording.id = run.recording_id
WHERE page.role = 'target'
  AND (run.kind = 'crawl' OR NOT EXISTS (
      SELECT 1 FROM runs AS crawl JOIN pages AS collected ON collected.run_id = crawl.id
      WHERE crawl.recording_id = run.recording_id AND crawl.kind = 'crawl' AND collected.role = 'target'))
  AND NOT EXISTS (
      SELECT 1 FROM runs AS later
      WHERE later.recording_id = run.recording_id AND later.kind = run.kind
        AND later.parameters = run.parameters AND later.id > run.id AND later.complete
        AND NOT EXISTS (
            SELECT 1 FROM pages AS unsure
            WHERE unsure.key = page.key AND unsure.run_id = later.id
              AND (unsure.role = 'target' OR unsure.role IN ('error', 'skipped')
                   AND ifnull(unsure.http_status, 0) NOT IN (404, 410))))
  AND NOT EXISTS (
      SELECT 1 FROM pages AS newer JOIN runs AS newer_run ON newer_run.id = newer.run_id
      WHERE newer.key = page.key AND newer.run_id > page.run_id
        AND newer_run.recording_id = run.recording_id
        AND newer.role = 'target'
        AND (newer_run.kind = 'crawl' OR NOT EXISTS (
            SELECT 1 FROM runs AS crawl JOIN pages AS collected ON collected.run_id = crawl.id
            WHERE crawl.recording_id = newer_run.recording_id AND crawl.kind = 'crawl' AND collected.role = 'target'))
        AND NOT EXISTS (
            SELECT 1 FROM runs AS later
            WHERE later.recording_id = newer_run.recording_id AND later.kind = newer_run.kind
              AND later.parameters = newer_run.parameters AND later.id > newer_run.id AND later.complete
              AND NOT EXISTS (
                  SELECT 1 FROM pages AS unsure
                  WHERE unsure.key = newer.key AND unsure.run_id = later.id
                    AND (unsure.role = 'target' OR unsure.role IN ('error', 'skipped')
                         AND ifnull(unsure.http_status, 0) NOT IN (404, 410)))));
