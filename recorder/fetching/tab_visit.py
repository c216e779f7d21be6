"""One page being opened in a tab: what the page tries to do meanwhile, and when that ends the visit.

Every document the tab wants to load, redirects and scripted moves included, is held by Chromium until it was decided
here whether it may be asked for. Dialogs are dismissed. Nothing here waits for the page itself: see `tab`.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from playwright.async_api import Dialog
from playwright.async_api import Request as Loading

from recorder.fetching.answers import FetchError, OutcomeKind, Request
from recorder.fetching.politeness import Politeness
from recorder.fetching.statuses import address_of

_MOST_DIALOGS = 10
"""Most dialogs that one page may open."""
_BESIDE = 10
"""How many times as much as a page may be long, it may load besides."""
_MEANINGFUL = frozenset({"xhr", "fetch", "script"})
_TELLING = frozenset({"document", "xhr", "fetch"})


class TabVisit:
    """`trouble` is set as soon as something ends the visit; it never raises by itself."""

    def __init__(self, request: Request, politeness: Politeness, max_hops: int, max_body: int) -> None:
        self.request = request
        self.trouble: asyncio.Future[FetchError] = asyncio.get_running_loop().create_future()
        self.hops: tuple[str, ...] = ()
        self.idle = asyncio.Event()
        self.idle.set()
        self.loads = 0
        """How often the page, or a script of it, has asked for something that may change it."""
        self._politeness = politeness
        self._max_hops = max_hops
        self._left = {True: max_body, False: _BESIDE * max_body}
        """Bytes that may still come of documents, and of anything else."""
        self._documents: set[str] = set()
        self._started = False
        self._loading: set[Loading] = set()
        self._asked: set[Loading] = set()
        """Of these, what was asked for since the page was watched."""
        self._answered = asyncio.Event()
        self._dialogs = 0
        self._sent: list[Request] | None = None
        self._stirred = asyncio.Event()

    def end_with(self, error: FetchError) -> None:
        if not self.trouble.done():
            self.trouble.set_result(error)

    async def allow(self, held: Mapping[str, Any], *, is_page: bool) -> dict[str, Any] | None:
        """How to continue a request that Chromium holds, None to stop it."""
        try:
            if is_page:
                return await self._allow_page(held)
            self._politeness.check_scope(address_of(held["url"]))
        except FetchError as error:
            if is_page:
                self.end_with(error)
            return None
        return {}

    async def dismiss(self, dialog: Dialog) -> None:
        """A question on leaving is answered with yes, any other with no; endless ones end the visit."""
        self._dialogs += 1
        if self._dialogs > _MOST_DIALOGS:
            self.end_with(FetchError(OutcomeKind.ENDLESS, "the page opens dialogs without end"))
        await (dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss())

    def watch(self) -> None:
        """From now on, remember what the page asks for."""
        self._sent, self.hops = [], ()
        self._asked.clear()
        self._answered.set()

    @property
    def sent(self) -> tuple[Request, ...]:
        """What the page asked for since it was watched: pages, and what its scripts fetched."""
        return tuple(self._sent or ())

    async def stirred(self, seconds: float) -> bool:
        """Whether the page asks for something within the time."""
        try:
            await asyncio.wait_for(self._stirred.wait(), seconds)
        except TimeoutError:
            return False
        finally:
            self._stirred.clear()
        return True

    async def answered(self, seconds: float) -> None:
        """Until what the page asked for since it was watched has come, or the time is over."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._answered.wait(), seconds)

    def is_document(self, number: str) -> None:
        """The browser's number of a request for a page, or for one in a frame."""
        self._documents.add(number)

    def received(self, number: str, length: int) -> None:
        """That many bytes came, as they are after decompression: a page that is too large is not waited for, since a
        browser takes all that comes.
        """
        is_document = number in self._documents
        self._left[is_document] -= length
        if self._left[is_document] < 0:
            reason = f"the page {'is' if is_document else 'loads what is'} too large for a browser"
            self.end_with(FetchError(OutcomeKind.TOO_LARGE, reason))

    def loading(self, loading: Loading) -> None:
        if self._sent is not None and loading.resource_type in _TELLING:
            content_type = loading.headers.get("content-type")
            self._sent.append(Request(loading.url, loading.method, loading.post_data_buffer, content_type))
            self._stirred.set()
        if loading.resource_type in _MEANINGFUL:
            self._loading.add(loading)
            self._asked.add(loading)
            self._answered.clear()
            self.loads += 1
            self.idle.clear()

    def loaded(self, loading: Loading) -> None:
        self._loading.discard(loading)
        self._asked.discard(loading)
        if not self._asked:
            self._answered.set()
        if not self._loading:
            self.idle.set()

    async def _allow_page(self, held: Mapping[str, Any]) -> dict[str, Any] | None:
        address = address_of(held["url"])
        if not self._started:
            if not self._politeness.is_in_scope(address):
                # The page before is still trying to leave the site: not what this visit asked for.
                return None
            self._started = True
            return self._as_asked(held["headers"])
        self.hops += (str(address),)
        if len(self.hops) > self._max_hops:
            raise FetchError(OutcomeKind.REDIRECT_LOOP, f"sent on {len(self.hops)} times without arriving")
        await self._politeness.admit(address)
        await self._politeness.pause(address)
        return {}

    def _as_asked(self, usual: Mapping[str, str]) -> dict[str, Any]:
        """Chromium opens pages with GET and its own headers; the request's method, body and headers are put in here."""
        if self.request.method == "GET" and not self.request.headers:
            return {}
        headers = {**usual, **dict(self.request.headers)}
        if self.request.content_type:
            headers["Content-Type"] = self.request.content_type
        changed: dict[str, Any] = {
            "method": self.request.method,
            "headers": [{"name": name, "value": value} for name, value in headers.items()],
        }
        if self.request.body is not None:
            changed["postData"] = base64.b64encode(self.request.body).decode("ascii")
        return changed
