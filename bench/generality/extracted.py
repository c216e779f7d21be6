"""The records that were made of some pages, beside what the pages say. Judges nothing."""

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from recorder.extracting.session import ExtractOptions, extract
from recorder.patterns.pages.documents import Document
from recorder.runtime.errors import RecorderError
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store.database import Store, open_store
from recorder.store.page import TARGET, StoredPage


@dataclass(frozen=True)
class ExtractedRecord:
    url: str
    text: str
    """All that the page says."""
    values: Mapping[str, str]
    """By the name of the column."""


async def extracted(database: Path, wanted: Collection[str]) -> tuple[ExtractedRecord, ...]:
    """Of the pages wanted, those that were collected. Nothing where no table can be made."""
    try:
        await extract(ExtractOptions(database), nobody, Stop())
    except RecorderError:
        return ()
    with open_store(database, read_only=True) as store:
        recording = store.recordings.find()
        crawled = next(run for run in store.runs.all(recording.id) if run.kind == "crawl")
        pages = {page.url: page for page in store.pages.of_run(crawled.id, TARGET) if page.url in wanted}
        values: dict[str, dict[str, str]] = {}
        for table in store.records.tables(recording.id):
            for url, row in store.records.values_of(table, pages).items():
                values[url] = {name: _as_text(value) for name, value in row.items() if value is not None}
        return tuple(ExtractedRecord(url, _text(store, page), values.get(url, {})) for url, page in pages.items())


def _text(store: Store, page: StoredPage) -> str:
    body = store.pages.body(page.id) or b""
    return Document.parse(body, content_type=page.content_type, url=page.final_url).text


def _as_text(value: object) -> str:
    """Whole numbers as people write them: SQLite keeps those of a column of numbers with a decimal point. Lists of
    texts are their items one after the other."""
    if isinstance(value, str) and value.startswith('["'):
        with suppress(ValueError):
            return " ".join(map(str, json.loads(value)))
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
