"""What link prototypes are worth while a site is mapped: the pages fetched with them and without, and whether the crawl
by the pattern that was learnt still collects exactly the targets.

Every site is recorded twice from the same two URLs, forms left alone. Where both patterns are the same, one crawl
speaks for both. The truth is made from the files, the program's own database or the demo's own catalogue.
`python -m bench mapping`, or `python -m bench.mapping NAME …` for single sites.
"""

import asyncio
import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import process_time
from urllib.parse import unquote

from bench.figures import Figure
from bench.programs import datasette, trac
from bench.sites import CACHE, SiteUnavailableError, debian_folder
from bench.static_sites import CASES as STATIC_CASES
from bench.static_sites import Case as StaticCase
from bench.static_sites import reachable, regexes, served
from recorder.crawling.session import CrawlOptions, crawl
from recorder.demo import DemoServer, DemoSite
from recorder.fetching.options import FetchOptions
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store.database import open_store

_STATIC = ("sqlite-c3ref", "sqlite-syntax", "sqlite-releases", "gtk-classes", "openjdk-classes", "postgresql-commands")


@dataclass(frozen=True)
class Site:
    """A site that is being served: its two URLs, its targets, and what counts neither way."""

    entry: str
    sample: str
    targets: frozenset[str]
    either: Callable[[str], bool] = lambda _: False


@dataclass(frozen=True)
class Case:
    name: str
    serving: Callable[[], AbstractContextManager[Site]]


@dataclass(frozen=True)
class Mapped:
    """One recording, and what the crawl by its pattern came to."""

    pages: int
    seconds: float
    """Of computing."""
    pattern: NavigationPattern
    precision: float
    recall: float


@contextmanager
def _bookshop() -> Iterator[Site]:
    with DemoServer(DemoSite()) as site:
        yield Site(site.entry_url, site.sample_url, frozenset(site.truth.linked_urls))


@contextmanager
def _datasette() -> Iterator[Site]:
    with datasette() as base:
        with sqlite3.connect(CACHE / "packages.db") as database:
            names = [name for (name,) in database.execute("SELECT name FROM package")]
        table = f"{base}packages/package"
        rows = frozenset(f"{table}/{re.sub('[^A-Za-z0-9_-]', _tilde, name)}" for name in names)
        yield Site(table, f"{table}/hello", rows)


def _tilde(char: re.Match[str]) -> str:
    return f"~{ord(char[0]):02X}"


@contextmanager
def _trac() -> Iterator[Site]:
    with trac() as base:
        with sqlite3.connect(CACHE / "trac-project" / "db" / "trac.db") as database:
            names = [name for (name,) in database.execute("SELECT DISTINCT name FROM wiki")]
        pages = frozenset(f"{base}wiki/{name}" for name in names)
        yield Site(f"{base}wiki/TitleIndex", f"{base}wiki/TracQuery", pages, {f"{base}wiki"}.__contains__)


@contextmanager
def _static(case: StaticCase) -> Iterator[Site]:
    root = debian_folder(case.package, case.folder)
    paths = [path for path in reachable(root, case.entry) if re.fullmatch(case.targets, path)]
    with served(root) as base:
        targets = frozenset(base + path for path in paths if not re.fullmatch(case.either, path))
        yield Site(
            base + case.entry,
            base + case.sample,
            targets,
            lambda url: re.fullmatch(case.either, url.removeprefix(base)) is not None,
        )


CASES = (
    Case("demo bookshop", _bookshop),
    Case("datasette", _datasette),
    Case("trac", _trac),
    *(Case(each.name, partial(_static, each)) for each in STATIC_CASES if each.name in _STATIC),
)


def run() -> list[Figure]:
    measured = {case.name: both(case) for case in CASES}
    return [figure for name, pair in measured.items() for figure in _figures(name, *pair)] + _together(
        list(measured.values())
    )


def both(case: Case) -> tuple[Mapped, Mapped]:
    """With prototypes, and without."""
    with case.serving() as site:
        steered = _mapped(site, None, by_prototypes=True)
        free = _mapped(site, steered, by_prototypes=False)
    for how, one in (("with", steered), ("without", free)):
        print(
            f"  {case.name}, {how}: {one.pages} pages, {one.seconds:.1f} s of computing, precision {one.precision:.4f},"
            f" recall {one.recall:.4f} of {len(site.targets)}",
            flush=True,
        )
    return steered, free


def _mapped(site: Site, other: Mapped | None, *, by_prototypes: bool) -> Mapped:
    with tempfile.TemporaryDirectory() as folder:
        database, polite = Path(folder) / "site.db", FetchOptions(ignore_robots=True)
        options = RecordOptions(
            site.entry,
            (site.sample,),
            database,
            by_prototypes=by_prototypes,
            forms=FormChoice.NONE,
            fetching=polite,
        )
        began = process_time()
        recorded = asyncio.run(record(options, nobody, Stop()))
        seconds = process_time() - began
        assert recorded.run is not None
        if other is not None and regexes(recorded.pattern) == regexes(other.pattern):
            scores = other.precision, other.recall
        else:
            asyncio.run(crawl(CrawlOptions(database, fetching=polite), nobody, Stop()))
            scores = _scores(site, database)
    return Mapped(recorded.run.pages, seconds, recorded.pattern, *scores)


def _scores(site: Site, database: Path) -> tuple[float, float]:
    """Precision and recall of what was crawled."""
    with open_store(database, read_only=True) as store:
        found = {unquote(target.url) for target in store.targets.list(store.recordings.find().id, run="latest")}
    true = set(map(unquote, site.targets))
    got = {url for url in found if url in true or not site.either(url)}
    return len(got & true) / max(1, len(got)), len(got & true) / len(true)


def _figures(name: str, steered: Mapped, free: Mapped) -> Iterator[Figure]:
    yield _told(f"{name}: pages to map with prototypes", steered.pages)
    yield _told(f"{name}: pages to map without", free.pages)
    for what in ("precision", "recall"):
        with_them, without = getattr(steered, what), getattr(free, what)
        bar = f">= {without:.4g}"
        yield Figure(f"{name}: {what} of the crawl, with", with_them, "", bar, with_them >= without)


def _together(pairs: list[tuple[Mapped, Mapped]]) -> list[Figure]:
    share = sum(steered.pages for steered, _ in pairs) / sum(free.pages for _, free in pairs)
    return [Figure("all sites: pages with prototypes, of those without", share, "", "< 1", share < 1)]


def _told(name: str, value: float) -> Figure:
    return Figure(name, value, "", "", True)


def main(names: list[str]) -> None:
    for case in CASES:
        if not names or case.name in names:
            try:
                for one in both(case):
                    print("\n".join(f"      {'  >  '.join(steps)}" for steps in regexes(one.pattern)))
            except SiteUnavailableError as error:
                print(f"  {case.name}: NOT RUN: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
