"""The few functions a program calls: `from recorder import crawl, record, rows`. They wait until the work is done.

Everything else a command can do is in the options they take. Errors are `recorder.RecorderError`, with a message and a
hint. In a notebook, where an event loop runs already, the work is done in a thread.
"""

import asyncio
import warnings
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from recorder.crawling import session as crawl_session
from recorder.crawling.exhausted_form import ExhaustOptions
from recorder.crawling.session import CrawlOptions, CrawlResult
from recorder.exhausting.goal import Goal
from recorder.exporting.sheets import Cell, Choice, What, sheet
from recorder.fetching.options import FetchOptions
from recorder.mapping.mapper import MappingLimits
from recorder.probing.choices import FormChoice
from recorder.recording import session as record_session
from recorder.recording.options import RecordOptions
from recorder.recording.session import RecordResult
from recorder.runtime.errors import RecorderError, told_errors
from recorder.runtime.events import Listener, nobody
from recorder.runtime.stopping import Stop
from recorder.store.database import open_store

__all__ = ["RecorderError", "crawl", "record", "rows"]

_Result = TypeVar("_Result")
Queries = Mapping[str, str] | Sequence[Mapping[str, str]]


def record(
    entry: str,
    like: str | Sequence[str],
    database: str | Path,
    *,
    unlike: str | Sequence[str] = (),
    without: str | Sequence[str] = (),
    only: str | Sequence[str] = (),
    name: str | None = None,
    exhaustive: bool = False,
    max_pages: int | None = None,
    forms: str = "search",
    fetching: FetchOptions | None = None,
    listen: Listener = nobody,
) -> RecordResult:
    """Learn how to reach all pages of a site that are `like` the samples and not like those given as `unlike`; goes on
    with a recording that was stopped. `without` and `only` name groups of what was found (`RecordResult.groups`).
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
        fetching=fetching or FetchOptions(),
    )
    return _finished(record_session.record(options, listen, Stop()))


def crawl(
    database: str | Path,
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
    fetching: FetchOptions | None = None,
    listen: Listener = nobody,
) -> CrawlResult:
    """Collect the target pages. `parameters` are what to ask the forms: one query, or several. `exhaust` names a form
    that is asked until nearly all it can find is collected ("" for the one that leads to most); the three after it
    bound that. Records that were made follow, unless `extract` is false.
    """
    queries = [parameters] if isinstance(parameters, Mapping) else parameters
    options = CrawlOptions(
        database=Path(database),
        name=name,
        limit=limit,
        queries=tuple(tuple(query.items()) for query in queries),
        only_new=only_new,
        exhaust=None if exhaust is None else ExhaustOptions(exhaust, Goal(coverage, max_requests), per_day),
        fetching=fetching or FetchOptions(),
        extract=extract,
    )
    return _finished(crawl_session.crawl(options, listen, Stop()))


def rows(database: str | Path, what: str | None = None, *, name: str | None = None) -> Iterator[dict[str, Cell]]:
    """What was collected, row by row: "records", "targets" or "pages"; records if there are any, unless said. Records
    that are older than the pages come with a warning."""
    with told_errors(), open_store(Path(database), read_only=True) as store, store.at_this_moment() as moment:
        found = sheet(moment, moment.recordings.find(name), None if what is None else What(what), Choice())
        for note in found.notes:
            warnings.warn(note, stacklevel=2)
        names = [column.name for column in found.columns]
        for row in found.rows:
            yield dict(zip(names, row, strict=True))


def _all(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _finished(work: Coroutine[Any, Any, _Result]) -> _Result:
    with told_errors():
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(work)
        with ThreadPoolExecutor(1, "recorder") as threads:
            return threads.submit(asyncio.run, work).result()
