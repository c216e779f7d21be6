"""The one way out of the browser: a SOCKS server on this machine, through which Chromium makes every connection.

Chromium looks up names by itself, opens sockets for scripts, frames, WebSockets and prefetching, and asks nobody. Here
each name is looked up, and each address judged, by the same guard as for HTTP. What goes through a connection is none
of its business. Speaks SOCKS 5 (RFC 1928) as far as Chromium does.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from contextlib import suppress

from aiohttp.abc import AbstractResolver

_CONNECT_SECONDS = 10.0
"""Most time for one connection."""
_PIECE = 1 << 16
_GREETING, _NO_SECRET = b"\x05", b"\x05\x00"
_CONNECT, _IPV4, _NAME, _IPV6 = 1, 1, 3, 4
_DONE, _NOT_ALLOWED, _UNREACHABLE, _REFUSED = 0, 2, 4, 5


class Relay:
    def __init__(self, guard: AbstractResolver) -> None:
        self._guard = guard
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> str:
        """Its address, as Chromium wants it."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return f"socks5://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for connection in self._connections:
            connection.cancel()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            host, port = await _asked(reader, writer)
            out = await self._connected(host, port, writer)
            if out is not None:
                writer.write(_reply(_DONE))
                await _joined((reader, writer), out)
        except (OSError, asyncio.IncompleteReadError, UnicodeError, ValueError):
            return
        finally:
            writer.close()

    async def _connected(
        self, host: str, port: int, writer: asyncio.StreamWriter
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """Tried address by address; None, and Chromium is told so, if none of them takes it."""
        try:
            found = await self._guard.resolve(host, port, socket.AF_UNSPEC)
        except OSError:
            writer.write(_reply(_UNREACHABLE))
            return None
        for result in found:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(_CONNECT_SECONDS):
                    return await asyncio.open_connection(result["host"], port)
        writer.write(_reply(_REFUSED))
        return None


async def _asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[str, int]:
    """Host and port of the connection that Chromium wants."""
    version, methods = await reader.readexactly(2)
    await reader.readexactly(methods)
    if bytes([version]) != _GREETING:
        raise ValueError("not SOCKS 5")
    writer.write(_NO_SECRET)
    _, command, _, kind = await reader.readexactly(4)
    if kind == _NAME:
        host = (await reader.readexactly((await reader.readexactly(1))[0])).decode("ascii")
    else:
        host = str(ipaddress.ip_address(await reader.readexactly({_IPV4: 4, _IPV6: 16}[kind])))
    port = int.from_bytes(await reader.readexactly(2), "big")
    if command != _CONNECT:
        writer.write(_reply(_NOT_ALLOWED))
        raise ValueError("only connections are made")
    return host, port


def _reply(code: int) -> bytes:
    return bytes([5, code, 0, _IPV4, 0, 0, 0, 0, 0, 0])


_Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _joined(inside: _Ends, outside: _Ends) -> None:
    """What comes in at one end goes out at the other, until both are done or one breaks."""
    try:
        await asyncio.gather(_pumped(inside[0], outside[1]), _pumped(outside[0], inside[1]))
    except OSError:  # told as it was: a connection that breaks is not one that ends
        inside[1].transport.abort()
    finally:
        outside[1].close()


async def _pumped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(_PIECE):
        writer.write(piece)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()
