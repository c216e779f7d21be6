"""Real documentation sites, recorded and crawled with nothing but two URLs: is what was collected exactly what was
meant?

Every site is recorded by sampling and exhaustively, and crawled once. The truth is made from the files: the pages
whose path matches the site's rule and that plain links lead to. `python -m bench static_sites`, or `python -m
bench.static_sites NAME …` for single sites.
"""

import asyncio
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath
from time import monotonic
from urllib.parse import unquote

from bench.figures import Figure
from bench.sites import SiteUnavailableError, debian_folder
from recorder.crawling.session import CrawlOptions, crawl
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store.database import open_store

_HREF = re.compile(rb"<(?:a|area|iframe|frame)\b[^>]*?\b(?:href|src)\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Case:
    """A site, its two URLs, and the rule for its targets; pages that match `either` count neither way. `held`: the
    bars must be reached; on the other sites the figures are shown for what they are.
    """

    name: str
    package: str
    folder: str
    entry: str
    sample: str
    targets: str
    either: str = "(?!)"
    held: bool = False


CASES = (
    Case(
        "sqlite-c3ref",
        "sqlite3-doc",
        "usr/share/doc/sqlite3",
        "index.html",
        "c3ref/free.html",
        r"c3ref/[^/]+\.html",
        r"c3ref/(intro|funclist|objlist|constlist)\.html",
        held=True,
    ),
    Case(
        "sqlite-syntax",
        "sqlite3-doc",
        "usr/share/doc/sqlite3",
        "index.html",
        "syntax/expr.html",
        r"syntax/[^/]+\.html",
        held=True,
    ),
    Case(
        "sqlite-releases",
        "sqlite3-doc",
        "usr/share/doc/sqlite3",
        "index.html",
        "releaselog/3_8_0.html",
        r"releaselog/[^/]+\.html",
        held=True,
    ),
    Case(
        "gtk-classes",
        "libgtk-3-doc",
        "usr/share/doc/libgtk-3-doc/gtk3",
        "index.html",
        "GtkButton.html",
        r"Gtk[^/]*\.html",
        held=True,
    ),
    Case(
        "python-library",
        "python3.11-doc",
        "usr/share/doc/python3.11/html",
        "index.html",
        "library/json.html",
        r"library/(?!index)[^/]+\.html",
    ),
    Case(
        "postgresql-commands",
        "postgresql-doc-15",
        "usr/share/doc/postgresql-doc-15/html",
        "index.html",
        "sql-createtable.html",
        r"sql-(?!(commands|expressions|keywords-appendix|syntax(-.*)?)\.)[a-z-]+\.html",
    ),
    Case(
        "eigen-classes",
        "libeigen3-doc",
        "usr/share/doc/libeigen3-dev/html",
        "index.html",
        "classEigen_1_1SparseVector.html",
        r"(?:unsupported/)?(?:class|struct)[^/]*(?<!-members)\.html",
    ),
    Case(
        "openjdk-classes",
        "openjdk-17-doc",
        "usr/share/doc/openjdk-17-doc/api/java.sql",
        "module-summary.html",
        "java/sql/Connection.html",
        r"(?:[a-z]+/)+[A-Z][^/]*\.html",
    ),
)


@dataclass(frozen=True)
class Recorded:
    pages: int
    seconds: float
    pattern: NavigationPattern


@dataclass(frozen=True)
class Scored:
    """What one site came to."""

    case: Case
    sampled: Recorded
    exhaustive: Recorded
    crawled: int
    crawl_seconds: float
    true: int
    collected: int
    precision: float
    recall: float
    missed: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def same_pattern(self) -> bool:
        return regexes(self.sampled.pattern) == regexes(self.exhaustive.pattern)

    @property
    def pages_per_target(self) -> float:
        return self.crawled / max(1, self.collected)


def regexes(pattern: NavigationPattern) -> list[list[str]]:
    return [[getattr(step, "regex", "") for step in path.steps] for path in pattern.paths]


def reachable(root: Path, entry: str) -> set[str]:
    """The files that plain links lead to from the entry page."""
    todo, seen = [entry], {entry}
    while todo:
        page = todo.pop()
        for found in _HREF.findall((root / page).read_bytes()):
            link = unquote(found.decode("utf8", "replace").split("#")[0].split("?")[0])
            if not link or re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", link):
                continue
            path = normpath(join(dirname(page), link)) if not link.startswith("/") else link.lstrip("/")
            if (root / path).is_dir():
                path = join(path, "index.html")
            if path not in seen and re.search(r"\.x?html?$", path) and (root / path).is_file():
                seen.add(path)
                todo.append(path)
    return seen


@contextmanager
def served(root: Path) -> Iterator[str]:
    server = subprocess.Popen(
        [sys.executable, "-m", "bench.static_server", str(root)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{server.stdout.readline().strip()}/"
    finally:
        server.terminate()
        server.wait()


def measure(case: Case) -> Scored:
    root = debian_folder(case.package, case.folder)
    true = {path for path in reachable(root, case.entry) if re.fullmatch(case.targets, path)}
    true -= {path for path in true if re.fullmatch(case.either, path)}
    with served(root) as base, tempfile.TemporaryDirectory() as folder:
        sampled = _record(case, base, Path(folder) / "sampled.db", exhaustive=False)
        exhaustive = _record(case, base, Path(folder) / "exhaustive.db", exhaustive=True)
        began = monotonic()
        collected = asyncio.run(crawl(CrawlOptions(Path(folder) / "sampled.db"), nobody, _stop()))
        seconds = monotonic() - began
        with open_store(Path(folder) / "sampled.db", read_only=True) as store:
            recording = store.recordings.find()
            urls = [unquote(target.url).removeprefix(base) for target in store.targets.list(recording.id)]
    got = {path for path in urls if not re.fullmatch(case.either, path)}
    hit = len(true & got)
    return Scored(
        case,
        sampled,
        exhaustive,
        collected.run.pages if collected.run else 0,
        seconds,
        len(true),
        len(urls),
        hit / max(1, len(got)),
        hit / max(1, len(true)),
        tuple(sorted(true - got)),
        tuple(sorted(got - true)),
    )


def _record(case: Case, base: str, database: Path, *, exhaustive: bool) -> Recorded:
    options = RecordOptions(base + case.entry, (base + case.sample,), database, exhaustive=exhaustive)
    began = monotonic()
    result = asyncio.run(record(options, nobody, _stop()))
    assert result.run is not None
    return Recorded(result.run.pages, monotonic() - began, result.pattern)


def run() -> list[Figure]:
    return [figure for case in CASES for figure in figures(measured(case))]


def measured(case: Case) -> Scored:
    scored = measure(case)
    print("  " + words(scored), flush=True)
    return scored


def words(scored: Scored) -> str:
    return (
        f"{scored.case.name}: {scored.true} true, {scored.collected} collected, precision {scored.precision:.4f}, "
        f"recall {scored.recall:.4f}; recorded from {scored.sampled.pages} pages in {scored.sampled.seconds:.0f} s, "
        f"exhaustively from {scored.exhaustive.pages} in {scored.exhaustive.seconds:.0f} s "
        f"({'the same' if scored.same_pattern else 'ANOTHER'} pattern); crawled {scored.crawled} pages in "
        f"{scored.crawl_seconds:.0f} s, {scored.pages_per_target:.2f} a target"
    )


def figures(scored: Scored) -> Iterator[Figure]:
    share = scored.sampled.pages / scored.exhaustive.pages
    yield _figure(scored, "precision", scored.precision, "1.0000", scored.precision == 1)
    yield _figure(scored, "recall", scored.recall, ">= 0.99", scored.recall >= 0.99)
    yield _figure(
        scored, "pages crawled per target", scored.pages_per_target, "<= 1.15", scored.pages_per_target <= 1.15
    )
    yield _figure(scored, "same pattern as --exhaustive", scored.same_pattern, "1", scored.same_pattern)
    if scored.exhaustive.pages > 300:
        yield _figure(scored, "pages to record, of those of --exhaustive", share, "<= 0.333", share <= 1 / 3)


def _figure(scored: Scored, what: str, value: float, bar: str, passed: bool) -> Figure:
    return Figure(f"{scored.case.name}: {what}", value, "", bar if scored.case.held else "", passed)


def _stop() -> Stop:
    return Stop()


def main(names: list[str]) -> None:
    known = [case.name for case in CASES]
    if unknown := [name for name in names if name not in known]:
        raise SystemExit(f"No site {', '.join(unknown)}. There are: {', '.join(known)}.")
    for case in CASES:
        if not names or case.name in names:
            try:
                scored = measured(case)
            except SiteUnavailableError as error:
                print(f"  {case.name}: NOT RUN: {error}")
                continue
            for mode, recorded in (("sampled", scored.sampled), ("exhaustive", scored.exhaustive)):
                for steps in regexes(recorded.pattern):
                    print(f"      {mode}: {'  >  '.join(steps)}")
            for what, some in (("missed", scored.missed), ("wrong", scored.wrong)):
                if some:
                    print(f"      {what} {len(some)}: {', '.join(some[:8])}")


if __name__ == "__main__":
    main(sys.argv[1:])
