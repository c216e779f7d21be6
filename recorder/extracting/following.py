"""Records that follow a crawl: what is new or has changed is read as the pages before it were, the rest is left alone.

The layout that was learnt is kept, and so are the pages it was learnt from: they teach the same again to a version of
this program that cannot read it. A new design is only told here; who asks for an extraction learns it.
"""

import shlex
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from recorder.extracting.kept_kinds import ChangedKind
from recorder.extracting.session import Extraction, ExtractOptions, Extractor, extracted
from recorder.runtime.errors import RecorderError, told_errors
from recorder.runtime.events import Listener, Note
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Stop
from recorder.store.database import Store
from recorder.store.recordings import Recording
from recorder.store.records import RecordTable


@dataclass(frozen=True)
class Followed:
    """What became of the records. `new`, `changed`: pages that were read; of the latter an older copy has a record.
    `gone`: records that left; `kept`: those that are still true. `why_not`: why all are as they were, if they are.
    `kinds`: columns that are not what they were."""

    new: int = 0
    changed: int = 0
    gone: int = 0
    kept: int = 0
    why_not: str | None = None
    kinds: tuple[ChangedKind, ...] = ()


async def follow(
    store: Store, recording: Recording, database: Path, listen: Listener, stop: Stop, unless: str = ""
) -> Followed | None:
    """After a crawl: pages that are new or have changed are read by the layout that was learnt, and the records of
    pages that are gone leave. Whatever goes wrong is told, and the records are as they were. None where there are none;
    `unless` says why they are to be left alone, if they are.
    """
    tables = store.records.tables(recording.id)
    pages = sum(table.pages for table in tables)
    if not pages:
        return None
    store.record_sightings.refresh(recording.id).result()
    if unless:
        return Followed(kept=pages, why_not=unless)
    unread = store.records.unread(recording.id, store.targets.ids(recording.id))
    gone = store.record_sightings.of_gone(recording.id)
    if not unread and not gone:
        return Followed(kept=pages)
    changed = store.records.having(recording.id, unread)
    anew = _command(store, recording, database)
    try:
        with told_errors():
            found = await extracted(Extractor(store, recording, ExtractOptions(database), listen, stop, True), stop)
    except (RecorderError, sqlite3.Error) as error:  # what a database refuses must not fail a crawl that is done
        why_not = str(error).rstrip(".")
        listen(Note(f"The records are as they were: {why_not}. To read the pages: {anew}"))
        return Followed(kept=pages, why_not=why_not)
    listen(Note(_followed(len(unread), gone), routine=True))
    if misfits := _misfits(found, unread, tables):
        listen(Note(f"{misfits}. To learn them anew: {anew}"))
    for each in found.kinds:
        listen(Note(f"{each.line}."))
    return Followed(len(unread) - changed, changed, gone, found.kept, kinds=found.kinds)


def _misfits(found: Extraction, unread: Sequence[int], before: Sequence[RecordTable]) -> str:
    """What the layout does not say of the pages that were read, and was not missed before."""
    missed = {column.name for table in before for column in table.columns if column.broken}
    strange = len({page.page_id for page in found.unmatched} & set(unread))
    silent = ", ".join(column.name for column in found.broken if column.name not in missed)
    pages = f"{strange} of these pages {'does' if strange == 1 else 'do'} not fit the records" if strange else ""
    columns = f"none of these pages has {silent}" if silent else ""
    return " and ".join(filter(None, (pages, columns)))


def _followed(read: int, gone: int) -> str:
    left = f"; {many(gone, 'record')} of pages that are gone left the table" if gone else ""
    return f"Records: {many(read, 'new or changed page was', 'new or changed pages were')} read{left}."


def _command(store: Store, recording: Recording, database: Path) -> str:
    """What learns the records anew; the recording is named where the file holds several."""
    name = ["--name", recording.name] if len(store.recordings.all()) > 1 else []
    return shlex.join(["recorder", "extract", "--db", str(database), *name])
