"""What recorder needs from a machine, browser apart, and what this machine has. Reads; changes nothing.

Each `judge_…` is a plain function of what was measured; `examine` measures.
"""

import os
import platform
import shutil
import sqlite3
import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

MEGABYTE = 1_000_000
OLDEST_PYTHON = (3, 11)
DISK_NEEDED, DISK_COMFORTABLE = 50 * MEGABYTE, 1_000 * MEGABYTE
MEMORY_NEEDED, MEMORY_COMFORTABLE = 500 * MEGABYTE, 2_000 * MEGABYTE
SMALLEST_SCREEN = os.terminal_size((80, 24))

SQLITE_FEATURES = {
    "strict tables": "create table probe (word text) strict",
    "full-text search": "create virtual table search using fts5 (word)",
    "RETURNING": "insert into plain values (1) returning word",
}
CGROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


class CheckVerdict(Enum):
    FINE = "fine"
    NOTE = "note"
    PROBLEM = "PROBLEM"


@dataclass(frozen=True)
class Finding:
    """One thing looked at: `words` say what there is, `remedy` what to do about a problem."""

    subject: str
    verdict: CheckVerdict
    words: str
    remedy: str = ""


def examine(folder: Path) -> list[Finding]:
    """Everything but the browser, with databases to be kept in `folder`."""
    return [
        judge_python(sys.version_info[:2], platform.python_version()),
        judge_sqlite(sqlite3.sqlite_version, missing_sqlite_features()),
        judge_disk(folder, shutil.disk_usage(folder).free, writable=os.access(folder, os.W_OK)),
        judge_memory(usable_memory()),
        judge_terminal(shutil.get_terminal_size(), interactive=is_interactive()),
    ]


def judge_python(version: tuple[int, int], words: str) -> Finding:
    if version < OLDEST_PYTHON:
        return Finding("Python", CheckVerdict.PROBLEM, words, "Install recorder with Python 3.11 or newer.")
    return Finding("Python", CheckVerdict.FINE, words)


def missing_sqlite_features() -> list[str]:
    """What the schema needs and this SQLite was built without, found by trying."""
    database = sqlite3.connect(":memory:")
    database.execute("create table plain (word)")
    missing = []
    for feature, statement in SQLITE_FEATURES.items():
        try:
            database.execute(statement)
        except sqlite3.OperationalError:
            missing.append(feature)
    database.close()
    return missing


def judge_sqlite(version: str, missing: list[str]) -> Finding:
    if missing:
        remedy = "Use a Python whose SQLite is 3.37 or newer and has FTS5, such as that of Debian 12 or python.org."
        return Finding("SQLite", CheckVerdict.PROBLEM, f"{version}, without {', '.join(missing)}", remedy)
    return Finding("SQLite", CheckVerdict.FINE, f"{version}, with {' and '.join(list(SQLITE_FEATURES)[:2])}")


def judge_disk(folder: Path, free: int, *, writable: bool) -> Finding:
    words = f"{size(free)} free in {folder}"
    if not writable:
        return Finding("disk", CheckVerdict.NOTE, f"{words}, where you may not write: give --db another folder")
    if free < DISK_NEEDED:
        return Finding("disk", CheckVerdict.PROBLEM, words, "Make room, or work in a folder on another disk.")
    if free < DISK_COMFORTABLE:
        return Finding("disk", CheckVerdict.NOTE, f"{words}: enough for small sites")
    return Finding("disk", CheckVerdict.FINE, words)


def usable_memory() -> int:
    """The memory this process may use: the machine's, or what its container allows."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limits = [file.read_text().strip() for file in CGROUP_LIMITS if file.is_file()]
    return min([machine, *(int(limit) for limit in limits if limit.isdigit())])


def judge_memory(usable: int) -> Finding:
    words = size(usable)
    if usable < MEMORY_NEEDED:
        return Finding("memory", CheckVerdict.PROBLEM, words, f"recorder needs about {size(MEMORY_NEEDED)}.")
    if usable < MEMORY_COMFORTABLE:
        return Finding("memory", CheckVerdict.NOTE, f"{words}: pages that need a browser may be slow")
    return Finding("memory", CheckVerdict.FINE, words)


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def judge_sandbox(*, root: bool, browser_works: bool) -> Finding:
    """A browser that works was started with it, but for root, as whom Chromium refuses."""
    if root:
        words = "off, as Chromium refuses it for root: use another user for sites you do not trust"
        return Finding("sandbox", CheckVerdict.NOTE, words)
    if not browser_works:
        return Finding("sandbox", CheckVerdict.NOTE, "not tried, as no browser works")
    return Finding("sandbox", CheckVerdict.FINE, "on: scripts of pages are kept away from this machine")


def is_interactive() -> bool:
    """Whether a person sits at a terminal that can do more than print lines."""
    return sys.stdin.isatty() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def judge_terminal(screen: os.terminal_size, *, interactive: bool) -> Finding:
    if not interactive:
        return Finding("terminal", CheckVerdict.NOTE, "none here: no progress bars, and every command works")
    words = f"{screen.columns} x {screen.lines} characters"
    if screen.columns < SMALLEST_SCREEN.columns or screen.lines < SMALLEST_SCREEN.lines:
        return Finding("terminal", CheckVerdict.NOTE, f"{words}: 80 x 24 or more is more comfortable")
    return Finding("terminal", CheckVerdict.FINE, words)


def size(count: int) -> str:
    """A number of bytes in words, as disks and memory are sold."""
    if count < 1e9:
        return f"{count / 1e6:.0f} MB"
    return f"{count / 1e9:.0f} GB" if count >= 10e9 else f"{count / 1e9:.1f} GB"
