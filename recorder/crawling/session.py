"""A crawl from beginning to end: opens what it needs, lets a `Crawler` follow the pattern, and counts what came."""

import shlex
import time
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

from recorder.crawling.crawler import Crawler
from recorder.crawling.exhausted_form import ExhaustOptions, form_to_exhaust
from recorder.crawling.exhauster import Exhauster
from recorder.crawling.link_follower import LinkFollower
from recorder.crawling.navigator import Navigator
from recorder.crawling.page_judge import load_judge
from recorder.crawling.queries import questions_of
from recorder.crawling.seen_pages import KnownPages
from recorder.crawling.stragglers import Stragglers
from recorder.crawling.tasks import TaskReader
from recorder.exhausting.exhaustion import Exhaustion
from recorder.exhausting.questions import FormQuestions
from recorder.exhausting.report import Exhausted, remember
from recorder.extracting.downloading import download_what_is_new
from recorder.extracting.following import Followed, follow
from recorder.fetching.http_cache import cached_pages
from recorder.fetching.options import FetchOptions, Render, as_recorded
from recorder.fetching.own_session import require_session
from recorder.fetching.scope import Scope
from recorder.forms.parameters import Given
from recorder.health.checkup import Checkup, Findings
from recorder.health.drift import Drift, Fade
from recorder.health.form_changes import FormWatch
from recorder.knowledge.coverage import Coverage, load_choice, load_coverage
from recorder.knowledge.link_marks import load_link_marks
from recorder.knowledge.page_class import load_named, load_volatility, plain_addresses_of
from recorder.knowledge.pattern_versions import is_as_learnt, is_reshaped
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import FormStep, SlowRegexError
from recorder.patterns.pages.volatility import NOTHING_VOLATILE
from recorder.patterns.repeats.plain_addresses import PlainAddresses
from recorder.runtime.errors import RecorderError
from recorder.runtime.events import Listener, Note, RunBegan, RunEnded
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Continuation, Hurry, Stop
from recorder.store.database import Store, open_store
from recorder.store.page import IGNORED, LEFT_OUT, SKIPPED
from recorder.store.patterns import SavedPattern
from recorder.store.record_changes import ColumnChanges
from recorder.store.recordings import Recording
from recorder.store.runs import Ending, Run
from recorder.visiting.form_sender import FormSender
from recorder.visiting.page_reader import Reader
from recorder.visiting.reader_process import AS_LONG_AS_STARTING, ReaderProcess
from recorder.visiting.render_choice import RenderChoices
from recorder.visiting.site_errors import CircuitBreaker, RetryAfter
from recorder.visiting.visitor import Visitor, open_visitor

_COURTESY = 2
"""How many times as gently a site is asked while a form is exhausted: a search costs it more than a page."""


@dataclass(frozen=True)
class CrawlOptions:
    """What a person asked `recorder crawl` to do. `scope` None is the recording's own."""

    database: Path
    name: str | None = None
    limit: int | None = None
    queries: tuple[Given, ...] = ()
    """What a person asks the forms, query by query; nothing to follow the paths that need no form."""
    scope: str | None = None
    fetching: FetchOptions = field(default_factory=FetchOptions)
    continuation: Continuation = Continuation.GO_ON
    only_new: bool = False
    """Leave out the targets that are known already."""
    exhaust: ExhaustOptions | None = None
    """Ask a form by itself until nearly all it can find is known."""
    extract: bool = True
    """Read what is new or has changed into the records, if there are any."""


