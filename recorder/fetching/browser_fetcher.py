"""Pages as a browser shows them, after their scripts have run: in a few tabs, each reused, and replaced after trouble
or long service; so are the contexts they live in.

A browser that dies or hangs costs the pages being opened one try; it is started again for the next. Does not retry:
see `site_fetcher`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from recorder.fetching.answers import FetchError, Outcome, OutcomeKind, Page, Request
from recorder.fetching.browser_finding import find_browser
from recorder.fetching.chromium import Chromium, bounded
from recorder.fetching.cookies import Cookie, Cookies, Key, for_browser, of_browser
from recorder.fetching.form_filling import FilledForm, Submitted
from recorder.fetching.http_client import HttpClient
from recorder.fetching.options import FetchOptions
from recorder.fetching.own_session import for_browser_storage
from recorder.fetching.politeness import Politeness
from recorder.fetching.statuses import address_of
from recorder.fetching.tab import Rendering, Tab
from recorder.fetching.tab_visit import TabVisit
from recorder.fetching.throttle import Turn
from recorder.patterns.urls.url import normalise
from recorder.runtime.errors import BrowserError

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

_USES_OF_A_TAB = 75
"""Most pages opened in one tab."""
_SPOILS_THE_TAB = frozenset(
    {OutcomeKind.TIMEOUT, OutcomeKind.BROWSER_FAILED, OutcomeKind.ENDLESS, OutcomeKind.REDIRECT_LOOP}
    | {OutcomeKind.TOO_LARGE}
)


class BrowserFetcher:
    def __init__(self, options: FetchOptions, client: HttpClient, politeness: Politeness) -> None:
        self._options = options
        self._client = client
        self._politeness = politeness
        self._chromium: Chromium | None = None
        self._worked = False
        self._slots = asyncio.Semaphore(options.workers)
        self._opening = asyncio.Lock()
        self._idle: list[Tab] = []
        self._sharing = _CookieSharing()

    async def fetch(self, request: Request) -> Page | Outcome:
        """Raises `BrowserError` only when no browser can be found or started in the first place."""
        return await self._answer(self._visit(request), None)

    async def submit(self, filled: FilledForm) -> Submitted:
        """Open the page a form stands on, fill it in and send it, as a person would. Never done a second time."""
        visit = self._visit(filled.page)
        return Submitted(await self._answer(visit, filled), visit.sent)

    def _visit(self, request: Request) -> TabVisit:
        return TabVisit(request, self._politeness, self._options.max_redirects, self._options.max_body)

    async def _answer(self, visit: TabVisit, filled: FilledForm | None) -> Page | Outcome:
        started = time.monotonic()
        request = visit.request
        try:
            address = address_of(request.url)
            await self._politeness.admit(address)
            async with self._slots, self._politeness.turn(address) as turn:
                rendering = await self._render(visit, turn, filled)
            return _page(request, rendering, time.monotonic() - started)
        except FetchError as error:
            return error.outcome(request)

    async def close(self) -> None:
        """Tabs are closed with their browser."""
        self._idle.clear()
        if self._chromium is not None:
            await self._chromium.close()

    async def _render(self, visit: TabVisit, turn: Turn, filled: FilledForm | None) -> Rendering:
        tab = await self._tab()
        jar = self._client.jar_for(visit.request)
        usable = False
        try:
            await self._sharing.give(tab.context, jar)
            rendering = await tab.render(visit, turn, filled)
            usable = rendering.rested
            await self._sharing.take(tab.context, jar)
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
            async with self._opening:  # a window is opened by another one of its context
                return await Tab.open(context, self._options)
        except FetchError:
            await chromium.abandon(context)
            raise

    async def _browser(self) -> tuple[Chromium, BrowserContext]:
        if self._chromium is None:
            path = find_browser(self._options.browser).path
            guard = None if self._options.proxy else self._client.guard
            session = self._options.session
            kept = for_browser_storage(session.storage) if session else ()
            self._chromium = Chromium(path, self._options.user_agent, self._options.notice, guard, kept)
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


class _CookieSharing:
    """Carries cookies between the jars of HTTP and the contexts of the browser, both ways: new ones, and those gone.
    A browser that does not answer is not waited for: the page that is opened next finds out.
    """

    def __init__(self) -> None:
        self._shared: WeakKeyDictionary[BrowserContext, frozenset[Cookie]] = WeakKeyDictionary()
        """The cookies that a context and its jar were last known to share."""

    async def give(self, context: BrowserContext, jar: Cookies) -> None:
        """Before a page is opened: let the browser know what HTTP was told."""
        held = jar.all()
        known, self._shared[context] = self._shared.get(context, frozenset()), held
        left = _keys(held)
        for cookie in map(for_browser, (each for each in known if each.key not in left)):
            await bounded(context.clear_cookies(name=cookie["name"], domain=cookie["domain"], path=cookie["path"]))
        for cookie in map(for_browser, held - known):
            # One by one: a browser that refuses one of several takes none.
            await bounded(context.add_cookies([cookie]))

    async def take(self, context: BrowserContext, jar: Cookies) -> None:
        """After a page was opened: let HTTP know what the browser was told."""
        found = await bounded(context.cookies())
        if found is None:
            return
        held = frozenset(map(of_browser, found))
        known, self._shared[context] = self._shared.get(context, frozenset()), held
        jar.remove(_keys(known) - _keys(held))
        jar.add(held - known)


def _keys(cookies: Iterable[Cookie]) -> frozenset[Key]:
    return frozenset(cookie.key for cookie in cookies)


def _page(request: Request, rendering: Rendering, seconds: float) -> Page:
    return Page(
        request=request,
        url=normalise(rendering.url, named="#" in request.url) or rendering.url,
        status=rendering.status,
        content_type="text/html; charset=utf-8",
        headers=rendering.headers,
        body=rendering.html.encode("utf-8", "replace"),
        redirects=rendering.hops,
        rendered=True,
        seconds=seconds,
    )
