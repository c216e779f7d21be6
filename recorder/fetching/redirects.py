"""Where a request goes when the site sends it on: hop after hop, up to a cap."""

from __future__ import annotations

from dataclasses import replace

from recorder.fetching.answers import FetchError, OutcomeKind, Request
from recorder.patterns.urls.address import Address, BadAddressError

REDIRECTS = frozenset({301, 302, 303, 307, 308})

_SAME_METHOD = frozenset({307, 308})
_MOST_VISITS = 3
"""Times one URL comes up before it is a loop: a page may set a cookie and redirect to itself, once."""


class RedirectTrail:
    def __init__(self, request: Request, max_hops: int) -> None:
        self.request = request
        self.current = request
        self.hops: tuple[str, ...] = ()
        self._max_hops = max_hops

    def follow(self, status: int, location: str) -> None:
        before = address_of(self.current.url)
        after = address_of(location, self.current.url)
        self.hops += (str(after),)
        if len(self.hops) > self._max_hops or self.hops.count(str(after)) >= _MOST_VISITS:
            raise FetchError(OutcomeKind.REDIRECT_LOOP, f"sent on {len(self.hops)} times without arriving")
        self.current = replace(self.current, url=str(after))
        if status not in _SAME_METHOD and self.current.method != "HEAD":
            self.current = replace(self.current, method="GET", body=None, content_type=None)
        if before.origin != after.origin:
            self.current = replace(self.current, headers=())
        # What is known of one address says nothing about another: ETags are often just counters.
        unconditional = tuple(header for header in self.current.headers if not header[0].startswith("If-"))
        self.current = replace(self.current, headers=unconditional)


def address_of(url: str, base: str = "") -> Address:
    """What an address means, on the page `base` where it is relative."""
    try:
        return Address.parse(url, base)
    except BadAddressError as error:
        raise FetchError(OutcomeKind.BAD_URL, f"this address cannot be opened: {error}", url=url) from error
