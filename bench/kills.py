"""SIGKILL at random moments of every command that writes, and again of the command that goes on with what is left:
each time the database opens and is sound, nothing that was committed is lost, an export is whole or absent; and what
comes out in the end is what comes out undisturbed.

What a power cut leaves is another matter: see `power_cuts`.
"""

import random
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bench.figures import Figure
from recorder.demo import DemoServer
from recorder.store import open_store, schema
from tests.recorder.conftest import Done
from tests.recorder.interrupting import PLAIN, end, is_sound, pattern, rows, start, targets
from tests.shop.owned import OwnedShop

KILLS = 17
"""Of each command: with six of them, a hundred."""
_BOOKS, _DELAY = 48, 0.005
_OLD_PAGES, _LONG_AGO = 60_000, "2026-11-21T08:00:00+00:00"
_ONLY_ADDED_TO = frozenset({"recordings", "runs", "pages", "patterns", "forms", "probes"})


@dataclass(frozen=True)
class _Ordeal:
    """One command on a copy of `database`, which may be none yet."""

    name: str
    database: Path
    command: Callable[[Path], tuple[object, ...]]
    outcome: Callable[[Path], object]
    """What is to be as if nobody had disturbed it."""
    is_whole: Callable[[Path], bool] = lambda _: True
    """Whether what it leaves besides the database is all there, or not there at all."""

    def suffer(self, folder: Path, chance: random.Random, kills: int) -> tuple[int, list[str]]:
        """How many kills it survived, and what went wrong with the others, or in the end."""
        wanted, seconds = self._calm(folder / "calm.db")
        survived, troubles, killed = 0, list[str](), 0
        path = self._begun(folder / "0.db")
        while killed < kills:
            trouble, was_killed = self._struck(path, chance.uniform(0.05, seconds))
            killed += was_killed
            survived += was_killed and not trouble
            if not trouble and not was_killed and self.outcome(path) != wanted:
                trouble = "another outcome than undisturbed"
            if trouble:
                troubles.append(f"kill {killed}: {trouble}")
            if trouble or not was_killed:
                path = self._begun(folder / f"{killed}-{len(troubles)}.db")
        ending = _done(*self.command(path))
        if ending.code or self.outcome(path) != wanted:
            troubles.append(f"at last: code {ending.code}, or another outcome than undisturbed {ending.err[-200:]}")
        return survived, troubles

    def _calm(self, path: Path) -> tuple[object, float]:
        """What comes out undisturbed, and in how long a time."""
        self._begun(path)
        process, began = start(*self.command(path)), time.monotonic()
        ending = end(process)
        assert ending.code == 0, ending
        return self.outcome(path), time.monotonic() - began

    def _begun(self, path: Path) -> Path:
        if self.database.exists():
            shutil.copy(self.database, path)
        return path

    def _struck(self, path: Path, after: float) -> tuple[str, bool]:
        """What is wrong after a kill, nothing if all is well; and whether the command was still there to be killed."""
        before = _committed(path)
        process = start(*self.command(path))
        time.sleep(after)
        process.kill()
        ending = end(process)
        was_killed = ending.code == -signal.SIGKILL
        if not was_killed and ending.code:
            return f"ended with {ending.code}: {ending.err[-200:]}", False
        return self._trouble(path, before), was_killed

    def _trouble(self, path: Path, before: dict[str, int]) -> str:
        if not path.exists():
            return ""
        if not is_sound(path):
            return "not sound"
        if path.stat().st_size:
            with open_store(path, create=True):
                pass
        after = _committed(path)
        lost = [table for table, count in before.items() if after[table] < count]
        return f"rows of {', '.join(lost)} are lost" if lost else "" if self.is_whole(path) else "not whole"


def _done(*command: object) -> Done:
    """However long it takes on a busy machine."""
    process = start(*command)
    out, err = process.communicate()
    return Done(process.returncode, out, err)


