"""One form asked query after query: by the browser first, and over HTTP as soon as that is seen to give the same pages.

A browser takes a tenth of a second for what HTTP does in a few milliseconds; but only the browser knows what the
scripts of the page make of a form. Whether an answer is any good is not decided here.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from urllib.parse import quote, quote_plus, unquote_plus

from recorder.crawling.form_sender import filled_form
from recorder.fetching import OutcomeKind, Request
from recorder.forms.csrf_tokens import fresh_names
from recorder.forms.form import Form
from recorder.forms.submission import Query, Submission, encode, submission
from recorder.patterns.similarity.rtdm import Comparison
from recorder.probing.probe_fetcher import KeptPage, ProbeFetcher
from recorder.probing.search_ids import SearchId, search_ids, without_search_ids
from recorder.store.frontier import request_key
from recorder.visiting.page_reader import ReadPage

SAME = 0.7
"""Pages with the same links that are so similar, folded, are one page: a browser mends the tree (`tbody`), and scripts
add to it.
"""

SAME_LINKS = 0.9
TRIALS = 2
"""So many answers that list something are compared before one way is taken for all further queries."""

EMPTY_TRIALS = 6
"""So many where they list nothing: "nothing was found" looks the same whichever way a query went wrong."""

MOST_SILENT = 2
"""So many queries in a row that nobody answers, each after minutes of waiting, and the form is given up."""

MOST_FAILED = 8
"""So many queries without a single page, and the form is given up. A search may say "not found" of words it has not."""

_SILENCE = frozenset({OutcomeKind.TIMEOUT, OutcomeKind.UNREACHABLE, OutcomeKind.BROKEN_OFF, OutcomeKind.ENDLESS})


class ProbeWay(Enum):
    """How the form is sent."""

    UNDECIDED = "undecided"
    HTTP = "http"
    BROWSER = "browser"


@dataclass(frozen=True)
class ProbeReply:
    """What came back for a query."""

    query: Query
    kept: KeptPage

    @property
    def page(self) -> ReadPage | None:
        return self.kept.page

    def said(self, form: Form) -> frozenset[str]:
        """What the query said, as it may come again in addresses on the answer."""
        values = (value for number, _ in enumerate(form.fields) for value in self.query.sends(form, number))
        return frozenset(written for value in values if len(value) > 1 for written in _written(value, form.charset))


class ProbeSender:
    """Asks one form, as it stood on `form.url`."""

    def __init__(
        self, form: Form, fetcher: ProbeFetcher, comparison: Comparison, form_page: ReadPage | None = None
    ) -> None:
        self.form = form
        self.visits: tuple[Form, ...] = ()
        """Other visits of the same form, to tell what belongs to one visit."""
        self._fetcher = fetcher
        self._comparison = comparison
        self._form_page = form_page
        self._agreed = Fraction(0)
        self._differed = 0
        self._silent = self._failed = 0
        self._has_answered = False
        self._fresh: tuple[str, ...] | None = None

    @property
    def way(self) -> ProbeWay:
        if not self._fetcher.visitor.can_fill_forms or self._agreed >= 1:
            return ProbeWay.HTTP
        return ProbeWay.BROWSER if self._differed >= TRIALS else ProbeWay.UNDECIDED

    @property
    def is_hopeless(self) -> bool:
        """Whether nothing more is to be expected of it."""
        return self._silent >= MOST_SILENT or (self._failed >= MOST_FAILED and not self._has_answered)

    async def ask(self, queries: Sequence[Query]) -> list[ProbeReply]:
        """The answers, in the order of the queries; the last ones are not asked once it is hopeless."""
        if self._fresh is None:
            self._fresh = await self._what_is_fresh()
        replies: list[ProbeReply] = []
        waiting = list(queries)
        while waiting and self.way is ProbeWay.UNDECIDED and not self.is_hopeless:
            replies.append(self._noted(await self._try_both(waiting.pop(0))))
        if self.is_hopeless:
            return replies
        ask = self._by_browser if self.way is ProbeWay.BROWSER else self._over_http
        return replies + [self._noted(reply) for reply in await asyncio.gather(*map(ask, waiting))]

    def _noted(self, reply: ProbeReply) -> ProbeReply:
        if reply.page:
            self._silent, self._has_answered = 0, True
        elif reply.kept.outcome in _SILENCE:
            self._silent += 1
        else:
            self._failed += 1
        return reply

    async def _try_both(self, query: Query) -> ProbeReply:
        """By the browser and over HTTP. A browser that comes to no answer, or stays on the page of the form, as it does
        where a file is sent, says nothing against the other way.
        """
        shown = await self._by_browser(query)
        replayed = await self._over_http(query)
        if replayed.page is None:
            if shown.page is None or self._stands_still(shown.page):
                return replayed
        elif shown.page is None or self._same(shown.page, replayed.page):
            self._agreed += self._weight(replayed.page)
            return replayed
        self._differed += 1
        return shown

    def _weight(self, page: ReadPage) -> Fraction:
        """How much an answer that came both ways says for the faster one."""
        usual = _elsewhere(self._form_page) if self._form_page else set()
        return Fraction(1, TRIALS if _elsewhere(page) - usual else EMPTY_TRIALS)

    def _stands_still(self, page: ReadPage) -> bool:
        return self._form_page is not None and page.fingerprint == self._form_page.fingerprint

    def _same(self, one: ReadPage, other: ReadPage) -> bool:
        ours, theirs = map(_elsewhere, (one, other), search_ids([one.links, other.links]))
        alike = len(ours & theirs) >= SAME_LINKS * len(ours | theirs)
        return alike and self._comparison.at_least(one.tree, other.tree, SAME)

    async def _by_browser(self, query: Query) -> ProbeReply:
        key = self._key("BROWSER", query)
        kept = await self._fetcher.recalled(key)
        if kept is None:
            visit, sent = await self._fetcher.visitor.submit(filled_form(self.form, query))
            kept = await self._fetcher.keep(visit, key, what_asked(self.form, query, sent))
        return ProbeReply(query, kept)

    async def _over_http(self, query: Query) -> ProbeReply:
        key = self._key("HTTP", query)
        kept = await self._fetcher.recalled(key)
        if kept is not None:
            return ProbeReply(query, kept)
        planned = submission(await self.form_now(), query)
        if planned is None:
            nobody = Submission("BROWSER", self.form.url)
            reason = "only a script knows where this form is sent"
            return ProbeReply(query, KeptPage(0, self.form.url, None, 0, "", 0.0, False, reason, nobody))
        return ProbeReply(query, await self._fetcher.ask(planned, key))

    async def _what_is_fresh(self) -> tuple[str, ...]:
        """The hidden fields that belong to one visit, by looking at the form a second time."""
        if any(field.kind == "hidden" for field in self.form.fields):
            again = await self._visited()
            self.visits = (*self.visits, *([again] if again else []))
        return fresh_names(self.form, self.visits)

    async def form_now(self) -> Form:
        """The form with what belongs to this visit of its page; as it is where nothing does."""
        return (await self._visited() if self._fresh else None) or self.form

    async def _visited(self) -> Form | None:
        visit = await self._fetcher.visitor.visit(self.form.url)
        found = visit.page.forms if visit.page else ()
        return next((form for form in found if form.signature == self.form.signature), None)

    def _key(self, way: str, query: Query) -> str:
        return request_key(self.form.url, way, f"{self.form.signature} {query.filled} {query.button}")


def _elsewhere(page: ReadPage, known: Collection[SearchId] = ()) -> set[str]:
    """Where a page leads, but for its tickets. Links to its own address repeat the query, and each way writes that a
    little otherwise.
    """
    own = page.url.partition("?")[0]
    return {without_search_ids(link.url, known) for link in page.links if not link.url.startswith(own)}


def _written(value: str, charset: str) -> tuple[str, ...]:
    """As a site may write it into an address: in UTF-8, or as the form sends it."""
    sent = encode(value, charset)
    return value, quote(value), quote_plus(value), quote(sent), quote_plus(sent)


def what_asked(form: Form, query: Query, sent: Sequence[Request]) -> Submission:
    """Of all that a page asked its site for, the request that told the query: the last one with all that was typed in
    it, or else the last.
    """
    typed = [value for number, values in query.filled if form.fields[number].is_typed for value in values if value]
    telling = [request for request in sent if all(value in _said_in(request) for value in typed)] or sent
    if not telling:
        return Submission("BROWSER", form.url)
    last = telling[-1]
    return Submission(last.method, last.url, last.body, last.content_type)


def _said_in(request: Request) -> str:
    return unquote_plus(f"{request.url} {(request.body or b'').decode('utf-8', 'replace')}")
