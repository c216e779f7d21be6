-- Version 3: how a page over HTTP compares with the same page in a browser, and what follows for a step.

ALTER TABLE pages ADD COLUMN compared TEXT CHECK (compared IS NULL OR json_valid(compared));
ALTER TABLE steps ADD COLUMN rendering TEXT CHECK (rendering IS NULL OR json_valid(rendering));
CREATE INDEX pages_compared ON pages (run_id) WHERE compared IS NOT NULL;
