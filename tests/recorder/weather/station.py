"""A whole site of bad weather: thousands of items, each of which answers well or in one of the many ways sites do not,
by a seed; and counts kept of how it was treated. Pages lie about themselves, connections break at every stage, and in
between most of the site is fine.
"""

from __future__ import annotations

import asyncio
import gzip
import random
import time
import zlib
from collections import Counter
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import cache

from tests.recorder.fetching.station import HTML, Seen, Weather, drip, flood, head, page, raw, redirect, silence, status

ITEMS_A_LIST = 50
_PAGE = "<!doctype html><html><head><title>{0}</title></head><body><h1>{0}</h1>" + "<p>words of the page</p>" * 40
_HUGE = 10**9


@dataclass(frozen=True)
class Kind:
    """One way to answer: how often among a thousand items, and what a crawl may make of it."""

    often: float
    outcomes: frozenset[str]


_SPENT = "broken-off"
"""The last try may be spent on a connection that had been closed."""


def _kind(often: float, *outcomes: str) -> Kind:
    return Kind(often, frozenset(outcomes))


KINDS = {
    "fine": _kind(720, "ok"),
    "gzip": _kind(60, "ok"),
    "deflate": _kind(20, "ok"),
    "charset": _kind(10, "ok"),
    "untyped": _kind(10, "ok"),
    "mistyped": _kind(10, "ok"),
    "redirected": _kind(15, "ok"),
    "chained": _kind(5, "ok"),
    "cookies": _kind(10, "ok"),
    "old": _kind(10, "ok"),
    "hurried": _kind(20, "ok"),
    "passing": _kind(8, "ok"),
    "busy-seconds": _kind(0.3, "ok"),
    "busy-date": _kind(0.2, "ok"),
    "busy-past": _kind(2, "busy", _SPENT),
    "busy-garbage": _kind(2, "busy", _SPENT),
    "cut-short": _kind(4, "ok"),
    "too-short": _kind(4, "ok"),
    "unchunked": _kind(4, "ok", "broken-off"),
    "reset": _kind(3, "broken-off"),
    "reset-in-head": _kind(3, "broken-off"),
    "reset-in-body": _kind(3, "ok", "broken-off"),
    "nonsense": _kind(2, "broken-off"),
    "huge-head": _kind(2, "broken-off"),
    "not-gzip": _kind(2, "broken-off"),
    "down": _kind(5, "http-error", _SPENT),
    "missing": _kind(15, "not-found"),
    "gone": _kind(5, "gone"),
    "forbidden": _kind(5, "robots"),
    "locked": _kind(5, "forbidden"),
    "empty": _kind(5, "empty"),
    "nothing": _kind(3, "empty"),
    "picture": _kind(8, "not-html"),
    "download": _kind(4, "not-html"),
    "loop": _kind(2, "redirect-loop"),
    "endless-chain": _kind(1, "redirect-loop"),
    "away": _kind(3, "out-of-scope"),
    "scheme": _kind(3, "bad-url"),
    "bomb": _kind(1, "too-large"),
    "endless": _kind(1, "too-large"),
    "gigabyte": _kind(1, "too-large"),
    "silent": _kind(0.2, "timeout"),
    "drip": _kind(0.1, "timeout"),
}


