"""May this address be asked for, and when? Scope, robots.txt and the throttle of each host, before every request.

Fetchers ask here before each hop of a redirect and each retry too: every one of them is a request the site has to
answer.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from recorder.fetching.answers import FetchError, OutcomeKind, Request, header
from recorder.fetching.content import read_up_to
from recorder.fetching.http_client import HttpClient, HttpReply
from recorder.fetching.options import FetchOptions
from recorder.fetching.robots import MAX_BYTES, RobotsBook
from recorder.fetching.scope import Scope
from recorder.fetching.statuses import BUSY, REDIRECTS, RedirectTrail, address_of, raise_for_status
from recorder.fetching.throttle import HostThrottle, ThrottleLimits, Turn
from recorder.patterns.urls.address import Address, is_loopback

_ROBOTS_HOPS = 5
"""Most redirects followed to a robots.txt."""
_SLOWLY = (
    "{site}/robots.txt asks for {delay:g} s between two requests (Crawl-delay), and so long each takes now. With"
    " --ignore-robots the site is asked faster, if its owner agrees."
)
_OWN_MACHINE = ThrottleLimits(quickest=0.0, slowest=0.0, concurrency=16, patience=0.0)
_ELSEWHERE = ThrottleLimits(quickest=0.25, slowest=1.0, concurrency=4, patience=0.0)


class Politeness:
    """`scope` None: everything http(s) is inside (used before a scope is known)."""

    def __init__(self, options: FetchOptions, client: HttpClient, scope: Scope | None = None) -> None:
        self._options = options
        self._client = client
        self._scope = scope
        book = RobotsBook(self._read_robots, options.user_agent, options.clock)
        self._robots = None if options.ignore_robots else book
        self._throttles: dict[str, HostThrottle] = {}

    async def admit(self, address: Address) -> None:
        """Raises `FetchError` if the address must not be asked for."""
        self.check_scope(address)
        if self._robots is not None:
            await self._robots.check(address)
            delay = await self._robots.crawl_delay(address)
            if delay and self._throttle(address).keep_at_least(delay):
                self._options.notice(_SLOWLY.format(site=address.origin, delay=delay))

    def bars(self, address: Address) -> bool:
        """Whether a robots.txt that was read asks not to visit it."""
        return self._robots is not None and self._robots.bars(address)

    async def sitemaps(self, address: Address) -> tuple[str, ...]:
        """Those that the robots.txt of a server names."""
        return await self._robots.sitemaps(address) if self._robots is not None else ()

    def is_in_scope(self, address: Address) -> bool:
        return self._scope is None or self._scope.holds(address)

    def check_scope(self, address: Address) -> None:
        if address.credentials:
            raise FetchError(OutcomeKind.BAD_URL, "the address carries a user name", url=str(address))
        if not self.is_in_scope(address):
            raise FetchError(OutcomeKind.OUT_OF_SCOPE, f"{address} is outside {self._scope}", url=str(address))
        if why := self._options.refused(str(address)):
            raise FetchError(OutcomeKind.KEPT_AWAY_FROM, why, url=str(address))

    def turn(self, address: Address) -> AbstractAsyncContextManager[Turn]:
        return self._throttle(address).turn()

    async def pause(self, address: Address) -> None:
        """The delay before a further request of a turn already taken: Chromium follows redirects within one visit."""
        await self._throttle(address).pause()

    def _throttle(self, address: Address) -> HostThrottle:
        if address.host not in self._throttles:
            limits = _limits(self._options, address.host)
            self._throttles[address.host] = HostThrottle(address.host, limits, self._options.gate, self._options.clock)
        return self._throttles[address.host]

    async def _read_robots(self, address: Address) -> bytes | None:
        trail = RedirectTrail(Request(str(address)), _ROBOTS_HOPS)
        while True:
            at = address_of(trail.current.url)
            async with self.turn(at) as turn, self._client.ask(trail.current, at) as reply:
                turn.heard(reply.status, reply.headers)
                location = header(reply.headers, "Location")
                if reply.status in REDIRECTS and location:
                    trail.follow(reply.status, location)
                    continue
                return await _robots_text(reply)


async def _robots_text(reply: HttpReply) -> bytes | None:
    """RFC 9309, 2.3.1: any 4xx means there are no rules; but "too many requests" says nothing about them."""
    if 300 <= reply.status < 500 and reply.status not in BUSY:
        return None
    if reply.status == 204:
        return b""
    raise_for_status(reply.status, reply.headers, reply.reason)
    return await read_up_to(reply, MAX_BYTES)


def _limits(options: FetchOptions, host: str) -> ThrottleLimits:
    usual = _OWN_MACHINE if is_loopback(host) else _ELSEWHERE
    fixed = options.delay
    return ThrottleLimits(
        quickest=options.courtesy * usual.quickest if fixed is None else fixed,
        slowest=options.courtesy * usual.slowest if fixed is None else fixed,
        concurrency=options.concurrency or usual.concurrency // options.courtesy,
        patience=options.patience,
    )
