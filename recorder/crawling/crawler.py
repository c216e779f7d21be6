"""Crawling by a pattern (SIGIR06 section 4.4): from the entry page along the steps, breadth first, storing what the
last step reaches.

The frontier is durable: what was claimed when a run was killed is claimed again, what was stored is not fetched
again. What a page is taken for is decided elsewhere (`roles`).
"""

import asyncio
import time
from collections import deque
from collections.abc import Set
from dataclasses import dataclass, field, replace

from recorder.crawling.form_requests import FormSender, Questions
from recorder.crawling.link_follower import Following
from recorder.crawling.page_judge import Roles
from recorder.crawling.seen_pages import KnownPage, KnownPages, identity
from recorder.forms.form import Form
from recorder.knowledge.link_marks import LinkMarks
from recorder.patterns.navigation.pattern import NavigationPattern, Position
from recorder.patterns.pages.links import Link
from recorder.runtime.events import Listener, PageFetched
from recorder.runtime.stopping import Stop
from recorder.store.database import Store
from recorder.store.frontier import FrontierRow
from recorder.store.new_pages import Judgement, NewPage
from recorder.store.page_roles import HUB, IGNORED, KNOWN, SKIPPED, TARGET
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.site_errors import CircuitBreaker, RetryAfter, UnusablePageError
from recorder.visiting.visitor import Visit, Visitor, link_rows, stored_links

AT_ONCE = 48
"""More than are asked for at a time, which is the host's matter: the others are being read or stored meanwhile."""
CLAIMED_AT_ONCE = 64  # a claim is a transaction, and costs as much as storing a page
COUNT_EVERY = 1.0
_KNOWN_BEFORE = "it was collected before, and only new pages were wanted"
_IGNORED = "links of its class were ignored, as you asked"


