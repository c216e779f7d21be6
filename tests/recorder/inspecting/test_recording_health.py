"""How recordings stand: what Open tells of those in a database, and of files that were opened lately."""

from pathlib import Path

import pytest

from recorder.face.library import Library
from recorder.inspecting.recording_health import RecordingHealth, health_of_file
from recorder.store import open_store
from recorder.store.rows import Json
from recorder.store.runs import Ending
from tests.recorder.small_shop import fill


@pytest.fixture
def small(tmp_path: Path) -> Path:
    fill(tmp_path / "small.db")
    return tmp_path / "small.db"


def ended(database: Path, status: Ending, drift: Json | None = None) -> RecordingHealth:
    """After one more crawl that ended so."""
    with open_store(database) as store:
        run = store.runs.begin(1, "crawl").result()
        store.runs.end(run.id, status, seconds=1.0, drift=drift).result()
    return health_of_file(database)


def test_the_health_of_a_recording_is_how_its_last_crawl_ended(small: Path) -> None:
    with Library(small) as library:
        (recording,) = library.recordings()
        assert library.health(recording) == health_of_file(small)
    assert health_of_file(small).word == "good" and "targets" in health_of_file(small).last
    assert (ended(small, "stopped").word, ended(small, "stopped").manner) == ("stopped", "doubtful")
    assert (ended(small, "failed").word, ended(small, "failed").manner) == ("failed", "bad")
    drifted = ended(small, "done", {"path": 1, "step": 1, "message": "step 1 of path 1 leads nowhere any more"})
    assert (drifted.word, drifted.manner) == ("drifted", "bad")


def test_what_was_mapped_alone_has_no_crawl_yet(tmp_path: Path) -> None:
    with open_store(tmp_path / "new.db", create=True) as store:
        recording = store.recordings.create("new", "http://h/", ["http://h/1"], {}).result()
        assert health_of_file(tmp_path / "new.db") == RecordingHealth()
        store.runs.begin(recording.id, "mapping").result()
    assert health_of_file(tmp_path / "new.db").word == "no crawl"


def test_of_a_file_that_is_no_database_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("notes")
    assert health_of_file(tmp_path / "notes.db") == health_of_file(tmp_path / "gone.db") == RecordingHealth()
