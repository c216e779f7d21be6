"""How soon keys are answered while a large site is crawled: what a person waits who types into the terminal UI."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urljoin

from bench.catalogue import item_path
from bench.figures import Figure
from bench.pseudo_terminal import PseudoTerminal
from recorder.face import FetchOptions, FormChoice, RecordOptions, Render
from recorder.face.jobs import start_recording
from recorder.face.library import Library

LETTERS = range(0x10D0, 0x10FB)
"""Georgian: on no screen before they are typed."""
KEYS = 200
ROOT = Path(__file__).parents[1]
LIBRARY = 15_000
MEDIAN_BAR, HUNDREDTH_BAR = 0.100, 0.250


def run() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder, large_site() as site:
        database = Path(folder) / "library.db"
        record(site, database)
        delays, seconds = answered(Path(folder), database)
        with Library(database) as stored:
            crawl = stored.runs(1)[-1]
    if crawl.kind != "crawl" or crawl.seconds <= seconds:
        raise RuntimeError("the crawl was over before the last key")
    slowest = quantiles(delays, n=100)[98]
    return [held("median", median(delays), MEDIAN_BAR), held("the 99th of a hundred", slowest, HUNDREDTH_BAR)]


def held(which: str, seconds: float, bar: float) -> Figure:
    return Figure(f"from a key to the screen during a crawl, {which}", seconds, "s", f"< {bar} s", seconds < bar)


@contextmanager
def large_site() -> Iterator[str]:
    """Served by a process of its own as fast as anything can be."""
    command = [sys.executable, "-m", "bench.catalogue", str(LIBRARY)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        if server.stdout is None:
            raise RuntimeError("the site was not opened")
        yield f"http://127.0.0.1:{server.stdout.readline().strip()}/"
        server.terminate()


def record(site: str, database: Path) -> None:
    over_http = FetchOptions(render=Render.NEVER)
    options = RecordOptions(site, (urljoin(site, item_path(0)),), database, forms=FormChoice.NONE, fetching=over_http)
    job = start_recording(options, lambda _: None)
    if not job.wait(600) or job.error is not None or job.fault is not None:
        raise RuntimeError(f"the recording failed: {job.error or job.fault}")


def answered(folder: Path, database: Path) -> tuple[list[float], float]:
    """What each key took, and all of them together."""
    terminal = PseudoTerminal(folder, "tui", "--db", str(database))
    delays: list[float] = []
    try:
        terminal.until("What to collect")
        terminal.press("\x12")
        terminal.until(" crawl: ")
        terminal.press("i\t")
        time.sleep(0.5)
        began = time.monotonic()
        for number in range(KEYS):
            letter = chr(LETTERS[number % len(LETTERS)])
            if number % len(LETTERS) == 0:
                terminal.press("\x15")
                time.sleep(0.3)
            delays.append(terminal.delay(letter, letter))
            time.sleep(0.04)
        seconds = time.monotonic() - began
    finally:
        code = terminal.close()
    if code != os.EX_OK:
        raise RuntimeError(f"the terminal UI ended with {code}")
    return delays, seconds
