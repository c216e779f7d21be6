"""New, changed, unchanged, gone, present: against a plain model of the rule, and case by case."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recorder.store import NewPage, Recording, Run, Store
from recorder.store.errors import WrongUseError

Crawl = Callable[..., Run]
Listed = dict[str, str]


@pytest.fixture
def listed(store: Store, recording: Recording) -> Callable[..., Listed]:
    return lambda **how: {target.url: target.status for target in store.targets.list(recording.id, **how)}


def test_the_first_run_finds_everything_new(crawl: Crawl, listed: Callable[..., Listed]) -> None:
    run = crawl({"/1": "a", "/2": "b"})
    assert listed() == listed(run=run.id) == listed(run="latest") == listed(status="new") == {"/1": "new", "/2": "new"}
    assert listed(status="gone") == listed(status="changed") == {}


def test_a_later_run_tells_what_became_of_each(crawl: Crawl, listed: Callable[..., Listed]) -> None:
    first = crawl({"/same": "a", "/changed": "a", "/gone": "a"})
    second = crawl({"/same": "a", "/changed": "b", "/new": "a"})
    assert listed() == {"/same": "unchanged", "/changed": "changed", "/new": "new"} == listed(run="latest")
    assert listed(status="changed") == {"/changed": "changed"}
    assert listed(status="gone") == listed(status="gone", run=second.id) == {"/gone": "gone"}
    assert listed(run=first.id) == {"/same": "new", "/changed": "new", "/gone": "new"}
    assert listed(run=first.id, status="gone") == {}


def test_a_target_tells_all_about_itself(store: Store, recording: Recording, run: Run) -> None:
    page = NewPage(run_id=run.id, url="/1", role="target", title="One", similarity=0.9, path_index=2, body=b"1")
    page_id = store.pages.record(page).result()
    [target] = store.targets.list(recording.id)
    assert (target.url, target.status, target.run, target.similarity) == ("/1", "new", run.id, 0.9)
    assert (target.path, target.title, target.page_id, target.key) == (2, "One", page_id, "/1")


def test_what_a_stopped_run_did_not_reach_is_not_gone(crawl: Crawl, listed: Callable[..., Listed]) -> None:
    crawl({"/1": "a", "/2": "a"})
    for status in ("stopped", "failed", "running"):
        crawl({"/1": "a"}, status=status)
        assert set(listed()) == {"/1", "/2"}
        assert listed(status="gone") == {}


@pytest.mark.parametrize(("code", "gone"), [(404, True), (410, True), (500, False), (None, False), (429, False)])
def test_only_an_answer_that_says_so_means_gone(
    crawl: Crawl, listed: Callable[..., Listed], code: int | None, gone: bool
) -> None:
    crawl({"/1": "a", "/2": "a"})
    run = crawl({"/1": "a"}, failed={"/2": code})
    assert ("/2" in listed()) == (not gone)
    assert (listed(status="gone") == {"/2": "gone"} == listed(status="gone", run=run.id)) == gone


def test_runs_with_other_parameters_judge_nothing(crawl: Crawl, listed: Callable[..., Listed]) -> None:
    crawl({"/1": "a", "/both": "a"}, parameters={"q": "1"})
    other = crawl({"/2": "a", "/both": "b"}, parameters={"q": "2"})
    assert listed() == {"/1": "new", "/2": "new", "/both": "new"}
    assert set(listed(run="latest")) == {"/2", "/both"}
    assert listed(status="gone", run=other.id) == {}
    crawl({"/2": "a"}, parameters={"q": "2"})
    assert set(listed()) == {"/1", "/2", "/both"}  # still there for the first query


def test_what_comes_back_is_new_again(crawl: Crawl, listed: Callable[..., Listed]) -> None:
    crawl({"/1": "a", "/2": "a"})
    crawl({"/1": "a"})
    crawl({"/1": "a", "/2": "a"})
    assert listed() == {"/1": "unchanged", "/2": "new"}
    assert listed(status="gone") == {}


def test_gone_is_reported_by_the_run_that_noticed(crawl: Crawl, listed: Callable[..., Listed]) -> None:
    crawl({"/1": "a", "/2": "a"})
    noticed = crawl({"/1": "a"})
    later = crawl({"/1": "a"})
    assert listed(status="gone", run=noticed.id) == {"/2": "gone"}
    assert listed(status="gone", run=later.id) == {}
    assert listed(status="gone") == {"/2": "gone"}


def test_noise_outside_the_fingerprint_is_no_change(crawl: Crawl, listed: Callable[..., Listed]) -> None:
    urls = ("/noise", "/text", "/without")
    crawl(dict.fromkeys(urls, "session 1"), fingerprints={"/noise": "f", "/text": "f"})
    crawl(dict.fromkeys(urls, "session 2"), fingerprints={"/noise": "f", "/text": "g", "/without": "f"})
    assert listed() == {"/noise": "unchanged", "/text": "changed", "/without": "changed"}


def test_mapping_counts_until_a_crawl_has_collected(crawl: Crawl, listed: Callable[..., Listed]) -> None:
    crawl({"/mapped": "a"}, kind="mapping")
    assert listed() == listed(run="latest") == {"/mapped": "new"}
    crawl({}, status="running")
    assert listed() == {"/mapped": "new"}
    crawl({"/1": "a"})
    assert listed() == {"/1": "new"}
    assert listed(status="gone") == {}


def test_mapping_anew_does_not_bring_back_what_a_crawl_found_gone(crawl: Crawl, listed: Callable[..., Listed]) -> None:
    crawl({"/1": "a", "/2": "a"})
    crawl({"/1": "a"})
    crawl({"/2": "a", "/3": "a"}, kind="mapping")
    assert listed() == {"/1": "unchanged"}
    assert listed(status="gone") == {"/2": "gone"}


def test_the_view_says_the_same(crawl: Crawl, listed: Callable[..., Listed], path: Path) -> None:
    crawl({"/1": "a", "/2": "a"})
    crawl({"/1": "b"})
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT recording, url, title FROM targets").fetchall() == [
        ("books", "/1", "Title of /1")
    ]
    connection.close()
    assert set(listed()) == {"/1"}


def test_recordings_are_kept_apart(store: Store, crawl: Crawl, listed: Callable[..., Listed]) -> None:
    crawl({"/1": "a"})
    other = store.recordings.create("films", "http://b.example/", [], {}).result()
    run = store.runs.begin(other.id, "crawl").result()
    store.pages.record(NewPage(run_id=run.id, url="/1", role="target", body=b"a")).result()
    assert listed() == {"/1": "new"}
    assert [target.status for target in store.targets.list(other.id)] == ["new"]


def test_no_run_yet(store: Store, recording: Recording) -> None:
    assert list(store.targets.list(recording.id)) == []
    with pytest.raises(WrongUseError, match="no run yet"):
        store.targets.list(recording.id, run="latest")


def test_diff(store: Store, crawl: Crawl) -> None:
    first = crawl({"/same": "a", "/changed": "a", "/gone": "a", "/failed": "a"})
    second = crawl({"/same": "a", "/changed": "b", "/new": "a"}, failed={"/failed": 503})
    found = store.targets.diff(first.id, second.id)
    assert {change.url: change.status for change in found.changes} == {
        "/changed": "changed",
        "/new": "new",
        "/gone": "gone",
        "/failed": "missing",
    }
    assert (found.judges_gone, found.why_not, found.unchanged) == (True, "", 1)


def test_diff_says_why_nothing_is_gone(store: Store, crawl: Crawl) -> None:
    first = crawl({"/1": "a"})
    stopped = crawl({}, status="stopped")
    other = crawl({}, parameters={"q": "1"})
    for run, reason in ((stopped, "not complete"), (other, "different parameters")):
        found = store.targets.diff(first.id, run.id)
        assert reason in found.why_not
        assert [change.status for change in found.changes] == ["missing"]
    with pytest.raises(WrongUseError):
        store.targets.diff(first.id, 999)


# A run of the model: parameters, complete?, what it saw of each of four URLs.
SIGHT = st.sampled_from(["absent", "target a", "target b", "error 500", "error 404", "off-pattern"])
RUN = st.tuples(st.sampled_from(["1", "2"]), st.booleans(), st.lists(SIGHT, min_size=4, max_size=4))


def model(runs: list[tuple[str, bool, list[str]]]) -> tuple[set[str], list[dict[str, str]], list[set[str]]]:
    """Present now; each run's statuses; what each run found gone: by walking through the runs one after the other."""
    known: dict[str, dict[str, str]] = {"1": {}, "2": {}}
    statuses, gone = [], []
    for parameter, complete, sights in runs:
        state, seen, lost = known[parameter], {}, set()
        for url, sight in zip("abcd", sights, strict=True):
            if sight.startswith("target"):
                seen[url] = "new" if url not in state else "unchanged" if state[url] == sight else "changed"
                state[url] = sight
            elif complete and sight != "error 500" and state.pop(url, None):
                lost.add(url)
        statuses.append(seen)
        gone.append(lost)
    return set(known["1"]) | set(known["2"]), statuses, gone


