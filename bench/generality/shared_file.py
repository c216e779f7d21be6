"""A SQLite file of the cache that several processes read and write."""

import sqlite3
from fcntl import LOCK_EX, flock
from pathlib import Path

_PATIENCE = 60.0
"""Longest wait for another process that writes to the file, in seconds."""


def open_shared(path: Path, schema: str, *, synchronous: str) -> sqlite3.Connection:
    """One after the other: of two that make a file at once, SQLite refuses one the switch to a log without waiting."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f"{path.name}.lock").open("w") as opening:
        flock(opening, LOCK_EX)
        file = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute(f"PRAGMA synchronous = {synchronous}")
        file.executescript(schema)
    return file
