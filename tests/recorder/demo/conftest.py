from collections.abc import AsyncIterator

import pytest_asyncio
from aiohttp import ClientSession, CookieJar

from tests.shop.owned import OwnedShop


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def site() -> AsyncIterator[OwnedShop]:
    """One shop for all tests that change nothing in it."""
    async with OwnedShop() as shop:
        yield shop


@pytest_asyncio.fixture
async def client() -> AsyncIterator[ClientSession]:
    """A visitor with a cookie jar that also works for hosts without a name."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as visitor:
        yield visitor
