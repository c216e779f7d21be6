"""Pages as a browser shows them, after their scripts have run: a few tabs, each reused, replaced after trouble or
long service; and so are the contexts they live in.

A browser that dies or hangs costs the pages being opened one try; it is started again for the next. Does not retry:
see `retrying`.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from recorder.fetching.answers import FetchError, Outcome, OutcomeKind, Page, Request
from recorder.fetching.browser_finding import find_browser
from recorder.fetching.chromium import Chromium
from recorder.fetching.cookie_sharing import CookieSharing
from recorder.fetching.form_filling import FilledForm, Submitted
from recorder.fetching.http_client import HttpClient
from recorder.fetching.options import FetchOptions
from recorder.fetching.politeness import Courtesy
from recorder.fetching.redirects import address_of
from recorder.fetching.tab import Rendering, Tab
from recorder.fetching.throttle import Turn
from recorder.fetching.visit import Visit
from recorder.patterns.urls.url import normalise
from recorder.runtime.errors import BrowserError

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

_USES_OF_A_TAB = 75
_SPOILS_THE_TAB = frozenset(
    {
        OutcomeKind.TIMEOUT,
        OutcomeKind.BROWSER_FAILED,
        OutcomeKind.ENDLESS,
        OutcomeKind.REDIRECT_LOOP,
        OutcomeKind.TOO_LARGE,
    }
)


class BrowserFetcher:
    def __init__(self, options: FetchOptions, client: HttpClient, courtesy: Courtesy) -> None:
        self._options = options
        self._client = client
        self._courtesy = courtesy
        self._chromium: Chromium | None = None
        self._worked = False
        self._slots = asyncio.Semaphore(options.workers)
        self._idle: list[Tab] = []
        self._sharing = CookieSharing(client.cookies)

    async def fetch(self, request: Request) -> Page | Outcome:
        """Raises `BrowserError` only when no browser can be found or started in the first place."""
        return await self._answer(Visit(request, self._courtesy, self._options.max_redirects), None)

    async def submit(self, filled: FilledForm) -> Submitted:
        """Open the page a form stands on, fill it in and send it, as a person would. Never done a second time."""
        visit = Visit(filled.page, self._courtesy, self._options.max_redirects)
        return Submitted(await self._answer(visit, filled), visit.sent)

    async def _answer(self, visit: Visit, filled: FilledForm | None) -> Page | Outcome:
        started = time.monotonic()
        request = visit.request
        try:
            address = address_of(request.url)
            await self._courtesy.admit(address)
            async with self._slots, self._courtesy.turn(address) as turn:
                rendering = await self._render(visit, turn, filled)
            return _page(request, rendering, time.monotonic() - started)
        except FetchError as error:
            return error.outcome(request)

    async def close(self) -> None:
        """The tabs go with their browser."""
        self._idle.clear()
        if self._chromium is not None:
            await self._chromium.close()
        await self._client.close()

    async def _render(self, visit: Visit, turn: Turn, filled: FilledForm | None) -> Rendering:
        tab = await self._tab()
        usable = False
        try:
            await self._sharing.give(tab.context)
            rendering = await tab.render(visit, turn, filled)
            usable = rendering.rested
            await self._sharing.take(tab.context)
            return rendering
        except FetchError as error:
            usable = error.kind not in _SPOILS_THE_TAB
            raise
        finally:
            await self._give_back(tab, usable)

    async def _tab(self) -> Tab:
        while self._idle:
            tab = self._idle.pop()
            if tab.is_alive:
                return tab
            await self._give_back(tab, usable=False)
        chromium, context = await self._browser()
        try:
            return await Tab.open(context, self._options)
        except FetchError:
            await chromium.abandon(context)
            raise

    async def _browser(self) -> tuple[Chromium, BrowserContext]:
        if self._chromium is None:
            path = find_browser(self._options.browser).path
            self._chromium = Chromium(path, self._options.user_agent, self._options.notice)
        try:
            context = await self._chromium.context()
        except BrowserError as error:
            if not self._worked:
                raise
            raise FetchError(OutcomeKind.BROWSER_FAILED, error.message) from error
        self._worked = True
        return self._chromium, context

    async def _give_back(self, tab: Tab, usable: bool) -> None:
        if usable and tab.is_alive and tab.uses < _USES_OF_A_TAB:
            self._idle.append(tab)
        elif self._chromium is not None:
            # A browser that does not even close a tab is dead or hangs; another worker may have replaced it already.
            await (self._chromium.leave if await tab.close() else self._chromium.abandon)(tab.context)


def _page(request: Request, rendering: Rendering, seconds: float) -> Page:
    return Page(
        request=request,
        url=normalise(rendering.url) or rendering.url,
        status=rendering.status,
        content_type="text/html; charset=utf-8",
        headers=rendering.headers,
        body=rendering.html.encode("utf-8", "replace"),
        redirects=rendering.hops,
        rendered=True,
        seconds=seconds,
    )