@dataclass(frozen=True)
class CrawlResult:
    """What a crawl came to. `run` is None when `--resume` found nothing to go on with."""

    run: Run | None
    drift: Drift | None = None
    fading: Fade | None = None
    trouble: str = ""
    """Why most of the site could not be had."""
    stopped: str = ""
    ignored: int = 0
    """How many addresses were left out because links of their class are ignored, or their group is."""
    coverage: Coverage | None = None
    """What the recording says of itself; None where it says nothing."""
    exhausted: Exhausted | None = None
    """How much of what a form can find is collected, if it was to be exhausted."""
    never_collected: int = 0
    """How many of the new targets no crawl had collected, whatever it asked; the rest is new to this question."""
    records: Followed | None = None
    """What became of the records; None where none were made."""
    stragglers: int = 0
    """How many of the targets no step of the pattern leads to."""
    changed_columns: tuple[ColumnChanges, ...] = ()
    """What changed in the records with this run, column by column, most first."""


async def crawl(options: CrawlOptions, listen: Listener, stop: Stop) -> CrawlResult:
    """Collect the target pages of a recording, or go on with a crawl of it that was interrupted."""
    with open_store(options.database) as store:
        recording = store.recordings.find(options.name)
        require_session(recording, options.fetching.session)
        options = replace(options, fetching=as_recorded(options.fetching, recording))
        with store.recordings.hold(recording):
            result = await _Collector(store, recording, options, listen, stop).collect()
            if result.run is None:
                return result
            unless = "the crawl was stopped at once" if stop.pressing else ""
            unless = unless if options.extract else "they were to be left as they are"
            followed = await follow(store, recording, options.database, listen, stop, unless)
            if followed and not followed.why_not:
                await download_what_is_new(store, recording, options.database, options.fetching, listen, stop)
            return replace(result, records=followed, changed_columns=store.record_changes.of_run(result.run.id))


