"""What a program calls in an event loop of its own: `from recorder import aio; await aio.crawl("site.db")`. The same
functions without `await` are in `recorder`.

Everything a command can do is in the options they take. Errors are `recorder.RecorderError`, with a message and a hint.
In a notebook, where nobody listens, a bar shows how far the work is.
"""

import asyncio
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from recorder.api.notebook import listener_here
from recorder.crawling import session as crawl_session
from recorder.crawling.exhausted_form import ExhaustOptions
from recorder.crawling.session import CrawlOptions, CrawlResult
from recorder.exhausting.goal import Goal
from recorder.exporting.contents import sheet
from recorder.exporting.export import Exported, ExportOptions, Format
from recorder.exporting.export import export as export_now
from recorder.exporting.sheets import Cell, Choice, What
from recorder.extracting import session as extract_session
from recorder.extracting.session import Extraction, ExtractOptions
from recorder.extracting.unlisted import ReadOptions, ReadRecord, read_pages
from recorder.fetching.options import FetchOptions
from recorder.fetching.own_session import load_session
from recorder.inspecting.changes import last_two
from recorder.inspecting.pattern_report import parameter_lines, pattern_lines
from recorder.inspecting.recording_report import coverage_lines
from recorder.inspecting.why import Explanation, explain
from recorder.knowledge.coverage import Coverage, load_coverage
from recorder.knowledge.pattern_versions import learnt_pattern
from recorder.mapping.mapper import MappingLimits
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.probing.choices import FormChoice
from recorder.probing.hand_steps import load_steps
from recorder.recording import session as record_session
from recorder.recording.options import RecordOptions
from recorder.recording.session import RecordResult
from recorder.runtime.errors import UsageError, told_errors
from recorder.runtime.events import Event, Listener, RunBegan
from recorder.runtime.files import Existing
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Continuation, Stop
from recorder.store.database import Store, open_store
from recorder.store.forms import StoredForm
from recorder.store.recordings import Recording
from recorder.store.targets import Difference, Status

__all__ = ["crawl", "diff", "export", "extract", "read", "record", "rows", "show", "why"]

_Result = TypeVar("_Result")
Database = str | Path
Queries = Mapping[str, str] | Sequence[Mapping[str, str]]
Row = dict[str, Cell]


@dataclass(frozen=True)
class Learnt:
    """What is known of a recording, as `recorder show` tells it; `str` of it are those lines."""

    name: str
    entry: str
    samples: tuple[str, ...]
    pattern: NavigationPattern
    forms: tuple[StoredForm, ...]
    coverage: Coverage | None

    def __str__(self) -> str:
        lines = [f"Recording {self.name}, of {self.entry} like {', '.join(self.samples)}", *pattern_lines(self.pattern)]
        lines += parameter_lines(self.pattern)
        return "\n".join([*lines, *(coverage_lines(self.coverage) if self.coverage else ())])


async def record(
    entry: str,
    like: str | Sequence[str],
    database: Database,
    *,
    unlike: str | Sequence[str] = (),
    without: str | Sequence[str] = (),
    only: str | Sequence[str] = (),
    name: str | None = None,
    exhaustive: bool = False,
    max_pages: int | None = None,
    forms: str = "search",
    steps: Database | None = None,
    session: Database | None = None,
    resume: bool | None = None,
    fetching: FetchOptions | None = None,
    listen: Listener | None = None,
) -> RecordResult:
    """Learn how to reach all pages of a site that are `like` the samples and not like those given as `unlike`.

    `without` and `only` name groups of what was found (`RecordResult.groups`). `steps` is a file with a recording of
    Chrome's DevTools, `session` one with your own session. A mapping that was stopped is gone on with, and a warning
    says so; one with `max_pages` begins anew. `resume` says which of the two is meant.
    """
    options = RecordOptions(
        entry=entry,
        samples=_all(like),
        unlike=_all(unlike),
        without=_all(without),
        only=_all(only),
        database=Path(database),
        name=name,
        exhaustive=exhaustive,
        limits=MappingLimits(pages=max_pages),
        forms=FormChoice(forms),
        steps=load_steps(Path(steps)) if steps else None,
        fetching=_fetching(fetching, session),
        continuation=_continuation(resume, max_pages),
    )
    with told_errors():
        return await record_session.record(options, _telling(listen, resume), Stop())


