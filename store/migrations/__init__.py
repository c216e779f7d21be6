"""The history of the schema, oldest first, append only. A file's version is how many of these it has been through."""

from recorder.store.migrations import m0001_ground, m0002_records, m0003_rendering, m0004_changes, m0005_health

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    m0001_ground.STATEMENTS,
    m0002_records.STATEMENTS,
    m0003_rendering.STATEMENTS,
    m0004_changes.STATEMENTS,
    m0005_health.STATEMENTS,
)
