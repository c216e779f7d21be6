"""Crawling by a pattern (SIGIR06 section 4.4): breadth first from the entry page, storing what the last step reaches.

The frontier is durable: what was claimed when a run was killed is claimed again, what was stored is not fetched again.
A page is claimed, fetched, judged (`page_judge`), and stored at once with what is to be followed (`link_follower`).
"""

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from recorder.crawling.exhauster import Exhauster
from recorder.crawling.link_follower import LinkFollower, Onward
from recorder.crawling.page_judge import PageJudge, PageVerdict
from recorder.crawling.seen_pages import KnownPage, KnownPages
from recorder.crawling.stragglers import Stragglers
from recorder.crawling.tasks import BESIDE, FormTask, LinkTask, Task, TaskReader, TurnTask
from recorder.fetching.answers import Request
from recorder.forms.form import Form
from recorder.forms.submission import Values
from recorder.patterns.navigation.pattern import FormStep
from recorder.patterns.pages.links import Link
from recorder.runtime.events import Listener, PageFetched
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Stop
from recorder.store.database import Store
from recorder.store.page import ERROR, HUB, IGNORED, KNOWN, LEFT_OUT, SKIPPED, TARGET, Judgement, NewPage
from recorder.visiting.form_sender import FormSender
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.site_errors import RetryAfter, UnusablePageError
from recorder.visiting.visit import Visit, new_page, stored_links
from recorder.visiting.visitor import Visitor

AT_ONCE = 48
"""Most tasks at a time. More than the host is asked for at a time: the others are being read or stored meanwhile."""
CLAIMED_AT_ONCE = 64  # a claim is a transaction, and costs as much as storing a page
COUNT_EVERY = 1.0
"""Least seconds between two counts of what waits."""
_WHY_LEFT_OUT = {
    IGNORED: "links of its class were ignored, as you asked",
    LEFT_OUT: "its group is left out",
    KNOWN: "it was collected before, and only new pages were wanted",
}