async def crawl(
    database: Database,
    parameters: Queries = (),
    *,
    name: str | None = None,
    limit: int | None = None,
    only_new: bool = False,
    exhaust: str | None = None,
    coverage: float = 0.99,
    max_requests: int | None = None,
    per_day: int | None = None,
    extract: bool = True,
    session: Database | None = None,
    resume: bool | None = None,
    fetching: FetchOptions | None = None,
    listen: Listener | None = None,
) -> CrawlResult:
    """Collect the target pages.

    `parameters` are what to ask the forms: one query, or several. `exhaust` names a form that is asked until nearly
    all it can find is collected ("" for the one that leads to most); the three after it bound that. Records that were
    made follow, unless `extract` is false. `session` is a file with your own session. A crawl that was stopped is
    gone on with, and a warning says so; one with a `limit` begins anew. `resume` says which of the two is meant.
    """
    queries = [parameters] if isinstance(parameters, Mapping) else parameters
    options = CrawlOptions(
        database=Path(database),
        name=name,
        limit=limit,
        queries=tuple(tuple(query.items()) for query in queries),
        only_new=only_new,
        exhaust=None if exhaust is None else ExhaustOptions(exhaust, Goal(coverage, max_requests), per_day),
        fetching=_fetching(fetching, session),
        continuation=_continuation(resume, limit),
        extract=extract,
    )
    with told_errors():
        return await crawl_session.crawl(options, _telling(listen, resume), Stop())


async def extract(
    database: Database,
    *,
    name: str | None = None,
    article: bool = False,
    forget: bool = False,
    listen: Listener | None = None,
) -> Extraction:
    """Make the records of the collected pages. `article` labels title and text by the rule for news; `forget` gives up
    columns that can no longer be read."""
    options = ExtractOptions(Path(database), name, article, forget)
    with told_errors():
        return await extract_session.extract(options, _telling(listen, resume=True), Stop())


async def read(
    database: Database,
    addresses: Iterable[str],
    *,
    name: str | None = None,
    session: Database | None = None,
    fetching: FetchOptions | None = None,
    listen: Listener | None = None,
) -> list[ReadRecord]:
    """Records of pages that no crawl led to, addresses or paths of files, by what was learnt. Nothing is stored."""
    options = ReadOptions(Path(database), name, fetching=_fetching(fetching, session))
    with told_errors():
        return [each async for each in read_pages(addresses, options, _telling(listen, resume=True), Stop())]


async def export(
    database: Database,
    out: Database,
    format: str | None = None,  # noqa: A002 - what the option of the command is called
    *,
    name: str | None = None,
    what: str | None = None,
    table: str | None = None,
    run: int | None = None,
    status: Status = "all",
    key: str | Sequence[str] = (),
    append: bool = False,
    force: bool = False,
) -> Exported:
    """Write what was collected to `out`: as jsonl, csv, xlsx, sqlite, parquet or warc, by the ending of its name unless
    said. A file that is there is left alone, unless it is to be appended to, or replaced by `force`. `key`: columns
    that tell records apart, each of which is written once.
    """
    existing = Existing.GO_ON if append else Existing.REPLACE if force else Existing.REFUSE
    options = ExportOptions(
        Path(database),
        _format(format, Path(out)),
        Path(out),
        name,
        What(what) if what else None,
        Choice(run, status, table, _all(key)),
        existing,
    )
    done = await asyncio.to_thread(export_now, options)
    _warn(done.notes)
    return done


async def rows(
    database: Database, what: str | None = None, *, name: str | None = None, table: str | None = None
) -> list[Row]:
    """What was collected: "records", "targets" or "pages"; records if there are any, unless said."""
    return await asyncio.to_thread(lambda: list(rows_of(database, what, name=name, table=table)))


