"""A database that was damaged: bytes, or values of its rows, changed by hand. Every reading command is given it, and
tells in a sentence what is wrong.
"""

import io
import sqlite3
import tempfile
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from hypothesis import strategies as st

from recorder.cli import main as command_line
from tests.recorder.small_shop import fill

_READERS = ("show", "runs", "diff", "targets", "links", "extract", "pattern", "export", "report")
_JSON = st.sampled_from(["{", "[]", "{}", "null", "[[", '{"a": 1}', '"x"', "1e999", "[" * 2_000])


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.db"
        fill(file)
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


def read_by_every_command(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for command in _READERS:
            file, out = Path(folder) / "site.db", Path(folder) / "out.jsonl"
            file.write_bytes(content)
            words = {
                "pattern": ["pattern", "export", "--db", str(file)],
                "export": ["export", str(out), "--format", "jsonl", "--force", "--db", str(file)],
                "report": ["report", str(out.with_suffix(".html")), "--force", "--db", str(file)],
            }
            said = io.StringIO()
            with redirect_stdout(said), redirect_stderr(said):
                code = command_line(words.get(command, [command, "--db", str(file)]))
            assert code in (0, 1, 2, 3), (command, code)
            assert "fault of recorder" not in said.getvalue(), (command, said.getvalue()[-300:])
