"""What an answer that means harm costs: each of `bombs` stands on a small site, which the real commands record, crawl,
extract and report; and of some, what it costs where a browser shows every page. Seconds on the clock and of computing,
the most memory of all processes of a command, and why the page was left, where it was.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.bombs import BOMB, BOMBS, MARKUP, PACKED, SLOW, served
from bench.figures import Figure
from bench.sites import SiteUnavailableError
from recorder.store import open_store
from tests.recorder.fetching.processes import descendants

_SECONDS, _MEGABYTES = 300, 2_500
"""Bars: one page may take a minute and 2 GB of its reader, a few times over. The seconds are of computing, so that what
else is done on the machine does not count; of what is slow by waiting they are those of the clock.
"""
_BROWSER_MEGABYTES = 4_000
_LOOKS = 0.1
"""Seconds between two looks at the memory."""
_SHOWN = (*PACKED, *SLOW, *MARKUP)
_PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")


def run(only: str = "") -> list[Figure]:
    over_http = [figure for name in BOMBS if only in name for figure in _measured(name, "never")]
    return over_http + [figure for name in _SHOWN if only in name for figure in _measured(name, "always")]


def _measured(name: str, render: str) -> Iterator[Figure]:
    try:
        yield from _of_site(name, render)
    except SiteUnavailableError as error:
        yield Figure(f"{name}: not tried, {error}", 0, "", "", True)


def _of_site(name: str, render: str) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder, served(name) as site:
        database = Path(folder) / "site.db"
        commands = {
            "record": ("record", f"{site}/", "--like", f"{site}/item/1", "--render", render, "--db", str(database)),
            "crawl": ("crawl", "--render", render, "--db", str(database)),
            "extract": ("extract", "--db", str(database)),
            "links": ("links", "--db", str(database)),
            "report": ("report", str(database.with_suffix(".html")), "--db", str(database)),
        }
        most = _BROWSER_MEGABYTES if render == "always" else _MEGABYTES
        shown = ", shown" if render == "always" else ""
        for command in commands:
            seconds, computing, megabytes, code = _cost(commands[command])
            fine = code == 0 and (seconds if name in SLOW else computing) <= _SECONDS and megabytes <= most
            told = f"{name}: {command}{shown}, {computing:,.0f} s computing, {megabytes:,.0f} MB"
            yield Figure(told, seconds, "s", f"<= {_SECONDS}, {most} MB", fine)
        yield Figure(f"  {name}: {_left(database)}", database.stat().st_size / 1e6, "MB on disk", "", True)


def _cost(words: tuple[str, ...]) -> tuple[float, float, float, int]:
    """Seconds, seconds of computing, most megabytes of all processes together, exit code."""
    began, most = time.monotonic(), 0
    process = subprocess.Popen(
        [sys.executable, "-m", "recorder", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while process.returncode is None:
        most = max(most, _held(process.pid) + sum(_held(each.pid) for each in descendants(process.pid)))
        time.sleep(_LOOKS)
        gone, status, used = os.wait4(process.pid, os.WNOHANG)
        if gone:
            process.returncode = os.waitstatus_to_exitcode(status)
    return time.monotonic() - began, used.ru_utime + used.ru_stime, most / 1e6, process.returncode


def _held(pid: int) -> int:
    """Bytes of memory that are its own: what processes share is counted once, or not at all."""
    try:
        _, resident, shared, *_ = Path(f"/proc/{pid}/statm").read_text().split()
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * _PAGE_SIZE


def _left(database: Path) -> str:
    """What was recorded of the page, or of the sitemap."""
    with open_store(database) as store:
        runs = store.runs.all(store.recordings.all()[0].id)
        pages = [page for run in runs for page in store.pages.of_run(run.id) if page.url.endswith((BOMB, ".xml"))]
        return "; ".join(dict.fromkeys(f"{page.role} {page.reason}".strip() for page in pages)) or "not met"