@dataclass
class Crawler:
    """One crawl over one site."""

    store: Store
    run_id: int
    visitor: Visitor
    roles: Roles
    questions: Questions
    sender: FormSender
    stop: Stop
    listen: Listener
    retry_after: RetryAfter
    limit: int | None = None
    """How many targets this attempt may collect: the next one gets on from there."""
    collected_before: Set[str] = frozenset()
    """Targets that need not be fetched again."""
    marks: LinkMarks = field(default_factory=LinkMarks)
    """Which links are not followed although the pattern leads along them."""
    pages: int = 0
    _recalled_targets: int = 0
    circuit_breaker: CircuitBreaker = field(init=False)
    _known: KnownPages = field(default_factory=KnownPages)
    _following: Following = field(init=False)
    _waiting: int = 0
    _counted_at: float = 0.0

    def __post_init__(self) -> None:
        self.circuit_breaker = CircuitBreaker(self.stop)
        self._following = Following(self.questions, self.store.pages, self.listen)

    @property
    def targets(self) -> int:
        """How many target pages this run has collected, each once."""
        return len(self._known.targets)

    @property
    def pattern(self) -> NavigationPattern:
        """What is followed."""
        return self.questions.pattern

    async def begin(self, entry: str) -> None:
        """Put the entry page, or a form, at the beginning of every path that is to be followed."""
        await self.store.frontier.add(self.run_id, self.questions.begin(entry))

    def recall(self) -> int:
        """Remember what an interrupted run has stored; how many pages that is."""
        self.pages = self._known.recall(self.store, self.run_id)
        self._recalled_targets = self.targets
        return self.pages

    async def crawl(self) -> None:
        """Follow the pattern until nothing waits, or a stop is requested."""
        working: dict[asyncio.Task[None], FrontierRow] = {}
        claimed: deque[FrontierRow] = deque()
        over: asyncio.Queue[asyncio.Task[None]] = asyncio.Queue()
        halt = asyncio.create_task(self.stop.is_requested())
        halt.add_done_callback(over.put_nowait)
        try:
            while not self.stop.requested:
                if not claimed:
                    claimed.extend(await self.store.frontier.claim(self.run_id, CLAIMED_AT_ONCE))
                while claimed and len(working) < AT_ONCE:
                    row = claimed.popleft()
                    task = asyncio.create_task(self._take(row))
                    task.add_done_callback(over.put_nowait)
                    working[task] = row
                if not working:
                    return
                ended = [await over.get()]
                while not over.empty():
                    ended.append(over.get_nowait())
                for task in ended:
                    if working.pop(task, None):
                        task.result()
        finally:
            for task in (halt, *working):
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)
            await self.store.frontier.give_back([row.id for row in (*working.values(), *claimed)])

    async def _take(self, row: FrontierRow) -> None:
        """One URL at one position."""
        async with self._known.in_turn(identity(row)) as known:
            if known is None and self._is_ignored(row):
                await self._leave_out(row, IGNORED, _IGNORED)
            elif known is None and self._is_left_out(row):
                await self._leave_out(row, KNOWN, _KNOWN_BEFORE)
            elif known is None:
                await self._fetch(row)
            else:
                await self._meet_again(row, known)

    def _is_ignored(self, row: FrontierRow) -> bool:
        """Whether a link leads there that nobody wants. What a form is asked is no link, nor is the entry page."""
        return row.position > 0 and identity(row) == row.url and self.marks.ignores(row.url)

    def _is_left_out(self, row: FrontierRow) -> bool:
        """Whether it was collected before and nothing but that is wanted of it: a page may also lead on to others."""
        position = Position(row.path_index, row.position)
        leads_on = self._following.leads_on(position)
        return row.url in self.collected_before and self.pattern.is_target(position) and not leads_on

    async def _leave_out(self, row: FrontierRow, outcome: str, reason: str) -> None:
        """Met, so it is not gone; not fetched, so nothing is known of it."""
        left = NewPage(run_id=self.run_id, url=row.url, role=SKIPPED, outcome=outcome, reason=reason)
        place = replace(left, frontier_id=row.id, path_index=row.path_index, position=row.position, depth=row.depth)
        await self.store.pages.record(replace(place, parent_page_id=row.parent_page_id, parent_place=row.place))

    async def _fetch(self, row: FrontierRow) -> None:
        visit = await self._visit(row)
        self.circuit_breaker.record(visit.answer)
        if await self.retry_after.postpones(visit, row):
            return
        new = await self.roles.judged(visit, row, self._known.targets)
        if new.role == TARGET and self._is_full():
            await self.store.frontier.give_back([row.id])
        elif new.role != TARGET and new.url in self._known.targets:
            # Another URL led here a moment ago, and its page stands under this address.
            await self._remember_query(row, self._known.get(new.url))
            links, forms = (visit.page.links, visit.page.forms) if visit.page else ((), ())
            await self._follow(row, links, forms, self._known.get(new.url))
        else:
            await self._store(row, visit, new)

    async def _visit(self, row: FrontierRow) -> Visit:
        query = row.query or {}
        step = self.questions.step_before(Position(row.path_index, row.position))
        if "turn" in query:
            return await self.sender.turn(row.url, row.method, row.body, query)
        if step is None or "fresh" not in query:
            return await self.visitor.visit(row.url)
        values = self.questions.values(self.questions.number_of(query), Position(row.path_index, row.position))
        return replace(await self.sender.send(step, values, query), url=row.url)

    def _is_full(self) -> bool:
        return self.limit is not None and self.targets - self._recalled_targets >= self.limit

    async def _store(self, row: FrontierRow, visit: Visit, new: NewPage) -> None:
        if new.role == TARGET:
            self._collect(new.final_url)
        position = Position(row.path_index, row.position)
        number = self.questions.number_of(row.query)
        given = self.questions.given(number)
        if new.role == HUB:
            self._following.saw_list(row, new.final_url)
        end = self._following.end(row, visit.page.links) if visit.page else ""
        follow = self._following.requests(row, visit.page.links, visit.page.forms, end) if visit.page else ()
        new = replace(
            new,
            reason=end if end and new.role == HUB else new.reason,
            query=(given,) if given else (),
            links=() if self.pattern.is_target(position) else link_rows(visit.page),
            follow=follow,
            frontier_id=row.id,
            frontier_state="done" if visit.page else "failed",
            path_index=row.path_index,
            position=row.position,
            depth=row.depth,
            parent_page_id=row.parent_page_id,
            parent_place=row.place,
        )
        page_id = await self.store.pages.record(new)
        turns = visit.page is not None and any(form.turns for form in visit.page.forms)
        known = KnownPage(page_id, visit.page is not None, new.role != HUB, turns)
        self._known.remember(known, identity(row), new.key or new.url)
        self.pages += 1
        self._announce(new)
        if visit.page is None and row.depth == 0 and row.position == 0:
            raise UnusablePageError("entry page", row.url, new.outcome, new.reason)

    def _collect(self, url: str) -> None:
        self._known.targets.add(url)
        self._following.saw_target()
        if self._is_full():
            self.stop.request(f"stopped at the limit of {self.limit} targets")

    async def _meet_again(self, row: FrontierRow, known: KnownPage) -> None:
        """The page is stored already: judge it if it was not yet, and follow it from this position too."""
        position = Position(row.path_index, row.position)
        promised = self.roles.promises_target(row) and not known.judged
        await self._remember_query(row, known)
        links = stored_links(self.store.pages, known.page_id)
        forms: tuple[Form, ...] = ()
        if known.has_page and (promised or not links or known.turns or self.questions.asks_forms_at(position)):
            page = await self._read_again(known)
            links, forms = page.links, page.forms
            if promised:
                await self._judge_again(row.url, page, known)
        await self._follow(row, links, forms, known)

    async def _remember_query(self, row: FrontierRow, known: KnownPage | None) -> None:
        """A target that several queries find is found by all of them."""
        given = self.questions.given(self.questions.number_of(row.query))
        if given and known:
            await self.store.pages.add_query(known.page_id, given)

    async def _follow(
        self, row: FrontierRow, links: tuple[Link, ...], forms: tuple[Form, ...], known: KnownPage | None
    ) -> None:
        """Finish a row without a page of its own."""
        follow = self._following.requests(row, links, forms, self._following.end(row, links))
        await self.store.frontier.add(self.run_id, follow, known.page_id if known else None)
        await self.store.frontier.finish([row.id])

    async def _read_again(self, known: KnownPage) -> ReadPage:
        stored, body = self.store.pages.get(known.page_id), self.store.pages.body(known.page_id)
        assert stored is not None and body is not None  # a page of this run, stored with its body
        return await self.visitor.read(stored.final_url, body, stored.content_type)

    async def _judge_again(self, url: str, page: ReadPage, known: KnownPage) -> None:
        """A page met on the way to others stands where the pattern promises a target, too."""
        similarity = await self.roles.similarity(page, promised=True)
        self._known.remember(replace(known, judged=True), url)
        if self.roles.is_alike(similarity) and page.url not in self._known.targets:
            self._collect(page.url)
            await self.store.pages.judge([Judgement(known.page_id, TARGET, similarity, page.text)])

    def _announce(self, new: NewPage) -> None:
        self.listen(
            PageFetched(
                url=new.url,
                role=new.role,
                reason=new.reason,
                similarity=new.similarity,
                rendered=new.rendered,
                pages=self.pages,
                targets=self.targets,
                waiting=self._count_waiting(),
            )
        )

    def _count_waiting(self) -> int:
        """As the database says, asked now and then: most links of a page lead to what is known already."""
        now = time.monotonic()
        if now - self._counted_at > COUNT_EVERY:
            self._counted_at = now
            self._waiting = self.store.frontier.counts(self.run_id).waiting
        return self._waiting
