"""One writer: jobs committed together, failing alone, waited for from threads and coroutines."""

import asyncio
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from recorder.store import Recording, Store, open_store
from recorder.store.writer import Written
from tests.store.conftest import settle


def names(path: Path) -> set[str]:
    connection = sqlite3.connect(path)
    try:
        return {name for (name,) in connection.execute("SELECT name FROM recordings")}
    finally:
        connection.close()


def create(connection: sqlite3.Connection, name: str) -> None:
    connection.execute("INSERT INTO recordings (name, entry_url, created_at) VALUES (?, '', '')", (name,))


def test_a_fulfilled_write_is_seen_by_others(store: Store, path: Path) -> None:
    store.recordings.create("books", "http://a.example/", [], {}).result()
    assert names(path) == {"books"}


def test_what_waits_is_committed_together(store: Store, path: Path) -> None:
    statements: list[str] = []
    write = store.recordings._access.write
    write(lambda connection: connection.set_trace_callback(statements.append)).result()
    begun, gate = threading.Event(), threading.Event()
    held_up = write(lambda connection: begun.set() or gate.wait(60))
    begun.wait(60)
    writes = [write(lambda connection, n=n: create(connection, str(n))) for n in range(50)]
    gate.set()
    for waiting in (held_up, *writes):
        waiting.result(60)
    assert len(names(path)) == 50
    assert statements.count("COMMIT") == 3  # of the tracing, of the job that held it up, of the fifty


def test_a_failing_job_fails_alone(store: Store, path: Path) -> None:
    write = store.recordings._access.write
    gate = threading.Event()
    write(lambda connection: gate.wait(60))

    def half_done(connection: sqlite3.Connection) -> None:
        create(connection, "half done")
        create(connection, "half done")

    jobs = [write(lambda connection: create(connection, "before")), write(half_done)]
    jobs.append(write(lambda connection: create(connection, "after")))
    gate.set()
    assert jobs[0].result(60) is None
    with pytest.raises(sqlite3.IntegrityError):
        jobs[1].result(60)
    assert jobs[2].result(60) is None
    assert names(path) == {"before", "after"}


async def test_can_be_awaited(store: Store) -> None:
    recordings = await asyncio.gather(
        *(store.recordings.create(f"books-{n}", "http://a.example/", [], {}) for n in range(20))
    )
    assert [recording.name for recording in recordings] == [f"books-{n}" for n in range(20)]


def test_what_is_committed_together_may_be_awaited_in_many_loops(store: Store) -> None:
    """And by threads; a loop that is gone by then keeps nobody from hearing."""
    write = store.recordings._access.write
    begun, gate = threading.Event(), threading.Event()
    held_up = write(lambda _: begun.set() or gate.wait(60))
    begun.wait(60)
    left = [write(lambda _, n=n: n) for n in range(3)]

    async def leave() -> None:
        waiting = [asyncio.ensure_future(_awaited(each)) for each in left]
        await asyncio.sleep(0)
        for each in waiting:
            each.cancel()

    asyncio.run(leave())
    asked = [write(lambda _, n=n: n) for n in range(3, 7)]
    with ThreadPoolExecutor(4) as threads:
        answers = [threads.submit(asyncio.run, _awaited(each)) for each in asked]
        while any(each.awaited_in is None for each in asked):
            time.sleep(0.001)
        gate.set()
        assert [answer.result(60) for answer in answers] == [3, 4, 5, 6]
    assert [each.result(60) for each in left] == [0, 1, 2]
    assert held_up.result(60)


async def _awaited(written: Written[int]) -> int:
    return await written


async def test_giving_up_waiting_does_not_undo_the_write(store: Store, path: Path) -> None:
    gate = threading.Event()
    write = store.recordings._access.write
    write(lambda connection: gate.wait(60))

    async def save() -> None:
        await store.recordings.create("kept", "http://a.example/", [], {})

    task = asyncio.create_task(save())
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gate.set()
    await asyncio.to_thread(settle, store)
    assert names(path) == {"kept"}


def test_closing_writes_what_waits(path: Path) -> None:
    with open_store(path, create=True) as store:
        for number in range(2000):
            store.recordings.create(str(number), "http://a.example/", [], {})
    assert len(names(path)) == 2000


def test_many_threads_may_write_and_read(store: Store, recording: Recording) -> None:
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for turn in range(20):
                store.recordings.create(f"{number}-{turn}", "http://a.example/", [], {}).result(60)
                assert store.recordings.find(f"{number}-{turn}").samples == ()
        except BaseException as error:
            failures.append(error)
            raise

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures
    assert len(store.recordings.all()) == 161


def test_a_mistake_in_our_own_sql_stays_visible(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        store.recordings._access.write(lambda connection: connection.execute("SELECT * FROM nowhere")).result()
    reading = store.recordings._access.reading()
    with pytest.raises(sqlite3.OperationalError, match="no such table"), reading as connection:
        connection.execute("SELECT * FROM nowhere")


def test_readers_cannot_write(store: Store) -> None:
    with store.recordings._access.reading() as connection:
        assert connection.execute("PRAGMA query_only").fetchone() == (1,)
