"""What deciding by evidence is worth: the bundled shop crawled as it comes and all in the browser, in one run; a real
site whose way in is made by a script; and real sites whose scripts only decorate, beside crawls without a browser.

Both must collect the same. Seconds are of one machine in one run, so only their ratio says anything.
"""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from bench.figures import Figure
from bench.generality.catalogue import all_sites
from bench.generality.samples import samples
from bench.generality.site import Site
from bench.sites import debian_folder
from bench.static_sites import served
from recorder.crawling.session import CrawlOptions, crawl
from recorder.demo import DemoServer, DemoSite
from recorder.fetching.options import FetchOptions, Render
from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Continuation, Stop
from recorder.store import NewPage, open_store
from recorder.store.page import OTHER

BOOKS = 1_000
TIMES_AS_FAST = 10
QUESTION = "search.html?q=socket"
DECORATED = ("networks-by-month", "python-modules", "fltk-classes")
"""Of three generators, in the bench of generality."""
TIMES_AS_LONG = 1.3


@dataclass(frozen=True)
class Crawled:
    """What one crawl came to."""

    targets: frozenset[str]
    pages: int
    rendered: int
    seconds: float


def run() -> list[Figure]:
    return [*_shop(), *_search_page(), *(figure for name in DECORATED for figure in _decorated(name))]


def _shop() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder, DemoServer(DemoSite(books=BOOKS)) as site:
        database = Path(folder) / "shop.db"
        options = RecordOptions(site.entry_url, (site.sample_url,), database, forms=FormChoice.NONE)
        recorded = asyncio.run(record(options, nobody, Stop())).run
        by_evidence, always = _crawled(database, Render.AUTO), _crawled(database, Render.ALWAYS)
    assert recorded is not None
    same = by_evidence.targets == always.targets
    times = (always.seconds / always.pages) / (by_evidence.seconds / by_evidence.pages)
    share = recorded.rendered / recorded.pages
    return [
        Figure("shop: auto collects what always collects", same, "", "1", same),
        Figure("shop: auto as fast as always", times, "times", f">= {TIMES_AS_FAST}", times >= TIMES_AS_FAST),
        Figure("shop: rendered while recording, of its pages", share, "", "", True),
        Figure("shop: rendered while crawling by evidence", by_evidence.rendered, f"of {by_evidence.pages}", "", True),
        Figure("shop: pages a second, all in the browser", always.pages / always.seconds, "1/s", "", True),
    ]


def _search_page() -> list[Figure]:
    """The answers of a manual's search page are written by its script; what they lead to is plain."""
    root = debian_folder("python3.11-doc", "usr/share/doc/python3.11/html")
    with tempfile.TemporaryDirectory() as folder, served(root) as base:
        database = Path(folder) / "manual.db"
        _by_hand(database, base)
        by_evidence, always = _crawled(database, Render.AUTO), _crawled(database, Render.ALWAYS)
    same = by_evidence.targets == always.targets
    few = by_evidence.rendered <= max(10, by_evidence.pages // 5)
    return [
        Figure("manual: auto collects what always collects", same, "", "1", same and len(always.targets) > 10),
        Figure("manual: rendered by evidence", by_evidence.rendered, f"of {by_evidence.pages}", "few", few),
    ]


def _decorated(name: str) -> list[Figure]:
    site = next(each for each in all_sites() if each.name == name)
    with tempfile.TemporaryDirectory() as folder, site.serve() as base:
        database = Path(folder) / "site.db"
        options = RecordOptions(base + site.entry, (base + _sampled(site),), database)
        asyncio.run(record(options, nobody, Stop()))
        by_evidence, never = _crawled(database, Render.AUTO), _crawled(database, Render.NEVER)
    same, times = by_evidence.targets == never.targets, by_evidence.seconds / never.seconds
    return [
        Figure(f"{name}: auto collects what never collects", same, "", "1", same and bool(never.targets)),
        Figure(f"{name}: auto as long as never", times, "times", f"<= {TIMES_AS_LONG}", times <= TIMES_AS_LONG),
        Figure(f"{name}: rendered by evidence", by_evidence.rendered, f"of {by_evidence.pages}", "", True),
    ]


def _sampled(site: Site) -> str:
    truth = site.truth()
    return truth.records[samples(site, truth)[0]]


def _by_hand(database: Path, base: str) -> None:
    """All pages of the library that the search page finds; whatever it leads to passes for one."""
    learnt = NavigationPattern((PatternPath((LinkStep(rf"^{base}library/[^/?#]+\.html$"),), 1, 1),))
    with open_store(database, create=True) as store:
        recording = store.recordings.create(
            "manual", base + QUESTION, [f"{base}library/socket.html"], {"scope": "host"}
        )
        mapping = store.runs.begin(recording.result().id, "mapping").result()
        sample = NewPage(run_id=mapping.id, url=f"{base}library/socket.html", role=OTHER, body=b"<p>any page")
        evidence = {"exemplars": [store.pages.record(sample).result()]}
        store.recordings.set_threshold(recording.result().id, 0.0, evidence).result()
        store.patterns.save(recording.result().id, to_text(learnt), step_rows(learnt)).result()
        store.runs.end(mapping.id, "done").result()


def _crawled(database: Path, render: Render) -> Crawled:
    options = CrawlOptions(database, fetching=FetchOptions(render=render), continuation=Continuation.FRESH)
    began = monotonic()
    run = asyncio.run(crawl(options, nobody, Stop())).run
    seconds = monotonic() - began
    assert run is not None
    with open_store(database, read_only=True) as store:
        targets = frozenset(page.final_url for page in store.pages.of_run(run.id, "target"))
    return Crawled(targets, run.pages, run.rendered, seconds)
