"""How fast one host is asked: requests start one by one, in the order of arrival, with a delay that follows the host's
answers.

A request starts `delay` seconds after the one before it, only while fewer than `concurrency` are under way, and not
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

_LONGEST_DELAY = 30.0
"""Most seconds between requests that trouble leads to."""
_RAISE_AFTER = 20
"""Good answers after which one more request may be under way."""


@dataclass(frozen=True)
class ThrottleLimits:
    """`quickest` and `slowest` bound the delay while all is well; only a host in trouble is given more time than
    `slowest`.
    """

    quickest: float
    slowest: float
    concurrency: int
    patience: float


class HostThrottle:
    def __init__(self, host: str, limits: ThrottleLimits, gate: Gate, clock: Clock) -> None:
        self.host = host
        self._gate = gate
        self.clock = clock
        self.delay = limits.quickest
        self.concurrency = limits.concurrency
        self._limits = limits
        self._floor = limits.quickest
        self._queue = asyncio.Lock()
        self._one_left = asyncio.Event()
        self._under_way = 0
        self._next_start = 0.0
        self._retry_after = 0.0
        self._good_answers = 0

    def keep_at_least(self, delay: float) -> bool:
        """The `Crawl-delay` the site asks for; whether that is news, and slower than any site is asked that is well."""
        slower = delay > max(self._floor, self._limits.slowest)
        self._floor = max(self._floor, delay)
        self.delay = max(self.delay, self._floor)
        return slower

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
            self._under_way -= 1
            self._one_left.set()

    async def pause(self) -> None:
        """The delay before a further request of one under way: in the queue it would wait for itself to end."""
        await self._until_allowed()
        self._next_start = self.clock.now() + self.delay

    def went_well(self, seconds: float) -> None:
        """Half way towards a delay of one answer's time for each request under way, and slowly more of them."""
        wanted = min(max(seconds / self.concurrency, self._floor), max(self._limits.slowest, self._floor))
        self.delay = (self.delay + wanted) / 2
        self._good_answers += 1
        if self._good_answers % _RAISE_AFTER == 0:
            self.concurrency = min(self.concurrency + 1, self._limits.concurrency)

    def is_in_trouble(self, wait: float | None) -> None:
        self.concurrency = max(1, self.concurrency // 2)
        self.delay = min(max(self.delay * 2, 0.1), max(_LONGEST_DELAY, self._floor))
        if wait is not None:
            self._retry_after = max(self._retry_after, self.clock.now() + wait)

    async def _enter(self) -> None:
        async with self._queue:
            while self._under_way >= self.concurrency:
                self._one_left.clear()
                await self._one_left.wait()
            await self._gate()
            await self._until_allowed()
            self._next_start = self.clock.now() + self.delay
            self._under_way += 1

    async def _until_allowed(self) -> None:
        """Answers that arrive meanwhile may make it longer."""
        wait = self._wait()
        while wait > 0:
            await self.clock.sleep(wait)
            wait = self._wait()

    def _wait(self) -> float:
        now = self.clock.now()
        left_alone = self._retry_after - now
        if left_alone > self._limits.patience:
            raise FetchError(
                OutcomeKind.BUSY,
                f"{self.host} asks to be left alone for {left_alone:,.0f} more seconds",
                retry_after=left_alone,
            )
        return max(left_alone, self._next_start - now)


class Turn:
    """One request under way: what comes of it sets the throttle."""

    def __init__(self, throttle: HostThrottle) -> None:
        self._throttle = throttle
        self._started = throttle.clock.now()

    def heard(self, status: int, headers: Headers) -> None:
        if status in BUSY:
            self._throttle.is_in_trouble(retry_after(headers))
        elif status not in PASSING:
            self._throttle.went_well(self._throttle.clock.now() - self._started)

    def failed(self, error: FetchError) -> None:
        if error.kind is OutcomeKind.TIMEOUT:
            self._throttle.is_in_trouble(None)
