"""The addresses behind a server's name: asked of the system without ever holding up the end of a run, and without
letting a site that lives on the internet point the recorder at this machine or at the network around it.

A name such as `intern.example.org` may resolve to 127.0.0.1. Such an answer is refused unless the first name looked
up, the entry page's, is itself one of this machine or network. Addresses written as numbers are the scope's
business.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from concurrent.futures import Future
from threading import Thread
from typing import Any

from aiohttp.abc import AbstractResolver, ResolveResult

_Found = list[tuple[Any, ...]]


class SystemNames(AbstractResolver):
    """Names as this machine looks them up. That takes as long as it takes and cannot be called off, so each look-up has
    a thread that nobody waits for: those of an executor are joined at the end of a program.
    """

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Raises `OSError` for a name that leads nowhere."""
        found: Future[_Found] = Future()
        Thread(target=_look_up, args=(found, host, port, family), name="look-up", daemon=True).start()
        return [
            ResolveResult(
                hostname=host,
                host=address[0],
                port=address[1],
                family=found_family,
                proto=protocol,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for found_family, _, protocol, _, address in await asyncio.wrap_future(found)
        ]

    async def close(self) -> None:
        """Nothing to close."""


def _look_up(found: Future[_Found], host: str, port: int, family: socket.AddressFamily) -> None:
    if not found.set_running_or_notify_cancel():
        return
    try:
        found.set_result(socket.getaddrinfo(host, port, family, socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG))
    except (OSError, UnicodeError) as error:
        found.set_exception(error)


class HomeGuard(AbstractResolver):
    def __init__(self, inner: AbstractResolver) -> None:
        self._inner = inner
        self._site_is_near: bool | None = None

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self._inner.resolve(host, port, family)
        far = [result for result in found if not _is_near(result["host"])]
        if self._site_is_near is None:
            self._site_is_near = not far
        if self._site_is_near:
            return found
        if not far:
            raise OSError(None, f"{host} points to this machine or its own network, the site does not")
        return far

    async def close(self) -> None:
        await self._inner.close()


def _is_near(address: str) -> bool:
    return not ipaddress.ip_address(address.partition("%")[0]).is_global
