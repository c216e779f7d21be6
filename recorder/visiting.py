"""One visit to one URL: fetched, read, and made ready for the store. What the page means for the run is decided
elsewhere.
"""

from dataclasses import dataclass

from recorder.background import Background
from recorder.fetching import FilledForm, Outcome, OutcomeKind, Page, Request, SiteFetcher
from recorder.reading import Reader, ReadPage
from store.pages import ERROR, SKIPPED, LinkRow, NewPage

_NOT_ASKED = {OutcomeKind.ROBOTS, OutcomeKind.OUT_OF_SCOPE, OutcomeKind.BAD_URL, OutcomeKind.NOT_HTML}


@dataclass(frozen=True)
class Visit:
    """What came of asking for `url`: the page as read, or why there is none."""

    url: str
    answer: Page | Outcome
    page: ReadPage | None

    @property
    def size(self) -> int:
        """In bytes; nothing where no page came."""
        return len(self.answer.body) if isinstance(self.answer, Page) else 0


class Visitor:
    """Fetches and reads. Reading is done in the background, so that neither the network nor a screen waits for it."""

    def __init__(self, fetcher: SiteFetcher, reader: Reader, background: Background) -> None:
        self._fetcher = fetcher
        self._reader = reader
        self._background = background

    @property
    def has_hands(self) -> bool:
        """Whether a browser may fill in forms."""
        return self._fetcher.has_hands

    async def visit(self, url: str) -> Visit:
        return await self.ask(Request(url))

    async def ask(self, request: Request) -> Visit:
        return await self._read(request.url, await self._fetcher.fetch(request))

    async def submit(self, filled: FilledForm) -> tuple[Visit, tuple[Request, ...]]:
        """The answer to a form that the browser fills in and sends; and what the page asked its site for."""
        submitted = await self._fetcher.submit(filled)
        return await self._read(filled.page.url, submitted.answer), submitted.sent

    async def _read(self, url: str, answer: Page | Outcome) -> Visit:
        if isinstance(answer, Outcome):
            return Visit(url, answer, None)
        return Visit(url, answer, await self.read(answer.url, answer.body, answer.content_type))

    async def read(self, url: str, body: bytes, content_type: str) -> ReadPage:
        return await self._background.run(self._reader.read, url, body, content_type)

    async def close(self) -> None:
        """Hang up and close the browser. The background is not its own."""
        await self._fetcher.close()


def link_rows(page: ReadPage | None) -> tuple[LinkRow, ...]:
    return tuple(LinkRow(link.url, link.place, link.text, link.kind) for link in page.links) if page else ()


def new_page(run_id: int, visit: Visit, role: str) -> NewPage:
    """The row of a visit: with `role` if it brought a page, else as what it failed with."""
    if visit.page is None or isinstance(visit.answer, Outcome):
        return _without_page(run_id, visit)
    answer, page = visit.answer, visit.page
    return NewPage(
        run_id=run_id,
        url=visit.url,
        role=role,
        title=page.title,
        final_url=page.url,
        http_status=answer.status,
        content_type=answer.content_type,
        encoding=page.encoding,
        rendered=answer.rendered,
        body=answer.body,
        fingerprint=page.fingerprint,
        text=page.text,
        etag=answer.header("etag") if answer.complete else None,
        last_modified=answer.header("last-modified") if answer.complete else None,
        seconds=answer.seconds,
    )


def _without_page(run_id: int, visit: Visit) -> NewPage:
    outcome = visit.answer
    assert isinstance(outcome, Outcome)  # what arrived was read, whatever it was
    return NewPage(
        run_id=run_id,
        url=visit.url,
        role=SKIPPED if outcome.kind in _NOT_ASKED else ERROR,
        final_url=outcome.url or visit.url,
        http_status=outcome.status,
        outcome=outcome.kind.value,
        reason=outcome.reason,
    )
