"""Cold tables: sqlite-utils commits by itself, but never what a job of the writer has begun."""

import sqlite3

import pytest

from recorder.store import Recording, Store
from recorder.store.tables import insert, replace_rows


def test_a_job_that_fails_leaves_none_of_its_rows(store: Store, recording: Recording) -> None:
    def work(connection: sqlite3.Connection) -> None:
        replace_rows(connection, "samples", {"recording_id": recording.id}, [{"url": "new"}])
        assert connection.in_transaction
        insert(connection, "samples", {"recording_id": 12345, "url": "of no recording"})

    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        store.recordings._access.write(work).result()
    assert store.recordings.find().samples == recording.samples


def test_rows_of_others_stay_and_broken_text_is_mended(store: Store, recording: Recording) -> None:
    other = store.recordings.create("films", "http://b.example/", ["http://b.example/1"], {}).result()
    rows = [{"url": f"http://a.example/\ud800{number}"} for number in range(150)]
    store.recordings._access.write(
        lambda connection: replace_rows(connection, "samples", {"recording_id": recording.id}, rows)
    ).result()
    assert store.recordings.get(other.id).samples == other.samples
    assert store.recordings.get(recording.id).samples[-1] == "http://a.example/\ufffd149"
