"""Recordings: what was learnt for one entry page and its samples. The pages themselves belong to runs."""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from recorder.store.access import Noun
from recorder.store.errors import StoreError, WrongUseError
from recorder.store.locks import Hold, take, this_process
from recorder.store.record_lists import drop_lists
from recorder.store.record_tables import drop_published
from recorder.store.rows import Json, Rows, to_json, to_json_or_null
from recorder.store.tables import insert, replace_rows, tables
from recorder.store.writer import Written


@dataclass(frozen=True, slots=True)
class Recording:
    id: int
    name: str
    entry_url: str
    samples: tuple[str, ...]
    options: Json
    threshold: float | None
    threshold_evidence: Json | None
    created_at: str

    def asked(self, name: str) -> tuple[str, ...]:
        """The texts of one option; none in databases from before there was such a choice."""
        found = self.options.get(name)
        return tuple(map(str, found)) if isinstance(found, list) else ()


_RECORDING = Rows(
    Recording,
    samples="(SELECT json_group_array(url) FROM"
    " (SELECT url FROM samples WHERE recording_id = recordings.id ORDER BY samples.id))",
)
_SELECT = f"SELECT {_RECORDING.columns} FROM recordings"


class Recordings(Noun):
    def create(self, name: str, entry_url: str, samples: Iterable[str], options: Json) -> Written[Recording]:
        urls, now = tuple(samples), self._access.now()
        recording = {"name": name, "entry_url": entry_url, "options": to_json(options), "created_at": now}

        def work(connection: sqlite3.Connection) -> Recording:
            if connection.execute("SELECT 1 FROM recordings WHERE name = ?", (name,)).fetchone():
                raise StoreError(f"There is a recording named {name!r} already.", "Choose another --name.")
            recording_id = insert(connection, "recordings", recording)
            _replace_samples(connection, recording_id, urls)
            return _get(connection, recording_id)

        return self._access.write(work)

    def all(self) -> tuple[Recording, ...]:
        return _RECORDING.all(self._access.rows(f"{_SELECT} ORDER BY id"))

    def find(self, name: str | None = None) -> Recording:
        """By name, or the only one there is; the errors list what there is to choose from."""
        recordings = self.all()
        choices = ", ".join(recording.name for recording in recordings)
        if not recordings:
            raise WrongUseError(
                f"{self._access.path} holds no recording.", "Make one: recorder record ENTRY --like SAMPLE."
            )
        if name is None:
            if len(recordings) > 1:
                raise WrongUseError(f"There are {len(recordings)} recordings here.", f"Add --name: {choices}.")
            return recordings[0]
        for recording in recordings:
            if recording.name == name:
                return recording
        raise WrongUseError(f"There is no recording named {name!r}.", f"There is: {choices}.")

    def get(self, recording_id: int) -> Recording:
        with self._access.reading() as connection:
            return _get(connection, recording_id)

    def restate(self, recording_id: int, entry_url: str, samples: Iterable[str], options: Json) -> Written[Recording]:
        """Make it a recording of another entry page and other samples. Its runs stay as history; an unfinished one of
        the old pages counts as failed, for it must not be gone on with."""
        new = {"entry_url": entry_url, "options": to_json(options), "threshold": None, "threshold_evidence": None}
        return self._with_samples(recording_id, samples, new)

    def replace_samples(self, recording_id: int, samples: Iterable[str]) -> Written[Recording]:
        """For a site whose pages have moved. What was learnt is kept until it is learnt again; an unfinished run of
        the old samples counts as failed."""
        return self._with_samples(recording_id, samples, {})

    def remove(self, recording_id: int) -> Written[None]:
        """Forget it with its runs and pages, and the bodies that nothing else needs."""

        def work(connection: sqlite3.Connection) -> None:
            drop_lists(connection, recording_id)
            drop_published(connection, recording_id)
            connection.execute("DELETE FROM recordings WHERE id = ?", (recording_id,))
            connection.execute("DELETE FROM bodies WHERE NOT EXISTS (SELECT 1 FROM pages WHERE body_id = bodies.id)")
            connection.execute("DELETE FROM target_text WHERE rowid NOT IN (SELECT id FROM bodies)")

        return self._access.write(work)

    def set_options(self, recording_id: int, options: Json) -> Written[None]:
        return self._update(recording_id, {"options": to_json(options)})

    def set_threshold(self, recording_id: int, threshold: float | None, evidence: Json | None = None) -> Written[None]:
        return self._update(recording_id, {"threshold": threshold, "threshold_evidence": to_json_or_null(evidence)})

    def hold(self, recording: Recording, command: str | None = None) -> Hold:
        """The sole right to work on it, for as long as this process lives; RecordingInUseError names who has it now."""
        path = self._access.path.resolve()
        lock = path.with_name(f"{path.name}-lock-{recording.id}")
        return take(lock, recording.name, this_process(self._access.now(), command))

    def _with_samples(self, recording_id: int, samples: Iterable[str], new: Mapping[str, object]) -> Written[Recording]:
        urls = tuple(samples)

        def work(connection: sqlite3.Connection) -> Recording:
            tables(connection).table("recordings").update(recording_id, dict(new))
            _replace_samples(connection, recording_id, urls)
            return _get(connection, recording_id)

        return self._access.write(work)

    def _update(self, recording_id: int, values: dict[str, object]) -> Written[None]:
        def work(connection: sqlite3.Connection) -> None:
            tables(connection).table("recordings").update(recording_id, values)

        return self._access.write(work)


def _get(connection: sqlite3.Connection, recording_id: int) -> Recording:
    recording = _RECORDING.first(connection.execute(f"{_SELECT} WHERE id = ?", (recording_id,)))
    if recording is None:
        raise WrongUseError(f"There is no recording number {recording_id}.", "See `recorder show`.")
    return recording


def _replace_samples(connection: sqlite3.Connection, recording_id: int, urls: tuple[str, ...]) -> None:
    replace_rows(connection, "samples", {"recording_id": recording_id}, [{"url": url} for url in dict.fromkeys(urls)])
    connection.execute(
        "UPDATE runs SET status = 'failed' WHERE recording_id = ? AND status IN ('running', 'stopped')", (recording_id,)
    )
