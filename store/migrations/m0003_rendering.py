"""Version 3: what comparing a page over HTTP with the same page in a browser came to, and what it means for a step."""

STATEMENTS = (
    "ALTER TABLE pages ADD COLUMN compared TEXT CHECK (compared IS NULL OR json_valid(compared))",
    "ALTER TABLE steps ADD COLUMN rendering TEXT CHECK (rendering IS NULL OR json_valid(rendering))",
    "CREATE INDEX pages_compared ON pages (run_id) WHERE compared IS NOT NULL",
)
