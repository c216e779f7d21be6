"""SIGKILL at random moments of every command that writes: whatever it is killed in, its database opens and is sound,
nothing that was committed is lost, an export is whole or absent, and the same command again ends well.

Power cuts are not tried: a file system that forgets what was not synced needs a kernel module or FUSE.
"""

import random
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bench.figures import Figure
from recorder.demo import DemoServer
from recorder.store import open_store, schema
from tests.recorder import interrupting
from tests.recorder.interrupting import PLAIN, end, is_sound, rows, start
from tests.shop.owned import OwnedShop

_KILLS = 17
"""Of each command: with six of them, at least a hundred."""
_OLD_PAGES = 20_000
_DONE = (0, 3)
"""Codes of a command that ended by itself, done or stopped by a limit."""


@dataclass
class _Ordeal:
    """One command on a copy of the same database, which may be none; `whole` looks at what else it leaves."""

    name: str
    database: Path
    command: Callable[[Path], tuple[object, ...]]
    whole: Callable[[Path], bool] = lambda _: True
    troubles: list[str] = field(default_factory=list)

    def suffer(self, folder: Path, chance: random.Random) -> None:
        seconds = self._calm(folder / "calm.db")
        for number in range(_KILLS):
            path = folder / f"{number}.db"
            self._copied(path)
            before = _committed(path)
            process = start(*self.command(path))
            time.sleep(chance.uniform(0.05, max(0.1, seconds)))
            process.kill()
            killed = end(process).code == -signal.SIGKILL
            trouble = self._trouble(path, before)
            again = interrupting.run(*self.command(path))
            if not trouble and again.code not in _DONE:
                trouble = f"again: {again.code} {again.err[-200:]}"
            if not trouble and not (is_sound(path) and self.whole(path)):
                trouble = "not whole after the second time"
            if trouble:
                self.troubles.append(f"kill {number}{'' if killed else ' (too late)'}: {trouble}")

    def _calm(self, path: Path) -> float:
        """How long it takes when nobody disturbs it."""
        self._copied(path)
        began = time.monotonic()
        ending = interrupting.run(*self.command(path))
        if ending.code not in _DONE:
            self.troubles.append(f"undisturbed: {ending.code} {ending.err[-200:]}")
        return time.monotonic() - began

    def _copied(self, path: Path) -> None:
        if self.database.exists():
            shutil.copy(self.database, path)

    def _trouble(self, path: Path, before: dict[str, int]) -> str:
        if not path.exists():
            return ""
        if not is_sound(path):
            return "not sound"
        if path.stat().st_size:
            with open_store(path, create=True):
                pass
        after = _committed(path)
        lost = [table for table, count in before.items() if after.get(table, 0) < count]
        return f"lost rows of {', '.join(lost)}" if lost else "" if self.whole(path) else "not whole"


def _committed(path: Path) -> dict[str, int]:
    """Rows of what is only ever added to."""
    if not path.exists():
        return {}
    known = {name for (name,) in rows(path, "SELECT name FROM sqlite_schema WHERE type = 'table'")}
    tables = known & {"recordings", "runs", "pages", "targets", "patterns", "forms", "probes", "records"}
    return {table: len(rows(path, f"SELECT 1 FROM {table}")) for table in tables}


def _ordeals(folder: Path, site: OwnedShop) -> Iterator[_Ordeal]:
    recorded, crawled, old = folder / "recorded.db", folder / "crawled.db", folder / "old.db"

    def record(path: Path) -> tuple[object, ...]:
        return ("record", site.entry_url, "--like", site.sample_url, "--db", path, "--max-probes", 12, *PLAIN)

    assert interrupting.run(*record(recorded)).code == 0
    shutil.copy(recorded, crawled)
    assert interrupting.run("crawl", "--db", crawled, "--no-extract", *PLAIN).code == 0
    _make_old(old)
    lines = len(rows(crawled, "SELECT 1 FROM targets"))

    def exported(path: Path) -> tuple[object, ...]:
        return ("export", path.with_suffix(".jsonl"), "--what", "targets", "--force", "--db", path)

    def is_whole_or_absent(path: Path) -> bool:
        out = path.with_suffix(".jsonl")
        return not out.exists() or out.read_bytes().count(b"\n") == lines

    yield _Ordeal("record", folder / "none.db", record)
    yield _Ordeal("crawl", recorded, lambda path: ("crawl", "--db", path, *PLAIN))
    exhausting = ("--exhaust", "--max-requests", 60, *PLAIN)
    yield _Ordeal("exhaust", recorded, lambda path: ("crawl", "--db", path, *exhausting))
    yield _Ordeal("extract", crawled, lambda path: ("extract", "--db", path), _all_or_no_records)
    yield _Ordeal("export", crawled, exported, is_whole_or_absent)
    yield _Ordeal("migration", old, lambda path: ("runs", "--db", path))


def _all_or_no_records(path: Path) -> bool:
    if not rows(path, "SELECT 1 FROM sqlite_schema WHERE name = 'records'"):
        return True
    [(records,)], [(targets,)] = rows(path, "SELECT count(*) FROM records"), rows(path, "SELECT count(*) FROM targets")
    return records in (0, targets)


def _make_old(path: Path) -> None:
    """A large database as the first recorder left it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.migrate(connection, path, schema.MIGRATIONS[:1])
        connection.execute("BEGIN")
        connection.execute("INSERT INTO recordings (name, entry_url, options, created_at) VALUES ('b', 'a', '{}', 'c')")
        connection.execute("INSERT INTO runs (recording_id, kind, status, started_at) VALUES (1, 'crawl', 'done', 'd')")
        pages = ((f"http://a.example/{number}",) * 3 for number in range(_OLD_PAGES))
        columns = "run_id, url, key, final_url, role, fetched_at"
        connection.executemany(f"INSERT INTO pages ({columns}) VALUES (1, ?, ?, ?, 'other', 'e')", pages)
        connection.execute("COMMIT")


def _measured() -> Iterator[Figure]:
    chance = random.Random(20)
    with tempfile.TemporaryDirectory() as name, DemoServer(OwnedShop(books=24, delay=0.005)) as site:
        for ordeal in _ordeals(Path(name), site):
            folder = Path(name) / ordeal.name
            folder.mkdir()
            ordeal.suffer(folder, chance)
            whole = _KILLS - len(ordeal.troubles)
            yield Figure(f"kills of {ordeal.name}, survived of {_KILLS}", whole, "", f"= {_KILLS}", whole == _KILLS)
            yield from (Figure(f"  {trouble}", 0, "", "", True) for trouble in ordeal.troubles)


def run() -> list[Figure]:
    return list(_measured())
