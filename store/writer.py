"""The one thread that writes. Jobs wait in a queue; whatever waits is committed together, so one fsync serves many.

A job is a function of the connection. All of a job is committed or none of it, and its `Written` is fulfilled only
after the commit is on disk. The writer knows nothing of what it writes.
"""

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread, get_ident
from typing import Any, Generic, TypeVar

from recorder.store.errors import (
    DamagedError,
    DiskFullError,
    LockedError,
    ReadOnlyError,
    StoreClosedError,
    StoreError,
    explain,
)

Result = TypeVar("Result")

BATCH = 256
"""Most jobs of one commit."""
# Trouble that no other job of the batch would escape: trying them one by one would only wait again for each.
MACHINE_TROUBLE = (DamagedError, DiskFullError, LockedError, ReadOnlyError)
WAITING = 256
"""Most jobs that wait. A full queue blocks the caller: pages must not pile up in memory."""


class Written(Future[Result], Generic[Result]):
    """What a write will return once it is safely on disk: `.result()` waits in a thread, `await` in a coroutine."""

    def __init__(self) -> None:
        super().__init__()
        # Marked as running from the start: a cancelled coroutine stops waiting, but never undoes a write it asked for.
        self.set_running_or_notify_cancel()
        self.awaited_in: asyncio.AbstractEventLoop | None = None

    def __await__(self) -> Generator[Any, None, Result]:
        self.awaited_in = loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        here = get_ident()

        def wake(_: object) -> None:
            if get_ident() == here:
                _let_go(waiter)
            elif not loop.is_closed():
                loop.call_soon_threadsafe(_let_go, waiter)

        self.add_done_callback(wake)
        yield from waiter
        return self.result()


def _let_go(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():  # else it was cancelled meanwhile
        waiter.set_result(None)


@dataclass(eq=False)
class _Job(Generic[Result]):
    work: Callable[[sqlite3.Connection], Result]
    written: Written[Result] = field(default_factory=Written)
    outcome: list[Result] = field(default_factory=list)
    """What the latest run of `work` gave."""


def _fulfil(jobs: Sequence[_Job[Any]]) -> None:
    """Those that an event loop waits for are fulfilled there, all in one go: each call across threads gives Python's
    interpreter lock away, and the loop would do all it has to do before the next one.
    """
    waiting: defaultdict[asyncio.AbstractEventLoop | None, list[_Job[Any]]] = defaultdict(list)
    for job in jobs:
        waiting[job.written.awaited_in].append(job)
    for loop, some in waiting.items():
        try:
            loop.call_soon_threadsafe(_fulfil_here, some) if loop else _fulfil_here(some)
        except RuntimeError:  # the loop is closed: nobody waits there any more
            _fulfil_here(some)


def _fulfil_here(jobs: Sequence[_Job[Any]]) -> None:
    for job in jobs:
        job.written.set_result(job.outcome[0])


class Writer:
    """Owns the writing connection. After trouble of the machine (disk full, I/O) it takes no more work: nothing may be
    lost in silence, and the next opening starts from the last commit."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._queue: Queue[_Job[Any] | None] = Queue(WAITING)
        self._trouble: StoreError | None = None
        self._closed = False
        self._lock = Lock()
        self._thread = Thread(target=self._serve, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[sqlite3.Connection], Result]) -> Written[Result]:
        """Queue a job. It may be run twice before it is committed, so it must not change anything but the database."""
        job = _Job(work)
        with self._lock:
            if self._closed:
                job.written.set_exception(StoreClosedError(f"{self._path} has been closed.", "Open it again."))
            else:
                self._queue.put(job)
        return job.written

    def close(self) -> None:
        """Write what waits, then close. Safe to call twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _serve(self) -> None:
        while jobs := self._next_batch():
            self._write(jobs)
        self._connection.close()

    def _next_batch(self) -> list[_Job[Any]]:
        """What waits now, at least one job; nothing once the writer is closed."""
        job = self._queue.get()
        jobs: list[_Job[Any]] = []
        while job is not None:
            jobs.append(job)
            if len(jobs) == BATCH:
                return jobs
            try:
                job = self._queue.get_nowait()
            except Empty:
                return jobs
        if jobs:
            self._queue.put(None)  # closed behind these jobs: they are written first
        return jobs

    def _write(self, jobs: list[_Job[Any]]) -> None:
        """Together if possible; if a job is at fault each gets its own transaction, so that it fails alone."""
        error = self._trouble or self._commit(jobs)
        if error is None:
            _fulfil(jobs)
        elif len(jobs) == 1 or isinstance(error, MACHINE_TROUBLE):
            for job in jobs:
                job.written.set_exception(error)
        else:
            for job in jobs:
                self._write([job])

    def _commit(self, jobs: list[_Job[Any]]) -> Exception | None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.outcome = [job.work(self._connection)]
            self._connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - handed to whoever waits for the job; the thread must live on
            return self._undo(error)
        return None

    def _undo(self, error: Exception) -> Exception:
        try:
            # SQLite may have rolled back by itself, after a full disk for one.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as worse:
            error = worse
        explained = explain(error, self._path) if isinstance(error, sqlite3.Error) else None
        if isinstance(explained, MACHINE_TROUBLE) and not isinstance(explained, LockedError):
            self._trouble = explained
        return explained or error


class NoWriter:
    """Stands in for the writer of a store opened for reading."""

    def __init__(self, path: Path) -> None:
        self._error = ReadOnlyError(f"{path} was opened for reading only.", "Copy it to where you may write.")

    def submit(self, _: Callable[[sqlite3.Connection], Result]) -> Written[Result]:
        written = Written[Result]()
        written.set_exception(self._error)
        return written

    def close(self) -> None:
        """Nothing to close."""
