"""How recordings stand, for lists of them: whether all is well, and what was done last. Nothing is written, and of a
database that cannot be read nothing is told.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from recorder.health.checkup import latest_health
from recorder.knowledge.pattern_versions import learnt_pattern
from recorder.runtime.errors import RecorderError, told_errors
from recorder.runtime.plain_text import many, moment
from recorder.store.database import Store, open_store
from recorder.store.recordings import Recording
from recorder.store.runs import Run

_TO_THE_MINUTE = 16


@dataclass(frozen=True)
class RecordingHealth:
    """`word`: all is well, or what is not, with `manner` as cells of tables have one; `last`: the latest run."""

    word: str = ""
    manner: str = ""
    last: str = ""


def health_of(store: Store, recording: Recording) -> RecordingHealth:
    runs = store.runs.all(recording.id)
    crawls = [run for run in runs if run.kind == "crawl"]
    return RecordingHealth(*_health(store, recording, crawls), _words(runs[-1]) if runs else "")


def health_of_file(database: Path) -> RecordingHealth:
    """The same of a file: that of the recording that was at work last, with how many there are."""
    with suppress(RecorderError, OSError), told_errors(), open_store(database, read_only=True) as store:
        recordings = store.recordings.all()
        started = [(runs[-1].started_at, one.id, one) for one in recordings if (runs := store.runs.all(one.id))]
        if started:
            found = health_of(store, max(started)[-1])
            several = f"{many(len(recordings), 'recording')}; " if len(recordings) > 1 else ""
            return RecordingHealth(found.word, found.manner, several + found.last)
    return RecordingHealth()


def _health(store: Store, recording: Recording, crawls: Sequence[Run]) -> tuple[str, str]:
    if not crawls:
        return "no crawl", "faint"
    last = crawls[-1]
    if last.drift or last.status == "failed":
        return ("drifted" if last.drift else "failed"), "bad"
    if last.status != "done":
        return last.status, "doubtful"
    saved = learnt_pattern(store, recording.id).saved
    health = latest_health(store, recording.id, saved) if saved else None
    return ("fades", "doubtful") if health and health.fading else ("good", "good")


def _words(run: Run) -> str:
    """How a crawl ended is told by the health."""
    when = moment(run.started_at)[:_TO_THE_MINUTE]
    return (
        f"crawl, {when}, {many(run.targets, 'target')}" if run.kind == "crawl" else f"{run.kind} {run.status}, {when}"
    )
