"""A site on the internet cannot point the recorder at this machine; a site of this machine can."""

from __future__ import annotations

import socket

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from recorder.fetching.address_guard import AddressGuard

NAMES = {
    "site.example": ["93.184.216.34"],
    "mixed.site.example": ["10.0.0.1", "93.184.216.34"],
    "intern.site.example": ["127.0.0.1"],
    "router.site.example": ["192.168.1.1"],
    "cloud.site.example": ["169.254.169.254"],
    "six.site.example": ["fe80::1%2"],
    "mapped.site.example": ["::ffff:127.0.0.1"],
    "gateway.site.example": ["64:ff9b::7f00:1"],
    "gateway-router.site.example": ["64:ff9b::c0a8:101"],
    "far-gateway.example": ["64:ff9b::5db8:d822"],
}


class Names(AbstractResolver):
    """A name server with answers of our own."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(hostname=host, host=address, port=port, family=family, proto=0, flags=0)
            for address in NAMES[host]
        ]

    async def close(self) -> None:
        return


async def hosts(guard: AddressGuard, name: str) -> list[str]:
    return [result["host"] for result in await guard.resolve(name)]


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name.endswith(".site.example") and name != "mixed.site.example"]
)
async def test_a_far_site_does_not_lead_home(name: str) -> None:
    guard = AddressGuard(Names())
    assert await hosts(guard, "site.example") == NAMES["site.example"]
    with pytest.raises(OSError, match="own network"):
        await guard.resolve(name)
    assert await hosts(guard, "mixed.site.example") == ["93.184.216.34"]


async def test_a_site_of_the_own_network_may_stay_there() -> None:
    guard = AddressGuard(Names())
    assert await hosts(guard, "intern.site.example") == ["127.0.0.1"]
    assert await hosts(guard, "router.site.example") == ["192.168.1.1"]


async def test_a_gateway_from_ipv6_to_the_internet_is_far() -> None:
    guard = AddressGuard(Names())
    assert await hosts(guard, "far-gateway.example") == NAMES["far-gateway.example"]
    with pytest.raises(OSError, match="own network"):
        await guard.resolve("gateway.site.example")
