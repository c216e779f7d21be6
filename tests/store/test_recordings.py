"""Recordings, and that one process at a time works on each."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from recorder.store import NewPage, Recording, Store, open_store
from recorder.store.errors import RecordingInUseError, StoreError, WrongUseError
from tests.store.conftest import Crawl, problems


def test_keeps_what_it_is_given(store: Store) -> None:
    samples = ["http://a.example/2", "http://a.example/1"]
    created = store.recordings.create("bücher", "http://a.example/", samples, {"scope": "host", "n": [1]}).result()
    assert created == store.recordings.find("bücher") == store.recordings.get(created.id) == store.recordings.find()
    assert created.samples == tuple(samples)
    assert created.options == {"scope": "host", "n": [1]}
    assert created.threshold is None
    assert re.fullmatch(r"2024-05-01T12:00:0\d\.000Z", created.created_at)


def test_threshold_and_options_can_change(store: Store, recording: Recording) -> None:
    store.recordings.set_threshold(recording.id, 0.71, {"gap": 0.2})
    store.recordings.set_options(recording.id, {"delay": 2}).result()
    changed = store.recordings.find()
    assert (changed.threshold, changed.threshold_evidence, changed.options) == (0.71, {"gap": 0.2}, {"delay": 2})


def test_a_name_is_taken_once(store: Store, recording: Recording) -> None:
    with pytest.raises(StoreError, match="'books'"):
        store.recordings.create("books", "http://b.example/", [], {}).result()
    assert len(store.recordings.all()) == 1


def test_restated_for_other_pages_it_goes_on_with_nothing_of_the_old_ones(store: Store, recording: Recording) -> None:
    store.recordings.set_threshold(recording.id, 0.7, {"gap": 0.2})
    stopped = store.runs.begin(recording.id, "mapping").result()
    restated = store.recordings.restate(recording.id, "http://b.example/", ["http://b.example/9"], {"n": 2}).result()
    assert restated == store.recordings.find("books")
    assert (restated.entry_url, restated.samples) == ("http://b.example/", ("http://b.example/9",))
    assert (restated.options, restated.threshold, restated.threshold_evidence) == ({"n": 2}, None, None)
    assert store.runs.unfinished(recording.id, "mapping") is None
    assert store.runs.get(stopped.id).status == "failed"


def test_a_removed_recording_takes_with_it_only_what_was_its_own(store: Store, crawl: Crawl) -> None:
    crawl({"/1": "shared words", "/2": "own words"})
    other = store.recordings.create("other", "http://b.example/", [], {}).result()
    run = store.runs.begin(other.id, "crawl").result()
    store.pages.record(NewPage(run_id=run.id, url="/1", role="target", body=b"shared words", text="shared words"))
    store.pages.record(NewPage(run_id=run.id, url="/3", role="target", body=b"lost words", text="lost words")).result()
    store.recordings.remove(other.id).result()
    assert [one.name for one in store.recordings.all()] == ["books"]
    assert not problems(store)
    (books,) = store.recordings.all()
    assert {target.url for target in store.targets.list(books.id)} == {"/1", "/2"}
    later = store.runs.begin(books.id, "crawl").result()
    store.pages.record(NewPage(run_id=later.id, url="/4", role="target", body=b"new words", text="new words")).result()
    [found] = store.targets.search(books.id, "new", 50)
    page = store.pages.get(found)
    assert page is not None and page.url == "/4"
    assert store.targets.search(books.id, "lost", 50) == ()


def test_finding_lists_the_choices(store: Store) -> None:
    with pytest.raises(WrongUseError, match="holds no recording"):
        store.recordings.find()
    for name in ("books", "films"):
        store.recordings.create(name, "http://a.example/", [], {}).result()
    with pytest.raises(WrongUseError) as several:
        store.recordings.find()
    with pytest.raises(WrongUseError) as unknown:
        store.recordings.find("music")
    assert "books, films" in several.value.hint
    assert "books, films" in unknown.value.hint


HOLDER = """
import sys
from recorder.store import open_store
store = open_store(sys.argv[1])
hold = store.recordings.hold(store.recordings.find("books"))
print("held", flush=True)
sys.stdin.read()
"""


def start_holder(path: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLDER, str(path), "--some word"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_process_is_refused_naming_the_first(store: Store, recording: Recording, path: Path) -> None:
    process = start_holder(path)
    try:
        with pytest.raises(RecordingInUseError) as refused:
            store.recordings.hold(recording)
        message = refused.value.message
        assert f"process {process.pid} on {os.uname().nodename} since 20" in message
        assert "'--some word'" in message
        other = store.recordings.create("films", "http://a.example/", [], {}).result()
        with store.recordings.hold(other):
            pass
    finally:
        process.communicate(timeout=60)
    with store.recordings.hold(recording):
        pass


def test_the_lock_of_a_killed_process_is_taken_over(store: Store, recording: Recording, path: Path) -> None:
    process = start_holder(path)
    process.send_signal(signal.SIGKILL)
    process.wait(60)
    [left_behind] = path.parent.glob("*-lock-*")
    assert str(process.pid) in left_behind.read_text()
    with store.recordings.hold(recording):
        assert str(os.getpid()) in left_behind.read_text()


def test_a_living_process_that_got_a_dead_holders_number_is_no_holder(
    store: Store, recording: Recording, path: Path
) -> None:
    left_behind = path.with_name(f"{path.name}-lock-{recording.id}")
    left_behind.write_text(f'{{"pid": {os.getpid()}, "host": "h", "command": "c", "since": "s"}}')
    with store.recordings.hold(recording):
        pass


def test_the_same_process_cannot_hold_it_twice_either(store: Store, recording: Recording) -> None:
    with store.recordings.hold(recording, "first"), pytest.raises(RecordingInUseError, match="first"):
        store.recordings.hold(recording, "second")


def test_releasing_leaves_no_file_and_may_be_repeated(store: Store, recording: Recording, path: Path) -> None:
    hold = store.recordings.hold(recording)
    hold.release()
    hold.release()
    assert not list(path.parent.glob("*-lock-*"))


def test_a_program_started_by_the_holder_does_not_inherit_the_lock(store: Store, recording: Recording) -> None:
    """As a browser would that outlives its crawler."""
    hold = store.recordings.hold(recording)
    child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    try:
        hold.release()
        with store.recordings.hold(recording):
            pass
    finally:
        child.communicate(timeout=60)


def test_garbage_in_the_lock_file_of_a_holder_is_survived(store: Store, recording: Recording, path: Path) -> None:
    with store.recordings.hold(recording):
        path.with_name(f"{path.name}-lock-{recording.id}").write_bytes(b"\xff{")
        with pytest.raises(RecordingInUseError, match="Another process"):
            store.recordings.hold(recording)


def test_a_symbolic_link_to_the_database_locks_the_same(store: Store, recording: Recording, path: Path) -> None:
    alias = path.with_name("alias.db")
    alias.symlink_to(path)
    with store.recordings.hold(recording), open_store(alias) as other, pytest.raises(RecordingInUseError):
        other.recordings.hold(other.recordings.find())
