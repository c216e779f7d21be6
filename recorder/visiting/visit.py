"""One visit to one URL: what it brought, and what it comes to in the store. Fetches nothing."""

from dataclasses import dataclass
from functools import cached_property

from recorder.fetching.answers import Outcome, OutcomeKind, Page
from recorder.fetching.statuses import NOTHING_FOUND
from recorder.patterns.pages.links import Link
from recorder.store.page import ERROR, OTHER, SKIPPED, LinkRow, NewPage, StoredPage
from recorder.store.pages import Pages
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.render_comparison import Useful, Version
from recorder.visiting.render_evidence import PageKind, RenderEvidence, cell_of

_NOT_ASKED = {OutcomeKind.ROBOTS, OutcomeKind.OUT_OF_SCOPE, OutcomeKind.BAD_URL, OutcomeKind.NOT_HTML}
_NOT_ASKED |= {OutcomeKind.KEPT_AWAY_FROM}


@dataclass(frozen=True)
class Visit:
    """What a request for `url` brought: the page as read, or why there is none; and the evidence, if it was fetched
    both ways. `useful`: what its links are good for.
    """

    url: str
    answer: Page | Outcome
    page: ReadPage | None
    evidence: RenderEvidence | None = None
    useful: Useful | None = None
    answers: bool = False
    """Whether it is the answer to a form, or a mere try: then "not found" is said of what was asked."""

    @property
    def finds_nothing(self) -> bool:
        """Whether the answer says by its status that there is no hit, or that a try was in vain."""
        return self.answers and isinstance(self.answer, Outcome) and self.answer.status in NOTHING_FOUND

    @property
    def size(self) -> int:
        """In bytes; nothing where no page came."""
        return len(self.answer.body) if isinstance(self.answer, Page) else 0

    @cached_property
    def version(self) -> Version | None:
        return Version.of(self.page, self.answer) if self.page and isinstance(self.answer, Page) else None

    @cached_property
    def kind(self) -> PageKind | None:
        """The kind of a page that came over HTTP and was not compared; of others it is known, or does not matter."""
        if self.page is None or self.evidence is not None or (isinstance(self.answer, Page) and self.answer.rendered):
            return None
        return PageKind(cell_of(self.url), self.page.traits)


def evidence_of(stored: StoredPage) -> RenderEvidence | None:
    """What comparing a stored page came to, if it was compared."""
    return RenderEvidence.from_json(stored.url, stored.compared) if stored.compared else None


def stored_links(pages: Pages, page_id: int) -> tuple[Link, ...]:
    """The links of a stored page, as they were read."""
    return tuple(map(Link._make, pages.links(page_id)))


def new_page(run_id: int, visit: Visit, role: str, *, with_links: bool = True) -> NewPage:
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
        structure=page.structure,
        text=page.text,
        etag=answer.header("etag") if answer.complete else None,
        last_modified=answer.header("last-modified") if answer.complete else None,
        seconds=answer.seconds,
        compared=visit.evidence.as_json() if visit.evidence else None,
        links=tuple(map(LinkRow._make, page.links)) if with_links else (),
    )


def _without_page(run_id: int, visit: Visit) -> NewPage:
    outcome = visit.answer
    assert isinstance(outcome, Outcome)  # what arrived was read, whatever it was
    role = OTHER if visit.finds_nothing else SKIPPED if outcome.kind in _NOT_ASKED else ERROR
    return NewPage(
        run_id=run_id,
        url=visit.url,
        role=role,
        final_url=outcome.url or visit.url,
        http_status=outcome.status,
        outcome=outcome.kind.value,
        reason=outcome.reason,
    )
