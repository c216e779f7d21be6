"""When a run or a pattern began, on a clock that may have been put back. Which of two came first decides whether a run
is gone on with, and by which pattern it is judged: so what comes later is never written down as earlier.

Times of pages are what the clock said: nothing is decided by them.
"""

import sqlite3
from datetime import datetime, timedelta

_LATEST = (
    "SELECT max(moment) FROM (SELECT max(started_at) AS moment FROM runs"
    " UNION ALL SELECT max(ended_at) FROM runs UNION ALL SELECT max(created_at) FROM patterns)"
)
_STEP = timedelta(milliseconds=1)


def as_text(moment: datetime) -> str:
    """In UTC, so that moments sort as text does."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def after_all(connection: sqlite3.Connection, now: str) -> str:
    """Now, or if the clock has been put back, just after all that is known of this database."""
    (latest,) = connection.execute(_LATEST).fetchone()
    if latest is None or now > latest:
        return now
    try:
        return as_text(datetime.fromisoformat(latest) + _STEP)
    except (ValueError, OverflowError):  # a time that was damaged
        return now
