"""One thread for long work, one job at a time: reading pages, comparing and learning. It knows nothing of the jobs.

The event loop stays free for the network, the screen and signals; what is not safe to share between threads, such as
the forest of trees, is never touched by two at once. The program does not wait for the thread when it ends: a job that
a stop left undone has no effect outside it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

_Result = TypeVar("_Result")


class Background:
    """Close it when no job is wanted any more."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        # A thread of an executor would be joined at exit, and hold it up for as long as a hard page takes.
        Thread(target=self._serve, name="background", daemon=True).start()

    async def run(self, work: Callable[..., _Result], *arguments: Any) -> _Result:
        """What `work` returns or raises. A cancelled caller does not wait for it."""
        future: Future[_Result] = Future()
        self._jobs.put(lambda: _do(future, work, arguments))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Let the thread end after what it is doing."""
        self._jobs.put(None)

    def _serve(self) -> None:
        while job := self._jobs.get():
            job()


async def in_a_thread(work: Callable[..., _Result], *arguments: Any) -> _Result:
    """What `work` returns or raises, in a thread of its own that nobody waits for."""
    future: Future[_Result] = Future()
    Thread(target=_do, args=(future, work, arguments), name="in a thread", daemon=True).start()
    return await asyncio.wrap_future(future)


def _do(future: Future[_Result], work: Callable[..., _Result], arguments: tuple[Any, ...]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work(*arguments))
    except Exception as error:  # noqa: BLE001 - handed to whoever waits for the job; the thread must live on
        future.set_exception(error)
