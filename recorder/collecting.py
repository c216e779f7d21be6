"""A crawl from beginning to end: opens what it needs, lets a `Crawler` follow the pattern, and counts what came of
it.
"""

import shlex
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from forms.parameters import Given, ParameterError, asking_paths, closest, example_of, ready_paths
from patterns.navigation.notation import from_text
from patterns.navigation.pattern import FormStep, NavigationPattern, Position
from recorder.asking import FormSender, Question, Questions
from recorder.background import Background
from recorder.continuation import Continuation
from recorder.crawling import Crawler
from recorder.drift import Drift, find_barred_step, find_drift, find_fallen_answers
from recorder.errors import RecorderError, UsageError
from recorder.events import Listener, Note, RunBegan, RunEnded
from recorder.fetching import FetchOptions, OutcomeKind
from recorder.learnt_class import load_class
from recorder.patience import Patience
from recorder.reading import Reader
from recorder.rendering.evidence import Evidence
from recorder.revisiting import copies_of
from recorder.roles import Roles
from recorder.scope import Scope
from recorder.stopping import Hurry, Stop
from recorder.visiting import open_visitor
from store.database import Store, open_store
from store.pages import ERROR, KNOWN, SKIPPED
from store.recordings import Recording
from store.runs import Ending, Run

_ABSENT = frozenset({404, 410})
"""The answers that say a page is not there; every other failure says nothing about it."""


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


@dataclass(frozen=True)
class CrawlResult:
    """What a crawl came to. `run` is None when `--resume` found nothing to go on with."""

    run: Run | None
    drift: Drift | None = None
    stopped: str = ""


async def crawl(options: CrawlOptions, listen: Listener, stop: Stop) -> CrawlResult:
    """Collect the target pages of a recording, or go on with a crawl of it that was interrupted."""
    with open_store(options.database) as store:
        recording = store.recordings.find(options.name)
        with store.recordings.hold(recording):
            return await _Collector(store, recording, options, listen, stop).collect()