# Few: every example adds to the same database, and asks for all of it.
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(RUN, min_size=1, max_size=6))
def test_agrees_with_the_model(store: Store, runs: list[tuple[str, bool, list[str]]]) -> None:
    name = f"model-{len(store.recordings.all())}"
    recording = store.recordings.create(name, "http://a.example/", [], {}).result()
    ids, ended = [], []
    for parameter, complete, sights in runs:
        run = store.runs.begin(recording.id, "crawl", {"q": parameter}).result()
        for url, sight in zip("abcd", sights, strict=True):
            role, _, detail = sight.partition(" ")
            if role != "absent":
                code = int(detail) if role == "error" else 200
                page = NewPage(run_id=run.id, url=url, role=role, http_status=code, body=detail.encode())
                store.pages.record(page)
        ended.append(store.runs.end(run.id, "done" if complete else "stopped").result())
        ids.append(run.id)
    present, statuses, gone = model(runs)
    targets = store.targets
    assert {target.url for target in targets.list(recording.id)} == present
    assert [{target.url: target.status for target in targets.list(recording.id, run=run)} for run in ids] == statuses
    assert [{target.url for target in targets.list(recording.id, run=run, status="gone")} for run in ids] == gone
    assert [(run.targets, run.new, run.gone) for run in ended] == [
        (len(seen), list(seen.values()).count("new"), len(lost)) for seen, lost in zip(statuses, gone, strict=True)
    ]
    ever = {url for seen in statuses for url in seen}
    assert {target.url for target in targets.list(recording.id, status="gone")} == ever - present
