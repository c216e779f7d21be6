"""Conditional requests, put to a real server of our own: what is asked when a page is stored, and what is made of the
answer (RFC 9110, section 13; RFC 9111, section 4.3). Caches that answer for others have rules of their own, which are
not for a program that keeps pages for itself.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from bench.conformance.suite import Suite
from recorder.fetching.answers import Page, Request
from recorder.fetching.http_cache import CachedPage
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher

_PROOFS = 3
"""Pages that a site must be right about before it is believed that others have not changed."""
_STORED, _SENT = b"<!doctype html><title>stored</title><p>stored", b"<!doctype html><title>sent</title><p>sent"
_DAY, _LATER = "Sat, 21 Nov 2026 08:00:00 GMT", "Sun, 22 Nov 2026 08:00:00 GMT"

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Case:
    """`asks` is what the first request is to say, `comes` the page that is to come of it: stored, sent, or none;
    `requests` counts what the server is asked in all; `keeps` is the ETag to be kept for next time.
    """

    name: str
    asks: Headers
    etag: str | None = '"a"'
    last_modified: str | None = None
    status: str = "304 Not Modified"
    headers: Headers = ()
    comes: bytes | None = _STORED
    requests: int = 1
    keeps: str | None = ""
    method: str = "GET"


_MATCH, _SINCE = "if-none-match", "if-modified-since"
_TAG = ((_MATCH, '"a"'),)


def _cases() -> Iterator[_Case]:
    tags = (("strong", '"a"'), ("weak", 'W/"a"'), ("unquoted", "a"), ("empty", '""'), ("with commas", '"a,b"'))
    odd = (("lower-case weak", 'w/"a"'), ("weak with a backslash", 'W\\"a"'), ("weak without a slash", 'W"a"'))
    for name, tag in (*tags, *odd):
        yield _Case(f"an ETag is sent as it came: {name}", ((_MATCH, tag),), tag)
    yield _Case("a date is sent as it came", ((_SINCE, _DAY),), None, _DAY)
    for date in ("Saturday, 21-Nov-26 08:00:00 GMT", "Sat Nov 21 08:00:00 2026", "yesterday"):
        yield _Case(f"a date is sent as it came: {date}", ((_SINCE, date),), None, date)
    yield _Case("both are sent", ((_MATCH, '"a"'), (_SINCE, _DAY)), '"a"', _DAY)
    yield _Case("nothing known, nothing asked", (), None, None, "200 OK", comes=_SENT)
    yield _Case("letters beyond ASCII are not sent", (), '"ü"', None, "200 OK", comes=_SENT)
    yield _Case("a form is not conditional", (), status="200 OK", comes=_SENT, method="POST")
    yield _Case("not modified, the same ETag", _TAG, headers=(("ETag", '"a"'),), keeps='"a"')
    yield _Case("not modified, a new date", _TAG, headers=(("Last-Modified", _LATER),), keeps='"a"')
    yield _Case("not modified, a weak ETag is renewed", _TAG, headers=(("ETag", 'W/"b"'),), keeps='W/"b"')
    yield _Case("not modified, but of another page", _TAG, headers=(("ETag", '"b"'),), comes=_SENT, requests=2)
    yield _Case("not modified, the type of nothing", _TAG, headers=(("Content-Type", "text/plain"),))
    yield _Case("not modified, a length", _TAG, headers=(("Content-Length", "5000"),))
    yield _Case("modified", _TAG, status="200 OK", headers=(("ETag", '"b"'),), comes=_SENT, keeps='"b"')
    yield _Case("modified, and no ETag any more", _TAG, status="200 OK", comes=_SENT, keeps=None)
    yield _Case("the condition is refused", _TAG, status="412 Precondition Failed", comes=_SENT, requests=2)
    yield _Case("the condition is not understood", _TAG, status="400 Bad Request", comes=_SENT, requests=2)
    yield _Case("gone", _TAG, status="410 Gone", comes=None)
    yield _Case("moved on", _TAG, status="302 Found", headers=(("Location", "/elsewhere"),), comes=_SENT, requests=2)
    yield _Case("an error", _TAG, status="404 Not Found", comes=None)


class _Server:
    """Answers the first request for `/` as the case says, and every other with the page; `/proof` never changes."""

    def __init__(self, case: _Case) -> None:
        self.case, self.count = case, 0
        self.asked: Headers = ()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        start, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        named = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        asked = tuple((name, named[name]) for name in (_MATCH, _SINCE) if name in named)
        if " /proof " in start:
            writer.write(_answer("304 Not Modified") if asked else _answer("200 OK"))
        else:
            self.count += 1
            first = self.count == 1
            self.asked = asked if first else self.asked
            writer.write(_answer(self.case.status, self.case.headers) if first else _answer("200 OK"))
        await writer.drain()
        writer.close()


def _answer(status: str, headers: Headers = ()) -> bytes:
    whole = status == "200 OK"
    of_page = (("Content-Type", "text/html"), ("Content-Length", str(len(_SENT)))) if whole else ()
    lines = [f"{name}: {value}" for name, value in (*headers, *of_page)]
    return "\r\n".join([f"HTTP/1.1 {status}", "Connection: close", *lines, "", ""]).encode() + _SENT * whole


def conditional_requests() -> Suite:
    found = {case.name: asyncio.run(_found(case)) for case in _cases()}
    return Suite("conditional requests (RFC 9111)", 1, len(found), {name: said for name, said in found.items() if said})


async def _found(case: _Case) -> str:
    """What came out otherwise; nothing where all is as it should be."""
    asked = _Server(case)
    server = await asyncio.start_server(asked.serve, "127.0.0.1", 0)
    site = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"

    def stored(url: str) -> CachedPage:
        proof = url.endswith("/proof")
        return CachedPage(
            '"p"' if proof else case.etag,
            None if proof else case.last_modified,
            "text/html",
            lambda: _SENT if proof else _STORED,
        )

    options = FetchOptions(Render.NEVER, ignore_robots=True, attempts=1, recall=stored)
    fetcher = SiteFetcher(options, Scope.of(site))
    try:
        for _ in range(_PROOFS):
            await fetcher.fetch(Request(f"{site}proof"))
        answer = await fetcher.fetch(Request(site, case.method))
    finally:
        await fetcher.close()
        server.close()
    return _compared(case, asked, answer if isinstance(answer, Page) else None)


def _compared(case: _Case, asked: _Server, page: Page | None) -> str:
    kept = case.keeps if page is None or case.keeps == "" else page.header("ETag")
    wanted = case.asks, case.comes, case.requests, case.keeps
    got = asked.asked, page and page.body, asked.count, kept
    plain = page is None or page.header("Content-Type") == "text/html"
    return "" if got == wanted and plain else f"{got}, not {wanted}"
