"""What is asked of a site and what comes back: `Request`, and `Page` or `Outcome`.

A `Page` is an HTML page that arrived. Everything else a site can do is an `Outcome`: recorded, with a reason a person
understands, never an exception. Nothing here parses HTML or talks to anybody.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Protocol

Headers = tuple[tuple[str, str], ...]


class OutcomeKind(StrEnum):
    HTTP_ERROR = "http-error"
    NOT_FOUND = "not-found"
    GONE = "gone"
    FORBIDDEN = "forbidden"
    BUSY = "busy"
    NOT_MODIFIED = "not-modified"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    BROKEN_OFF = "broken-off"
    TLS = "tls"
    NOT_HTML = "not-html"
    EMPTY = "empty"
    TOO_LARGE = "too-large"
    REDIRECT_LOOP = "redirect-loop"
    ENDLESS = "endless"
    ROBOTS = "robots"
    OUT_OF_SCOPE = "out-of-scope"
    BAD_URL = "bad-url"
    BROWSER_FAILED = "browser-failed"
    UNREADABLE = "unreadable"
    KEPT_AWAY_FROM = "kept-away-from"
    SESSION_ENDED = "session-ended"


@dataclass(frozen=True)
class Request:
    url: str
    method: str = "GET"
    body: bytes | None = None
    content_type: str | None = None
    headers: Headers = ()
    session: str = ""
    """Over HTTP, requests with the same have cookies of their own, as if by another visitor."""


@dataclass(frozen=True)
class Page:
    """`url` is where the redirects ended; `complete` is False when the server broke off early, again and again."""

    request: Request
    url: str
    status: int
    content_type: str
    headers: Headers
    body: bytes
    redirects: tuple[str, ...]
    rendered: bool
    seconds: float
    complete: bool = True

    def header(self, name: str) -> str | None:
        return header(self.headers, name)


@dataclass(frozen=True)
class Outcome:
    """`url` is where it happened: the request's own, or the redirect that led there."""

    request: Request
    kind: OutcomeKind
    reason: str
    status: int | None = None
    retry_after: float | None = None
    url: str = ""
    redirects: tuple[str, ...] = ()


class Fetcher(Protocol):
    async def fetch(self, request: Request) -> Page | Outcome: ...

    async def close(self) -> None: ...


@dataclass(eq=False)
class FetchError(Exception):
    """Inside this package only: stops a fetch wherever it is; the fetcher turns it into an `Outcome`."""

    kind: OutcomeKind
    reason: str
    _: KW_ONLY
    status: int | None = None
    retry_after: float | None = None
    url: str = ""

    def outcome(self, request: Request, redirects: tuple[str, ...] = ()) -> Outcome:
        url = self.url or (redirects[-1] if redirects else request.url)
        return Outcome(request, self.kind, self.reason, self.status, self.retry_after, url, redirects)


def header(headers: Headers, name: str) -> str | None:
    """The first value of a header, whatever its capitals."""
    wanted = name.lower()
    return next((value for key, value in headers if key.lower() == wanted), None)
