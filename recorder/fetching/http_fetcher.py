"""Pages over plain HTTP: redirects followed hop by hop, each asked for politely, bodies capped, only HTML and
sitemaps downloaded.

Never loads the browser. Does not retry: see `site_fetcher`.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from http import HTTPStatus

from recorder.fetching.answers import FetchError, Headers, Outcome, OutcomeKind, Page, Request, header
from recorder.fetching.content import read_page
from recorder.fetching.http_cache import CachedPage, HttpCache
from recorder.fetching.http_client import HttpClient
from recorder.fetching.options import FetchOptions
from recorder.fetching.pdf_pages import as_page as as_page_of_text
from recorder.fetching.pdf_pages import is_pdf
from recorder.fetching.politeness import Politeness
from recorder.fetching.statuses import REDIRECTS, RedirectTrail, address_of, raise_for_status
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import sent_on
from recorder.patterns.pages.sitemaps import as_page, is_sitemap, unpacked
from recorder.patterns.urls.url import normalise

HTML = "text/html"
_NOT_MODIFIED = 304
_BEGINNING = 4096
"""What only sends on says so near its beginning, for it has nothing else to say. The rest may be a bomb: it is for the
reader's process.
"""
_CONDITION_REFUSED = frozenset({304, 400, 412})  # 304 after a redirect: nothing was said about that address


class HttpFetcher:
    def __init__(
        self, options: FetchOptions, client: HttpClient, politeness: Politeness, *, documents: bool = False
    ) -> None:
        """`documents`: PDFs are read, too, one at a time."""
        self._options = options
        self._documents = documents
        self._one_document = asyncio.Lock()
        self._client = client
        self._politeness = politeness
        self._cache = HttpCache(options.recall)

    async def fetch(self, request: Request) -> Page | Outcome:
        """The page; the stored copy of it where the site says that it has not changed."""
        copy = None if request.session else self._cache.of(request)
        if copy is None:
            return await self._fetch(request)
        answer = await self._fetch(replace(request, headers=copy.conditions))
        if isinstance(answer, Page) and answer.status == _NOT_MODIFIED:
            return await self._unchanged(request, copy, answer.headers)
        if _is_due_to_the_condition(answer):
            return await self._fetch(request)
        return replace(answer, request=request)

    async def _unchanged(self, request: Request, copy: CachedPage, said: Headers) -> Page | Outcome:
        started, body = time.monotonic(), copy.load() if copy.is_meant_by(said) else None
        if body is None:
            return await self._fetch(request)
        if self._cache.is_to_be_checked():
            sent = await self._fetch(request)
            if isinstance(sent, Page) and sent.complete:
                self._compare(sent, body)
                return sent
        return _page(RedirectTrail(request, 0), _NOT_MODIFIED, copy.freshened(said), body, started)

    def _compare(self, sent: Page, body: bytes) -> None:
        if sent.body == body or _words(sent, sent.body) == _words(sent, body):
            self._cache.found_honest()
        elif self._cache.found_lying():
            self._options.notice(f"{sent.url} was called not modified and had changed: from now on all is fetched.")

    async def _fetch(self, request: Request) -> Page | Outcome:
        started = time.monotonic()
        trail = RedirectTrail(request, self._options.max_redirects)
        try:
            while True:
                page = await self._step(trail, started)
                if page is not None:
                    return page
        except FetchError as error:
            return error.outcome(request, trail.hops)

    async def close(self) -> None:
        await self._client.close()

    async def _step(self, trail: RedirectTrail, started: float) -> Page | None:
        """One request of the trail: the page, or None when it leads on."""
        request = trail.current
        address = address_of(request.url)
        await self._politeness.admit(address)
        async with self._politeness.turn(address) as turn, self._client.ask(request, address) as reply:
            turn.heard(reply.status, reply.headers)
            location = header(reply.headers, "Location")
            if reply.status in REDIRECTS and location:
                trail.follow(reply.status, location)
                return None
            if reply.status == _NOT_MODIFIED and request.headers and not trail.hops:
                return _page(trail, reply.status, reply.headers, b"", started)
            raise_for_status(reply.status, reply.headers, reply.reason)
            body = await read_page(reply, self._options.max_body, documents=self._documents)
            page = _page(trail, reply.status, reply.headers, body, started, complete=reply.complete)
        if (beyond := _sent_on(page)) is not None:
            trail.follow(HTTPStatus.SEE_OTHER, beyond)
            return None
        if is_pdf(body):
            if not page.complete:
                raise FetchError(OutcomeKind.BROKEN_OFF, "the PDF broke off", status=page.status)
            async with self._one_document:
                return replace(page, body=await as_page_of_text(body), content_type=HTML)
        return self._as_page(page) if is_sitemap(body) else page

    def _as_page(self, sitemap: Page) -> Page:
        most = self._options.max_body
        listed = unpacked(sitemap.body, most + 1)
        if len(listed) > most:
            reason = f"the sitemap is larger than {most:,} bytes"
            raise FetchError(OutcomeKind.TOO_LARGE, reason, status=sitemap.status)
        return replace(sitemap, body=as_page(listed), content_type=HTML)


def _sent_on(page: Page) -> str | None:
    """Where a page sends its readers at once, if that is another page."""
    beginning = page.body[:_BEGINNING]
    if b"refresh" not in beginning.lower():
        return None
    beyond = sent_on(Document.parse(beginning, content_type=page.content_type, url=page.url))
    return beyond if beyond != page.url else None


def _words(page: Page, body: bytes) -> str:
    """What a reader would call the same page: tokens and session numbers are others in every answer."""
    document = Document.parse(body, content_type=page.content_type)
    return f"{document.title}\n{document.text}"


def _is_due_to_the_condition(answer: Page | Outcome) -> bool:
    """Whether it may all be well without the condition: some servers refuse it, some send a body with their 304."""
    if isinstance(answer, Page):
        return False
    return answer.status in _CONDITION_REFUSED or answer.kind is OutcomeKind.BROKEN_OFF


def _page(
    trail: RedirectTrail, status: int, headers: Headers, body: bytes, started: float, *, complete: bool = True
) -> Page:
    return Page(
        request=trail.request,
        url=normalise(trail.current.url, named="#" in trail.request.url) or trail.current.url,
        status=status,
        content_type=header(headers, "Content-Type") or "",
        headers=headers,
        body=body,
        redirects=trail.hops,
        rendered=False,
        seconds=time.monotonic() - started,
        complete=complete,
    )
