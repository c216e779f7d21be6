"""Runs: which one to go on with, how they end, and counts that come from the rows."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recorder.store import NewPage, QueuedRequest, Recording, Run, RunCounts, Store, open_store
from recorder.store.errors import WrongUseError
from tests.store.conftest import settle

Crawl = Callable[..., Run]


def test_begins_with_its_parameters_in_any_order(store: Store, recording: Recording) -> None:
    one = store.runs.begin(recording.id, "crawl", {"title": "ü", "author": "x"}).result()
    assert (one.kind, one.status, one.parameters) == ("crawl", "running", {"title": "ü", "author": "x"})
    found = store.runs.unfinished(recording.id, "crawl", {"author": "x", "title": "ü"})
    assert found == one


@pytest.mark.parametrize(("status", "goes_on"), [("stopped", True), ("done", False), ("failed", False)])
def test_goes_on_with_what_was_stopped(store: Store, recording: Recording, status: str, goes_on: bool) -> None:
    run = store.runs.begin(recording.id, "mapping").result()
    store.runs.end(run.id, status).result()  # type: ignore[arg-type]
    assert (store.runs.unfinished(recording.id, "mapping") is not None) == goes_on


def test_goes_on_with_what_was_killed(store: Store, recording: Recording, path: Path) -> None:
    run = store.runs.begin(recording.id, "mapping").result()
    store.frontier.add(run.id, [QueuedRequest(url="a"), QueuedRequest(url="b")])
    store.frontier.claim(run.id).result()
    store.close()
    with open_store(path) as again:
        assert again.runs.unfinished(recording.id, "mapping") == run
        assert again.runs.unfinished(recording.id, "crawl") is None
        assert again.runs.resume(run.id).result() == 1


def test_an_older_unfinished_run_stays_passed_over(store: Store, recording: Recording) -> None:
    store.runs.begin(recording.id, "crawl").result()
    other = store.runs.begin(recording.id, "crawl", {"q": "1"}).result()
    fresh = store.runs.begin(recording.id, "crawl").result()
    store.runs.end(fresh.id, "done").result()
    assert store.runs.unfinished(recording.id, "crawl", {}) is None
    assert store.runs.unfinished(recording.id, "crawl", {"q": "1"}) == other
    assert store.runs.unfinished(recording.id, "crawl") is None


def test_a_crawl_by_a_former_pattern_stays_passed_over(path: Path) -> None:
    now = datetime(2024, 5, 1, tzinfo=UTC)
    with open_store(path, create=True, clock=lambda: now) as store:
        recording = store.recordings.create("books", "http://a.example/", [], {}).result()
        store.patterns.save(recording.id, "one", []).result()
        crawl = store.runs.begin(recording.id, "crawl").result()
        mapping = store.runs.begin(recording.id, "mapping").result()
        assert store.runs.unfinished(recording.id, "crawl") == crawl
        now += timedelta(seconds=1)
        store.patterns.save(recording.id, "another", [], "imported").result()
        assert store.runs.unfinished(recording.id, "crawl") is None
        assert store.runs.unfinished(recording.id, "mapping") == mapping


@pytest.mark.parametrize("back", [timedelta(0), timedelta(hours=1), timedelta(days=20_000)])
def test_a_clock_that_is_put_back_changes_no_order(path: Path, back: timedelta) -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    with open_store(path, create=True, clock=lambda: now) as store:
        recording = store.recordings.create("books", "http://a.example/", [], {}).result()
        mapping = store.runs.begin(recording.id, "mapping").result()
        one = store.patterns.save(recording.id, "one", []).result()
        mapping = store.runs.end(mapping.id, "done").result()
        now -= back
        crawl = store.runs.begin(recording.id, "crawl").result()
        assert store.runs.unfinished(recording.id, "crawl") == crawl, "killed, it is gone on with"
        another = store.patterns.save(recording.id, "another", [], "imported").result()
        assert store.runs.unfinished(recording.id, "crawl") is None
        crawl = store.runs.end(crawl.id, "stopped").result()
    moments = [
        mapping.started_at,
        one.created_at,
        mapping.ended_at,
        crawl.started_at,
        another.created_at,
        crawl.ended_at,
    ]
    assert moments == sorted(set(filter(None, moments)))


@pytest.mark.parametrize("damaged", ["soon", "9999-12-31T23:59:59.999Z"])
def test_a_damaged_time_is_in_nobodys_way(store: Store, run: Run, damaged: str) -> None:
    store._access.change("UPDATE runs SET ended_at = ?", damaged).result()
    assert store.runs.begin(run.recording_id, "crawl").result().started_at < damaged


def test_resuming_adds_up_the_time(store: Store, run: Run) -> None:
    assert store.runs.end(run.id, "stopped", seconds=2.0).result().ended_at is not None
    store.runs.resume(run.id).result()
    resumed = store.runs.get(run.id)
    assert (resumed.status, resumed.ended_at) == ("running", None)
    assert store.runs.end(run.id, "done", seconds=3.5).result().seconds == 5.5


def test_counts_come_from_the_rows(store: Store, recording: Recording, crawl: Crawl) -> None:
    crawl({"/same": "1", "/other": "1", "/lost": "1"})
    run = store.runs.begin(recording.id, "crawl").result()
    pages = [("/same", "target", b"1"), ("/other", "target", b"2"), ("/added", "target", b"1")]
    pages += [
        ("/hub", "hub", b"h"),
        ("/odd", "off-pattern", b"o"),
        ("/broken", "error", None),
        ("/no", "skipped", None),
    ]
    for url, role, body in pages:
        store.pages.record(NewPage(run_id=run.id, url=url, role=role, body=body, rendered=role == "hub"))
    settle(store)
    counts = RunCounts(
        pages=6, targets=3, new=1, changed=1, changed_text=1, unchanged=1, off_pattern=1, errors=1, rendered=1
    )
    assert asdict(counts).items() <= asdict(store.runs.get(run.id)).items()  # running: counted as it stands
    ended = store.runs.end(run.id, "done", drift=None).result()
    assert asdict(ended).items() >= {**asdict(counts), "gone": 1, "complete": True}.items()
    assert store.runs.all(recording.id)[-1] == ended


@pytest.mark.parametrize(
    ("kind", "status", "drift", "complete", "expected"),
    [
        ("crawl", "done", None, None, True),
        ("crawl", "done", None, False, False),
        ("crawl", "done", {"step": 1}, None, False),
        ("crawl", "stopped", None, None, False),
        ("mapping", "done", None, None, False),
        ("mapping", "done", None, True, True),
    ],
)
def test_when_a_run_is_complete(
    store: Store, recording: Recording, kind: str, status: str, drift: object, complete: bool | None, expected: bool
) -> None:
    run = store.runs.begin(recording.id, kind).result()  # type: ignore[arg-type]
    ended = store.runs.end(run.id, status, drift=drift, complete=complete).result()  # type: ignore[arg-type]
    assert (ended.complete, ended.drift) == (expected, drift)


def test_an_unknown_run_is_an_error(store: Store) -> None:
    with pytest.raises(WrongUseError, match="no run 99"):
        store.runs.get(99)
    with pytest.raises(WrongUseError):
        store.runs.end(99, "done").result()
