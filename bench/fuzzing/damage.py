"""A database that was damaged: bytes, or values of its rows, changed by hand. Every command that reads is given some,
and tells in a sentence what is wrong. A small one is written by hand, another is of a shop that was crawled.
"""

import io
import random
import sqlite3
import tempfile
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from recorder.cli import main as command_line
from recorder.demo import DemoServer
from tests.recorder.interrupting import write_recording
from tests.recorder.small_shop import HUB, book, fill
from tests.shop.owned import OwnedShop

_READERS = (
    *("show", "runs", "diff", "targets", "links", "extract", "report OUT", f"why {HUB}", f"why {book(2)}"),
    *("pattern export OUT", "pattern versions", "pattern restore 1", "diff --fields", "extract --want text=one"),
    *(f"export OUT --format {form}" for form in ("jsonl", "csv", "parquet", "xlsx", "sqlite", "warc", "scrapy")),
    *(f"export OUT --format {form}" for form in ("extractor", "devtools", "playwright", "browsertrix")),
    *("export OUT --format csv --what pages", "export OUT --format jsonl --what changes"),
)
_AT_ONCE = 9
_JSON = st.sampled_from(["{", "[]", "{}", "null", "[[", '{"a": 1}', '"x"', "1e999", "[" * 2_000])


@cache
def _whole() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder, DemoServer(OwnedShop(books=12)) as site:
        by_hand, crawled = Path(folder) / "by_hand.db", Path(folder) / "crawled.db"
        fill(by_hand)
        write_recording(crawled, site)
        for command in ("crawl --render never", "extract", "crawl --render never"):
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                assert command_line([*command.split(), "--db", str(crawled)]) == 0
        return by_hand.read_bytes(), crawled.read_bytes()


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.db"
        file.write_bytes(draw(st.sampled_from(_whole())))
        if draw(st.booleans()):
            return _with_other_values(file, draw)
        content = bytearray(file.read_bytes())
        for _ in range(draw(st.integers(1, 20))):
            at = draw(st.integers(0, len(content) - 1))
            content[at : at + 8] = draw(st.binary(max_size=16))
        return bytes(content[: draw(st.integers(0, len(content)))] if draw(st.booleans()) else content)


def _with_other_values(file: Path, draw: st.DrawFn) -> bytes:
    other = st.one_of(
        st.none(), st.integers(-(2**63), 2**63 - 1), st.floats(), st.text(), st.binary(max_size=40), _JSON
    )
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        names = [name for (name,) in connection.execute(tables) if not name.startswith("sqlite_")]
        for _ in range(draw(st.integers(1, 4))):
            table = draw(st.sampled_from(names))
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            with suppress(sqlite3.Error, OverflowError):
                column = draw(st.sampled_from(columns))
                connection.execute(f'UPDATE "{table}" SET "{column}" = ?', (draw(other),))
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.read_bytes()


def read_by_commands(content: bytes) -> None:
    """By some of them, others for each content: they are many."""
    for command in random.Random(content).sample(_READERS, _AT_ONCE):
        with tempfile.TemporaryDirectory() as folder:
            file, out = Path(folder) / "site.db", Path(folder) / "out"
            file.write_bytes(content)
            said = io.StringIO()
            with redirect_stdout(said), redirect_stderr(said):
                code = command_line([*command.replace("OUT", str(out)).split(), "--db", str(file)])
            assert code in (0, 1, 2, 3), (command, code)
            assert "fault of recorder" not in said.getvalue(), (command, said.getvalue()[-300:])
