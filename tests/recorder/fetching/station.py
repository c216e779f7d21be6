"""A weather station: a loopback server that answers each path as badly as it was told to, down to the bytes."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

HTML = "text/html; charset=utf-8"
PAGE = b"<!doctype html><title>a page</title><p>hello"


@dataclass(frozen=True)
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Weather = Callable[[Seen, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Station:
    """`paths` may be changed by a test at any time; `seen` is what was asked, in order."""

    paths: dict[str, Weather] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    inside: int = 0
    most_inside: int = 0
    base: str = ""
    certificate: Path | None = None
    host: str = "127.0.0.1"
    _server: asyncio.Server | None = None

    async def start(self) -> Station:
        secure = None
        if self.certificate is not None:
            secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            secure.load_cert_chain(self.certificate)
        self._server = await asyncio.start_server(self._serve, self.host, 0, ssl=secure)
        self.base = f"http{'s' if secure else ''}://{self.host}:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()

    def on(self, path: str, weather: Weather | bytes | str, content_type: str = HTML) -> str:
        self.paths[path] = weather if callable(weather) else page(weather, content_type)
        return self.base + path

    def asked(self, path: str) -> int:
        return sum(seen.path == path for seen in self.seen)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.inside += 1
        self.most_inside = max(self.most_inside, self.inside)
        try:
            seen = await _read(reader)
            self.seen.append(seen)
            await self.paths.get(seen.path.partition("?")[0], status("404 Not Found"))(seen, writer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            return
        finally:
            self.inside -= 1
            writer.close()


def head(code: str = "200 OK", **headers: str) -> bytes:
    lines = [
        f"HTTP/1.1 {code}",
        "Connection: close",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def page(body: bytes | str, content_type: str = HTML, **headers: str) -> Weather:
    data = body.encode() if isinstance(body, str) else body
    return raw(head(Content_Type=content_type, Content_Length=str(len(data)), **headers) + data)


def status(code: str, **headers: str) -> Weather:
    return raw(head(code, Content_Type=HTML, Content_Length="3", **headers) + b"no\n")


def redirect(location: str, code: str = "302 Found", **headers: str) -> Weather:
    return raw(head(code, Location=location, Content_Length="0", **headers))


def raw(data: bytes) -> Weather:
    async def answer(_: Seen, writer: asyncio.StreamWriter) -> None:
        writer.write(data)

    return answer


def in_turn(*weathers: Weather) -> Weather:
    """The first answer, then the second …, then the last again and again."""
    left = list(weathers)

    async def answer(seen: Seen, writer: asyncio.StreamWriter) -> None:
        await (left.pop(0) if len(left) > 1 else left[0])(seen, writer)

    return answer


async def silence(_: Seen, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(30)


async def reset(_: Seen, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def drip(_: Seen, writer: asyncio.StreamWriter) -> None:
    """Slow loris: never silent for long, never done."""
    writer.write(head(Content_Type=HTML) + b"<p>")
    while not writer.is_closing():
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.05)


async def flood(_: Seen, writer: asyncio.StreamWriter) -> None:
    writer.write(head(Content_Type=HTML))
    while not writer.is_closing():
        writer.write(b"<p>again and again</p>" * 1000)
        await writer.drain()


async def _read(reader: asyncio.StreamReader) -> Seen:
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = text.strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    method, path, _ = first.split(" ")
    return Seen(method, path, headers, body)
