"""One form sent query after query: by the browser first, and over HTTP as soon as that is seen to give the same pages.

A browser takes a hundred times as long; but only the browser knows what the scripts of the page make of a form. A form
that scripts send otherwise than it says is replayed over HTTP by what the browser was seen to send, where that brings
the same answers. Does not judge the answers.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from urllib.parse import quote, quote_plus, unquote_plus

from recorder.fetching.answers import OutcomeKind, Request
from recorder.forms.csrf_tokens import fresh_names, fresh_values, renewed
from recorder.forms.form import Form
from recorder.forms.generic_request import expand, values_of
from recorder.forms.observed import Sent, observed_step
from recorder.forms.submission import Query, Submission, submission
from recorder.patterns.navigation.pattern import FormStep
from recorder.patterns.pages.encoder import encode
from recorder.patterns.similarity.rtdm import Comparison
from recorder.probing.probe_fetcher import KeptPage, ProbeFetcher
from recorder.probing.search_ids import SearchId, search_ids, without_search_ids
from recorder.store.frontier import request_key
from recorder.visiting.form_sender import filled_form
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.render_choice import FetchMode
from recorder.visiting.visit import Visit

SAME = 0.7
"""Least similarity of the folded trees of one page with the same links: a browser repairs the tree (`tbody`), and
scripts add to it.
"""

SAME_LINKS = 0.9
"""Least share of the links of two pages that both must have to be one page."""

TRIALS = 2
"""Answers that list something and are compared before one way is taken for all further queries."""

EMPTY_TRIALS = 6
"""The same for answers that list nothing: "nothing was found" looks the same whichever way a query went wrong."""

MOST_SILENT = 2
"""Queries in a row without an answer, each after minutes of waiting, that end the probing of a form."""

MOST_FAILED = 8
"""The same for queries that fail, from the first on."""

_NOT_THERE = frozenset({OutcomeKind.NOT_FOUND, OutcomeKind.GONE})
"""What a search may say of words it has not."""

_SILENCE = frozenset({OutcomeKind.TIMEOUT, OutcomeKind.UNREACHABLE, OutcomeKind.BROKEN_OFF, OutcomeKind.ENDLESS})


@dataclass(frozen=True)
class ProbeReply:
    """What came back for a query."""

    query: Query
    kept: KeptPage
    session: str = ""
    """The session it was asked in, if it needed one of its own."""

    @property
    def page(self) -> ReadPage | None:
        return self.kept.page

    def said(self, form: Form) -> frozenset[str]:
        """The values of the query, as they may come again in addresses on the answer."""
        values = (value for number, _ in enumerate(form.fields) for value in self.query.sends(form, number))
        return frozenset(written for value in values if len(value) > 1 for written in _written(value, form.charset))


class ProbeSender:
    """Sends one form, as it stood on `form.url`."""

    def __init__(
        self, form: Form, fetcher: ProbeFetcher, comparison: Comparison, form_page: ReadPage | None = None
    ) -> None:
        self.form = form
        self.visits: tuple[Form, ...] = ()
        """Other visits of the same form, to tell CSRF tokens from constants."""
        self._fetcher = fetcher
        self._comparison = comparison
        self._form_page = form_page
        self._agreed = Fraction(0)
        self._differed = 0
        self._silent = self._failed = 0
        self._has_answered = False
        self.apart = False
        """Whether each query is sent in a session of its own: the addresses of the answers forget it."""
        self._forgets = False
        self._fresh: tuple[str, ...] | None = None

    @property
    def mode(self) -> FetchMode | None:
        """How the form is sent; None while that is to be found out."""
        if not self._fetcher.visitor.can_fill_forms or self._agreed >= 1:
            return FetchMode.HTTP
        return FetchMode.BROWSER if self._differed >= TRIALS else None

    @property
    def is_hopeless(self) -> bool:
        """Whether no more answers are to be expected."""
        return self._silent >= MOST_SILENT or (self._failed >= MOST_FAILED and not self._has_answered)

    async def send(self, queries: Sequence[Query]) -> list[ProbeReply]:
        """The answers, in the order of the queries; the last ones are not sent once it is hopeless."""
        if self._fresh is None:
            self._fresh = await self._fresh_names()
        replies: list[ProbeReply] = []
        waiting = list(queries)
        while waiting and self.mode is None and not self.is_hopeless:
            replies.append(self._counted(await self._try_both(waiting.pop(0))))
        if self.is_hopeless:
            return replies
        self._forgets = self._forgets or self._are_forgotten(replies)
        if self.mode is FetchMode.BROWSER and self._forgets:  # all pages of the browser are of one session
            return replies + [self._counted(await self._by_browser(query)) for query in waiting]
        send = self._by_browser if self.mode is FetchMode.BROWSER else self._over_http
        replies += [self._counted(reply) for reply in await asyncio.gather(*map(send, waiting))]
        if self.mode is FetchMode.HTTP and not self.apart and self._are_forgotten(replies):
            self.apart = True
            return list(await asyncio.gather(*map(self._over_http, queries)))
        return replies

    def _are_forgotten(self, replies: Sequence[ProbeReply]) -> bool:
        """Whether different queries were sent on to one address: what it shows is what this visitor asked last."""
        pages = [(reply.page.url, reply) for reply in replies if reply.page and reply.kept.asked.method == "POST"]
        sent_on = Counter(url for url, reply in pages if url != reply.kept.asked.url)
        return any(count > 1 for count in sent_on.values())

    async def replayed(
        self, step: FormStep, replies: Sequence[ProbeReply], good: Collection[Query], template: Collection[str]
    ) -> tuple[FormStep, Sequence[ProbeReply]]:
        """A step of the browser over HTTP, with the answers it gives that way; both as they are where the answers
        differ. `template` are the links that have nothing to do with the query.
        """
        wanted = [reply for reply in replies if reply.query in good]
        observed = observed_step(step, self.form, [Sent(reply.query, reply.kept.asked) for reply in wanted])
        if observed is None:
            return step, replies
        again: dict[Query, ProbeReply] = {}
        for number, reply in enumerate(wanted):
            again[reply.query] = await self._replay(observed, reply.query)
            if number < TRIALS and not self._lists_the_same(reply.page, again[reply.query].page, template):
                return step, replies
        return observed, [again.get(reply.query, reply) for reply in replies]

    def _counted(self, reply: ProbeReply) -> ProbeReply:
        if reply.page:
            self._silent, self._has_answered = 0, True
        elif reply.kept.outcome in _SILENCE:
            self._silent += 1
        elif reply.kept.outcome not in _NOT_THERE:
            self._failed += 1
        return reply

    async def _try_both(self, query: Query) -> ProbeReply:
        """By the browser and over HTTP. A browser that comes to no answer, or stays on the page of the form, as it does
        where a file is sent, says nothing against the other way.
        """
        shown = await self._by_browser(query)
        replayed = await self._over_http(query)
        if replayed.page is None:
            if shown.page is None or self._is_form_page(shown.page):
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

    def _is_form_page(self, page: ReadPage) -> bool:
        return self._form_page is not None and page.fingerprint == self._form_page.fingerprint

    def _same(self, one: ReadPage, other: ReadPage) -> bool:
        ours, theirs = map(_elsewhere, (one, other), search_ids([one.links, other.links]))
        return _are_alike(ours, theirs) and self._comparison.at_least(one.tree, other.tree, SAME)

    def _lists_the_same(self, shown: ReadPage | None, replayed: ReadPage | None, template: Collection[str]) -> bool:
        """Whether both list the same, wherever on the page; where nothing is listed, whether both are one page."""
        if shown is None or replayed is None:
            return False
        known = search_ids([shown.links, replayed.links])
        ours, theirs = (_elsewhere(page, ids, template) for page, ids in zip((shown, replayed), known, strict=True))
        if ours or theirs:
            return _are_alike(ours, theirs)
        return self._comparison.at_least(shown.tree, replayed.tree, SAME)

    async def _by_browser(self, query: Query) -> ProbeReply:
        key = self._key("BROWSER", query)
        kept = await self._fetcher.recalled(key)
        if kept is None:
            visit, sent = await self._fetcher.visitor.submit(filled_form(self.form, query))
            kept = await self._fetcher.keep(visit, key, telling_request(self.form, query, sent, _shown(visit)))
        return ProbeReply(query, kept)

    async def _over_http(self, query: Query) -> ProbeReply:
        key = self._key("HTTP APART" if self.apart else "HTTP", query)
        session = key if self.apart else ""
        kept = await self._fetcher.recalled(key)
        if kept is not None:
            return ProbeReply(query, kept, session)
        planned = submission(await self.form_now(session), query)
        if planned is None:
            unsent = Submission("BROWSER", self.form.url)
            return ProbeReply(query, KeptPage(0, unsent, reason="only a script knows where this form is sent"))
        return ProbeReply(query, await self._fetcher.send(planned, key, session), session)

    async def _replay(self, step: FormStep, query: Query) -> ProbeReply:
        fresh = fresh_values(step, await self.form_now()) if step.fresh else {}
        planned = expand(step, values_of(step, self.form, query), fresh)
        return ProbeReply(query, await self._fetcher.send(planned, self._key("HTTP REPLAY", query)))

    async def _fresh_names(self) -> tuple[str, ...]:
        """The hidden fields that belong to one visit, by looking at the form a second time."""
        if any(field.kind == "hidden" for field in self.form.fields):
            again = await self._visited()
            self.visits = (*self.visits, *([again] if again else []))
        return fresh_names(self.form, self.visits)

    async def form_now(self, session: str = "") -> Form:
        """The form with the tokens of a new visit, if it has any."""
        return (await self._visited(session) if self._fresh or session else None) or self.form

    async def _visited(self, session: str = "") -> Form | None:
        visitor, url = self._fetcher.visitor, self.form.url
        visit = await (visitor.ask(Request(url, session=session)) if session else visitor.visit(url))
        return renewed(self.form, visit.page.forms) if visit.page else None

    def _key(self, way: str, query: Query) -> str:
        return request_key(self.form.url, way, f"{self.form.signature} {query.filled} {query.button}")


def _elsewhere(page: ReadPage, known: Collection[SearchId] = (), template: Collection[str] = ()) -> set[str]:
    """Where a page leads, without its search ids. Links to its own address are left out: they repeat the query, and
    each way writes that a little otherwise.
    """
    own = page.url.partition("?")[0]
    urls = (link.url for link in page.links if link.url not in template)
    return {without_search_ids(url, known) for url in urls if not url.startswith(own)}


def _are_alike(ours: set[str], theirs: set[str]) -> bool:
    return len(ours & theirs) >= SAME_LINKS * len(ours | theirs)


def _written(value: str, charset: str) -> tuple[str, ...]:
    """A value as a site may write it into an address: in UTF-8, or as the form sends it."""
    sent = encode(value, charset)
    return value, quote(value), quote_plus(value), quote(sent), quote_plus(sent)


def _shown(visit: Visit) -> str:
    return visit.page.url if visit.page else ""


def telling_request(form: Form, query: Query, sent: Sequence[Request], shown: str = "") -> Submission:
    """Of the requests of a page, the one that told the site the query: the last one with all typed values in it, or
    else the last. Where scripts wrote the query into the address that is `shown`, as applications of one page do, this
    leads a person there again.
    """
    typed = [value for number, values in query.filled if form.fields[number].is_typed for value in values if value]
    written = bool(typed) and all(value in unquote_plus(shown) for value in typed)
    if written and shown != form.url and shown not in {request.url for request in sent}:
        return Submission("GET", shown)
    telling = [request for request in sent if all(value in _said_in(request) for value in typed)] or sent
    if not telling:
        return Submission("BROWSER", form.url)
    last = telling[-1]
    return Submission(last.method, last.url, last.body, last.content_type)


def _said_in(request: Request) -> str:
    return unquote_plus(f"{request.url} {(request.body or b'').decode('utf-8', 'replace')}")
