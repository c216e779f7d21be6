"""Keeps a site that lives on the internet from pointing the recorder at this machine or at the network around it.

A name such as `intern.example.org` may resolve to 127.0.0.1. Such an answer is refused unless the first name looked
up, the entry page's, is itself one of this machine or network. Addresses written as numbers are the scope's
business.
"""

from __future__ import annotations

import ipaddress
import socket

from aiohttp.abc import AbstractResolver, ResolveResult


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
