"""Pages that no crawl led to, read into records by what was learnt: addresses, which are fetched as politely as in a
crawl, and files on disk. Nothing is stored.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from recorder.extracting.table_plans import whole_record
from recorder.fetching.answers import Outcome
from recorder.fetching.options import FetchOptions
from recorder.fetching.scope import Scope
from recorder.knowledge.record_layouts import KeptTemplate, templates_to_read_by
from recorder.patterns.pages.documents import Document
from recorder.patterns.records.layouts import Cell
from recorder.patterns.records.reading import read_page
from recorder.runtime.errors import RecorderError
from recorder.runtime.events import Listener
from recorder.runtime.stopping import Stop
from recorder.store.database import open_store
from recorder.visiting.page_reader import Reader
from recorder.visiting.render_evidence import RenderEvidence
from recorder.visiting.visitor import Visitor, open_visitor

_AT_ONCE = 16
"""Pages that are waited for together; how many of them are asked for at a time is for the throttle."""


@dataclass(frozen=True)
class ReadOptions:
    database: Path
    name: str | None = None
    scope: str | None = None
    fetching: FetchOptions = field(default_factory=FetchOptions)


@dataclass(frozen=True)
class ReadRecord:
    """What came of one page. `url` is as it was given; `table`: which table the record would be in; without a record,
    `why_not` says why."""

    url: str
    table: str = ""
    record: Mapping[str, Cell | float | None] = field(default_factory=dict)
    why_not: str = ""


async def read_pages(
    given: Iterable[str], options: ReadOptions, listen: Listener, stop: Stop
) -> AsyncIterator[ReadRecord]:
    """The records of addresses, and of files of which the path is given, one after the other in that order."""
    with open_store(options.database, read_only=True) as store:
        recording = store.recordings.find(options.name)
        kept = templates_to_read_by(store, recording)
        kind = options.scope or str(recording.options.get("scope", "host"))
        scope = Scope.of(recording.entry_url, kind, recording.samples)
        async with open_visitor(options.fetching, Reader(scope), listen) as visitor:
            for url, _, compared in store.pages.compared(recording.id):
                visitor.render_choices.learn(RenderEvidence.from_json(url, compared))
            waiting = iter(given)
            while not stop.requested and (some := list(islice(waiting, _AT_ONCE))):
                for found in await stop.unless_pressing(_read_all(some, visitor, kept)):
                    yield found


async def _read_all(some: list[str], visitor: Visitor, kept: tuple[KeptTemplate, ...]) -> list[ReadRecord]:
    return await asyncio.gather(*(_read(each, visitor, kept) for each in some))


async def _read(given: str, visitor: Visitor, kept: tuple[KeptTemplate, ...]) -> ReadRecord:
    try:
        document = _on_disk(given) or await _fetched(given, visitor)
    except RecorderError as error:
        return ReadRecord(given, why_not=str(error).rstrip("."))
    reading = await visitor.background.run(read_page, [each.template for each in kept], document)
    if reading is None:
        return ReadRecord(given, why_not="it fits no template")
    of = kept[reading.template]
    return ReadRecord(given, of.table.name, whole_record(reading.record, of.template, of.table, document))


def _on_disk(given: str) -> Document | None:
    """A file, if there is one of this path; its address is that on this machine."""
    path = Path(given)
    try:
        return Document.parse(path.read_bytes(), url=path.resolve().as_uri()) if path.is_file() else None
    except OSError as error:
        raise RecorderError(f"{given} cannot be read: {error.strerror}.") from error


async def _fetched(url: str, visitor: Visitor) -> Document:
    answer = (await visitor.visit(url)).answer
    if isinstance(answer, Outcome):
        raise RecorderError(answer.reason)
    return Document.parse(answer.body, content_type=answer.content_type, url=answer.url)
