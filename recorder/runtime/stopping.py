"""Stopping a run on request, and what to do about one that was stopped.

A limit stops the fetching. A signal stops the computing too, because somebody waits for the end; a second signal stops
at once.
"""

import asyncio
import signal
from collections.abc import Collection, Coroutine, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, TypeVar

_T = TypeVar("_T")

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Continuation(Enum):
    """What to do about an earlier run of the same kind: the default, `--resume` and `--fresh`; `REOPEN` is for
    mappings.
    """

    GO_ON = "go on with it, or begin a new one when there is none"
    RESUME = "go on with it, and never begin a new one"
    FRESH = "leave it, and begin a new one"
    REOPEN = "go on with the latest one even if it is done, as what is asked of it has changed"


class Hurry(Exception):  # noqa: N818 - no error: the quick way out of work that somebody has asked to end
    """Somebody waits for the end of the run: the computation is left undone. Raised and caught inside the run."""


class Stop:
    """Whether a run should come to an end, and why. Long work asks it now and then."""

    def __init__(self) -> None:
        self._requested = asyncio.Event()
        self._pressing = asyncio.Event()
        self.reason = ""

    @property
    def requested(self) -> bool:
        """No more fetching."""
        return self._requested.is_set()

    @property
    def pressing(self) -> bool:
        """No more computing either."""
        return self._pressing.is_set()

    def request(self, reason: str) -> None:
        """Ask for a clean end; the first reason is the one that counts."""
        self.reason = self.reason or reason
        self._requested.set()

    def press(self, reason: str) -> None:
        """Ask for a clean end within a moment."""
        self.request(reason)
        self._pressing.set()

    async def is_requested(self) -> None:
        """Waits until no more is to be fetched."""
        await self._requested.wait()

    async def unless_pressing(self, work: Coroutine[Any, Any, _T]) -> _T:
        """What `work` returns, or `Hurry` as soon as the stop is pressing."""
        task, halt = asyncio.create_task(work), asyncio.create_task(self._pressing.wait())
        try:
            await asyncio.wait({task, halt}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Hurry
            return task.result()
        finally:
            halt.cancel()
            task.cancel()

    async def or_first_done(self, tasks: Collection[asyncio.Task[_T]]) -> set[asyncio.Task[_T]]:
        """Wait until some task is done or a stop is requested; the tasks that are done."""
        halt = asyncio.create_task(self._requested.wait())
        try:
            await asyncio.wait({*tasks, halt}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            halt.cancel()
        return {task for task in tasks if task.done()}

    async def or_all_done(self, tasks: Collection[asyncio.Task[_T]]) -> set[asyncio.Task[_T]]:
        """Wait until all tasks are done, one has failed or a stop is requested; those not done then are cancelled and
        returned.
        """
        pending = set(tasks)
        try:
            while pending and not self.requested:
                done = await self.or_first_done(pending)
                pending -= done
                # Every one is asked: asyncio prints a traceback for an error that nobody looked at.
                errors = [task.exception() for task in done]
                if any(errors):
                    break
        finally:
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
        return pending


@contextmanager
def stopping_on_signals(stop: Stop) -> Iterator[None]:
    """SIGINT and SIGTERM press for a clean end; the second one cancels the task that is running here."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()

    def on_signal(number: signal.Signals) -> None:
        if stop.pressing and task is not None:
            task.cancel()
        stop.press("stopped (Ctrl+C)" if number is signal.SIGINT else f"stopped by {number.name}")

    for number in _SIGNALS:
        loop.add_signal_handler(number, on_signal, number)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
            if stop.pressing:
                # The process ends as asked; another signal must not keep it from saying so.
                signal.signal(number, signal.SIG_IGN)
