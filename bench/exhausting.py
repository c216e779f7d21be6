"""How much of a hidden database `crawl --exhaust` collects, at what cost, and whether what it says of the rest is true.

Packages of Debian are served by SQLite's full-text index, with the limits that searches have, and asked by the words
that promise most, by random words and by rare ones; a choice that knows the database stands beside them. Up to a
thousand records are crawled over HTTP, more are asked in process. And programs that nobody here wrote, over their own
databases. The table is printed as it is made.
`RECORDER_EXHAUST=500,5000/k=100,5000/text/random,1000/text/killed,trac-tickets,trac-tickets/rare,estimate` names the
sizes of the catalogues, one row of such a table, the programs, either perhaps with other words or killed ten times on
its way, and estimates alone, on the way or at the `ends` of runs, in pieces that a person has the time for.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from bench.asked_in_process import AskedInProcess
from bench.estimating import ends, estimates
from bench.figures import Figure
from bench.hidden_catalogue import LINKED, Catalogue, Manners, catalogue, described, write_recording
from bench.killed_crawls import Door, counted, killed_crawl
from bench.knowing import knowing
from bench.searched_programs import SEARCHED, SearchedProgram
from bench.sites import SiteUnavailableError
from recorder.api import crawl
from recorder.exhausting.report import Exhausted, report
from recorder.exhausting.vocabulary import RecordWords, drawn
from recorder.fetching.options import FetchOptions, Render
from recorder.runtime.errors import RecorderError
from recorder.store.database import open_store

_WANTED = os.environ.get("RECORDER_EXHAUST", "500,datasette-packages,mezzanine-posts").split(",")
_OVER_HTTP = 1_000
"""Most records that are crawled, and not asked in process."""
_PLAIN = FetchOptions(render=Render.NEVER)
_HEAD = "program                  words        k records links collected coverage estimate (90 % range)      per record"
_KINDS = {
    "text": Manners(),
    "titles": Manners(titles=True),
    "selects": Manners(select=True),
    "k=500": Manners(limit=500),
    "k=100": Manners(limit=100),
    "k=20": Manners(limit=20, pages=False),
}
_BARS = {
    "text": (0.99, 0.25),
    "titles": (0.95, 0.45),
    "selects": (0.99, 0.07),
    "k=100": (0.95, 0.30),
    "k=20": (0.90, 0.30),
}
"""The coverage to be reached, and by how many result pages a record at most. Of 5,000 titles, 0.25 is the bar."""


@dataclass(frozen=True)
class Row:
    """What came of one exhaustion. `records`: all there are; `right`: how many of them are collected."""

    program: str
    words: str
    limit: int | None
    records: int
    links: int
    right: int
    told: Exhausted
    note: str = ""

    def cost(self, coverage: float) -> float | None:
        """Result pages a record until so much was known."""
        reached = (requests for requests, known in self.told.curve if known >= coverage * self.records)
        return next((requests / self.records for requests in reached), None)

    @property
    def line(self) -> str:
        told = self.told
        size = "not known" if told.estimate is None else f"{told.estimate:,} ({told.low:,}-{told.high:,})"
        costs = " ".join(f"{cost:.3f}" if (cost := self.cost(each)) else "    -" for each in (0.9, 0.95, 0.99))
        return (
            f"  {self.program:<24} {self.words:<9} {self.limit or 'none':>4} {self.records:>7,} {self.links:>5}"
            f" {self.right:>9,} {self.right / self.records:>8.3f} {size:<26} {told.requests / self.records:.3f}"
            f" (90/95/99 %: {costs})  {told.why}{self.note}"
        )


def run() -> list[Figure]:
    print(f"  {_HEAD}", flush=True)
    figures = [figure for each in _WANTED if each[0].isdecimal() for figure in _generated(*each.split("/"))]
    for wanted, told in (("estimate", estimates), ("ends", ends)):
        if wanted in _WANTED:
            figures += told({name: manners for name, manners in _KINDS.items() if name in _BARS})
    for name, _, words in (each.partition("/") for each in _WANTED):
        for program in (each for each in SEARCHED if each.name == name):
            row = _of_program(program, words)
            if row:
                print(row.line, flush=True)
                figures += _true(row)
    return figures


def _generated(records: str, only: str = "", words: str = "") -> Iterator[Figure]:
    size = int(records)
    for kind, manners in _KINDS.items():
        if kind != (only or kind):
            continue
        if words != "knowing":
            row = _killed(kind, manners, size) if words == "killed" else _of_catalogue(kind, manners, size, words)
            print(row.line, flush=True)
        if not words:
            yield from _judged(row, kind)
        if words in ("", "knowing"):
            _tell_of_knowing(kind, Catalogue(described(size), manners))
    for kind, choice in product(("text", "titles") if not only else (), ("random", "rare")):
        print(_of_catalogue(kind, _KINDS[kind], size, choice).line, flush=True)


def _judged(row: Row, kind: str) -> Iterator[Figure]:
    coverage, most = _BARS.get(kind, (0.95, 0.30))
    if kind == "titles" and row.records >= 5_000:
        most = 0.25
    cost = row.cost(coverage) or 1.0
    yield Figure(f"{kind}, {row.records:,} records: {coverage:.0%}", cost, "pages/record", f"<= {most}", cost <= most)
    yield from _true(row)


def _tell_of_knowing(kind: str, site: Catalogue) -> None:
    """What it would cost to choose with the database before one's eyes."""
    curve, size = knowing(site), len(site.rows)
    costs = (next((at for at, known in curve if known >= each * size), None) for each in (0.9, 0.95, 0.99))
    told = " ".join(f"{at / size:.3f}" if at else "    -" for at in costs)
    print(f"  {kind:<24} {'knowing':<9} {site.manners.limit or 'none':>4} {size:>7,} (90/95/99 %: {told})", flush=True)


