"""One tab of the browser: opens page after page, and gives each once it has settled and shown all it has.

A tab is used by one worker at a time and thrown away after trouble. It decides nothing about who may be asked: see
`visit`; nor how long a page is waited for: see `unfolding`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Dialog, Error, Frame, Page, Response
from playwright.async_api import Request as Loading

from recorder.fetching.answers import FetchError, Headers, OutcomeKind
from recorder.fetching.chromium import bounded, driver_death_told, is_alive, new_window, outcome_of
from recorder.fetching.content import may_be_html, media_type
from recorder.fetching.form_filling import FilledForm
from recorder.fetching.options import FetchOptions
from recorder.fetching.showing import BEFORE_SCRIPTS
from recorder.fetching.statuses import raise_for_status
from recorder.fetching.tab_visit import TabVisit
from recorder.fetching.throttle import Turn
from recorder.fetching.unfolding import Unfolding
from recorder.patterns.urls.url import without_route

_OPEN_SECONDS = 15.0
"""Most time for opening a tab."""
_PAGES, _MEDIA = "Document", "Media"
"""The kinds of resources that wait for a decision; media are always refused."""
_MOST_MOVES = 20
"""Most times a page may change its own URL before its tab is given up."""
_MOST_INTERRUPTIONS, _INTERRUPTED = 3, "interrupted by another navigation"
"""Most times a page is opened again because the one before it moved on, and how the browser says so."""
_ABORTED, _BLANK = "ERR_ABORTED", "about:blank"
"""A page without content is "aborted" as well; in a tab that shows the blank page it can mean nothing else."""
_NOTHING = frozenset({"", "<html></html>", "<html><head></head><body></body></html>"})
_HTML_DOCUMENTS = frozenset({"text/html", "application/xhtml+xml"})


@dataclass(frozen=True)
class Rendering:
    url: str
    status: int
    headers: Headers
    html: str
    hops: tuple[str, ...]
    rested: bool
    """Whether the page was still in the end; else it may go on stirring in its tab."""


class Tab:
    def __init__(self, page: Page, session: CDPSession, options: FetchOptions) -> None:
        self.uses = 0
        self._page = page
        self._session = session
        self._options = options
        self._times = options.timeouts
        self._visit: TabVisit | None = None
        self._moves = 0
        self._frame = ""
        self._chores: set[asyncio.Task[object]] = set()

    @property
    def context(self) -> BrowserContext:
        return self._page.context

    @property
    def is_alive(self) -> bool:
        return is_alive(self._page)

    @classmethod
    async def open(cls, context: BrowserContext, options: FetchOptions) -> Tab:
        try:
            async with asyncio.timeout(_OPEN_SECONDS):
                with driver_death_told():
                    page = await new_window(context)
                    await page.add_init_script(BEFORE_SCRIPTS)
                    tab = cls(page, await context.new_cdp_session(page), options)
                    await tab._listen()
        except (Error, TimeoutError) as error:
            raise FetchError(
                OutcomeKind.BROWSER_FAILED, f"the browser opens no page: {outcome_of(error).reason}"
            ) from error
        return tab

    async def render(self, visit: TabVisit, turn: Turn, filled: FilledForm | None = None) -> Rendering:
        """The page once it has settled, after a form of it was sent if one is given; `FetchError` for
        everything else, however long it would take.
        """
        self.uses += 1
        self._visit = visit
        self._moves = 0
        work = asyncio.ensure_future(self._rendered(visit, turn, filled))
        try:
            limit = self._times.render
            waiting: set[asyncio.Future[Any]] = {work, visit.trouble}
            await asyncio.wait(waiting, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
            if visit.trouble.done():
                raise visit.trouble.result()
            if not work.done():
                raise FetchError(OutcomeKind.TIMEOUT, f"the page was not ready after {limit:.0f} seconds")
            return work.result()
        except Error as error:
            # What the page did is told by the visit; the browser's own words come second.
            raise await self._explained(visit, error) from error
        finally:
            self._visit = None
            await _cancelled(work)

    async def close(self) -> bool:
        """False when the browser did not even answer that."""
        for chore in self._chores:
            chore.cancel()
        return await bounded(_done(self._page.close())) is True

    async def _listen(self) -> None:
        page, session = self._page, self._session
        page.on("dialog", self._on_dialog)
        page.on("popup", lambda popup: self._soon(bounded(popup.close())))
        page.on(
            "crash", lambda _: self._end(FetchError(OutcomeKind.BROWSER_FAILED, "the page crashed the browser's tab"))
        )
        page.on("close", lambda _: self._end(FetchError(OutcomeKind.BROWSER_FAILED, "the browser's tab was closed")))
        page.on("framenavigated", self._on_move)
        page.on("request", self._on_request)
        page.on("requestfinished", self._on_request_over)
        page.on("requestfailed", self._on_request_over)
        session.on("Fetch.requestPaused", lambda event: self._soon(self._on_paused(event)))
        session.on("Network.dataReceived", self._on_data)
        self._frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        await session.send("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
        await session.send("Fetch.enable", {"patterns": [{"resourceType": kind} for kind in (_PAGES, _MEDIA)]})

    async def _rendered(self, visit: TabVisit, turn: Turn, filled: FilledForm | None) -> Rendering:
        with driver_death_told():
            return await self._render(visit, turn, filled)

    async def _render(self, visit: TabVisit, turn: Turn, filled: FilledForm | None) -> Rendering:
        response = await self._opened(visit.request.url)
        headers = tuple(response.headers.items())
        turn.heard(response.status, headers)
        _check(response)
        await self._page.wait_for_load_state("domcontentloaded", timeout=self._times.render * 1000)
        unfolding = Unfolding(self._page, visit, self._options)
        shown = await (unfolding.whole() if filled is None else unfolding.answer_to(filled))
        if shown.type not in _HTML_DOCUMENTS:
            raise FetchError(OutcomeKind.NOT_HTML, f"not a web page but {shown.type}", status=response.status)
        status = shown.status or response.status
        raise_for_status(status, headers)
        if shown.html is None:
            reason = f"the page is larger than {self._options.max_body:,} characters"
            raise FetchError(OutcomeKind.TOO_LARGE, reason, status=status)
        if shown.html in _NOTHING:
            raise FetchError(OutcomeKind.EMPTY, "the page is empty", status=status)
        rested = shown.rested and not shown.leaves and self._moves < _MOST_MOVES
        return Rendering(shown.url, status, headers, shown.text, visit.hops, rested)

    async def _opened(self, url: str) -> Response:
        if "#" in url and without_route(self._page.url) == without_route(url):
            # Another route of the page that is open would not be loaded: its scripts would go on where they are.
            await self._page.goto(_BLANK, timeout=self._times.render * 1000)
        response = await self._gone_to(url)
        if response is None:
            raise FetchError(OutcomeKind.BROWSER_FAILED, "the browser opened nothing")
        return response

    async def _gone_to(self, url: str) -> Response | None:
        """The page before may lead itself elsewhere in the very moment it is left."""
        for _ in range(_MOST_INTERRUPTIONS):
            try:
                return await self._page.goto(url, wait_until="commit", timeout=self._times.render * 1000)
            except Error as error:
                aborted = _ABORTED in str(error) and self._page.url != _BLANK
                if _INTERRUPTED not in str(error) and not aborted:
                    raise
            with suppress(Error):
                await self._page.goto(_BLANK, timeout=self._times.render * 1000)
        return await self._page.goto(url, wait_until="commit", timeout=self._times.render * 1000)

    async def _on_paused(self, event: dict[str, Any]) -> None:
        held = {"requestId": event["requestId"]}
        visit = self._visit
        is_page = event["frameId"] == self._frame
        if visit is not None and event["resourceType"] == _PAGES:
            visit.is_document(event.get("networkId", ""))
        wanted = visit is not None and event["resourceType"] != _MEDIA
        answer = await visit.allow(event["request"], is_page=is_page) if visit and wanted else None
        if answer is None:
            # Without content the page stays as it is. A failure would show an error page in its place, a moment later,
            # in the way of whatever is opened next.
            await self._session.send("Fetch.fulfillRequest", {**held, "responseCode": 204})
        else:
            await self._session.send("Fetch.continueRequest", {**held, **answer})

    def _on_data(self, event: dict[str, Any]) -> None:
        if self._visit is not None:
            self._visit.received(event["requestId"], event["dataLength"])

    def _on_dialog(self, dialog: Dialog) -> None:
        self._soon(self._visit.dismiss(dialog) if self._visit is not None else dialog.dismiss())

    def _on_move(self, _: Frame) -> None:
        self._moves += 1

    def _on_request(self, loading: Loading) -> None:
        if self._visit is not None:
            self._visit.loading(loading)

    def _on_request_over(self, loading: Loading) -> None:
        if self._visit is not None:
            self._visit.loaded(loading)

    def _end(self, error: FetchError) -> None:
        if self._visit is not None:
            self._visit.end_with(error)

    async def _explained(self, visit: TabVisit, error: Error) -> FetchError:
        """A crash is announced a moment after the call it interrupts has failed."""
        await asyncio.wait({visit.trouble}, timeout=0.1)
        return visit.trouble.result() if visit.trouble.done() else outcome_of(error)

    def _soon(self, chore: Awaitable[object]) -> None:
        """Answer the browser without making it wait; a browser that is gone needs no answer."""
        task = asyncio.ensure_future(_harmless(chore))
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)


def _check(response: Response) -> None:
    headers = response.headers
    raise_for_status(response.status, tuple(headers.items()), response.status_text)
    if not may_be_html(headers.get("content-type"), headers.get("content-disposition")):
        said = media_type(headers.get("content-type")) or "a download"
        raise FetchError(OutcomeKind.NOT_HTML, f"not a web page but {said}", status=response.status)


async def _cancelled(work: asyncio.Future[Rendering]) -> None:
    work.cancel()
    await asyncio.wait({work}, timeout=1)


async def _harmless(chore: Awaitable[object]) -> None:
    try:
        with driver_death_told():
            await chore
    except Error:
        return


async def _done(call: Awaitable[object]) -> bool:
    await call
    return True
