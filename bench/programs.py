"""Web programs that nobody here wrote, with data that nobody here wrote, served on loopback.

Each is installed from its package into an environment of its own in the cache, so that its requirements quarrel with
nobody's. What this machine cannot get raises `SiteUnavailableError`.
"""

import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copytree, ignore_patterns
from signal import SIGKILL, SIGTERM
from sysconfig import get_path
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

from bench.sites import CACHE, SiteUnavailableError, run_tool

_STARTED = 120.0
"""Bounds how long a program may take until it answers: one with an index takes forty seconds on a busy machine."""
_ENDED = 10.0
"""Bounds how long a program may take to end once it is asked to; then it is made to."""
_ONE_IN = 12
_SAMPLE = "Package: hello\n"
_STANZA = re.compile(r"^([A-Z][\w-]*): (.*)$", re.MULTILINE)
_FOLDERS = (
    *("asyncio", "collections", "concurrent", "ctypes", "curses", "dbm", "email", "encodings", "html", "http"),
    *("importlib", "json", "logging", "multiprocessing", "sqlite3", "unittest", "urllib", "wsgiref", "xml", "zoneinfo"),
)
_COLUMNS = ("Package", "Version", "Section", "Maintainer", "Installed-Size", "Description")


@contextmanager
def datasette() -> Iterator[str]:
    """Datasette over some thousands of Debian's package descriptions, with full-text search."""
    with serving([program("datasette", "datasette"), packages(), "-h", "127.0.0.1", "-p", "{port}"]) as base:
        yield base


@contextmanager
def trac() -> Iterator[str]:
    """A new project of Trac, which comes with its handbook as a wiki."""
    home = CACHE / "trac-project"
    admin = program("trac", "trac-admin", "setuptools<81", "trac")
    if not (home / "VERSION").exists():
        run_tool([admin, home, "initenv", "Handbook", "sqlite:db/trac.db"])
    with serving([admin.with_name("tracd"), "-s", "-p", "{port}", "--hostname=127.0.0.1", home]) as base:
        yield base


@contextmanager
def klaus() -> Iterator[str]:
    """Klaus over a repository of git: some of Python's standard library, a folder a commit."""
    with serving([program("klaus", "klaus"), "--host", "127.0.0.1", "--port", "{port}", repository()]) as base:
        yield base


def program(name: str, command: str, *requirements: str) -> Path:
    """A command of an environment of its own, made once."""
    home = CACHE / "programs" / name
    ready = home / "ready"
    if not ready.exists():
        run_tool([sys.executable, "-m", "venv", "--clear", home])
        run_tool([home / "bin" / "pip", "install", "-q", *(requirements or (name,))])
        ready.touch()
    return home / "bin" / command


def packages() -> Path:
    """Every twelfth package that this machine's package lists tell of, and `hello`."""
    path = CACHE / "packages.db"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        stanzas = enumerate(run_tool(["apt-cache", "dumpavail"]).split("\n\n"))
        told = [dict(_STANZA.findall(each)) for at, each in stanzas if at % _ONE_IN == 0 or each.startswith(_SAMPLE)]
        rows = {row["Package"]: tuple(row.get(column) for column in _COLUMNS) for row in told if "Package" in row}
        if not rows:
            raise SiteUnavailableError("apt-cache knows no packages on this machine: run `apt-get update`")
        part = path.with_suffix(".part")
        part.unlink(missing_ok=True)
        with sqlite3.connect(part) as database:
            columns = (
                "name TEXT PRIMARY KEY, version TEXT, section TEXT, maintainer TEXT, size INTEGER, description TEXT"
            )
            database.execute(f"CREATE TABLE package ({columns})")
            database.executemany("INSERT INTO package VALUES (?, ?, ?, ?, ?, ?)", rows.values())
            database.execute("CREATE VIRTUAL TABLE package_fts USING fts5(name, description, content='package')")
            database.execute("INSERT INTO package_fts(package_fts) VALUES ('rebuild')")
        database.close()
        part.rename(path)
    return path


def repository() -> Path:
    home = CACHE / "repositories" / "library"
    if not (home / "ready").exists():
        sources = Path(get_path("stdlib"))
        run_tool(["git", "init", "-q", "-b", "main", home])
        for folder in _FOLDERS:
            copytree(sources / folder, home / folder, ignore=ignore_patterns("__pycache__"), dirs_exist_ok=True)
            run_tool(["git", "-C", home, "add", folder])
            run_tool([*_as_somebody(home), "commit", "-q", "-m", f"Add {folder}"])
        (home / "ready").touch()
    return home


def _as_somebody(home: Path) -> Sequence[str]:
    return ["git", "-C", str(home), "-c", "user.name=Bench", "-c", "user.email=bench@example.com"]


@contextmanager
def serving(
    command: Sequence[str | Path],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    port: int = 0,
    answers: str = "",
) -> Iterator[str]:
    """The program on a free port (or `port`, where the caller had to know it before), once it answers at `answers`."""
    port = port or free_port()
    words = [str(word).replace("{port}", str(port)) for word in command]
    base = f"http://127.0.0.1:{port}/"
    with subprocess.Popen(
        words,
        cwd=folder,
        env=os.environ | dict(environment or {}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            _until_it_answers(process, base + answers)
            yield base
        finally:
            _end(process)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _end(process: subprocess.Popen[bytes]) -> None:
    """With what the program started itself, which is of its session."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, SIGTERM)
    try:
        process.wait(_ENDED)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, SIGKILL)


def _until_it_answers(process: subprocess.Popen[bytes], address: str) -> None:
    end = monotonic() + _STARTED
    while monotonic() < end and process.poll() is None:
        try:
            with urlopen(address, timeout=10):
                return
        except (URLError, ConnectionError, TimeoutError):
            sleep(0.2)
    raise SiteUnavailableError(f"{process.args!r} did not begin to answer")
