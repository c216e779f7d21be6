"""Renders one page to the end: waits until it settles, dismisses its banner, and asks for more while there is more.

Bounded by the time for a page and by counts; what takes longer is taken as it stands then. `tab` opens the page, and
`showing` holds the scripts that are run in it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

from playwright.async_api import Error, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from recorder.fetching.chromium import is_alive
from recorder.fetching.form_driver import fill_and_send, press_more
from recorder.fetching.form_filling import FilledForm
from recorder.fetching.options import FetchOptions
from recorder.fetching.showing import (
    KEEP_WHAT_GOES,
    LOOK_MILLISECONDS,
    QUIET_LOOKS,
    SCROLL_DOWN,
    SCROLLED_MILLISECONDS,
    SETTLED_DOCUMENT,
    SOON_SECONDS,
    UNCOVER,
    UNCOVER_WORDS,
    WORKING_MILLISECONDS,
    Shown,
)
from recorder.fetching.tab_visit import TabVisit

_MOST_MORE, _MORE_SECONDS = 50, 1.0
"""Most times a page is asked for more, and most time that each may take to begin."""
_UNFOLDING = 0.4
"""Greatest share of the time for a page that goes into asking for more."""
_A_LITTLE_LONGER = 0.5
"""Seconds in which a page that does not settle must have got more links, or it is taken as it is."""


class Unfolding:
    """The page of one visit. Playwright's errors come out as they are."""

    def __init__(self, page: Page, visit: TabVisit, options: FetchOptions) -> None:
        self._page = page
        self._visit = visit
        self._times = options.timeouts
        self._max_body = options.max_body

    async def whole(self) -> Shown:
        """The document after what covers it was sent away, and after it was made to show more as long as it has more.
        A page that leads elsewhere instead is taken as it was, and where it leads as a link of it.
        """
        shown = await self._settled()
        if not shown.scripted:
            return shown
        ends = time.monotonic() + _UNFOLDING * self._times.render
        while not shown.rested:
            before, shown = shown, await self._settled(_A_LITTLE_LONGER)
            if shown.links <= before.links or time.monotonic() > ends:
                return shown
        if await self._page.evaluate(UNCOVER, UNCOVER_WORDS):
            shown = await self._settled()
        await self._page.evaluate(KEEP_WHAT_GOES)
        for _ in range(_MOST_MORE):
            if time.monotonic() > ends or not (await press_more(self._page) or await self._scrolled(ends)):
                break
            before, shown = shown, await self._settled()
            if shown.url != before.url:
                return replace(before, opened=(*before.opened, shown.url))
            if shown.html is None or shown.links <= before.links or not shown.rested:
                break
        return shown

    async def answer_to(self, filled: FilledForm) -> Shown:
        """The document after the form was sent, and after all there is to show was asked for."""
        await self._settled()
        self._visit.watch()
        await fill_and_send(self._page, self._visit, filled)
        shown = await self._settled()
        await self._page.evaluate(KEEP_WHAT_GOES)
        for _ in range(_MOST_MORE):
            if not await press_more(self._page):
                break
            await self._visit.stirred(_MORE_SECONDS)
            before, shown = shown.html, await self._settled()
            if shown.html == before:
                break
        return shown

    async def _scrolled(self, ends: float) -> bool:
        """Whether going to the end of the page makes it stir, or ask for what it makes something of later."""
        asked = [*SCROLLED_MILLISECONDS, 1000 * max(ends - time.monotonic(), 0)]
        loads = self._visit.loads
        stirs = bool(await self._page.evaluate(SCROLL_DOWN, asked))
        return stirs or self._visit.loads > loads or not self._visit.idle.is_set()

    async def _settled(self, within: float | None = None) -> Shown:
        """The document after load, once its structure rests and scripts fetch nothing more; as it is in the end."""
        ends = time.monotonic() + (self._times.settle if within is None else within)
        while True:
            left = max(ends - time.monotonic(), 0)
            await self._loaded(left)
            try:
                asked = [
                    QUIET_LOOKS,
                    LOOK_MILLISECONDS,
                    left * 1000,
                    self._max_body,
                    SOON_SECONDS,
                    WORKING_MILLISECONDS,
                ]
                found: dict[str, Any] = await self._page.evaluate(SETTLED_DOCUMENT, asked)
            except Error:
                # The page moved on by itself and took the question with it: ask the next one.
                if not is_alive(self._page) or self._visit.trouble.done():
                    raise
                await asyncio.sleep(0.05)
                continue
            if self._visit.idle.is_set() or not left:
                rested = found["rested"] and self._visit.idle.is_set()
                return Shown(**{**found, "opened": tuple(found["opened"]), "rested": rested})
            await _within(ends - time.monotonic(), self._visit.idle.wait())

    async def _loaded(self, seconds: float) -> None:
        try:
            await self._page.wait_for_load_state("load", timeout=seconds * 1000 + 1)
        except PlaywrightTimeout:
            return


async def _within(seconds: float, waiting: Awaitable[object]) -> None:
    try:
        await asyncio.wait_for(waiting, max(seconds, 0))
    except TimeoutError:
        return
