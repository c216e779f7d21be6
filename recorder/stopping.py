"""Stopping on request: the first signal stops cleanly, a second one stops now."""

import asyncio
import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TypeVar

_T = TypeVar("_T")

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stop:
    """Whether a run should come to an end, and why. Anything that works for long asks now and then."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self.reason = ""

    @property
    def requested(self) -> bool:
        return self._event.is_set()

    def request(self, reason: str) -> None:
        """Ask for a clean end; the first reason is the one that counts."""
        self.reason = self.reason or reason
        self._event.set()

    async def or_first_done(self, tasks: Collection[asyncio.Task[_T]]) -> set[asyncio.Task[_T]]:
        """Wait until some task is done or a stop is requested; the tasks that are done."""
        halt = asyncio.create_task(self._event.wait())
        await asyncio.wait({*tasks, halt}, return_when=asyncio.FIRST_COMPLETED)
        halt.cancel()
        return {task for task in tasks if task.done()}

    async def or_all_done(self, tasks: Collection[asyncio.Task[_T]]) -> set[asyncio.Task[_T]]:
        """Wait until all tasks are done or a stop is requested; those not done then are cancelled and returned."""
        pending = set(tasks)
        try:
            while pending and not self.requested:
                pending -= await self.or_first_done(pending)
        finally:
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
        return pending


@contextmanager
def stopping_on_signals(stop: Stop) -> Iterator[None]:
    """SIGINT and SIGTERM request a clean stop; the second one cancels the task that is running here."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()

    def on_signal(number: signal.Signals) -> None:
        if stop.requested and task is not None:
            task.cancel()
        stop.request(f"stopped by {number.name}")

    for number in _SIGNALS:
        loop.add_signal_handler(number, on_signal, number)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