def _committed(path: Path) -> dict[str, int]:
    """How many rows there are of what is only ever added to."""
    if not path.exists():
        return {}
    found = [name for (name,) in rows(path, "SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {name: len(rows(path, f"SELECT 1 FROM {name}")) for name in found if name in _ONLY_ADDED_TO}


def _ordeals(folder: Path, site: OwnedShop) -> Iterator[_Ordeal]:
    recorded, crawled, old, large = (folder / f"{name}.db" for name in ("recorded", "crawled", "old", "large"))

    def record(path: Path) -> tuple[object, ...]:
        return ("record", site.entry_url, "--like", site.sample_url, "--db", path, "--max-probes", 12, *PLAIN)

    for command in (record(recorded), ("crawl", "--db", crawled, "--no-extract", *PLAIN)):
        if command[0] == "crawl":
            shutil.copy(recorded, crawled)
        ending = _done(*command)
        assert ending.code == 0, ending
    _make_old(old)
    shutil.copy(old, large)
    assert _done("runs", "--db", large).code == 0

    def crawl(*more: object) -> Callable[[Path], tuple[object, ...]]:
        return lambda path: ("crawl", "--db", path, *more, *PLAIN)

    def export(path: Path) -> tuple[object, ...]:
        return ("export", path.with_suffix(".jsonl"), "--format", "jsonl", "--what", "pages", "--force", "--db", path)

    yield _Ordeal("record", folder / "none.db", record, lambda path: (pattern(path), targets(path)))
    yield _Ordeal("crawl", recorded, crawl(), targets)
    yield _Ordeal("exhaust", recorded, crawl("--exhaust", "--coverage", 0.5), targets)
    yield _Ordeal("extract", crawled, lambda path: ("extract", "--db", path), _records, _has_all_or_no_records)
    yield _Ordeal("export", large, export, _exported, lambda path: _exported(path) in (0, _OLD_PAGES))
    yield _Ordeal("migration", old, lambda path: ("runs", "--db", path), _version)


def _records(path: Path) -> int:
    known = rows(path, "SELECT 1 FROM sqlite_schema WHERE name = 'records'")
    return len(rows(path, "SELECT 1 FROM records")) if known else 0


def _has_all_or_no_records(path: Path) -> bool:
    return _records(path) in (0, len(targets(path)))


def _exported(path: Path) -> int:
    """Lines."""
    out = path.with_suffix(".jsonl")
    return out.read_bytes().count(b"\n") if out.exists() else 0


def _version(path: Path) -> object:
    return rows(path, "PRAGMA user_version"), rows(path, "SELECT count(*) FROM pages")


def _make_old(path: Path) -> None:
    """A large database as the first recorder left it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.migrate(connection, path, schema.MIGRATIONS[:1])
        connection.execute("BEGIN")
        recordings, runs = (
            "recordings (name, entry_url, options, created_at)",
            "runs (recording_id, kind, status, started_at)",
        )
        connection.execute(f"INSERT INTO {recordings} VALUES ('b', 'a', '{{}}', '{_LONG_AGO}')")
        connection.execute(f"INSERT INTO {runs} VALUES (1, 'crawl', 'done', '{_LONG_AGO}')")
        pages = ((f"http://a.example/{number}",) * 3 for number in range(_OLD_PAGES))
        columns = "run_id, url, key, final_url, role, fetched_at"
        connection.executemany(f"INSERT INTO pages ({columns}) VALUES (1, ?, ?, ?, 'other', '{_LONG_AGO}')", pages)
        connection.execute("COMMIT")


def run(only: str = "", kills: int = KILLS) -> list[Figure]:
    return list(_measured(only, kills))


def _measured(only: str, kills: int) -> Iterator[Figure]:
    chance = random.Random(20)
    with tempfile.TemporaryDirectory() as name, DemoServer(OwnedShop(books=_BOOKS, delay=_DELAY)) as site:
        for ordeal in _ordeals(Path(name), site):
            if only not in ordeal.name:
                continue
            folder = Path(name) / ordeal.name
            folder.mkdir()
            survived, troubles = ordeal.suffer(folder, chance, kills)
            fine = survived == kills and not troubles
            yield Figure(f"kills of {ordeal.name}, survived of {kills}", survived, "", f"= {kills}", fine)
            yield from (Figure(f"  {trouble}", 0, "", "", True) for trouble in troubles)
