"""The frontier: order, uniqueness, claiming by several workers at once, and what a kill leaves."""

import asyncio
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recorder.store import QueuedRequest, Run, Store, open_store, request_key


def requests(*urls: str, **how: int) -> list[QueuedRequest]:
    return [QueuedRequest(url=url, **how) for url in urls]


def claimed(store: Store, run: Run, count: int = 100) -> list[str]:
    return [row.url for row in store.frontier.claim(run.id, count).result()]


def test_is_served_by_priority_then_depth_then_order(store: Store, run: Run) -> None:
    store.frontier.add(run.id, requests("late", priority=1))
    store.frontier.add(run.id, requests("deep", depth=2))
    store.frontier.add(run.id, requests("first", "second", depth=1))
    assert claimed(store, run, 3) == ["first", "second", "deep"]
    assert claimed(store, run) == ["late"]
    assert claimed(store, run) == []


def test_a_request_is_queued_once_per_path_and_position(store: Store, run: Run) -> None:
    assert store.frontier.add(run.id, requests("a", "b", "a")).result() == 2
    assert store.frontier.add(run.id, requests("a")).result() == 0
    assert store.frontier.add(run.id, requests("a", position=1)).result() == 1
    assert store.frontier.add(run.id, requests("a", path_index=1)).result() == 1
    post = [QueuedRequest(url="a", method="POST", body=body) for body in ("q=1", "q=2", "q=1")]
    assert store.frontier.add(run.id, post).result() == 2


def test_the_engine_may_say_what_counts_as_the_same(store: Store, run: Run) -> None:
    posts = [QueuedRequest(url="a", method="POST", body=f"token={n}&q=1", key="POST a q=1") for n in range(3)]
    assert store.frontier.add(run.id, posts).result() == 1


def test_keys_tell_requests_apart() -> None:
    assert request_key("http://a.example/") == "http://a.example/"
    keys = {request_key("u", method, body) for method in ("GET", "POST") for body in ("", "x", "y", "\ud800")}
    assert len(keys) == 8


def test_runs_do_not_share_a_frontier(store: Store, run: Run) -> None:
    other = store.runs.begin(run.recording_id, "crawl").result()
    store.frontier.add(run.id, requests("a"))
    assert store.frontier.add(other.id, requests("a")).result() == 1
    assert claimed(store, other) == ["a"]
    assert store.frontier.counts(run.id) == {"waiting": 1}


def test_rows_come_back_as_they_went_in(store: Store, run: Run) -> None:
    request = QueuedRequest(
        url="http://a.example/ü",
        method="POST",
        body="q=ü",
        path_index=1,
        position=2,
        depth=3,
        priority=4,
        place="html/body",
        query={"title": "ü"},
    )
    store.frontier.add(run.id, [request])
    [row] = store.frontier.claim(run.id).result()
    for name in ("url", "method", "body", "path_index", "position", "depth", "priority", "place", "query"):
        assert getattr(row, name) == getattr(request, name)
    assert (row.state, row.tries, row.parent_page_id) == ("claimed", 1, None)


def test_states(store: Store, run: Run) -> None:
    store.frontier.add(run.id, requests("done", "failed", "retried", "given back", "waiting"))
    done, failed, retried, given_back = store.frontier.claim(run.id, 4).result()
    store.frontier.finish([done.id])
    store.frontier.finish([failed.id], "failed")
    store.frontier.retry(retried.id, priority=5)
    store.frontier.give_back([given_back.id]).result()
    assert store.frontier.counts(run.id) == {"waiting": 3, "done": 1, "failed": 1}
    again = store.frontier.claim(run.id, 9).result()
    assert [(row.url, row.tries) for row in again] == [("given back", 1), ("waiting", 1), ("retried", 2)]


def test_after_a_kill_claimed_rows_wait_again(store: Store, run: Run, path: Path) -> None:
    store.frontier.add(run.id, requests(*"abcde"))
    claimed(store, run, 3)
    store.close()
    with open_store(path) as again:
        assert again.frontier.counts(run.id) == {"waiting": 2, "claimed": 3}
        assert again.runs.resume(run.id).result() == 3
        assert claimed(again, run) == list("abcde")


async def test_no_row_is_claimed_twice(store: Store, run: Run) -> None:
    await store.frontier.add(run.id, requests(*map(str, range(500))))

    async def worker() -> list[str]:
        urls: list[str] = []
        while rows := await store.frontier.claim(run.id, 3):
            urls += [row.url for row in rows]
        return urls

    taken = Counter(url for urls in await asyncio.gather(*(worker() for _ in range(10))) for url in urls)
    assert taken == Counter(map(str, range(500)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 2), st.integers(0, 2)), max_size=200))
def test_adding_counts_and_keeps_each_once_however_many(
    store: Store, run: Run, wanted: list[tuple[int, int, int]]
) -> None:
    fresh = store.runs.begin(run.recording_id, "crawl").result()
    added = [QueuedRequest(url=str(url), path_index=path, position=position) for url, path, position in wanted]
    assert store.frontier.add(fresh.id, added).result() == len(set(wanted))
    rows = store.frontier.claim(fresh.id, 1000).result()
    assert [(int(row.url), row.path_index, row.position) for row in rows] == list(dict.fromkeys(wanted))


def test_taking_claims_exactly_what_was_asked_for(store: Store, run: Run) -> None:
    store.frontier.add(run.id, requests("left over", "wanted too"))
    store.frontier.add(run.id, requests("being worked on"))
    store.frontier.take(run.id, requests("being worked on")).result()
    taken = store.frontier.take(run.id, requests("new", "wanted too", "being worked on")).result()
    assert [(row.url, row.state, row.tries) for row in taken] == [("new", "claimed", 1), ("wanted too", "claimed", 1)]
    assert store.frontier.counts(run.id) == {"waiting": 1, "claimed": 3}