@dataclass
class _Collector:
    store: Store
    recording: Recording
    options: CrawlOptions
    listen: Listener
    stop: Stop

    async def collect(self) -> CrawlResult:
        pattern = from_text(self.store.patterns.latest(self.recording.id).text)
        questions = self._questions(pattern)
        parameters = {"queries": [question.given for question in questions.all if question.given]}
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
        drift, complete = None, False
        try:
            await self._crawl(run, questions, resumed=unfinished is not None)
            if not self.stop.requested:
                status, drift = "done", self._drift(run, questions)
                complete = drift is None and self._saw_all(run, pattern)
        except Hurry:
            pass  # stopped before there was anything to do
        except RecorderError:
            status = "failed"
            raise
        finally:
            seconds, kept = time.monotonic() - began, None if drift is None else asdict(drift)
            ended = await self.store.runs.end(run.id, status, seconds=seconds, drift=kept, complete=complete)
        self.listen(RunEnded(run.id, status, ended.pages, ended.targets, ended.seconds))
        return CrawlResult(ended, drift, self.stop.reason)

    def _questions(self, pattern: NavigationPattern) -> Questions:
        """What was asked, refused before anything is sent if a form does not accept it."""
        try:
            asked = [self._question(pattern, given) for given in self.options.queries or ((),)]
        except ParameterError as error:
            raise UsageError(error.message, error.hint) from None
        left_out = asking_paths(pattern) if not self.options.queries else ()
        if left_out:
            self.listen(Note(_told_of(left_out)))
        return Questions(pattern, tuple(asked))

    def _question(self, pattern: NavigationPattern, given: Given) -> Question:
        """Several forms may take all that was given: those are asked that it says most of, of equal ones that of the
        entry page.
        """
        ready = ready_paths(pattern, given)
        if not given:
            return Question({}, ready)
        first = {each.path: pattern.paths[each.path].steps[0] for each in ready}
        forms = {path: step for path, step in first.items() if isinstance(step, FormStep)}
        here = {path for path, step in forms.items() if step.page == self.recording.entry_url}
        fitting = closest(ready)
        chosen = tuple(each for each in fitting if each.path in here) or fitting
        asked = {first[each.path] for each in chosen}
        if urls := dict.fromkeys(step.url for step in forms.values() if step not in asked):
            self.listen(Note(f"Other forms take this, too, and are not asked: {', '.join(urls)}"))
        return Question(_as_given(given), chosen)

    async def _crawl(self, run: Run, questions: Questions, *, resumed: bool) -> None:
        scope = Scope.of(self.recording.entry_url, self.options.scope or str(self.recording.options["scope"]))
        reader, background = Reader(scope, with_forms=questions.ask_forms), Background()
        fetching = replace(self.options.fetching, recall=copies_of(self.store, self.recording.id))
        visitor = open_visitor(fetching, scope, reader, background, self.listen)
        try:
            for url, compared in self.store.pages.compared(self.recording.id):
                visitor.ways.learn(Evidence.from_json(url, compared))
            page_class = await self.stop.unless_pressing(background.run(load_class, self.store, self.recording, reader))
            crawler = Crawler(
                self.store,
                run.id,
                visitor,
                Roles(run.id, page_class, questions, background),
                questions,
                FormSender(visitor),
                self.stop,
                self.listen,
                Patience(self.store, self.stop, self.options.fetching.patience),
                self.options.limit,
                self._collected_before(),
            )
            recalled = crawler.recall() if resumed else 0
            self.listen(RunBegan(run.id, "crawl", self.recording.entry_url, resumed, recalled))
            await crawler.begin(self.recording.entry_url)
            await crawler.crawl()
        finally:
            background.close()
            await visitor.close()

    def _collected_before(self) -> frozenset[str]:
        """Under the addresses they are known by; a mapping has seen its targets too."""
        if not self.options.only_new:
            return frozenset()
        return frozenset(target.url for target in self.store.targets.list(self.recording.id))

    def _drift(self, run: Run, questions: Questions) -> Drift | None:
        counts = self.store.runs.count(run.id)
        reached = {Position(*at): count for at, count in self.store.frontier.reached(run.id).items()}
        followed = {ready.path for question in questions.all for ready in question.paths}
        drift = (
            find_barred_step(reached, self._barred(run))
            or find_drift(questions.pattern, followed, reached, counts.targets, counts.off_pattern)
            or find_fallen_answers(
                questions.pattern, followed, self._found_before(run), counts.targets + counts.errors + self._known(run)
            )
        )
        if drift is not None:
            self.listen(Note(f"The site has drifted: {drift.message}."))
        return drift

    def _barred(self, run: Run) -> Counter[Position]:
        """How many pages robots.txt forbade, by the position they were met at."""
        skipped = self.store.pages.of_run(run.id, SKIPPED)
        return Counter(
            Position(page.path_index, page.position) for page in skipped if page.outcome == OutcomeKind.ROBOTS
        )

    def _known(self, run: Run) -> int:
        """How many targets were left out because they are known."""
        return sum(page.outcome == KNOWN for page in self.store.pages.of_run(run.id, SKIPPED))

    def _found_before(self, run: Run) -> int:
        """What the last complete crawl that asked the same has found: fetched or left out, it met it."""
        earlier = (one for one in reversed(self.store.runs.all(self.recording.id)) if one.id < run.id and one.complete)
        peers = (one for one in earlier if (one.kind, one.parameters) == (run.kind, run.parameters))
        return next((one.targets + self._known(one) for one in peers), 0)

    def _saw_all(self, run: Run, pattern: NavigationPattern) -> bool:
        """Whether a target that this run did not come by is gone. Not if a page that used to lead on could not be had:
        a time-out of one list would call all its books gone."""
        missed = [
            page.url
            for page in self.store.pages.of_run(run.id, ERROR)
            if page.http_status not in _ABSENT
            and not pattern.is_target(Position(page.path_index, page.position))
            and self.store.pages.last_with_body(self.recording.id, page.key) is not None
        ]
        if missed:
            self.listen(Note(f"{missed[0]} and others on the way could not be had, so nothing is called gone."))
        return not missed


def _told_of(left_out: Sequence[tuple[int, Sequence[FormStep]]]) -> str:
    """What a run without parameters does not follow, and how it would be."""
    numbers = ", ".join(str(number + 1) for number, _ in left_out)
    examples = filter(None, (example_of(step) for _, steps in left_out for step in steps))
    example = next((f", such as --param {shlex.quote(each)}" for each in examples), "")
    return f"Paths through forms are left out (path {numbers}). They need --param{example}; `recorder show` lists all."


def _as_given(given: Given) -> dict[str, str | list[str]]:
    """A query as it is kept: by name, several values of one name in a list."""
    found: dict[str, list[str]] = {}
    for name, value in given:
        found.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}
