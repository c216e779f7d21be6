"""How fast one host is asked: one at a time through a door, in the order of arrival, at a pace that follows the
host's answers.

The door opens `delay` seconds after it last opened, only while fewer than `concurrency` requests are inside, and not
before the moment the host itself named in `Retry-After`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from recorder.fetching.answers import FetchError, Headers, OutcomeKind
from recorder.fetching.options import Clock, Gate
from recorder.fetching.statuses import BUSY, PASSING, retry_after

_CALMEST_DELAY = 30.0
_RAISE_AFTER = 20


@dataclass(frozen=True)
class PaceLimits:
    """`quickest` and `slowest` bound the delay while all is well; only a host in trouble is given more time than
    `slowest`.
    """

    quickest: float
    slowest: float
    concurrency: int
    patience: float


class HostPace:
    def __init__(self, host: str, limits: PaceLimits, gate: Gate, clock: Clock) -> None:
        self.host = host
        self._gate = gate
        self.clock = clock
        self.delay = limits.quickest
        self.concurrency = limits.concurrency
        self._limits = limits
        self._floor = limits.quickest
        self._door = asyncio.Lock()
        self._room = asyncio.Event()
        self._inside = 0
        self._opens_at = 0.0
        self._closed_until = 0.0
        self._good_answers = 0

    def keep_at_least(self, delay: float) -> None:
        """The `Crawl-delay` the site asks for."""
        self._floor = max(self._floor, delay)
        self.delay = max(self.delay, self._floor)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[Turn]:
        await self._enter()
        turn = Turn(self)
        try:
            yield turn
        except FetchError as error:
            turn.failed(error)
            raise
        finally:
            self._inside -= 1
            self._room.set()

    async def pause(self) -> None:
        """A further request from inside: through the door it would wait for itself to leave."""
        await self._until_open()
        self._opens_at = self.clock.now() + self.delay

    def went_well(self, seconds: float) -> None:
        """Half way towards a delay of one answer's time per request inside, and slowly more requests inside."""
        wanted = min(max(seconds / self.concurrency, self._floor), max(self._limits.slowest, self._floor))
        self.delay = (self.delay + wanted) / 2
        self._good_answers += 1
        if self._good_answers % _RAISE_AFTER == 0:
            self.concurrency = min(self.concurrency + 1, self._limits.concurrency)

    def is_in_trouble(self, wait: float | None) -> None:
        self.concurrency = max(1, self.concurrency // 2)
        self.delay = min(max(self.delay * 2, 0.1), max(_CALMEST_DELAY, self._floor))
        if wait is not None:
            self._closed_until = max(self._closed_until, self.clock.now() + wait)

    async def _enter(self) -> None:
        async with self._door:
            while self._inside >= self.concurrency:
                self._room.clear()
                await self._room.wait()
            await self._gate()
            await self._until_open()
            self._opens_at = self.clock.now() + self.delay
            self._inside += 1

    async def _until_open(self) -> None:
        """Answers that arrive meanwhile may close the door for longer."""
        wait = self._wait()
        while wait > 0:
            await self.clock.sleep(wait)
            wait = self._wait()

    def _wait(self) -> float:
        now = self.clock.now()
        closed = self._closed_until - now
        if closed > self._limits.patience:
            raise FetchError(
                OutcomeKind.BUSY,
                f"{self.host} asks to be left alone for {closed:,.0f} more seconds",
                retry_after=closed,
            )
        return max(closed, self._opens_at - now)


class Turn:
    """One request's time with the host: what came of it sets the pace."""

    def __init__(self, pace: HostPace) -> None:
        self._pace = pace
        self._started = pace.clock.now()

    def heard(self, status: int, headers: Headers) -> None:
        if status in BUSY:
            self._pace.is_in_trouble(retry_after(headers))
        elif status not in PASSING:
            self._pace.went_well(self._pace.clock.now() - self._started)

    def failed(self, error: FetchError) -> None:
        if error.kind is OutcomeKind.TIMEOUT:
            self._pace.is_in_trouble(None)
