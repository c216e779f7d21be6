"""Exhausting a form within a crawl: turns what an `Exhaustion` wants to ask into rows of the frontier, and tells it
what came. Nothing of it is kept but rows and pages, so that a killed run is restored from them.

The further pages of every answer wait in a lane of their own, which is opened when they are worth turning, and then
they are turned one after the other.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import chain

from recorder.crawling.link_follower import LinkFollower, Onward
from recorder.crawling.navigator import Waypoint
from recorder.crawling.queries import Question
from recorder.crawling.seen_pages import KnownPages
from recorder.crawling.tasks import ASKED, FormTask, Task, asked_in, asking_request
from recorder.exhausting.answers import Ask
from recorder.exhausting.exhaustion import Exhaustion
from recorder.exhausting.goal import End
from recorder.exhausting.report import Exhausted, doubt, report
from recorder.forms.parameters import ReadyPath
from recorder.patterns.navigation.pattern import FormStep, Position
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.links import Link
from recorder.runtime.errors import RecorderError
from recorder.runtime.events import Listener, Note, RecordsFound
from recorder.runtime.plain_text import duration, many
from recorder.runtime.stopping import Stop
from recorder.store.database import Store
from recorder.store.frontier import LANE, FrontierRow
from recorder.store.page import ERROR, KNOWN, OTHER, SKIPPED, TARGET, NewPage, StoredPage
from recorder.visiting.visit import Visit, stored_links

_MOST_MISSED = 30
"""Questions in a row that were not answered, after which no more are asked: a site that forbids them is up, and shows
its records.
"""
_MOST_TRIES = 3
"""Attempts at a run that ask such a question."""


class UnexhaustibleError(RecorderError):
    """A form whose answers do not depend on what is asked."""


@dataclass
class Exhauster:
    """Of one form, in one run."""

    store: Store
    run_id: int
    step: FormStep
    questions: list[Question]
    """Of the navigator, which looks them up by number: the first one stands for the form itself."""
    follower: LinkFollower
    known: KnownPages
    state: Exhaustion
    before: frozenset[str]
    """The records that were collected before this run."""
    stop: Stop
    listen: Listener
    per_day: int | None = None
    lane: int = 0
    """The number of the answer whose pages are being turned."""
    end: End | None = None
    told: set[str] = field(default_factory=lambda: {""})
    """Of the answers, to a person."""
    foretold: bool = False
    began: float = field(default_factory=time.monotonic)
    _heard: int = 0
    """Pages in this attempt."""
    _today: int = 0
    """Result pages that came within a day, whichever run asked for them."""
    _on_their_way: int = 0
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _turning: asyncio.Lock = field(default_factory=asyncio.Lock)
    _trouble: str = ""
    """Why the last answer that did not come did not."""
    _missed: list[FrontierRow] = field(default_factory=list)
    """The questions since the last answer."""

    @property
    def report(self) -> Exhausted:
        """What came of it so far."""
        collected = len(self.before | self.known.targets)
        return report(self.step.url, self.state, collected, self.end, self.stop.reason)

    @property
    def to_ask_again(self) -> list[int]:
        """The rows of the questions for whose sake it ended: the next attempt asks them again, a few times."""
        is_over = len(self._missed) >= _MOST_MISSED
        return [row.id for row in self._missed if row.tries < _MOST_TRIES] if is_over else []

    def restore(self) -> None:
        """From what the run has stored already."""
        self._today = self._asked_today_before() if self.per_day is not None else 0  # reads all pages of all runs
        for row in self.store.frontier.saying(self.run_id, ASKED):
            number, ask = asked_in(row)
            # Two questions that are sent alike have one row.
            self.questions += [self.questions[0]] * (number - len(self.questions))
            if number == len(self.questions):
                self._add(ask)
        numbers = {answer.ask.given: number for number, answer in self.state.answers.items()}
        waiting, given_up = self.store.frontier.lanes(self.run_id)
        for page in self.store.pages.of_run(self.run_id):
            at = self.follower.navigator.waypoints[Position(page.path_index, page.position)]
            asked = numbers.get(_given(page))
            if _is_answer(at) and asked is not None:
                self._restore(asked, page)
            elif at.is_target and page.outcome != KNOWN:
                is_record = page.role in (TARGET, OTHER)
                record, text = page.final_url if is_record else "", self.store.pages.text(page.id)
                self.state.read(page.url, record, page.title, text)
        self._forget_other_addresses()
        if self.state.requests:
            self.state.prove()
            self.state.settle(set(self.state.answers) - waiting, given_up)

    def _forget_other_addresses(self) -> None:
        """A target is stored under the address where it was found in the end, and not under those that led there."""
        rows = self.store.frontier.saying(self.run_id, "question")
        done = {row.url for row in rows if row.state == "done"} & self.state.known.keys()
        for url in done - self.known.targets - self.before:
            self.state.read(url, "", "", "")

    def _restore(self, number: int, page: StoredPage) -> None:
        is_first = not self.state.answers[number].pages
        links = stored_links(self.store.pages, page.id)
        records = frozenset({page.final_url}) if page.role == TARGET else self._listed(links, page.final_url)
        body = self.store.pages.body(page.id) if is_first else None
        text = Document.parse(body, content_type=page.content_type, url=page.url).text if body else ""
        self.state.hear(number, records, text, missed=page.role in (ERROR, SKIPPED))
        self._today += _is_of_today(page.fetched_at)

    def _asked_today_before(self) -> int:
        """Result pages that earlier runs asked this form for within a day: a new run does not begin a new one."""
        run, waypoints = self.store.runs.get(self.run_id), self.follower.navigator.waypoints
        runs = (each.id for each in self.store.runs.all(run.recording_id) if each.parameters == run.parameters)
        pages = chain.from_iterable(self.store.pages.of_run(each) for each in runs if each != run.id)
        recent = (page for page in pages if _is_of_today(page.fetched_at))
        places = (waypoints.get(Position(page.path_index, page.position)) for page in recent)
        return sum(at is not None and _is_answer(at) for at in places)

    async def goes_on(self) -> bool:
        """Whether there is more to do, now that nothing waits in the open lanes: the next lane, or new questions."""
        self._require_a_share_of_the_day()
        if self.stop.requested:
            return False
        waiting, given_up = self.store.frontier.lanes(self.run_id)
        self.state.settle(set(self.state.answers) - waiting, given_up)
        wanted = self.state.prove() or self.state.values()
        if not wanted:
            self.lane = self.state.lane(waiting) or 0
            if self.lane:
                return True
        await self._take(wanted or self.state.next())
        if self.end and not self.end.early:
            await self.store.frontier.give_up(self.run_id, waiting)
        self._foretell()
        return self.end is None

    def _foretell(self) -> None:
        """What it will cost, once that can be told."""
        if (doubtful := doubt(self.state)) not in self.told:
            self.told.add(doubtful)
            self.listen(Note(doubtful))
        left, size = self.state.requests_left, self.state.size
        if self.foretold or left is None or size is None or self.end:
            return
        self.foretold = True
        records = max(0, round(self.state.bounds.coverage * size.records) - len(self.before | self.known.targets))
        pace = (time.monotonic() - self.began) / max(1, self._heard)
        counts = ((left, "more result page"), (records, "record"))
        taken = " and ".join(many(count, what) for count, what in counts if count)
        cost = f"That takes about {taken}: {duration(pace * (left + records))} at this pace."
        self.listen(
            Note(
                f"About {size.records:,} ({size.low:,}-{size.high:,}) records can be found."
                f" {cost if taken else 'Hardly any of them is missing, which more questions are to confirm.'}"
                " It may be stopped at any moment, and goes on where it was."
            )
        )

    async def _take(self, wanted: tuple[Ask, ...] | End) -> None:
        if isinstance(wanted, End):
            self.end = wanted
            if wanted.failed:
                raise UnexhaustibleError(self._why_not(wanted), "Ask it yourself: recorder crawl --param NAME=VALUE.")
            if wanted.early:
                self.stop.request(wanted.why)
            return
        asked = [self._add(ask) for ask in wanted]
        requests = [
            asking_request(self._answers_at(ready), question, ask)
            for question, ask in asked
            for ready in question.paths
        ]
        await self.store.frontier.add(self.run_id, requests)
        await self.store.runs.keep_exhaustion(self.run_id, self.report.as_plain())

    def _why_not(self, end: End) -> str:
        trouble = f" The last answer did not come: {self._trouble}." if self._trouble else ""
        return f"{self.step.url} cannot be exhausted: {end.why}.{trouble}"

    @asynccontextmanager
    async def asking(self, task: Task) -> AsyncIterator[bool]:
        """Whether it is to be fetched now. Further pages of an answer come one after the other, for what the next one
        is worth depends on what the last one brought.
        """
        if not _is_answer(task.at):
            yield True
            return
        async with nullcontext() if isinstance(task, FormTask) else self._turning:
            wanted = await self._wants(task)
            self._on_their_way += wanted
            try:
                yield wanted
            finally:
                self._on_their_way -= wanted
                self._arrived.set()
                self._arrived = asyncio.Event()

    async def _wants(self, task: Task) -> bool:
        """Whether this result page is worth a request now; if a further page is not, its lane is left."""
        while self._is_day_over(self._on_their_way) and self._on_their_way:
            await self._arrived.wait()
        self._require_a_share_of_the_day()
        if self.stop.requested:
            return False
        if isinstance(task, FormTask) or self.state.turns(task.question.number):
            return True
        self.lane = 0
        return False

    def laned(self, task: Task, onward: Onward) -> Onward:
        """With further pages of the answer in its lane."""
        if not _is_answer(task.at):
            return onward
        lane, waypoints = task.question.number * LANE, self.follower.navigator.waypoints
        requests = (
            replace(each, priority=lane) if _is_answer(waypoints[Position(each.path_index, each.position)]) else each
            for each in onward.requests
        )
        return replace(onward, requests=tuple(requests))

    def hear(self, task: Task, visit: Visit, new: NewPage | None) -> None:
        """What came of a task; `new` is what is stored of it, or None where the page was known, or is put off."""
        self._heard += 1
        page, number = visit.page, task.question.number
        if not _is_answer(task.at):
            if new and task.at.is_target:
                is_record = page is not None and new.role in (TARGET, OTHER)
                self.state.read(
                    task.row.url, *((page.url, page.title, page.text) if page and is_record else ("", "", ""))
                )
            return
        if new is None and page is None:
            return
        missed = page is None and not visit.finds_nothing
        self._count_missed(task, new.reason if missed and new else "")
        is_record = page is not None and (new is None or new.role == TARGET)
        records = frozenset[str]()
        if page:
            records = frozenset({page.url}) if is_record else self._listed(page.links, page.url)
        self.state.hear(number, records, page.text if page else "", missed=missed)
        if page and is_record:
            self.state.read(page.url, page.url, page.title, page.text)
        self._today += 1
        self._tell(number)

    def _count_missed(self, task: Task, trouble: str) -> None:
        self._trouble, self._missed = trouble, [*self._missed, task.row] if trouble else []
        if len(self._missed) >= _MOST_MISSED and self.state.proven:
            self.stop.request(f"{len(self._missed)} questions in a row were not answered, the last because {trouble}")

    def _tell(self, number: int) -> None:
        told, answer = self.state.size, self.state.answers[number]
        said = (answer.ask.kind.value, answer.ask.text, len(answer.records), answer.new)
        size = (told.records, told.low, told.high, self.state.requests_left) if told else (None, None, None, None)
        self.listen(RecordsFound(*said, self.state.requests, len(self.state.known), *size))

    def _listed(self, links: tuple[Link, ...], url: str) -> frozenset[str]:
        """The records that the page at `url` lists, whichever of the paths through this form leads to them."""
        paths = {ready.path for ready in self.questions[0].paths}
        answers = (
            at for each, at in self.follower.navigator.waypoints.items() if each.path in paths and _is_answer(at)
        )
        found = (self.follower.listed(at, links, url) for at in answers)
        return frozenset(url for some in found for url in some)

    def _answers_at(self, ready: ReadyPath) -> Waypoint:
        """The position of the answers on a path."""
        waypoints = self.follower.navigator.waypoints
        return next(at for each, at in waypoints.items() if each.path == ready.path and at.answered == self.step)

    def _add(self, ask: Ask) -> tuple[Question, Ask]:
        number, given = len(self.questions), dict(ask.given)
        values = {
            each.name: (given[each.name],) if each.name in given else each.default for each in self.step.parameters
        }
        paths = tuple(ReadyPath(ready.path, (values,)) for ready in self.questions[0].paths)
        self.questions.append(Question(number, given, paths))
        self.state.ask(number, ask)
        return self.questions[number], ask

    def _require_a_share_of_the_day(self) -> None:
        if self._is_day_over():
            self.stop.request(f"{self._today} result pages were asked for within a day, as many as --per-day allows")

    def _is_day_over(self, besides: int = 0) -> bool:
        return self.per_day is not None and self._today + besides >= self.per_day


def _is_answer(at: Waypoint) -> bool:
    """Whether the pages there are answers of the form, or what a path knows as their further pages."""
    return at.answered is not None or (at.forms > 0 and not at.is_target)


def _given(page: StoredPage) -> tuple[tuple[str, str], ...]:
    """What the question said that a page answers; nothing for the form as it is."""
    asked = page.query[0] if page.query else {}
    return tuple((name, str(value)) for name, value in asked.items())


def _is_of_today(moment: str) -> bool:
    return datetime.now(UTC) - datetime.fromisoformat(moment) < timedelta(days=1)
