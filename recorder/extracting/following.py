"""Records that follow a crawl: what is new or has changed is read as the pages before it were, the rest is left alone.

No layout is kept: the pages it was learnt from are, and teach the same again. A new design is only told here; who asks
for an extraction learns it.
"""

import shlex
from pathlib import Path

from recorder.extracting.session import ExtractOptions, Extractor, extracted
from recorder.runtime.errors import told_errors
from recorder.runtime.events import Listener, Note
from recorder.runtime.stopping import Stop
from recorder.store.database import Store
from recorder.store.recordings import Recording


async def follow(store: Store, recording: Recording, database: Path, listen: Listener, stop: Stop) -> None:
    """After a crawl: pages that are new or have changed are read by the layout that was learnt, and the records of
    pages that are gone leave. Whatever goes wrong is told, and the records are as they were.
    """
    tables = store.records.tables(recording.id)
    if not any(table.pages for table in tables):
        return
    missed = {column.name for table in tables for column in table.columns if column.broken}
    unread = store.records.unread(recording.id, store.targets.ids(recording.id))
    gone = store.records.of_gone(recording.id)
    if not unread and not gone:
        return
    anew = shlex.join(["recorder", "extract", "--db", str(database)])
    try:
        with told_errors():
            found = await extracted(Extractor(store, recording, ExtractOptions(database), listen, stop, True), stop)
    except Exception as error:  # noqa: BLE001 - the crawl is done, and must not fail for what comes after it
        listen(Note(f"The records are as they were: {str(error).rstrip('.')}. To read the pages: {anew}"))
        return
    listen(Note(f"Records: {len(unread)} new or changed pages were read; of gone pages, {gone} left the table."))
    strange = len({page.page_id for page in found.unmatched} & set(unread))
    silent = ", ".join(column.name for column in found.broken if column.name not in missed)
    if strange or silent:
        pages = f"{strange} of these pages do not fit the records" if strange else ""
        columns = f"none of these pages has {silent}" if silent else ""
        listen(Note(f"{' and '.join(filter(None, (pages, columns)))}. To learn them anew: {anew}"))
