"""Probing one form: queries by plan, answers by the browser or over HTTP, their analysis, and what comes of it: a form
step with the paths behind it, or the reason why there is none, in words that a person can check on the site.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from recorder.forms.form import Form
from recorder.forms.generic_request import fold
from recorder.forms.informativeness import Answer
from recorder.forms.plan import BUDGET, QueryPlan
from recorder.forms.ranking import largest
from recorder.forms.submission import Query, Values, submission
from recorder.forms.turning import turns_of
from recorder.mapping.site_view import SiteView
from recorder.patterns.navigation.pattern import FormStep, LinkStep, Path
from recorder.patterns.pages.links import Link
from recorder.patterns.similarity.rtdm import Comparison
from recorder.probing.analysis import LOOKED_INTO, Analyst, turning_links
from recorder.probing.form_paths import (
    Answered,
    FurtherPage,
    PaginatedAnswer,
    asks_the_same,
    pagination_kind,
    pagination_kinds,
    paths_behind,
)
from recorder.probing.probe_fetcher import ProbeFetcher
from recorder.probing.probe_sender import ProbeReply, ProbeSender
from recorder.probing.search_ids import search_ids
from recorder.runtime.events import Activity, Listener, ProbesAnswered
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Stop
from recorder.store.frontier import request_key
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.render_choice import FetchMode

ALIKE = 0.8
"""Least similarity of the folded pages of one answer: a further page only lists other targets."""

_FIRST = "1"
"""What links to the first page of an answer say, often at another address than that of the answer."""

TURNED = 3
"""Most further pages of an answer that are looked at where forms lead to them: as many as answers."""

ALWAYS_THE_SAME = "its answer is always the same, whatever is asked"


@dataclass(frozen=True)
class Probed:
    """What the trial submissions of a form came to."""

    form: Form
    step: FormStep | None
    """None where no answer led to targets."""
    paths: tuple[Path, ...]
    replies: tuple[ProbeReply, ...] = ()
    answers: tuple[Answer, ...] = ()
    in_browser: bool = False
    remark: str = ""
    """Why no answer led to targets, or what is odd about the answers."""


@dataclass
class Prober:
    """Probes forms of one site."""

    site: SiteView
    fetcher: ProbeFetcher
    stop: Stop
    listen: Listener
    comparison: Comparison = field(default_factory=Comparison)

    async def probe(
        self,
        form: Form,
        terms: Sequence[str],
        budget: int = BUDGET,
        visits: Iterable[Form] = (),
        by_hand: Mapping[int, Values] | None = None,
    ) -> Probed:
        """Send queries until enough is known, the budget is spent, or a stop is requested."""
        page = (await self.fetcher.page(form.url)).page
        analyst = Analyst(self.site, self.fetcher, form, page, await self.site.page_class())
        sender = ProbeSender(form, self.fetcher, self.comparison, page)
        sender.visits = tuple(visits)
        plan = QueryPlan(form, terms, budget=budget, by_hand=by_hand or {})
        replies: list[ProbeReply] = []
        while not (self.stop.requested or sender.is_hopeless) and (batch := plan.next_batch()):
            replies += await self.stop.unless_pressing(sender.send(batch))
            plan.learn(await analyst.answers(replies))
            self.listen(Activity(f"probing {form.action or form.url}: {many(len(replies), 'query', 'queries')} sent"))
            hits = sum(answer.good is True for answer in plan.answers)
            self.listen(ProbesAnswered(form.action or form.url, len(replies), hits))
        probed = await self._sum_up(sender, plan, replies, analyst)
        if probed.paths:
            asks_nothing = probed.step is not None and not probed.step.parameters
            return replace(probed, remark=ALWAYS_THE_SAME) if asks_nothing else probed
        why = failure_reason(replies, page, analyst.template(replies))
        return replace(probed, remark=f"{why}; given up" if sender.is_hopeless else why)

    async def _sum_up(
        self, sender: ProbeSender, plan: QueryPlan, replies: Sequence[ProbeReply], analyst: Analyst
    ) -> Probed:
        form, answers = sender.form, plan.answers
        step = fold(form, answers, plan.effects, sender.visits, in_browser=sender.mode is FetchMode.BROWSER)
        if step is None:
            return Probed(form, None, (), tuple(replies), answers, sender.mode is FetchMode.BROWSER)
        if step.in_browser:
            good = {answer.query for answer in answers if answer.good}
            step, replies = await sender.replayed(step, replies, good, analyst.template(replies))
        step = replace(step, apart=sender.apart and not step.in_browser)
        probed = Probed(form, step, (), tuple(replies), answers, step.in_browser)
        return replace(probed, paths=await self._paths(probed, step, analyst))

    async def _paths(self, probed: Probed, step: FormStep, analyst: Analyst) -> tuple[Path, ...]:
        template = analyst.template(probed.replies)
        good = {answer.query for answer in probed.answers if answer.good}
        fruitful = largest([reply for reply in probed.replies if reply.query in good], _size, share=1.0)
        lists = [reply for reply in fruitful if reply.page and not analyst.is_target(reply, template)]
        asked = _asked(probed.form, lists)
        # The smallest besides: most likely all of its pages are looked at.
        looked_into = dict.fromkeys((*lists[:LOOKED_INTO], *lists[-1:]))
        further = await self._further({reply: asked[reply] for reply in looked_into}, analyst, template)
        answered: list[Answered] = []
        read: list[ReadPage] = []
        for reply in lists:
            assert reply.page is not None  # a list is a page
            self.site.add_answer(reply.kept.page_id, reply.page)
            more = further.get(reply, {})
            turned = await self._turned(probed.form, reply) if reply in looked_into else ()
            answered.append(
                Answered(analyst.links(reply.page), asked[reply], frozenset(more), template, reply.page.url)
            )
            answered += [Answered(analyst.links(page), asked[reply]) for page in (*more.values(), *turned)]
            read += [reply.page, *more.values(), *turned]
        targets = frozenset[str]().union(*(analyst.target_links(page, template) for page in read))
        usual = [url for url in template if self.site.is_target(url)]
        paths = paths_behind(step, answered, targets, usual, self.site.targets())
        if not paths and len(lists) < len(fruitful):
            return (Path((step,), len(good), len(good)),)
        lasts = {last for path in paths if isinstance(last := path.steps[-1], LinkStep)}
        self.site.listed |= {url for url in targets if any(last.matches(url) for last in lasts)}
        return tuple(paths)

    async def _further(
        self, lists: Mapping[ProbeReply, frozenset[str]], analyst: Analyst, template: frozenset[str]
    ) -> dict[ProbeReply, dict[str, ReadPage]]:
        """The further pages of each answer: at an address that asks the same, or where a link says that it turns the
        page; built like it, and listing other targets in the place where it lists most of them.
        """
        found = {reply: await self._continuations(reply, asked, analyst, template) for reply, asked in lists.items()}
        continuing = pagination_kinds(
            [_paginated(reply, lists[reply], pages, analyst, template) for reply, pages in found.items()]
        )
        return {
            reply: {url: page for url, page in pages.items() if pagination_kind(url, lists[reply]) in continuing}
            for reply, pages in found.items()
        }

    async def _turned(self, form: Form, reply: ProbeReply) -> list[ReadPage]:
        """The first few further pages of an answer that forms on it lead to. Crawls find these forms by themselves."""
        assert reply.page is not None  # only lists are looked into
        asked = reply.kept.asked
        ways = turns_of(reply.page.forms, reply.query.says(form), (asked.method, asked.url.partition("?")[0]))
        found = []
        for way in ways[:TURNED]:
            planned = submission(way.form, Query(()))
            if planned is not None:
                key = request_key(planned.url, f"TURN {planned.method}", f"{way.page}{reply.session}")
                kept = await self.fetcher.send(planned, key, reply.session)
                if kept.page is not None:
                    self.site.add_answer(kept.page_id, kept.page)
                    found.append(kept.page)
        return found

    async def _continuations(
        self, reply: ProbeReply, asked: frozenset[str], analyst: Analyst, template: frozenset[str]
    ) -> dict[str, ReadPage]:
        assert reply.page is not None  # only lists are looked into
        await analyst.look_further(reply, template)
        linked = {link.url for link in reply.page.links if link.url not in template}
        places = analyst.target_places(reply.page, template)
        most = max(places, key=lambda place: (places[place], place), default="")
        found = {url: page for url in sorted(linked) if (page := analyst.page_behind(reply, url))}
        turning = _turning(reply)
        return {
            url: page
            for url, page in found.items()
            if (url in turning or asks_the_same(url, reply.page.url, asked))
            and most in analyst.target_places(page, template)
            and self.comparison.at_least(page.tree, reply.page.tree, ALIKE)
        }


def _paginated(
    reply: ProbeReply, asked: frozenset[str], pages: Mapping[str, ReadPage], analyst: Analyst, template: frozenset[str]
) -> PaginatedAnswer:
    turning = _turning(reply)
    further = (
        FurtherPage(pagination_kind(url, asked), frozenset(analyst.target_links(page, template)), url in turning)
        for url, page in pages.items()
    )
    listed = analyst.target_links(reply.page, template) if reply.page else ()
    turned = {link for url in turning & pages.keys() for link in turning_links(pages[url])}
    onward = {link.url for link in turned if link.text.strip() != _FIRST}
    whole = {*turning, *onward} <= pages.keys()
    return PaginatedAnswer(frozenset(listed), tuple(further), whole)


def _turning(reply: ProbeReply) -> set[str]:
    """Where the links of an answer lead that say that they turn its page."""
    return {link.url for link in turning_links(reply.page)} if reply.page else set()


def _links(page: ReadPage | None) -> tuple[Link, ...]:
    return page.links if page else ()


def _asked(form: Form, replies: Sequence[ProbeReply]) -> dict[ProbeReply, frozenset[str]]:
    """The values of each query and the search ids of its answer: further pages may repeat both."""
    called = search_ids([_links(reply.page) for reply in replies])
    return {
        reply: reply.said(form) | {each.value for each in known} for reply, known in zip(replies, called, strict=True)
    }


def _size(reply: ProbeReply) -> int:
    return reply.kept.size


def failure_reason(replies: Sequence[ProbeReply], form_page: ReadPage | None, template: Collection[str]) -> str:
    """Why no answer led to targets."""
    pages = [reply.page for reply in replies if reply.page]
    if not replies:
        return "it was not asked anything before the end"
    if not pages:
        kind, often = Counter(reply.kept.outcome for reply in replies).most_common(1)[0]
        reason = next(reply.kept.reason for reply in replies if reply.kept.outcome == kind)
        return f"{'none' if often == len(replies) else 'hardly one'} of its answers is a page of this site: {reason}"
    return _reason_of_pages(pages, form_page, template)


def _reason_of_pages(pages: Sequence[ReadPage], form_page: ReadPage | None, template: Collection[str]) -> str:
    said = {page.fingerprint for page in pages}
    if form_page and all(map(_asks_to_log_in, pages)) and not _asks_to_log_in(form_page):
        return "its answers ask to log in"
    if form_page and said == {form_page.fingerprint}:
        return "its answer is the page of the form again"
    if len(said) == 1 and len(pages) > 1:
        return ALWAYS_THE_SAME
    if not any(link.url not in template for page in pages for link in page.links):
        return "its answers list nothing"
    return "its answers lead to no page like the sample"


def _asks_to_log_in(page: ReadPage) -> bool:
    return any(field.kind == "password" for form in page.forms for field in form.fields)
