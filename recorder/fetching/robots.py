"""What a site's robots.txt allows, by RFC 9309: asked once per origin, read by protego.

No robots.txt (4xx): everything is allowed. One that cannot be read (5xx, no connection): nothing is, until it can be.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass

from protego import Protego

from recorder.fetching.answers import FetchError, OutcomeKind
from recorder.fetching.options import Clock
from recorder.patterns.urls.address import Address

MAX_BYTES = 512 * 1024

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_NAME = re.compile(r"^(\s*+user[- ]?agent\s*:\s*\S+)\s.*", re.IGNORECASE)
_NAME_LINE = re.compile(r"\s*+user[- ]?agent\s*:", re.IGNORECASE)
_IS_RULE = re.compile(r"\s*+(?:allow|dis?s?al+[oa]w|diasllow)\s*:", re.IGNORECASE)
_IS_DELAY = re.compile(r"\s*+(?:crawl[- ]delay|request[- ]rate|visit[- ]time)\s*:", re.IGNORECASE)
_UNKNOWN = re.compile(
    r"\s*+(?!(?:user[- ]?agent|allow|dis?s?al+[oa]w|diasllow|crawl[- ]delay|request[- ]rate|visit[- ]time)\b)"
    r"(?!(?:site-?maps?|host)\b)[^:#]*:",
    re.IGNORECASE,
)

_TRIES = 3
"""Failures in a row before a robots.txt is left alone: else a dead site would be asked twice for every page."""
_LEFT_ALONE_SECONDS = 60.0
"""Least time after them until it is asked for again."""

ReadRobots = Callable[[Address], Awaitable[bytes | None]]


@dataclass(frozen=True)
class Rules:
    """One origin's robots.txt; `failure` set when it could not be read."""

    parsed: Protego | None = None
    failure: FetchError | None = None
    failures: int = 0
    at: float = 0.0

    def is_stale(self, now: float) -> bool:
        if self.failure is None:
            return False
        return self.failures % _TRIES != 0 or now - self.at > _LEFT_ALONE_SECONDS


class RobotsBook:
    """`read` gives the text of an origin's robots.txt, None when there is none, and raises `FetchError` when that
    cannot be told.
    """

    def __init__(self, read: ReadRobots, user_agent: str, clock: Clock) -> None:
        self._read = read
        self._clock = clock
        self._name = user_agent.partition("/")[0].partition(" ")[0] or "*"
        self._rules: dict[str, Rules] = {}
        self._reading: dict[str, asyncio.Lock] = {}

    async def check(self, address: Address) -> None:
        rules = await self._of(address)
        if rules.failure is not None:
            raise _cannot_tell(address, rules.failure)
        if self.bars(address):
            raise FetchError(OutcomeKind.ROBOTS, f"{address.origin}/robots.txt asks robots not to visit it")

    def bars(self, address: Address) -> bool:
        """Whether the rules of an origin are known, and ask not to visit it."""
        rules = self._rules.get(address.origin)
        parsed = rules.parsed if rules else None
        return parsed is not None and not parsed.can_fetch(str(address), self._name)

    async def crawl_delay(self, address: Address) -> float | None:
        rules = await self._of(address)
        if rules.parsed is None:
            return None
        delay = rules.parsed.crawl_delay(self._name)
        rate = rules.parsed.request_rate(self._name)
        if rate is not None and rate.requests > 0:
            delay = max(delay or 0.0, rate.seconds / rate.requests)
        return delay

    async def sitemaps(self, address: Address) -> tuple[str, ...]:
        """Those that it names."""
        rules = await self._of(address)
        return tuple(rules.parsed.sitemaps) if rules.parsed is not None else ()

    async def _of(self, address: Address) -> Rules:
        known = self._rules.get(address.origin)
        if known is not None and not known.is_stale(self._clock.now()):
            return known
        async with self._reading.setdefault(address.origin, asyncio.Lock()):
            known = self._rules.get(address.origin)
            if known is None or known.is_stale(self._clock.now()):
                known = self._rules[address.origin] = await self._fetched(address, known)
            return known

    async def _fetched(self, address: Address, before: Rules | None) -> Rules:
        try:
            text = await self._read(Address(address.scheme, address.host, address.port, "/robots.txt"))
        except FetchError as error:
            return Rules(failure=error, failures=(before.failures if before else 0) + 1, at=self._clock.now())
        if text is None:
            return Rules()
        return Rules(parse(text[:MAX_BYTES].decode("utf-8-sig", "replace")))


def parse(text: str) -> Protego:
    """The rules as RFC 9309 reads them. To protego, a line that it does not know ends a group, a delay does between two
    names, and a robot's name has blanks in it.
    """
    lines = (_NAME.sub(r"\1", line) for line in _LINE_ENDS.split(text))
    return Protego.parse("\n".join(_with_whole_groups(line for line in lines if not _UNKNOWN.match(line))))


def _with_whole_groups(lines: Iterable[str]) -> Iterator[str]:
    """Before the rules of a group all its names once more, if a delay stood between them."""
    names: list[str] = []
    delayed = divided = False
    for line in lines:
        if _IS_RULE.match(line):
            yield from names if divided else ()
            names, delayed, divided = [], False, False
        elif _NAME_LINE.match(line):
            names.append(line)
            divided = divided or delayed
        else:
            delayed = delayed or (bool(names) and _IS_DELAY.match(line) is not None)
        yield line


def _cannot_tell(address: Address, failure: FetchError) -> FetchError:
    """A site that is down is reported as down; only an answering site's broken robots.txt is a matter of robots."""
    if failure.status is None:
        return FetchError(failure.kind, failure.reason, retry_after=failure.retry_after)
    reason = f"{address.origin}/robots.txt cannot be read ({failure.reason}), which forbids visiting the site for now"
    return FetchError(OutcomeKind.ROBOTS, reason, status=failure.status, retry_after=failure.retry_after)
