"""What a recording and a crawl have left in their database, as plain values. Judges nothing."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bench.generality.answers import Answer
from bench.generality.coverage import Coverage, coverage
from bench.generality.extracted import ExtractedRecord
from recorder.patterns.navigation.notation import to_text
from recorder.recording.session import RecordResult
from recorder.store.database import Store, open_store
from recorder.store.page import TARGET
from recorder.store.runs import Kind, Run

_CHOSEN = """
SELECT ifnull(nullif(pages.final_url, ''), frontier.url) FROM frontier
LEFT JOIN pages ON pages.run_id = frontier.run_id AND pages.key = frontier.key
WHERE frontier.run_id = ? ORDER BY frontier.id
"""


@dataclass(frozen=True)
class Found:
    """`seen` are the pages fetched while recording: those of the map in the order they were chosen, whichever arrived
    first, then all others by their addresses. `judged` are those that were taken for targets; `collected` is what the
    crawl brought home.
    """

    failure: str = ""
    """Why there is no pattern, in the program's own words."""
    pattern: str = ""
    seen: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()
    collected: tuple[str, ...] = ()
    pages_to_learn: int = 0
    pages_to_crawl: int = 0
    coverage: Coverage = field(default_factory=Coverage)
    drifted: bool = False
    """Whether the first crawl said that the site is no longer what was recorded."""
    cpu: float = 0.0
    seconds: float = 0.0
    answers: tuple[Answer, ...] = ()
    records: tuple[ExtractedRecord, ...] = ()


def found(database: Path, result: RecordResult | None, failure: str = "") -> Found:
    """All that is asked of a trial but for its times. `result` None: the recording failed, maybe before it began."""
    if not database.exists():
        return Found(failure=failure)
    with open_store(database, read_only=True) as store:
        recording = store.recordings.find()
        mapping, crawled = (_run(store, recording.id, kind) for kind in ("mapping", "crawl"))
        return Found(
            failure=failure,
            pattern=to_text(result.pattern) if result else "",
            seen=_seen(store, database, mapping),
            judged=_targets(store, mapping),
            collected=_targets(store, crawled),
            pages_to_learn=mapping.pages if mapping else 0,
            pages_to_crawl=crawled.pages if crawled else 0,
            coverage=coverage(recording),
            drifted=crawled is not None and crawled.drift is not None,
        )


def _run(store: Store, recording_id: int, kind: Kind) -> Run | None:
    return next((run for run in store.runs.all(recording_id) if run.kind == kind), None)


def _seen(store: Store, database: Path, run: Run | None) -> tuple[str, ...]:
    if run is None:
        return ()
    with closing(sqlite3.connect(database)) as connection:
        chosen = [url for (url,) in connection.execute(_CHOSEN, (run.id,))]
    others = {page.final_url or page.url for page in store.pages.of_run(run.id)}.difference(chosen)
    return (*chosen, *sorted(others))


def _targets(store: Store, run: Run | None) -> tuple[str, ...]:
    pages = store.pages.of_run(run.id, TARGET) if run else ()
    return tuple(sorted({page.final_url or page.url for page in pages}))