async def show(database: Database, *, name: str | None = None) -> Learnt:
    """What was learnt: the pattern, its forms, and how many pages there are believed to be."""
    return await asyncio.to_thread(_show, database, name)


async def diff(
    database: Database, older: int | None = None, newer: int | None = None, *, name: str | None = None
) -> Difference:
    """What became of the targets between two runs; between the last two crawls that can be compared, unless said."""
    return await asyncio.to_thread(_diff, database, older, newer, name)


async def why(database: Database, url: str, *, name: str | None = None) -> Explanation:
    """How a page was reached, and why it is or is not a target."""
    return await asyncio.to_thread(_why, database, url, name)


def rows_of(
    database: Database, what: str | None = None, *, name: str | None = None, table: str | None = None
) -> Iterator[Row]:
    """The rows of `rows`, one by one: a million cost no memory. Records that are older than the pages come with a
    warning."""
    with _reading(database, name) as (store, recording):
        found = sheet(store, recording, None if what is None else What(what), Choice(table=table))
        _warn(found.notes)
        names = [column.name for column in found.columns]
        for row in found.rows:
            yield dict(zip(names, row, strict=True))


def _show(database: Database, name: str | None) -> Learnt:
    with _reading(database, name) as (store, recording):
        pattern, forms = learnt_pattern(store, recording.id).pattern, store.forms.all(recording.id)
        what = recording.name, recording.entry_url, recording.samples
        return Learnt(*what, pattern, tuple(forms), load_coverage(recording))


def _diff(database: Database, older: int | None, newer: int | None, name: str | None) -> Difference:
    if (older is None) is not (newer is None):
        raise UsageError("One run alone cannot be compared.", "Give two runs, or none for the last two crawls.")
    if older is not None and newer is not None:
        with told_errors(), open_store(Path(database), read_only=True) as store:
            return store.targets.diff(*sorted((older, newer)))
    with _reading(database, name) as (store, recording):
        return store.targets.diff(*(run.id for run in last_two(store.runs.all(recording.id))))


def _why(database: Database, url: str, name: str | None) -> Explanation:
    with _reading(database, name) as (store, recording):
        return explain(store, recording, learnt_pattern(store, recording.id).pattern, url)


@contextmanager
def _reading(database: Database, name: str | None) -> Iterator[tuple[Store, Recording]]:
    """The recording as it is at this moment, whatever a crawl stores meanwhile."""
    with told_errors(), open_store(Path(database), read_only=True) as store, store.at_this_moment() as moment:
        yield moment, moment.recordings.find(name)


def _fetching(fetching: FetchOptions | None, session: Database | None) -> FetchOptions:
    chosen = fetching or FetchOptions()
    return replace(chosen, session=load_session(Path(session))) if session else chosen


def _continuation(resume: bool | None, limit: int | None) -> Continuation:
    """Another limit is another question: the rest of the one before is not what was asked for."""
    begins_anew = limit is not None if resume is None else not resume
    return Continuation.FRESH if begins_anew else Continuation.GO_ON


def _telling(listen: Listener | None, resume: bool | None) -> Listener:
    tell: Callable[[Event], None] = listen or listener_here()
    if resume is not None:
        return tell

    def listener(event: Event) -> None:
        if isinstance(event, RunBegan) and event.resumed:
            stored = many(event.pages, "page is", "pages are")
            told = f"going on with run {event.run}, of which {stored} stored; resume=False begins anew"
            warnings.warn(told, stacklevel=2)
        tell(event)

    return listener


def _format(named: str | None, out: Path) -> Format:
    name = named or out.name.removesuffix(".gz").rpartition(".")[2].lower()
    if name not in set(Format):
        choices = ", ".join(Format)
        raise UsageError(f"{name or out} is no format of an export.", f"Give format=, one of {choices}.")
    return Format(name)


def _all(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _warn(notes: Sequence[str]) -> None:
    for note in notes:
        warnings.warn(note, stacklevel=3)