@dataclass
class _Collector:
    store: Store
    recording: Recording
    options: CrawlOptions
    listen: Listener
    stop: Stop
    _step: FormStep | None = None
    """The form to exhaust."""
    _exhausted: Exhausted | None = None
    _beside: Stragglers | None = None

    async def collect(self) -> CrawlResult:
        saved = self.store.patterns.latest(self.recording.id)
        pattern, entry = from_text(saved.text), self.recording.entry_url
        if self.options.exhaust:
            found_forms = self.store.forms.all(self.recording.id)
            self._step, question = form_to_exhaust(pattern, self.options.exhaust.form, found_forms)
            navigator = Navigator(pattern, [question])
            parameters: dict[str, object] = {"exhaust": self._step.url}
        else:
            navigator = Navigator(pattern, questions_of(pattern, self.options.queries, entry, self.listen))
            parameters = {"queries": [question.given for question in navigator.questions if question.given]}
        unfinished = None
        if self.options.continuation is not Continuation.FRESH:
            unfinished = self.store.runs.unfinished(self.recording.id, "crawl", parameters)
        if unfinished is None and self.options.continuation is Continuation.RESUME:
            return CrawlResult(None)
        run = unfinished or await self.store.runs.begin(self.recording.id, "crawl", parameters)
        if unfinished is not None:
            await self.store.runs.resume(run.id)
        began = time.monotonic()
        status: Ending = "stopped"
        found, complete, watch = Findings(), False, FormWatch()
        try:
            found = Findings(trouble=await self._crawl(run, navigator, watch, resumed=unfinished is not None))
            if not self.stop.requested:
                if self._exhausted is None:
                    found = self._examine(run, saved, navigator, watch)
                status, complete = "failed" if found.trouble else "done", found.saw_all and self._exhausted is None
        except Hurry:
            pass  # stopped before there was anything to do
        except (RecorderError, SlowRegexError):
            status = "failed"
            raise
        finally:
            seconds, kept = time.monotonic() - began, asdict(found.drift) if found.drift else None
            ended = await self.store.runs.end(run.id, status, seconds=seconds, drift=kept, complete=complete)
        ignored = self._tell_of_ignored(run)
        self.listen(RunEnded(run.id, status, ended.pages, ended.targets, ended.seconds))
        if ended.gone and is_reshaped(self.store, run, saved):
            self.listen(Note("The pattern was changed by hand since the last crawl: what it leaves out is gone."))
        never = self.store.runs.never_collected(run.id) if ended.new else 0
        beside = self._beside.found if self._beside else 0
        if self._beside and beside:
            self.listen(Note(self._beside.told(ended.targets)))
        return CrawlResult(
            ended,
            found.drift,
            found.fading,
            found.trouble,
            self.stop.reason,
            ignored,
            load_coverage(self.recording) if is_as_learnt(self.store, saved) else None,
            self._exhausted,
            never,
            stragglers=beside,
        )

    def _tell_of_ignored(self, run: Run) -> int:
        """What was left out by a person's marks and choice of groups, all attempts at this run together."""
        skipped = list(self.store.pages.of_run(run.id, SKIPPED))
        ignored, left_out = ([page.url for page in skipped if page.outcome == why] for why in (IGNORED, LEFT_OUT))
        if told := load_link_marks(self.store, self.recording.id).told_of(ignored):
            self.listen(Note(told))
        if left_out:
            choice, count = load_choice(self.recording), many(len(left_out), "address was", "addresses were")
            names = ", ".join(dict.fromkeys(map(choice.why_not, left_out)))
            again = " `recorder record --only all` takes in every group again." if choice.is_asked else ""
            self.listen(Note(f"{count} left out: {names}.{again}"))
        return len(ignored) + len(left_out)

    def _examine(self, run: Run, saved: SavedPattern, navigator: Navigator, watch: FormWatch) -> Findings:
        auto = self.options.fetching.render is Render.AUTO
        found = Checkup(self.store, run, saved, navigator.pattern, navigator.followed, watch, auto).examine()
        if found.trouble:
            self.listen(Note(f"The site could not be judged. {found.trouble}. Run the same command again later."))
        if found.drift:
            again = shlex.join(["recorder", "record", "--again", "--db", str(self.options.database)])
            self.listen(Note(f"The site has drifted: {found.drift.message}. To learn it anew: {again}"))
        if found.fading:
            self.listen(Note(f"The site fades: {found.fading.message}."))
        if found.missed:
            self.listen(Note(f"{found.missed}, so nothing is called gone."))
        return found

    async def _crawl(self, run: Run, navigator: Navigator, watch: FormWatch, *, resumed: bool) -> str:
        """Follow the pattern; why the site could not be had any more, if it could not."""
        kind = self.options.scope or str(self.recording.options["scope"])
        scope = Scope.of(self.recording.entry_url, kind, self.recording.samples)
        volatility = load_volatility(self.recording) or NOTHING_VOLATILE
        reader = Reader(scope, with_forms=navigator.asks_forms, volatility=volatility)
        breaker = CircuitBreaker(self.stop)
        recall = cached_pages(self.store, self.recording.id)
        fetching = replace(self.options.fetching, recall=recall, courtesy=_COURTESY if self._step else 1)
        async with open_visitor(fetching, reader, self.listen) as visitor:
            background, visitor.reader_process = visitor.background, ReaderProcess(reader)
            if navigator.expected(self.options.limit) > AS_LONG_AS_STARTING:
                visitor.reader_process.begin()
            compared = self.store.pages.compared(self.recording.id)
            visitor.render_choices = RenderChoices.of_crawl(navigator.pattern, compared)
            learnt = self.store, self.recording, navigator.pattern, reader, background
            judge = await self.stop.unless_pressing(background.run(load_judge, *learnt))
            known = KnownPages.of_run(self.store, run.id)
            idle = plain_addresses_of(self.store, self.recording)
            tasks = self._tasks(navigator)
            queued = partial(self.store.frontier.queued, run.id)
            crawler = Crawler(
                self.store,
                run.id,
                visitor,
                tasks,
                FormSender(visitor),
                judge,
                known,
                LinkFollower(navigator, self.store.pages, self.listen, watch, queued, idle),
                self.stop,
                self.listen,
                RetryAfter(self.store, self.stop, self.options.fetching.patience, breaker, self.listen),
                stragglers=await self._stragglers(run, tasks, known, idle, visitor),
                named=load_named(self.recording),
                limit=self.options.limit,
            )
            self.listen(RunBegan(run.id, "crawl", self.recording.entry_url, resumed, known.fetched))
            if any(navigator.pattern.paths[number].begins_at_sitemap for number in navigator.followed):
                entry = self.recording.entry_url
                visitor.more_links[entry] = await self.stop.unless_pressing(visitor.sitemaps(entry))
            await self._look_at_forms(visitor, navigator, watch)
            if self._step is None:
                await crawler.crawl(self.recording.entry_url)
                self._beside = crawler.stragglers
            else:
                await self._exhaust(crawler, run, self._step)
            asked_again = crawler.exhauster.to_ask_again if crawler.exhauster else ()
            await self.store.pages.forget_failures((*breaker.blameless, *asked_again))
            return breaker.reason

    async def _stragglers(
        self, run: Run, tasks: TaskReader, known: KnownPages, idle: PlainAddresses, visitor: Visitor
    ) -> Stragglers | None:
        """Where all targets of the site are wanted: what a person wrote leads to what they want, and a question to its
        answers.
        """
        asks = self._step is not None or any(question.given for question in tasks.navigator.questions)
        if asks or self.store.patterns.latest(self.recording.id).origin != "learnt":
            return None
        found = Stragglers(self.store, run.id, known, tasks.wants, idle, visitor.reader, visitor.background)
        await self.stop.unless_pressing(visitor.background.run(found.learn, self.recording))
        return found

    async def _exhaust(self, crawler: Crawler, run: Run, step: FormStep) -> None:
        """What was collected before is known, and its words are the first to be asked."""
        options, runs = self.options.exhaust or ExhaustOptions(), self.store.runs.all(self.recording.id)
        state, fresh = (
            Exhaustion(FormQuestions.of(step), options.bounds),
            self.options.continuation is Continuation.FRESH,
        )
        told = [each.exhaustion for each in runs if each.id != run.id and each.parameters == run.parameters]
        for each in () if fresh else filter(None, told[-1:]):
            remember(state, each)
        crawls, before = {each.id for each in runs if each.kind == "crawl"}, set[str]()
        for target in self.store.targets.list(self.recording.id):
            state.vocabulary.add(target.url, target.title, self.store.pages.text(target.page_id))
            if target.run in crawls - {run.id} and not fresh:  # what was only seen while mapping is collected now
                state.collect(target.url)
                before.add(target.url)
        for values in self.store.records.values(self.recording.id):
            state.choice.learn(values)
        questions = crawler.tasks.navigator.questions
        assert isinstance(questions, list)  # they grow
        exhauster = Exhauster(
            *(self.store, run.id, step, questions, crawler.follower, crawler.known, state, frozenset(before)),
            *(self.stop, self.listen, options.per_day),
        )
        crawler.exhauster = exhauster
        crawler.tasks = replace(crawler.tasks, collected_before=exhauster.before)
        try:
            await crawler.visitor.background.run(exhauster.restore)
            await crawler.crawl(self.recording.entry_url)
        finally:
            self._exhausted = exhauster.report
            await self.store.runs.keep_exhaustion(run.id, self._exhausted.as_plain())

    def _tasks(self, navigator: Navigator) -> TaskReader:
        """With --only-new, targets are left out by the addresses they are known by; a mapping has seen some, too."""
        known = (target.url for target in self.store.targets.list(self.recording.id)) if self.options.only_new else ()
        marks, choice = load_link_marks(self.store, self.recording.id), load_choice(self.recording)
        return TaskReader(navigator, self.recording.entry_url, marks, frozenset(known), choice)

    async def _look_at_forms(self, visitor: Visitor, navigator: Navigator, watch: FormWatch) -> None:
        """Before any of them is asked: they may have changed."""
        for step in dict.fromkeys(start.asks for _, start in navigator.starts() if start.asks):
            visit = await visitor.visit(step.page) if step.page else None
            if visit and visit.page:
                watch.look(step, visit.page.forms)
