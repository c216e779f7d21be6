"""The fetcher of a site, by the person's choices: over HTTP or in a browser, with retries."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from recorder.fetching.answers import Fetcher, Outcome, OutcomeKind, Page, Request
from recorder.fetching.cookies import Cookie
from recorder.fetching.form_filling import FilledForm, Submitted
from recorder.fetching.http_client import HttpClient
from recorder.fetching.http_fetcher import HttpFetcher
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.politeness import Politeness
from recorder.fetching.scope import Scope
from recorder.fetching.statuses import BUSY, PASSING, address_of
from recorder.patterns.pages.sitemaps import USUAL
from recorder.patterns.urls.url import normalise
from recorder.runtime.errors import BrowserError

if TYPE_CHECKING:
    from recorder.fetching.browser_fetcher import BrowserFetcher

_MOST_SITEMAPS = 100
"""Most sitemaps of one robots.txt that are looked at: each is a request before anything else is."""
_MAY_PASS = frozenset({OutcomeKind.BROKEN_OFF, OutcomeKind.UNREACHABLE, OutcomeKind.BUSY, OutcomeKind.BROWSER_FAILED})
_UNGUARDED = (
    "Proxies look up the names of servers: nothing keeps the site from leading into the network around them (--proxy)."
)
# A submitted form may have arrived although its answer did not: only these say that it was not handled.
_NOT_HANDLED = frozenset({OutcomeKind.UNREACHABLE, OutcomeKind.BUSY})


class SiteFetcher:
    """Pages over HTTP or in a browser, and forms filled in by a browser, with one throttle for each host and the same
    cookies. The browser is started when it is needed first: replaying over HTTP must never load Playwright. Which pages
    need it is decided by the caller.
    """

    def __init__(self, options: FetchOptions, scope: Scope | None = None) -> None:
        self._options = options
        self._scope = scope
        if options.proxy:
            options.notice(_UNGUARDED)
        self._client = HttpClient(options, scope)
        self._politeness = Politeness(options, self._client, scope)
        self._browser: BrowserFetcher | None = None
        self._no_browser = ""
        self._over_http = HttpFetcher(
            options, self._client, self._politeness, documents=scope is not None and scope.documents
        )

    @property
    def cookies(self) -> frozenset[Cookie]:
        """Those of the run as they are now."""
        return self._client.cookies.all()

    @property
    def has_browser(self) -> bool:
        """Whether pages may be shown, and forms filled in, by a browser."""
        return self._options.render is not Render.NEVER and not self._no_browser

    @property
    def has_choice(self) -> bool:
        """Whether there are two ways to a page."""
        return self._options.render is Render.AUTO and self.has_browser

    async def fetch(self, request: Request) -> Page | Outcome:
        """A page, or why there is none: over HTTP, unless everything is to be rendered. No browser shows a sitemap."""
        if self._options.render is Render.ALWAYS:
            shown = await self.render(request)
            is_file = isinstance(shown, Outcome) and shown.kind is OutcomeKind.NOT_HTML
            return await self._retried(self._over_http, request) if is_file else shown
        return await self._retried(self._over_http, request)

    async def render(self, request: Request) -> Page | Outcome:
        """A page as a browser shows it, or why there is none. Without any browser, where there is a choice, that is
        told once, and then there is none.
        """
        try:
            return await self._retried(self._in_browser(), request)
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

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """Where the server of a page says that its sitemaps are; if it says nothing, where they usually are."""
        named = await self._politeness.sitemaps(address_of(url))
        read = dict.fromkeys(filter(None, (normalise(each, url) for each in named or (USUAL,))))
        found = tuple(each for each in read if self._scope is None or self._scope.contains(each))
        if len(found) > _MOST_SITEMAPS:
            self._options.notice(f"robots.txt names {len(found):,} sitemaps: the first {_MOST_SITEMAPS} are looked at.")
        return found[:_MOST_SITEMAPS]

    def bars(self, url: str) -> bool:
        return self._politeness.bars(address_of(url))

    async def close(self) -> None:
        """Hang up, and close the browser if there is one."""
        try:
            if self._browser is not None:
                await self._browser.close()
        finally:
            await self._client.close()

    async def _retried(self, fetcher: Fetcher, request: Request) -> Page | Outcome:
        """Tries again what may pass, a bounded number of times and ever more slowly; never what will not."""
        result = await fetcher.fetch(request)
        for attempt in range(1, self._options.attempts):
            if not self._worth_another(request, result, attempt):
                break
            if isinstance(result, Outcome):  # `Retry-After` is waited for by the host's throttle
                backoff = self._options.backoff * (1 << attempt - 1)
                await self._options.clock.sleep(backoff * random.uniform(0.75, 1.25))
            result = await fetcher.fetch(request)
        return result

    def _worth_another(self, request: Request, result: Page | Outcome, attempt: int) -> bool:
        if isinstance(result, Page):
            # Once more for a page cut short; a server that always announces a wrong length is then believed.
            return not result.complete and attempt == 1 and request.method == "GET"
        if result.retry_after is not None and result.retry_after > self._options.patience:
            return False
        if request.method != "GET":
            return result.kind in _NOT_HANDLED
        if result.kind is OutcomeKind.TIMEOUT:
            # Each try costs the whole time allowed.
            return attempt == 1
        return result.kind in _MAY_PASS or result.status in PASSING | BUSY

    def _in_browser(self) -> BrowserFetcher:
        if self._browser is None:
            from recorder.fetching.browser_fetcher import BrowserFetcher

            self._browser = BrowserFetcher(self._options, self._client, self._politeness)
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
