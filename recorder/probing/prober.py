"""Probing one form: queries by plan, answers by the browser or over HTTP, analysis, and what it comes to: a form step
and the paths behind it, or the reason why there is none.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from recorder.forms.form import Form
from recorder.forms.generic_request import fold
from recorder.forms.informativeness import Answer
from recorder.forms.plan import BUDGET, QueryPlan
from recorder.forms.ranking import largest
from recorder.forms.submission import Values
from recorder.mapping.site_view import SiteView
from recorder.patterns.navigation.pagination import turns_a_page
from recorder.patterns.navigation.pattern import FormStep, Path
from recorder.patterns.pages.links import Link
from recorder.patterns.similarity.rtdm import Comparison
from recorder.probing.analysis import LOOKED_INTO, Analyst
from recorder.probing.answer_pagination import FurtherPage, PaginatedAnswer, pagination_kinds
from recorder.probing.asking import ProbeReply, ProbeSender, ProbeWay
from recorder.probing.failure_reason import ALWAYS_THE_SAME, why_nowhere
from recorder.probing.form_paths import Answered, asks_the_same, pagination_kind, paths_behind
from recorder.probing.probe_fetcher import ProbeFetcher
from recorder.probing.replaying import Replayer
from recorder.probing.search_ids import search_ids
from recorder.runtime.events import Activity, Listener, ProbesAnswered
from recorder.runtime.stopping import Stop
from recorder.visiting.page_reader import ReadPage

ALIKE = 0.8
"""How alike the pages of one answer are, folded: the next one only lists other targets."""


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
    """What is to be said of the answers as a whole."""

    @property
    def hits(self) -> int:
        """How many probes led to target pages."""
        return sum(answer.good is True for answer in self.answers)


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
        """Ask until enough is known, or the budget is spent, or somebody wants to stop."""
        page = (await self.fetcher.page(form.url)).page
        usual = frozenset(link.url for link in _links(page))
        analyst = Analyst(self.site, self.fetcher, form, usual, await self.site.page_class())
        asker = ProbeSender(form, self.fetcher, self.comparison, page)
        asker.visits = tuple(visits)
        plan = QueryPlan(form, terms, budget=budget, by_hand=by_hand or {})
        replies: list[ProbeReply] = []
        while not (self.stop.requested or asker.is_hopeless) and (batch := plan.next_batch()):
            replies += await self.stop.unless_pressing(asker.ask(batch))
            plan.learn(await analyst.answers(replies))
            self.listen(Activity(f"probing {form.action or form.url}: {len(replies)} queries sent"))
            hits = sum(answer.good is True for answer in plan.answers)
            self.listen(ProbesAnswered(form.action or form.url, len(replies), hits))
        probed = await self._sum_up(asker, plan, replies, analyst)
        if probed.paths:
            asks_nothing = probed.step is not None and not probed.step.parameters
            return replace(probed, remark=ALWAYS_THE_SAME) if asks_nothing else probed
        why = why_nowhere(replies, page, analyst.template(replies))
        return replace(probed, remark=f"{why}; given up" if asker.is_hopeless else why)

    async def _sum_up(
        self, asker: ProbeSender, plan: QueryPlan, replies: Sequence[ProbeReply], analyst: Analyst
    ) -> Probed:
        form, answers = asker.form, plan.answers
        step = fold(form, answers, plan.effects, asker.visits, in_browser=asker.way is ProbeWay.BROWSER)
        if step is None:
            return Probed(form, None, (), tuple(replies), answers, asker.way is ProbeWay.BROWSER)
        if step.in_browser:
            good = {answer.query for answer in answers if answer.good}
            replayer = Replayer(asker, self.fetcher, self.comparison, analyst.template(replies))
            step, replies = await replayer.replayed(step, replies, good)
        probed = Probed(form, step, (), tuple(replies), answers, step.in_browser)
        return replace(probed, paths=await self._paths(probed, step, analyst))

    async def _paths(self, probed: Probed, step: FormStep, analyst: Analyst) -> tuple[Path, ...]:
        template = analyst.template(probed.replies)
        good = {answer.query for answer in probed.answers if answer.good}
        fruitful = largest([reply for reply in probed.replies if reply.query in good], _size, share=1.0)
        lists = [reply for reply in fruitful if reply.page and not analyst.is_target(reply, template)]
        asked = _asked(probed.form, lists)
        further = await self._further({reply: asked[reply] for reply in lists[:LOOKED_INTO]}, analyst, template)
        pages: list[Answered] = []
        for reply in lists:
            more = further.get(reply, {})
            pages.append(Answered(_links(reply.page), asked[reply], frozenset(more), template))
            pages += [Answered(_links(page), asked[reply]) for page in more.values()]
        targets = {url for page in pages for url in analyst.target_links(page.links, template)}
        paths = paths_behind(step, pages, targets, [url for url in template if self.site.is_target(url)])
        if not paths and len(lists) < len(fruitful):
            return (Path((step,), len(good), len(good)),)
        return tuple(paths)

    async def _further(
        self, lists: Mapping[ProbeReply, frozenset[str]], analyst: Analyst, template: frozenset[str]
    ) -> dict[ProbeReply, dict[str, ReadPage]]:
        """For each answer the pages that go on with it: at an address that asks the same, built like it, and listing
        other targets where it lists most of them.
        """
        found = {reply: await self._continuations(reply, asked, analyst, template) for reply, asked in lists.items()}
        going_on = pagination_kinds(
            [_looked_into(reply, lists[reply], pages, analyst, template) for reply, pages in found.items()]
        )
        return {
            reply: {url: page for url, page in pages.items() if pagination_kind(url, lists[reply]) in going_on}
            for reply, pages in found.items()
        }

    async def _continuations(
        self, reply: ProbeReply, asked: frozenset[str], analyst: Analyst, template: frozenset[str]
    ) -> dict[str, ReadPage]:
        assert reply.page is not None  # only lists are looked into
        await analyst.look_further(reply, template)
        linked = {link.url for link in reply.page.links if link.url not in template}
        places = analyst.target_places(reply.page.links, template)
        most = max(places, key=lambda place: (places[place], place), default="")
        found = {url: kept.page for url, kept in analyst.fetched.items() if url in linked and kept.page}
        return {
            url: page
            for url, page in found.items()
            if asks_the_same(url, reply.page.url, asked)
            and most in analyst.target_places(page.links, template)
            and self.comparison.at_least(page.tree, reply.page.tree, ALIKE)
        }


def _looked_into(
    reply: ProbeReply, asked: frozenset[str], pages: Mapping[str, ReadPage], analyst: Analyst, template: frozenset[str]
) -> PaginatedAnswer:
    turning = {link.url for link in _links(reply.page) if reply.page and turns_a_page(reply.page.url, link)}
    further = (
        FurtherPage(pagination_kind(url, asked), frozenset(analyst.targets_on(page.links, template)), url in turning)
        for url, page in pages.items()
    )
    return PaginatedAnswer(frozenset(analyst.targets_on(_links(reply.page), template)), tuple(further))


def _links(page: ReadPage | None) -> tuple[Link, ...]:
    return page.links if page else ()


def _asked(form: Form, replies: Sequence[ProbeReply]) -> dict[ProbeReply, frozenset[str]]:
    """What each query said, and what the site calls its answer: both may come again where that goes on."""
    called = search_ids([_links(reply.page) for reply in replies])
    return {
        reply: reply.said(form) | {ticket.value for ticket in known}
        for reply, known in zip(replies, called, strict=True)
    }


def _size(reply: ProbeReply) -> int:
    return reply.kept.size
