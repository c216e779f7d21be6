"""What the search forms of a recording answer, query by query. Whether that is right is judged by `program_scoring`."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.generality.site import Query
from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.options import FetchOptions
from recorder.runtime.errors import RecorderError
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store.database import open_store
from recorder.store.page import TARGET


@dataclass(frozen=True)
class Answer:
    """The target pages that a query led to."""

    sort: str
    found: tuple[str, ...] = ()
    pages: int = 0
    """How many were fetched for it."""
    refused: str = ""
    """Why it was not asked, in the program's own words: no form takes such a parameter, or no such value."""


async def answers(database: Path, queries: Sequence[Query], fetching: FetchOptions) -> tuple[Answer, ...]:
    """Each query is a crawl of its own, as a person would ask it."""
    return tuple([await _answer(database, query, fetching) for query in queries])


async def _answer(database: Path, query: Query, fetching: FetchOptions) -> Answer:
    asked = CrawlOptions(database, queries=(tuple(query.values.items()),), fetching=fetching)
    try:
        run = (await crawl(asked, nobody, Stop())).run
    except RecorderError as error:
        return Answer(query.sort, refused=error.message)
    assert run is not None  # only `--resume` finds nothing to do
    with open_store(database, read_only=True) as store:
        pages = store.pages.of_run(run.id, TARGET)
        return Answer(query.sort, tuple(sorted({page.final_url or page.url for page in pages})), run.pages)