@dataclass
class Crawler:
    """One crawl over one site."""

    store: Store
    run_id: int
    visitor: Visitor
    tasks: TaskReader
    sender: FormSender
    judge: PageJudge
    known: KnownPages
    follower: LinkFollower
    stop: Stop
    listen: Listener
    retry_after: RetryAfter
    exhauster: Exhauster | None = None
    """Says what to ask next, where a form is asked until nearly all is known."""
    stragglers: Stragglers | None = None
    """Says what to fetch that no step leads to, where such pages are wanted."""
    named: bool = False
    """Whether the addresses count that pages call their own."""
    limit: int | None = None
    """Most targets that this attempt collects: the next one goes on from there."""
    _pages: int = field(init=False)
    _recalled_targets: int = field(init=False)
    _waiting: int = 0
    _counted_at: float = 0.0
    _begun: set[str] = field(default_factory=set)
    """The sessions of questions that were asked."""
    _beginning: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))

    def __post_init__(self) -> None:
        self._pages, self._recalled_targets = self.known.fetched, len(self.known.targets)

    async def crawl(self, entry: str) -> None:
        """Follow the pattern from the entry page until nothing waits, or a stop is requested."""
        if self.exhauster is None:
            await self.store.frontier.add(self.run_id, self.follower.begin(entry))
        working: dict[asyncio.Task[NewPage | None], Task] = {}
        claimed: deque[Task] = deque()
        over: asyncio.Queue[asyncio.Task[Any]] = asyncio.Queue()
        halt = asyncio.create_task(self.stop.is_requested())
        halt.add_done_callback(over.put_nowait)
        try:
            while not self.stop.requested:
                if not claimed:
                    lane = self.exhauster.lane if self.exhauster else None
                    rows = await self.store.frontier.claim(self.run_id, CLAIMED_AT_ONCE, lane)
                    claimed.extend(map(self.tasks.read, rows))
                while claimed and len(working) < AT_ONCE:
                    task = claimed.popleft()
                    worker = asyncio.create_task(self._take(task))
                    worker.add_done_callback(over.put_nowait)
                    working[worker] = task
                if not working:
                    if self.exhauster and await self.exhauster.goes_on():
                        continue
                    if self.stragglers and await self.stragglers.queue():
                        continue
                    return
                ended = [await over.get()]
                while not over.empty():
                    ended.append(over.get_nowait())
                for worker in ended:
                    if working.pop(worker, None) and (new := worker.result()):
                        self._tell(new)
                        _require_entry(new)
        finally:
            for worker in (halt, *working):
                worker.cancel()
            for result in await asyncio.gather(*working, return_exceptions=True):
                if isinstance(result, NewPage):
                    self._tell(result)
            await self.store.frontier.give_back([task.row.id for task in (*working.values(), *claimed)])

    async def _take(self, task: Task) -> NewPage | None:
        """From a claimed task to what is stored of its page; None if nothing is, or it is not wanted now."""
        if self.exhauster is None:
            return await self._take_now(task)
        async with self.exhauster.asking(task) as wanted:
            if wanted:
                return await self._take_now(task)
            await self.store.frontier.give_back([task.row.id])
        return None

    async def _take_now(self, task: Task) -> NewPage | None:
        """From a claimed task to what is stored of its page; None if nothing new is."""
        async with self.known.arriving(task.key) as arrival:
            if arrival.page is not None:
                arrival.page = await self._meet_again(task, arrival.page)
            elif isinstance(task, LinkTask) and task.left_out:
                await self._leave_out(task)
            elif self.follower.is_left(task):
                await self.store.frontier.finish([task.row.id])
            else:
                visit = self._plain(task, await self._visit(task))
                new = await self._judged(task, visit)
                if new is not None:
                    turns = visit.page is not None and any(form.turns for form in visit.page.forms)
                    page_id = await self.store.pages.record(new)
                    arrival.page = KnownPage(page_id, new.key, visit.page is not None, new.role != HUB, turns)
                if self.exhauster:
                    self.exhauster.hear(task, visit, new)
                return new
        return None

    async def _leave_out(self, task: LinkTask) -> None:
        """Met, so it is not gone; not fetched, so nothing is known of it."""
        outcome, reason = task.left_out, _WHY_LEFT_OUT[task.left_out]
        left = NewPage(run_id=self.run_id, url=task.row.url, role=SKIPPED, outcome=outcome, reason=reason)
        await self.store.pages.record(replace(left, **_place(task)))

    async def _visit(self, task: Task) -> Visit:
        if task.session:
            return await self._visit_apart(task)
        if isinstance(task, TurnTask):
            return replace(await self.visitor.ask(task.request), answers=True)
        if isinstance(task, FormTask):
            return await self._ask(task, task.step, task.fresh, task.page)
        return replace(await self.visitor.visit(task.row.url, self.follower.useful(task)), answers=task.beside)

    async def _visit_apart(self, task: Task) -> Visit:
        """In the session of its question. That of an earlier attempt at this run is no more: it is begun anew."""
        async with self._beginning[task.session]:
            step, is_begun = task.at.apart, task.session in self._begun
            self._begun.add(task.session)
            if step and (isinstance(task, FormTask) or not is_begun):
                answer = await self._ask(task, step)
                if isinstance(task, FormTask):
                    return answer
        request = task.request if isinstance(task, TurnTask) else Request(task.row.url)
        visit = await self.visitor.ask(replace(request, session=task.session))
        return replace(visit, answers=isinstance(task, TurnTask))

    async def _ask(
        self, task: Task, step: FormStep, fresh: Mapping[str, Values] | None = None, page: str = ""
    ) -> Visit:
        values = task.question.values(task.at.position.path, task.at.forms)
        return replace(await self.sender.send(step, values, fresh, page, task.session), url=task.row.url)

    def _plain(self, task: Task, visit: Visit) -> Visit:
        """What came for a target, at the address that it calls its own, or the plain one where its redirects ended."""
        page = visit.page
        if page is None or not (task.at.is_target or task.beside):
            return visit
        own = self.named and page.canonical
        return replace(visit, page=replace(page, url=own or self.follower.idle.plain(page.url)))

    def _is_full(self) -> bool:
        return self.limit is not None and len(self.known.targets) - self._recalled_targets >= self.limit

    async def _judged(self, task: Task, visit: Visit) -> NewPage | None:
        """What is to be stored of a visit; None if its task is put off, or its page was stored a moment ago."""
        if await self.retry_after.postpones(visit, task.row):
            return None
        page, targets = visit.page, self.known.targets
        verdict = await self.judge.judge(task, page, targets) if page else PageVerdict(ERROR)
        if verdict.role == TARGET and self._is_full():
            await self.store.frontier.give_back([task.row.id])
            return None
        if verdict.role != TARGET and task.row.url in targets:
            # Another URL led to this page while it was fetched, and it is stored under this address.
            links, forms = (page.links, page.forms) if page else ((), ())
            await self._follow_known(task, self.known.get(task.row.url), links, forms)
            return None
        return self._new_page(task, visit, verdict)

    def _new_page(self, task: Task, visit: Visit, verdict: PageVerdict) -> NewPage:
        """A page with what is to be followed from it. A target is stored under the address where its redirects ended,
        whichever of the URLs that lead there came first: the next crawl must know it again.
        """
        page, row, onward = visit.page, task.row, Onward()
        stored_as: dict[str, Any] = {"key": task.key, "method": row.method, "request_body": row.body}
        if page:
            if verdict.role == TARGET:
                self._collect(page.url)
                stored_as = {"key": page.url, "url": page.url}
            onward = self.follower.follow(task, page.url, page.links, page.forms, verdict.role)
            onward = self.exhauster.laned(task, onward) if self.exhauster else onward
        if self.stragglers:
            linked = {link.url for link in page.links} if page else set()
            linked.difference_update(request.url for request in onward.requests)
            self.stragglers.hear(row.url, verdict.role, linked, beside=task.beside)
        new = new_page(self.run_id, visit, verdict.role, with_links=not task.at.is_target)
        return replace(
            new,
            similarity=verdict.similarity,
            reason=(onward.end if verdict.role == HUB else "") or verdict.reason or new.reason,
            query=(task.question.given,) if task.question.given else (),
            follow=onward.requests,
            frontier_state="done" if page or visit.finds_nothing else "failed",
            **stored_as,
            **_place(task),
        )

    def _collect(self, url: str) -> None:
        self.known.targets.add(url)
        if self._is_full():
            self.stop.request(f"stopped at the limit of {many(self.limit or 0, 'target')}")

    async def _meet_again(self, task: Task, known: KnownPage) -> KnownPage:
        """The page is stored already: judge it if it was not yet, and follow it from this position too."""
        leads_on, role = task.at.leads_on, ""
        links = stored_links(self.store.pages, known.page_id) if leads_on else ()
        forms: tuple[Form, ...] = ()
        promised = task.promised and not known.judged
        wanting = leads_on and (not links or known.turns)
        if known.has_page and (promised or wanting or task.at.asks or task.at.answered):
            page = await self._read_again(known)
            links, forms = page.links, page.forms
            if promised:
                role = await self._judge_again(task, page, known)
                known = replace(known, judged=True)
        await self._follow_known(task, known, links, forms, role)
        return known

    async def _follow_known(
        self, task: Task, known: KnownPage | None, links: tuple[Link, ...], forms: tuple[Form, ...], role: str = ""
    ) -> None:
        """Finish a task without a page of its own. A target that several queries find is found by all of them."""
        if task.question.given and known:
            await self.store.pages.add_query(known.page_id, task.question.given)
        answer = self.store.pages.get(known.page_id) if known and task.at.forms else None
        onward = self.follower.follow(task, answer.final_url if answer else task.row.url, links, forms, role)
        onward = self.exhauster.laned(task, onward) if self.exhauster else onward
        await self.store.frontier.add(self.run_id, onward.requests, known.page_id if known else None)
        await self.store.frontier.finish([task.row.id])

    async def _read_again(self, known: KnownPage) -> ReadPage:
        stored, body = self.store.pages.with_body(known.page_id)
        assert stored is not None and body is not None  # a page of this run, stored with its body
        return await self.visitor.read_again(self.store.pages, stored, body)

    async def _judge_again(self, task: Task, page: ReadPage, known: KnownPage) -> str:
        """A page met on the way to others stands where the pattern promises a target, too."""
        verdict = await self.judge.judge(task, page, self.known.targets)
        if verdict.role == TARGET:
            self._collect(page.url)
            await self.store.pages.judge([Judgement(known.page_id, TARGET, verdict.similarity, page.text)])
        return verdict.role

    def _tell(self, new: NewPage) -> None:
        self._pages += 1
        self.listen(
            PageFetched(
                url=new.url,
                role=new.role,
                reason=new.reason,
                similarity=new.similarity,
                rendered=new.rendered,
                pages=self._pages,
                targets=len(self.known.targets),
                waiting=None if self.exhauster else self._count_waiting(),
            )
        )

    def _count_waiting(self) -> int:
        """As the database says, asked now and then: most links of a page lead to what is known already."""
        now = time.monotonic()
        if now - self._counted_at > COUNT_EVERY:
            self._counted_at = now
            self._waiting = self.store.frontier.counts(self.run_id).get("waiting", 0)
        return self._waiting


def _place(task: Task) -> dict[str, Any]:
    """What the store keeps of how a page was reached."""
    row = task.row
    return {
        "frontier_id": row.id,
        "path_index": row.path_index,
        "position": row.position,
        "depth": row.depth,
        "parent_page_id": row.parent_page_id,
        "parent_place": row.place,
    }


def _require_entry(new: NewPage) -> None:
    """Without the entry page there is nothing to crawl."""
    is_entry = new.depth == 0 and new.position == 0 and new.path_index != BESIDE.path
    if is_entry and new.frontier_state == "failed":
        raise UnusablePageError("entry page", new.url, new.outcome, new.reason)
