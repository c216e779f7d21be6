"""How recordings stand: what Open tells of those in a database, and of files that were opened lately."""

from pathlib import Path

import pytest

from recorder.face.library import Library
from recorder.face.standing import Standing, glance
from recorder.store import open_store
from recorder.store.rows import Json
from recorder.store.runs import Ending
from tests.recorder.small_shop import fill


@pytest.fixture
def small(tmp_path: Path) -> Path:
    fill(tmp_path / "small.db")
    return tmp_path / "small.db"


def ended(database: Path, status: Ending, drift: Json | None = None) -> Standing:
    """After one more crawl that ended so."""
    with open_store(database) as store:
        run = store.runs.begin(1, "crawl").result()
        store.runs.end(run.id, status, seconds=1.0, drift=drift).result()
    return glance(database)


def test_the_health_of_a_recording_is_how_its_last_crawl_ended(small: Path) -> None:
    with Library(small) as library:
        (recording,) = library.recordings()
        assert library.standing(recording) == glance(small)
    assert glance(small).health == "good" and "targets" in glance(small).last
    assert (ended(small, "stopped").health, ended(small, "stopped").manner) == ("stopped", "doubtful")
    assert (ended(small, "failed").health, ended(small, "failed").manner) == ("failed", "bad")
    drifted = ended(small, "done", {"path": 1, "step": 1, "message": "step 1 of path 1 leads nowhere any more"})
    assert (drifted.health, drifted.manner) == ("drifted", "bad")


def test_what_was_mapped_alone_has_no_crawl_yet(tmp_path: Path) -> None:
    with open_store(tmp_path / "new.db", create=True) as store:
        recording = store.recordings.create("new", "http://h/", ["http://h/1"], {}).result()
        assert glance(tmp_path / "new.db") == Standing()
        store.runs.begin(recording.id, "mapping").result()
    assert glance(tmp_path / "new.db").health == "no crawl"


def test_of_a_file_that_is_no_database_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("notes")
    assert glance(tmp_path / "notes.db") == glance(tmp_path / "gone.db") == Standing()