@dataclass
class WeatherStation:
    """`items` maps each item's path to its kind."""

    size: int
    seed: int = 1
    robots: str = "User-agent: *\nDisallow: /forbidden/\n"
    items: dict[str, str] = field(default_factory=dict)
    requests: int = 0
    robots_violations: int = 0
    inside: int = 0
    most_inside: int = 0
    base: str = ""
    _asked: Counter[str] = field(default_factory=Counter)
    _server: asyncio.Server | None = None

    async def start(self) -> WeatherStation:
        chance = random.Random(self.seed)
        kinds = chance.choices(list(KINDS), [kind.often for kind in KINDS.values()], k=self.size - len(KINDS))
        kinds += KINDS  # each at least once
        chance.shuffle(kinds)
        self.items = {f"/{kind}/{number}": kind for number, kind in enumerate(kinds)}
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._answer(await _read(reader), writer):
                await writer.drain()
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            return
        finally:
            writer.close()

    async def _answer(self, seen: Seen, writer: asyncio.StreamWriter) -> bool:
        """Whether the connection stays open."""
        self._count(seen)
        kind = seen.path.split("/")[1]
        self.inside += 1
        self.most_inside = max(self.most_inside, self.inside)
        try:
            if seen.path == "/robots.txt":
                await page(self.robots, "text/plain")(seen, writer)
            elif kind in ("", "list"):
                await self._list(seen.path)(seen, writer)
            elif kind == "fine":
                writer.write(_kept_open(_text(seen)))
                return True
            else:
                await self._weather(kind, seen)(seen, writer)
        finally:
            self.inside -= 1
        return False

    def _count(self, seen: Seen) -> None:
        self.requests += 1
        self._asked[seen.path] += 1
        self.robots_violations += seen.path.startswith("/forbidden/")

    def _list(self, path: str) -> Weather:
        """The entry page links the lists, each list its items, every one twice: once with a session's id."""
        if path == "/":
            return page("<ul>" + "".join(f"<li><a href=/list/{n}>list</a>" for n in range(self._lists)))
        number = int(path.rpartition("/")[2])
        shown = list(self.items)[number * ITEMS_A_LIST : (number + 1) * ITEMS_A_LIST]
        visit = f"{self._asked[path]:032x}"
        return page("<ul>" + "".join(f"<li><a href={at}>item</a> <a href={at}?sid={visit}>again</a>" for at in shown))

    @property
    def _lists(self) -> int:
        return -(-self.size // ITEMS_A_LIST)

    def _weather(self, kind: str, seen: Seen) -> Weather:
        body, first = _text(seen), self._asked[seen.path] == 1
        port = self.base.rpartition(":")[2]
        answers: dict[str, Weather] = {
            "gzip": page(gzip.compress(body), Content_Encoding="gzip"),
            "deflate": page(zlib.compress(body), Content_Encoding="deflate"),
            "charset": page(body + "é".encode("latin-1"), "text/html; charset=no-such"),
            "untyped": raw(head(Content_Length=str(len(body))) + body),
            "mistyped": page(body, "text/plain"),
            "redirected": redirect("/fine/from-" + seen.path.rpartition("/")[2]),
            "cookies": page(
                body, Set_Cookie="a=1; Path=/; Expires=Garbage; Domain=.example.org; ;;=;\tx=" + "y" * 3000
            ),
            "old": raw(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + body),
            "hurried": raw(_kept_open(body)),
            "busy-past": status("503 Busy", Retry_After="Thu, 01 Jan 1970 00:00:00 GMT"),
            "busy-garbage": status("429 Busy", Retry_After="soon\x01, -5"),
            "cut-short": raw(head(Content_Type=HTML, Content_Length=str(len(body) + 5000)) + body),
            "too-short": raw(head(Content_Type=HTML, Content_Length=str(len(body) - 50)) + body[:-50]),
            "unchunked": raw(head(Content_Type=HTML, Transfer_Encoding="chunked") + b"%x\r\n" % len(body) + body),
            "reset-in-head": _then_reset(b"HTTP/1.1 200 OK\r\nContent-Ty"),
            "reset-in-body": _then_reset(head(Content_Type=HTML, Content_Length="9000") + body),
            "nonsense": raw(b"\x00\xff no http at all\r\n\r\n"),
            "huge-head": raw(b"HTTP/1.1 200 OK\r\n" + b"X-Pad: " + b"y" * 200_000 + b"\r\n\r\n" + body),
            "not-gzip": page(body, Content_Encoding="gzip"),
            "down": status("500 Oops"),
            "missing": status("404 Not Found"),
            "gone": status("410 Gone"),
            "locked": status("403 Forbidden"),
            "empty": page(b""),
            "nothing": raw(head("204 No Content")),
            "picture": page(b"\x89PNG\r\n\x1a\n" + b"\0" * 5000, "image/png"),
            "download": page(body, Content_Disposition="attachment; filename=x.html"),
            "loop": redirect(seen.path),
            "endless-chain": redirect(f"{seen.path}x"),
            "away": redirect(f"http://127.0.0.2:{port}/fine/1"),
            "scheme": redirect("file:///etc/passwd"),
            "bomb": page(_bomb(), Content_Encoding="gzip"),
            "endless": flood,
            "gigabyte": _gigabyte,
            "silent": silence,
            "drip": drip,
        }
        if kind == "chained":
            steps = seen.path.count("~")
            return redirect(f"{seen.path}~") if steps < 3 else page(body)
        if kind == "passing":
            return status("502 Bad Gateway") if first else page(body)
        if kind == "busy-seconds":
            return status("429 Too Many Requests", Retry_After="1") if first else page(body)
        if kind == "busy-date":
            soon = formatdate(time.time() + 2, usegmt=True)
            return status("503 Service Unavailable", Retry_After=soon) if first else page(body)
        return _reset if kind == "reset" else answers.get(kind, status("404 Not Found"))


def _text(seen: Seen) -> bytes:
    return _PAGE.format(seen.path).encode()


def _kept_open(body: bytes) -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Type: {HTML}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


@cache
def _bomb() -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packer.compress(b"<p>a</p>" * 100_000) for _ in range(60)) + packer.flush()


async def _reset(_: Seen, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


def _then_reset(start: bytes) -> Weather:
    async def answer(_: Seen, writer: asyncio.StreamWriter) -> None:
        writer.write(start)
        await asyncio.sleep(0)
        writer.transport.abort()

    return answer


async def _gigabyte(_: Seen, writer: asyncio.StreamWriter) -> None:
    writer.write(head(Content_Type=HTML, Content_Length=str(_HUGE)))
    for _ in range(_HUGE // 100_000):
        writer.write(b"<p>more and more</p>" * 5_000)
        await writer.drain()


async def _read(reader: asyncio.StreamReader) -> Seen:
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = text.strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    method, path, _ = first.split(" ")
    return Seen(method, path, headers, b"")
