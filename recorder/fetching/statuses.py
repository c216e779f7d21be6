"""What an HTTP status means for us: where a request goes on, hop after hop, up to a cap; what ends it; and how long the
site asks to be left alone.
"""

from __future__ import annotations

import time
from dataclasses import replace
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from recorder.fetching.answers import FetchError, Headers, OutcomeKind, Request, header
from recorder.patterns.urls.address import Address, BadAddressError

REDIRECTS = frozenset({301, 302, 303, 307, 308})
BUSY = frozenset({429, 503})
PASSING = frozenset({408, 425, 500, 502, 504, 520, 521, 522, 523, 524})

_KINDS = {
    304: OutcomeKind.NOT_MODIFIED,
    401: OutcomeKind.FORBIDDEN,
    403: OutcomeKind.FORBIDDEN,
    404: OutcomeKind.NOT_FOUND,
    407: OutcomeKind.FORBIDDEN,
    410: OutcomeKind.GONE,
    429: OutcomeKind.BUSY,
    451: OutcomeKind.FORBIDDEN,
    503: OutcomeKind.BUSY,
}
_SAME_METHOD = frozenset({307, 308})
_WITHOUT_CONTENT = frozenset({204, 205})
NOTHING_FOUND = _WITHOUT_CONTENT | {400, 404, 410, 422}
"""What a site that is up, and forbids nothing, may answer to a question that has no hits or that it cannot read."""
_LONGEST_SECONDS = 10**9
"""Most that is made of a `Retry-After`."""
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


def raise_for_status(status: int, headers: Headers, phrase: str = "") -> None:
    """Anything but a 2xx with content ends the fetch."""
    if status in _WITHOUT_CONTENT:
        raise FetchError(OutcomeKind.EMPTY, f"the site answered {status}: no content", status=status)
    if not 200 <= status < 300:
        kind = _KINDS.get(status, OutcomeKind.HTTP_ERROR)
        raise FetchError(
            kind, f"the site answered {described(status, phrase)}", status=status, retry_after=retry_after(headers)
        )


def described(status: int, phrase: str = "") -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"{status} {phrase}".strip()[:80]


def retry_after(headers: Headers) -> float | None:
    """Seconds to wait by `Retry-After`, which is a number or a date; None when absent or senseless."""
    value = (header(headers, "Retry-After") or "").strip()
    if value.isascii() and value.isdigit():
        return float(min(int(value[:12]), _LONGEST_SECONDS))
    try:
        wanted = parsedate_to_datetime(value)
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    return min(max(0.0, wanted.timestamp() - time.time()), _LONGEST_SECONDS)
