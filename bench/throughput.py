"""Pages a second, storing included: `recorder crawl` beside a Scrapy spider (over HTTP) and crawlee's PlaywrightCrawler
(rendered), each written for the job, on the same generated library, in turn, each in a process of its own.

Both rivals only fetch, pick links and keep what they find; ours also compares each page with the sample's class, makes
it searchable and can be killed at any moment without losing a page. All keep pages under the same promise: what was
committed survives a power cut (`synchronous = FULL`). CPU is told beside the time, for it says the same on a busy
machine; the browser's is part of it.
"""

import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import monotonic
from urllib.parse import urljoin

from bench.catalogue import item_path
from bench.figures import Figure

PLAIN_ITEMS, RENDERED_ITEMS = 2_000, 150
ROUNDS = 3
PLAIN_BAR, RENDERED_BAR = 3.0, 1.0
CRAWLEE_AT_ONCE = (2, 4, 6)


@dataclass(frozen=True)
class Spent:
    seconds: float
    cpu: float


def run() -> list[Figure]:
    return [*_compared(PLAIN_ITEMS, "static", PLAIN_BAR), *_compared(RENDERED_ITEMS, "rendered", RENDERED_BAR)]


def _compared(items: int, kind: str, bar: float) -> list[Figure]:
    with _library(items) as base, tempfile.TemporaryDirectory() as folder:
        recorded = Path(folder) / "recorded.db"
        sample = urljoin(base, item_path(0))
        _run("recorder", "record", base, "--like", sample, "--db", recorded, "--forms", "none")
        measure = _static if kind == "static" else _rendered
        rounds = []
        for number in range(ROUNDS):
            # A first crawl each time: to know the pages already would spare storing them.
            ours = Path(shutil.copy(recorded, Path(folder) / f"ours-{number}.db"))
            rounds.append(measure(base, ours, Path(folder) / f"theirs-{number}"))
    return list(_figures(kind, items, bar, rounds))


def _static(base: str, database: Path, theirs: Path) -> tuple[Spent, Spent]:
    ours = _run("recorder", "crawl", "--db", database, "--render", "never")
    return ours, _run("bench.scrapy_spider", base, theirs)


def _rendered(base: str, database: Path, theirs: Path) -> tuple[Spent, Spent]:
    ours = _run("recorder", "crawl", "--db", database, "--render", "always")
    tried = [_run("bench.crawlee_crawler", base, theirs.with_suffix(f".{n}"), n) for n in CRAWLEE_AT_ONCE]
    return ours, min(tried, key=lambda spent: spent.seconds)


def _figures(kind: str, items: int, bar: float, rounds: list[tuple[Spent, Spent]]) -> Iterator[Figure]:
    rival = "Scrapy" if kind == "static" else "crawlee"
    speed = median(theirs.seconds / ours.seconds for ours, theirs in rounds)
    effort = median(theirs.cpu / ours.cpu for ours, theirs in rounds)
    ours = median(ours.cpu for ours, _ in rounds) / items * 1000
    yield Figure(f"{kind}: pages a second, as a multiple of {rival}'s", speed, "times", f">= {bar:g}", speed >= bar)
    yield Figure(f"{kind}: pages per CPU second, as a multiple of {rival}'s", effort, "times", "", True)
    yield Figure(f"{kind}: our CPU per target page", ours, "ms", "", True)


def _run(module: str, *arguments: object) -> Spent:
    before, began = _cpu(), monotonic()
    command = [sys.executable, "-m", module, *map(str, arguments)]
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return Spent(monotonic() - began, _cpu() - before)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def _library(items: int) -> Iterator[str]:
    command = [sys.executable, "-m", "bench.catalogue", str(items)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{server.stdout.readline().strip()}/"
    finally:
        server.terminate()
        server.wait()
