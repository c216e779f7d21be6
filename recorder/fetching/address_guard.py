"""Which machines may be connected to: a site cannot point the recorder at this machine or the network around it.

A name such as `intern.example.org` may resolve to 127.0.0.1, a redirect may lead to 169.254.169.254, a script may ask
192.168.1.1. Such an address is near: it is contacted only if the entry page's own server has it, or if a name of the
site leads there while the site itself is near. HTTP asks here through its resolver, and the browser through `relay`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket

from aiohttp.abc import AbstractResolver, ResolveResult

from recorder.fetching.scope import Scope
from recorder.patterns.urls.address import ip_of
from recorder.runtime.background import in_a_thread

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""Addresses that a gateway of the network translates: the last 32 bits are the IPv4 address it contacts (RFC 6052)."""

_IP = ipaddress.IPv4Address | ipaddress.IPv6Address


class SystemNames(AbstractResolver):
    """Names as this machine looks them up. That takes as long as it takes and cannot be called off, so each look-up has
    a thread that nobody waits for: those of an executor are joined at the end of a program.
    """

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Raises `OSError` for a name that leads nowhere."""
        asked = host, port, family, socket.SOCK_STREAM, 0, socket.AI_ADDRCONFIG
        return [
            _result(host, str(address[0]), int(address[1]), found_family, protocol)
            for found_family, _, protocol, _, address in await in_a_thread(socket.getaddrinfo, *asked)
        ]

    async def close(self) -> None:
        """Nothing to close."""


class AddressGuard(AbstractResolver):
    """`scope` None: the site is the first name that is looked up, and every name is one of its own."""

    def __init__(self, names: AbstractResolver, scope: Scope | None = None) -> None:
        self._names = names
        self._scope = scope
        self._near_home: frozenset[_IP] | None = None
        """The near addresses of the site's own server, none if it is far; None before it was looked up."""
        self._looking = asyncio.Lock()
        self._checked: set[str] = set()
        """Hosts written as addresses that may be connected to: where home is does not change."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses of a name, or of a host that is written as one, that may be connected to."""
        found = await self._found(host, port, family)
        near = [result for result in found if _is_near(result["host"])]
        if not near and self._scope is not None:
            return found
        home = await self._home(found)
        far = [result for result in found if result not in near]
        allowed = found if home and self._is_of_the_site(host) else [*far, *(at for at in near if _ip(at) in home)]
        if not allowed:
            raise OSError(None, f"{host} points to this machine or its own network, the site does not")
        return allowed

    async def check(self, host: str) -> None:
        """Raises `OSError` for a host written as an address that may not be connected to: nobody looks it up."""
        if host not in self._checked and ip_of(host):
            await self.resolve(host)
            self._checked.add(host)

    async def close(self) -> None:
        await self._names.close()

    async def _found(self, host: str, port: int, family: socket.AddressFamily) -> list[ResolveResult]:
        written = ip_of(host)
        if written is None:
            return await self._names.resolve(host, port, family)
        return [_result(host, str(written), port, socket.AF_INET6 if written.version == 6 else socket.AF_INET)]

    async def _home(self, found: list[ResolveResult]) -> frozenset[_IP]:
        """A site that is not found now may be later, and until then it is nowhere near."""
        async with self._looking:
            if self._near_home is None:
                try:
                    self._near_home = _all_near(found if self._scope is None else await self._of_entry(self._scope))
                except OSError:
                    return frozenset()
            return self._near_home

    async def _of_entry(self, scope: Scope) -> list[ResolveResult]:
        return await self._found(scope.entry.host, scope.entry.port, socket.AF_UNSPEC)

    def _is_of_the_site(self, host: str) -> bool:
        return self._scope is None or self._scope.names(host)


def _all_near(found: list[ResolveResult]) -> frozenset[_IP]:
    """Of a server with far addresses, too, none is believed to be near."""
    near = all(_is_near(result["host"]) for result in found)
    return frozenset(_ip(result) for result in found) if near else frozenset()


def _ip(result: ResolveResult) -> _IP:
    return ip_of(result["host"].partition("%")[0]) or ipaddress.ip_address(0)


def _is_near(address: str) -> bool:
    """Whether it is of this machine or its network, also where an IPv6 address spells an IPv4 one."""
    found = ip_of(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found in _NAT64:
            found = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        found = getattr(found, "sixtofour", None) or found
    return found is None or not found.is_global or found.is_multicast


def _result(host: str, address: str, port: int, family: int, protocol: int = 0) -> ResolveResult:
    flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
    return ResolveResult(
        hostname=host, host=address, port=port, family=socket.AddressFamily(family), proto=protocol, flags=flags
    )
