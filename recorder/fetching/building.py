"""Puts a fetcher together from the person's choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recorder.fetching.answers import Fetcher, Outcome, OutcomeKind, Page, Request
from recorder.fetching.courtesy import Courtesy
from recorder.fetching.form_filling import FilledForm, Submitted
from recorder.fetching.http_client import HttpClient
from recorder.fetching.http_fetcher import HttpFetcher
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.retrying import Retrying
from recorder.scope import Scope

if TYPE_CHECKING:
    from recorder.fetching.browser_fetcher import BrowserFetcher


def build_fetcher(options: FetchOptions, scope: Scope | None = None) -> SiteFetcher:
    """`auto` goes over HTTP: the choice by evidence, page class by page class, is to be made here."""
    return SiteFetcher(options, scope)


class SiteFetcher:
    """Pages by the way that was chosen, and forms filled in by a browser, under one courtesy. The browser is started
    when it is needed first: replaying over HTTP must never load Playwright.
    """

    def __init__(self, options: FetchOptions, scope: Scope | None = None) -> None:
        self._options = options
        self._client = HttpClient(options)
        self._courtesy = Courtesy(options, self._client, scope)
        self._browser: BrowserFetcher | None = None
        ways: Fetcher = self._hands() if options.render is Render.ALWAYS else self._plain()
        self._pages = Retrying(ways, options)

    @property
    def has_hands(self) -> bool:
        """Whether forms may be filled in by a browser."""
        return self._options.render is not Render.NEVER

    async def fetch(self, request: Request) -> Page | Outcome:
        """A page, or why there is none."""
        return await self._pages.fetch(request)

    async def submit(self, filled: FilledForm) -> Submitted:
        """A form filled in and sent by the browser, like a person would."""
        if not self.has_hands:
            reason = "only a browser can fill in this form, and it was told never to render"
            return Submitted(Outcome(filled.page, OutcomeKind.BROWSER_FAILED, reason, url=filled.page.url))
        return await self._hands().submit(filled)

    async def close(self) -> None:
        """Hang up, and close the browser if there is one."""
        if self._browser is not None:
            await self._browser.close()
        await self._client.close()

    def _plain(self) -> HttpFetcher:
        return HttpFetcher(self._options, self._client, self._courtesy)

    def _hands(self) -> BrowserFetcher:
        if self._browser is None:
            from recorder.fetching.browser_fetcher import BrowserFetcher

            self._browser = BrowserFetcher(self._options, self._client, self._courtesy)
        return self._browser
