"""Files that a column of records leads to, such as covers: fetched once, kept beside the database, with the path in the
row. A column that was asked for once goes on to be fetched after every crawl.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from recorder.extracting.column_choices import column_named, table_with
from recorder.fetching.answers import Outcome
from recorder.fetching.file_fetcher import FileFetcher
from recorder.fetching.options import FetchOptions
from recorder.fetching.scope import Scope
from recorder.patterns.records.values import ValueKind
from recorder.runtime.errors import RecorderError, UsageError
from recorder.runtime.events import Activity, Listener, Note
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Hurry, Stop
from recorder.store.database import Store
from recorder.store.downloads import Download
from recorder.store.recordings import Recording
from recorder.store.records import RecordColumn, RecordTable

_AT_ONCE = 16
"""Files that are waited for together; how many are asked for at a time is for the throttle."""
_URL = "_url"


@dataclass(frozen=True)
class FetchedFiles:
    """What became of the files that were wanted. `failed`: addresses, and why. `left`: those that were not asked for,
    as the run came to its end before."""

    folder: Path
    files: int = 0
    size: int = 0
    failed: tuple[tuple[str, str], ...] = ()
    left: int = 0

    @property
    def line(self) -> str:
        failed = f"; {len(self.failed):,} could not be had" if self.failed else ""
        left = f"; {self.left:,} left for the next time" if self.left else ""
        return f"{many(self.files, 'file')} fetched into {self.folder}, {self.size:,} bytes{failed}{left}."


def mark_for_download(store: Store, recording: Recording, name: str) -> str:
    """The column of this name, or `cover_url` for `cover`, with its table before it."""
    tables = store.records.tables(recording.id)
    columns = {column.name: column for table in tables for column in table.columns}
    leads = name in columns and _is_of_addresses(columns[name])
    named = name + _URL if name + _URL in columns and not leads else name
    table = table_with(store, recording, named)
    column = column_named(table, named)
    if not _is_of_addresses(column):
        raise UsageError(f"{column.name} of {table.name} holds no addresses.", _hint(tables))
    store.downloads.mark(table, column).result()
    return f"{table.name}.{column.name}"


async def download(
    store: Store, recording: Recording, database: Path, fetching: FetchOptions, listen: Listener, stop: Stop
) -> FetchedFiles | None:
    """All that is wanted and not there yet; None where no column is to be downloaded. A person's session stays out of
    it."""
    tables = store.records.tables(recording.id)
    if not any(column.downloaded for table in tables for column in table.columns):
        return None
    folder = database.with_suffix(".files")
    options = replace(fetching, session=None, notice=lambda text: listen(Note(text)))
    scope = Scope.of(recording.entry_url, str(recording.options.get("scope", "host")))
    fetcher = FileFetcher(options, scope, folder)
    waiting = store.downloads.waiting(recording.id, tables)
    done: list[Download] = []
    try:
        for some in (waiting[at : at + _AT_ONCE] for at in range(0, len(waiting), _AT_ONCE)):
            if stop.requested:
                break
            for each in await stop.unless_pressing(_fetched(fetcher, folder, some)):
                store.downloads.keep(recording.id, each).result()
                done.append(each)
            listen(Activity(f"{len(done):,} of {many(len(waiting), 'file')} fetched"))
    except Hurry:
        pass  # what was fetched is kept
    finally:
        await fetcher.close()
        store.downloads.fill(recording.id, tables).result()
    there = [each for each in done if each.path]
    failed = tuple((each.url, each.reason) for each in done if not each.path)
    return FetchedFiles(folder, len(there), sum(each.size for each in there), failed, len(waiting) - len(done))


async def download_what_is_new(
    store: Store, recording: Recording, database: Path, fetching: FetchOptions, listen: Listener, stop: Stop
) -> None:
    """After a crawl, which is done whatever comes of this."""
    try:
        found = await download(store, recording, database, fetching, listen, stop)
    except RecorderError as error:
        listen(Note(str(error)))
    else:
        if found and (found.files or found.failed or found.left):
            listen(Note(found.line))


async def _fetched(fetcher: FileFetcher, folder: Path, urls: Sequence[str]) -> list[Download]:
    answers = await asyncio.gather(*map(fetcher.fetch, urls))
    return [
        Download(url, reason=answer.reason)
        if isinstance(answer, Outcome)
        else Download(url, f"{folder.name}/{answer.path}", answer.content_type, answer.size)
        for url, answer in zip(urls, answers, strict=True)
    ]


def _is_of_addresses(column: RecordColumn) -> bool:
    return column.kind == ValueKind.ADDRESS or column.example.startswith(("http://", "https://"))


def _hint(tables: Sequence[RecordTable]) -> str:
    known = [column.name for table in tables for column in table.columns if _is_of_addresses(column)]
    return f"These do: {', '.join(known)}." if known else "No column does."
