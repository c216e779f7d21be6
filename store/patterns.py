"""Navigation patterns: every version as its text, the latest being the one in force, and its steps as rows.

The text is the pattern; the rows in `steps` repeat it for Datasette and reports. What it means is not known here.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from recorder.store.access import Noun
from recorder.store.errors import NoPatternError
from recorder.store.moments import after_all
from recorder.store.rows import Json, Rows
from recorder.store.tables import insert, replace_rows
from recorder.store.writer import Written

Origin = Literal["learnt", "edited", "imported", "restored"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """One step of a path: a link's `regex`, `place`, `repeat`, or a form's `method`, `url`, `body`, `parameters`."""

    path_index: int
    step_index: int
    kind: Literal["link", "form"]
    regex: str | None = None
    place: str | None = None
    repeat: bool = False
    method: str | None = None
    url: str | None = None
    body: str | None = None
    parameters: tuple[Json, ...] = ()
    examples: tuple[str, ...] = ()
    targets: int = 0
    links: int = 0
    rendering: Json | None = None
    """Whether the pages it leads to need a browser, and on what evidence."""


@dataclass(frozen=True, slots=True)
class SavedPattern:
    id: int
    recording_id: int
    version: int
    origin: Origin
    text: str
    created_at: str


_PATTERN = Rows(SavedPattern)
_SELECT = f"SELECT {_PATTERN.columns} FROM patterns"
_STEP = Rows(StepRow)


class Patterns(Noun):
    def save(
        self, recording_id: int, text: str, steps: Iterable[StepRow], origin: Origin = "learnt"
    ) -> Written[SavedPattern]:
        """A new version, from now on the one in force; the same text again is not a new version."""
        rows, now = tuple(steps), self._access.now()

        def work(connection: sqlite3.Connection) -> SavedPattern:
            latest = _latest(connection, recording_id)
            if latest is None or latest.text != text:
                version = latest.version + 1 if latest else 1
                latest = SavedPattern(0, recording_id, version, origin, text, after_all(connection, now))
                latest = replace(latest, id=insert(connection, "patterns", _PATTERN.cells(latest) | {"id": None}))
            replace_rows(connection, "steps", {"pattern_id": latest.id}, map(_STEP.cells, rows))
            return latest

        return self._access.write(work)

    def latest(self, recording_id: int) -> SavedPattern:
        with self._access.reading() as connection:
            pattern = _latest(connection, recording_id)
        if pattern is None:
            raise NoPatternError(
                "This recording has no navigation pattern yet.", "Finish it: recorder record … --resume."
            )
        return pattern

    def versions(self, recording_id: int) -> tuple[SavedPattern, ...]:
        """Oldest first."""
        return _PATTERN.all(self._access.rows(f"{_SELECT} WHERE recording_id = ? ORDER BY version", recording_id))

    def steps(self, pattern_id: int) -> tuple[StepRow, ...]:
        sql = f"SELECT {_STEP.columns} FROM steps WHERE pattern_id = ? ORDER BY path_index, step_index"
        return _STEP.all(self._access.rows(sql, pattern_id))


def _latest(connection: sqlite3.Connection, recording_id: int) -> SavedPattern | None:
    sql = f"{_SELECT} WHERE recording_id = ? ORDER BY version DESC LIMIT 1"
    return _PATTERN.first(connection.execute(sql, (recording_id,)).fetchall())