def _true(row: Row) -> Iterator[Figure]:
    """Whether the estimate may be trusted."""
    if row.told.estimate is not None:
        error, most = abs(row.told.estimate / row.records - 1), 0.05 if row.right >= 0.95 * row.records else 0.1
        yield Figure(f"{row.program}, {row.records:,} records: estimate off by", error, "", f"<= {most}", error <= most)


def _of_catalogue(kind: str, manners: Manners, size: int, words: str) -> Row:
    with _choosing(words):
        if size > _OVER_HTTP:
            asked = AskedInProcess(Catalogue(described(size), manners))
            end = asked.run()
            told = report("in process", asked.state, len(asked.state.known), end)
        else:
            told = _crawled(size, manners)
        return Row(kind, words or "promising", manners.limit, size, LINKED, told.collected, told)


def _killed(kind: str, manners: Manners, size: int) -> Row:
    """Over HTTP, whatever its size."""
    with catalogue(described(size), manners) as site, counted(site.base) as door, _folder() as folder:
        site.base = door.base.rstrip("/")
        write_recording(folder / "site.db", site)
        told, note = _of_kills(folder / "site.db", door, size)
        return Row(kind, "killed", manners.limit, size, LINKED, told.collected, told, note)


def _of_kills(database: Path, door: Door, records: int) -> tuple[Exhausted, str]:
    run = killed_crawl(database, door, records)
    return _read(run.told), f"; killed {run.kills} times: {run.lost} lost, {run.twice} asked twice"


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _crawled(size: int, manners: Manners) -> Exhausted:
    with catalogue(described(size), manners) as site, _folder() as folder:
        write_recording(folder / "site.db", site)
        told = crawl(folder / "site.db", exhaust="", fetching=_PLAIN).exhausted
        assert told is not None
        return told


def _of_program(program: SearchedProgram, words: str) -> Row | None:
    """None where it cannot be set up here. Instead of the words, `killed` may be said: ten times, on its way."""
    site = program.site
    try:
        with site.serve() as base, counted(base) as door, _folder() as folder:
            truth, database = site.truth(), folder / "site.db"
            program.write(database, door.base, sorted(truth.records.values()))
            links = len(_urls(database))
            if words == "killed":
                told, note = _of_kills(database, door, len(truth.records))
            else:
                with _choosing(words):
                    result, note = crawl(database, exhaust="", fetching=_PLAIN).exhausted, ""
                assert result is not None
                told = result
            right = {truth.identity(url.removeprefix(door.base)) for url in _urls(database)} - {None}
            return Row(site.name, words or "promising", told.limit, len(truth.records), links, len(right), told, note)
    except (RecorderError, SiteUnavailableError) as error:
        print(f"  {site.name:<24} NOT RUN: {error}", flush=True)
        return None


def _read(told: dict[str, Any]) -> Exhausted:
    """From what `--json` says."""
    size = told["estimate"] or dict.fromkeys(("records", "low", "high"))
    curve = tuple((at, known) for at, known in told["curve"])
    counts = told["form"], told["requests"], told["known"], told["collected"]
    return Exhausted(*counts, size["records"], size["low"], size["high"], None, told["limit"], told["why"], curve=curve)


def _urls(database: Path) -> list[str]:
    """Of the targets that are known."""
    with open_store(database) as store:
        return [target.url for target in store.targets.list(store.recordings.find(None).id)]


@contextmanager
def _choosing(words: str) -> Iterator[None]:
    """With another choice of words, to see what the choice is worth: any, or the rarest first, as forms are learnt."""
    usual = RecordWords.ranked
    others: dict[str, Callable[..., Iterator[str]]] = {
        "random": lambda known, asked, _=None: iter(drawn(list(usual(known, asked)), 10**9, "random")),
        "rare": lambda known, asked, _=None: reversed(list(usual(known, asked))),
    }
    RecordWords.ranked = others.get(words, usual)  # type: ignore[method-assign]
    try:
        yield
    finally:
        RecordWords.ranked = usual  # type: ignore[method-assign]
