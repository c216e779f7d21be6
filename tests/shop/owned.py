"""A bookshop whose owner changes it."""

import asyncio
from dataclasses import replace

from aiohttp import web

from recorder.demo.site import DEFAULT_SEED, DEFAULT_SIZE, DemoSite
from recorder.demo.visit import Answer, Arrangement, Shop
from tests.shop.editing import Edit, edited, rearranged
from tests.shop.redesign import redesigned_page


class OwnedShop(DemoSite):
    """Every answer waits `delay` seconds. Changes work from any thread."""

    def __init__(
        self, seed: int = DEFAULT_SEED, books: int = DEFAULT_SIZE, *, delay: float = 0.0, port: int = 0
    ) -> None:
        super().__init__(seed, books, port=port)
        self._delay = delay

    def edit(self, *, add: int = 0, change: int = 0, restructure: int = 0, remove: int = 0) -> Edit:
        """Add books, change the text or the structure of others, remove some: always linked ones, never the sample."""
        catalogue, edit = edited(self._shop.catalogue, add=add, change=change, restructure=restructure, remove=remove)
        self._shop = replace(self._shop, catalogue=catalogue)
        return edit

    def rearrange(self, arrangement: Arrangement) -> None:
        """Change the site around the books: its design, its addresses, its searches."""
        self._shop = Shop(rearranged(self._shop.catalogue), arrangement)

    def redesign(self) -> None:
        """Give the book pages their new design."""
        self.rearrange(replace(self._shop.arrangement, design=redesigned_page))

    async def respond(self, request: web.Request, answer: Answer) -> web.Response:
        if self._delay:
            await asyncio.sleep(self._delay)
        return await super().respond(request, answer)
