"""What a power cut leaves of a database: what was synced, and of what was written since then some, in any order, or
half of it. strace tells what a crawler writes and syncs; at random moments the files are put together as a disk may
have them then. Each must open, be whole, and hold every page that the crawler had said was stored.

SQLite relies on two things that no program can try here: that a disk which says it has synced has, and that a write
touches no byte beside its own.
"""

import ast
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.figures import Figure
from bench.sites import SiteUnavailableError
from recorder.store import open_store
from tests.store.test_kill import CRAWLER, check, is_begun

CUTS = 100
_TRACED = "write,pwrite64,fdatasync,fsync,ftruncate,unlink,unlinkat"
_CALL = re.compile(r"^(\d+) +(\w+)\((.*)$")
_RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>.*= (-?\d+)")
_WRITES = re.compile(r'^(\d+)<([^>]*)>, ("(?:[^"\\]|\\.)*")(?:\.\.\.)?, \d+(?:, (\d+))?')
_ON_FILE = re.compile(r"^\d+<([^>]*)>(?:, (\d+))?")
_UNLINKS = re.compile(r'"((?:[^"\\]|\\.)*)"')
_OURS = ("", "-wal", "-journal")
_FOLDER, _SAID = "folder", "said"


@dataclass(frozen=True)
class _Event:
    """One call, when it was made; a sync when it had returned. `file` is what follows the name of the database, or one
    of the two above.
    """

    kind: str
    file: str
    data: bytes = b""
    at: int = 0


def _events(log: Iterable[str], database: Path) -> Iterator[_Event]:
    syncing: dict[str, str] = {}
    for line in log:
        if resumed := _RESUMED.match(line):
            if resumed[2] in ("fdatasync", "fsync") and resumed[1] in syncing:
                yield _Event("sync", syncing.pop(resumed[1]))
        elif call := _CALL.match(line):
            process, name, rest = call.groups()
            event = _event(name, rest, database)
            if event and event.kind == "sync" and "<unfinished" in rest:
                syncing[process] = event.file
            elif event:
                yield event


def _event(name: str, rest: str, database: Path) -> _Event | None:
    if name in ("write", "pwrite64"):
        found = _WRITES.match(rest)
        assert found is not None, rest[:200]
        data = ast.literal_eval("b" + found[3])
        if found[1] == "1" and name == "write":
            return _Event("write", _SAID, data)
        return _of_ours("write", found[2], database, data, int(found[4] or 0))
    if name in ("unlink", "unlinkat"):
        found = _UNLINKS.search(rest)
        return _of_ours("unlink", found[1], database) if found else None
    found = _ON_FILE.match(rest)
    assert found is not None, rest[:200]
    return _of_ours("truncate" if name == "ftruncate" else "sync", found[1], database, b"", int(found[2] or 0))


def _of_ours(kind: str, path: str, database: Path, data: bytes = b"", at: int = 0) -> _Event | None:
    path = ast.literal_eval(f'"{path}"')
    if path == str(database.parent):
        return _Event(kind, _FOLDER)
    suffix = path.removeprefix(str(database))
    return _Event(kind, suffix, data, at) if path.startswith(str(database)) and suffix in _OURS else None


@dataclass
class _File:
    """`synced` is what no power cut takes away; None where there is no file yet."""

    synced: bytearray | None = None
    since: list[_Event] = field(default_factory=list)

    def sync(self) -> None:
        for event in self.since:
            self.synced = _after(self.synced, event)
        self.since.clear()

    def sync_name(self) -> None:
        """The folder is synced: a file that was removed from it stays so."""
        if any(event.kind == "unlink" for event in self.since):
            self.sync()

    def left(self, chance: random.Random) -> bytearray | None:
        """As it may be on the disk: nothing since the last sync, all of it but the end of the last, or any of it."""
        found = None if self.synced is None else bytearray(self.synced)
        way = chance.choice(("nothing", "a beginning", "any"))
        if way == "nothing" or not self.since:
            return found
        begun = self.since[: chance.randint(1, len(self.since))]
        some = begun if way == "a beginning" else [each for each in self.since if chance.random() < 0.5]
        for number, event in enumerate(some):
            torn = event.data[: chance.randint(0, len(event.data))] if number == len(some) - 1 else event.data
            found = _after(found, _Event(event.kind, event.file, torn, event.at))
        return found


def _after(content: bytearray | None, event: _Event) -> bytearray | None:
    if event.kind == "unlink":
        return None
    content = bytearray() if content is None else content
    if event.kind == "truncate":
        del content[event.at :]
        return content
    content.extend(bytes(max(0, event.at - len(content))))
    content[event.at : event.at + len(event.data)] = event.data
    return content


def _disks(events: list[_Event], cuts: int, chance: random.Random) -> Iterator[tuple[dict[str, bytearray], set[str]]]:
    """What is on the disk after each cut, and what had been said before it."""
    files = {suffix: _File() for suffix in _OURS}
    moments = sorted(chance.choices(range(len(events)), k=cuts))
    said = b""
    for moment, event in enumerate(events):
        if event.file == _SAID:
            said += event.data
        elif event.file == _FOLDER:
            for file in files.values():
                file.sync_name()
        elif event.kind == "sync":
            files[event.file].sync()
        else:
            files[event.file].since.append(event)
        for _ in range(moments.count(moment)):
            left = {suffix: file.left(chance) for suffix, file in files.items()}
            whole = {suffix: content for suffix, content in left.items() if content is not None}
            yield whole, set(said.decode().split())


def _traced(folder: Path) -> tuple[list[_Event], Path]:
    if shutil.which("strace") is None:
        raise SiteUnavailableError("strace is not installed: nothing else tells what is written and synced")
    database, log = folder / "site.db", folder / "calls"
    watched = ["strace", "-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={_TRACED}", "-o", str(log)]
    process = subprocess.Popen([*watched, sys.executable, "-c", CRAWLER, str(database)], stdout=subprocess.DEVNULL)
    process.wait()
    with log.open(encoding="latin-1") as lines:
        return list(_events(lines, database)), database


def run(cuts: int = CUTS) -> list[Figure]:
    chance, troubles, most = random.Random(5), list[str](), 0
    with tempfile.TemporaryDirectory() as name:
        events, _ = _traced(Path(name))
        for number, (files, said) in enumerate(_disks(events, cuts, chance)):
            folder = Path(name) / str(number)
            folder.mkdir()
            for suffix, content in files.items():
                (folder / f"site.db{suffix}").write_bytes(content)
            most = max(most, len(said))
            if trouble := _trouble(folder / "site.db", said):
                troubles.append(f"cut {number}: {trouble}")
            shutil.rmtree(folder)
    survived = cuts - len(troubles)
    writes = sum(event.kind == "write" and event.file != _SAID for event in events)
    syncs = sum(event.kind == "sync" for event in events)
    return [
        Figure(f"power cuts survived, of {cuts}", survived, "", f"= {cuts}", survived == cuts),
        Figure("  writes and syncs that they fell among", writes + syncs, "", "> 1000", writes + syncs > 1000),
        Figure("  most pages that had been said to be stored", most, "", "> 100", most > 100),
        *(Figure(f"  {trouble}", 0, "", "", True) for trouble in troubles),
    ]


def _trouble(path: Path, said: set[str]) -> str:
    try:
        with open_store(path, create=True) as store:
            if is_begun(store):
                check(store, said)
            elif said:
                return f"nothing is left of {len(said)} pages"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what was looked for
        return f"{type(error).__name__}: {error}"[:300]
    return ""
