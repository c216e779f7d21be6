"""Puts a fetcher together from the person's choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recorder.fetching.answers import Outcome, OutcomeKind, Page, Request
from recorder.fetching.form_filling import FilledForm, Submitted
from recorder.fetching.http_client import HttpClient
from recorder.fetching.http_fetcher import HttpFetcher
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.politeness import Courtesy
from recorder.fetching.retrying import Retrying
from recorder.fetching.scope import Scope
from recorder.runtime.errors import BrowserError

if TYPE_CHECKING:
    from recorder.fetching.browser_fetcher import BrowserFetcher


def build_fetcher(options: FetchOptions, scope: Scope | None = None) -> SiteFetcher:
    return SiteFetcher(options, scope)


class SiteFetcher:
    """Pages over HTTP or in a browser, and forms filled in by a browser, under one courtesy and with one jar of
    cookies. The browser is started when it is needed first: replaying over HTTP must never load Playwright. Which
    pages need it is decided by whoever asks.
    """

    def __init__(self, options: FetchOptions, scope: Scope | None = None) -> None:
        self._options = options
        self._client = HttpClient(options)
        self._courtesy = Courtesy(options, self._client, scope)
        self._browser: BrowserFetcher | None = None
        self._no_browser = ""
        self._over_http = Retrying(HttpFetcher(options, self._client, self._courtesy), options)

    @property
    def has_browser(self) -> bool:
        """Whether pages may be shown, and forms filled in, by a browser."""
        return self._options.render is not Render.NEVER and not self._no_browser

    @property
    def has_choice(self) -> bool:
        """Whether there are two ways to a page."""
        return self._options.render is Render.AUTO and self.has_browser

    async def fetch(self, request: Request) -> Page | Outcome:
        """A page, or why there is none: over HTTP, unless everything is to be rendered."""
        if self._options.render is Render.ALWAYS:
            return await self.render(request)
        return await self._over_http.fetch(request)

    async def render(self, request: Request) -> Page | Outcome:
        """A page as a browser shows it, or why there is none. Without any browser, where there is a choice, that is
        told once, and then there is none.
        """
        try:
            return await Retrying(self._in_browser(), self._options).fetch(request)
        except BrowserError as error:
            return self._without_browser(request, error)

    async def submit(self, filled: FilledForm) -> Submitted:
        """A form filled in and sent by the browser, like a person would."""
        if not self.has_browser:
            reason = "only a browser can fill in this form, and there is none to be used"
            return Submitted(Outcome(filled.page, OutcomeKind.BROWSER_FAILED, reason, url=filled.page.url))
        try:
            return await self._in_browser().submit(filled)
        except BrowserError as error:
            return Submitted(self._without_browser(filled.page, error))

    async def close(self) -> None:
        """Hang up, and close the browser if there is one."""
        if self._browser is not None:
            await self._browser.close()
        await self._client.close()

    def _in_browser(self) -> BrowserFetcher:
        if self._browser is None:
            from recorder.fetching.browser_fetcher import BrowserFetcher

            self._browser = BrowserFetcher(self._options, self._client, self._courtesy)
        return self._browser

    def _without_browser(self, request: Request, error: BrowserError) -> Outcome:
        if self._options.render is Render.ALWAYS:
            raise error
        if not self._no_browser:
            self._no_browser = error.message
            self._options.notice(
                f"Pages are taken as they come over HTTP, without a browser: {error.message} {error.hint}"
            )
        return Outcome(request, OutcomeKind.BROWSER_FAILED, error.message, url=request.url)
