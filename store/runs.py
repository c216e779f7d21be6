"""Runs: one mapping or crawl each, with its parameters, how it ended and what it counted."""

import sqlite3
from dataclasses import asdict, dataclass, replace
from typing import Literal

from recorder.store import sightings
from recorder.store.access import Noun
from recorder.store.errors import WrongUseError
from recorder.store.frontier import requeue_claimed
from recorder.store.moments import after_all
from recorder.store.rows import Json, Rows, to_json, to_json_or_null
from recorder.store.tables import insert, tables
from recorder.store.writer import Written

Kind = Literal["mapping", "crawl"]
Ending = Literal["done", "stopped", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCounts:
    """Counted from the rows, so they are true after any number of kills. `pages`: fetched or tried, not skipped."""

    pages: int = 0
    targets: int = 0
    new: int = 0
    changed: int = 0
    changed_text: int = 0
    changed_structure: int = 0
    unchanged: int = 0
    gone: int = 0
    off_pattern: int = 0
    errors: int = 0
    rendered: int = 0
    probes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(RunCounts):
    """`complete`: it saw all there was to see, so what it did not find is gone. `seconds`: at work, all parts added."""

    id: int
    recording_id: int
    kind: Kind
    parameters: Json
    status: str
    complete: bool
    started_at: str
    ended_at: str | None
    seconds: float
    drift: Json | None
    exhaustion: Json | None = None
    """What a form that was asked until nearly all was known is believed to hold."""


_RUN = Rows(Run)
_SELECT = f"SELECT {_RUN.columns} FROM runs"


class Runs(Noun):
    def begin(self, recording_id: int, kind: Kind, parameters: Json | None = None) -> Written[Run]:
        run = {"recording_id": recording_id, "kind": kind, "parameters": to_json(parameters or {})}
        now = self._access.now()

        def work(connection: sqlite3.Connection) -> Run:
            return _get(connection, insert(connection, "runs", run | {"started_at": after_all(connection, now)}))

        return self._access.write(work)

    def resume(self, run_id: int) -> Written[int]:
        """Go on with an unfinished run: what was being worked on when it was killed waits again. How many rows were."""

        def work(connection: sqlite3.Connection) -> int:
            connection.execute("UPDATE runs SET status = 'running', ended_at = NULL WHERE id = ?", (run_id,))
            return requeue_claimed(connection, run_id)

        return self._access.write(work)

    def end(
        self,
        run_id: int,
        status: Ending,
        *,
        seconds: float = 0.0,
        drift: Json | None = None,
        complete: bool | None = None,
    ) -> Written[Run]:
        """Close a run and count it. Unless told, a crawl that is done and has not drifted counts as complete."""
        now, drift_text = self._access.now(), to_json_or_null(drift)

        def work(connection: sqlite3.Connection) -> Run:
            kind = _get(connection, run_id).kind
            whole = kind == "crawl" and status == "done" and drift is None if complete is None else complete
            connection.execute(
                "UPDATE runs SET status = ?, complete = ?, ended_at = ?, seconds = seconds + ?, drift = ? WHERE id = ?",
                (status, whole, after_all(connection, now), seconds, drift_text, run_id),
            )
            tables(connection).table("runs").update(run_id, asdict(_count(connection, run_id)))
            return _get(connection, run_id)

        return self._access.write(work)

    def keep_exhaustion(self, run_id: int, told: Json) -> Written[int]:
        """What is believed of a form that is being exhausted, as of now."""
        return self._access.change("UPDATE runs SET exhaustion = ? WHERE id = ?", to_json(told), run_id)

    def get(self, run_id: int) -> Run:
        with self._access.reading() as connection:
            return _counted(connection, _get(connection, run_id))

    def never_collected(self, run_id: int) -> int:
        """How many of its new targets no crawl of this database had collected, whatever it asked."""
        new = sightings.judged("SELECT id FROM pages WHERE run_id = ? AND role = 'target'")
        sql = f"SELECT count(*) {new} AND before.id IS NULL AND {sightings.NEVER_COLLECTED}"
        (count,) = self._access.rows(sql, run_id)[0]
        return int(count)

    def all(self, recording_id: int) -> tuple[Run, ...]:
        """Oldest first; one that is running, or was killed, is counted as it stands now."""
        with self._access.reading() as connection:
            rows = connection.execute(f"{_SELECT} WHERE recording_id = ? ORDER BY id", (recording_id,)).fetchall()
            return tuple(_counted(connection, _RUN.read(row)) for row in rows)

    def unfinished(self, recording_id: int, kind: Kind, parameters: Json | None = None) -> Run | None:
        """The latest run of this kind (and these parameters, if given) when it was stopped or killed; an older one that
        was passed over for a fresh run stays passed over, and so does a crawl by a former pattern: where it stood means
        nothing in the pattern in force."""
        with self._access.reading() as connection:
            text = to_json_or_null(parameters)
            latest = _RUN.first(
                connection.execute(
                    f"{_SELECT} WHERE recording_id = ? AND kind = ? AND (? IS NULL OR parameters = ?)"
                    " ORDER BY id DESC LIMIT 1",
                    (recording_id, kind, text, text),
                ).fetchall()
            )
            if latest is None or latest.status not in ("running", "stopped") or _is_superseded(connection, latest):
                return None
            return _counted(connection, latest)


def _is_superseded(connection: sqlite3.Connection, run: Run) -> bool:
    later = "SELECT 1 FROM patterns WHERE recording_id = ? AND created_at > ?"
    return run.kind == "crawl" and connection.execute(later, (run.recording_id, run.started_at)).fetchone() is not None


def _get(connection: sqlite3.Connection, run_id: int) -> Run:
    run = _RUN.first(connection.execute(f"{_SELECT} WHERE id = ?", (run_id,)).fetchall())
    if run is None:
        raise WrongUseError(f"There is no run {run_id}.", "See `recorder runs`.")
    return run


def _counted(connection: sqlite3.Connection, run: Run) -> Run:
    return replace(run, **asdict(_count(connection, run.id))) if run.status == "running" else run


def _count(connection: sqlite3.Connection, run_id: int) -> RunCounts:
    pages, targets, off_pattern, errors, rendered = connection.execute(
        "SELECT count(*) FILTER (WHERE role <> 'skipped'), count(*) FILTER (WHERE role = 'target'),"
        " count(*) FILTER (WHERE role = 'off-pattern'), count(*) FILTER (WHERE role = 'error'),"
        " count(*) FILTER (WHERE rendered OR compared IS NOT NULL) FROM pages WHERE run_id = ?",
        (run_id,),
    ).fetchone()
    in_run = sightings.judged("SELECT id FROM pages WHERE run_id = ? AND role = 'target'")
    statuses = dict(connection.execute(f"SELECT {sightings.STATUS}, count(*) {in_run} GROUP BY 1", (run_id,)))
    (restructured,) = connection.execute(
        f"SELECT count(*) FILTER (WHERE {sightings.RESTRUCTURED}) {in_run}", (run_id,)
    ).fetchone()
    (gone,) = connection.execute(f"SELECT count(*) FROM ({sightings.GONE_IN_RUN})", (run_id,)).fetchone()
    (probes,) = connection.execute("SELECT count(*) FROM probes WHERE run_id = ?", (run_id,)).fetchone()
    return RunCounts(
        pages=pages,
        targets=targets,
        **statuses,
        changed_text=statuses.get("changed", 0) - restructured,
        changed_structure=restructured,
        gone=gone,
        off_pattern=off_pattern,
        errors=errors,
        rendered=rendered,
        probes=probes,
    )
