"""Recording: from an entry page and a sample to a navigation pattern in a database.

Opens what a recording needs (database, lock, fetcher), lets a `Mapper` map the site, and writes down what was learnt.
"""

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from recorder.fetching.answers import OutcomeKind
from recorder.fetching.own_session import require_session
from recorder.fetching.scope import Scope
from recorder.health.step_health import recorded_health
from recorder.knowledge.beliefs import beliefs_kept
from recorder.knowledge.coverage import Coverage, groups_kept, numbers_kept, save_coverage
from recorder.knowledge.link_marks import LinkMarks, load_link_marks
from recorder.knowledge.page_class import load_volatility, save_class
from recorder.knowledge.pattern_rows import step_rows
from recorder.mapping.between import look_between
from recorder.mapping.judge import Judge
from recorder.mapping.mapper import Mapper
from recorder.mapping.plainly import look_plainly
from recorder.mapping.sampling import Sampling
from recorder.mapping.strategy import Exhaustive, Strategy
from recorder.patterns.classes.groups import GroupChoice, TargetGroup
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.numbering import Between
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern, Position
from recorder.patterns.navigation.site_map import SiteMap
from recorder.probing.choices import FormOverrides
from recorder.recording.doubts import Ends, barred, coverage_of, left_aside, left_out_alike
from recorder.recording.given_pages import look_at_the_given_pages
from recorder.recording.options import RecordOptions, as_asked, as_told, checked, kept_options, with_schemes
from recorder.recording.second_look import look_again
from recorder.runtime.errors import RecorderError, UsageError
from recorder.runtime.events import Listener, Note, PatternLearnt, RunBegan, RunEnded
from recorder.runtime.plain_text import many
from recorder.runtime.stopping import Continuation, Hurry, Stop
from recorder.store.database import Store, open_store
from recorder.store.recordings import Recording
from recorder.store.rows import Json
from recorder.store.runs import Ending, Run
from recorder.visiting.page_reader import Reader
from recorder.visiting.render_evidence import MappedPage, step_renderings
from recorder.visiting.site_errors import CircuitBreaker, RetryAfter, UnusablePageError
from recorder.visiting.visit import evidence_of
from recorder.visiting.visitor import Visitor, open_visitor

if TYPE_CHECKING:
    from recorder.probing.form_search import FormSearch


@dataclass(frozen=True)
class RecordResult:
    """What a recording came to. `run` is None when `--resume` found nothing to go on with."""

    recording: str
    run: Run | None
    pattern: NavigationPattern
    targets: int = 0
    forms: int = 0
    stopped: str = ""
    groups: tuple[TargetGroup, ...] = ()
    """What was found, by what the addresses differ in: several can be left out or taken in alone."""
    coverage: Coverage | None = None
    """None where nothing was learnt."""


async def record(options: RecordOptions, listen: Listener, stop: Stop) -> RecordResult:
    """Record a site, or go on with a recording of it that was interrupted."""
    asked = checked(await with_schemes(options))
    is_new = not asked.database.exists()
    try:
        return await _record_into(asked, listen, stop)
    except UnusablePageError:
        if is_new:
            asked.database.unlink(missing_ok=True)  # it holds nothing
        raise


async def _record_into(asked: RecordOptions, listen: Listener, stop: Stop) -> RecordResult:
    with open_store(asked.database, create=asked.continuation is not Continuation.RESUME) as store:
        name = asked.name or urlsplit(asked.entry).netloc
        recording = next((one for one in store.recordings.all() if one.name == name), None)
        if recording is None and asked.continuation is Continuation.RESUME:
            return RecordResult(name, None, NavigationPattern())
        if recording is None:
            recording = store.recordings.create(name, asked.entry, asked.samples, kept_options(asked)).result()
        require_session(recording, asked.fetching.session)
        with store.recordings.hold(recording):
            asked = as_told(recording, asked)
            return await record_held(store, as_asked(store, recording, asked), asked, listen, stop)


async def record_held(
    store: Store, recording: Recording, options: RecordOptions, listen: Listener, stop: Stop
) -> RecordResult:
    """Record under a recording that is held and is of what the options ask. Leaves nothing behind that stands in the
    way of a second try with the right addresses.
    """
    try:
        return await _Recorder(store, recording, options, listen, stop).record()
    except UnusablePageError:
        if len(store.runs.all(recording.id)) == 1:
            await store.recordings.remove(recording.id)
        raise


@dataclass(frozen=True)
class _Mapped:
    """The pattern learnt, how many known targets it reaches, and how many forms were found."""

    pattern: NavigationPattern = field(default_factory=NavigationPattern)
    targets: int = 0
    forms: int = 0
    groups: tuple[TargetGroup, ...] = ()
    coverage: Coverage | None = None


@dataclass
class _Recorder:
    store: Store
    recording: Recording
    options: RecordOptions
    listen: Listener
    stop: Stop

    async def record(self) -> RecordResult:
        former = self._former()
        if former is None and self.options.continuation is Continuation.RESUME:
            return RecordResult(self.recording.name, None, NavigationPattern())
        run = former or await self.store.runs.begin(self.recording.id, "mapping")
        if former is not None:
            await self.store.runs.resume(run.id)
        began = time.monotonic()
        status: Ending = "stopped"
        found = _Mapped()
        try:
            found = await self._map(run, resumed=former is not None)
            status = "stopped" if self.stop.requested else "done"
        except Hurry:
            pass  # stopped; the next attempt works out again what was left undone
        except RecorderError:
            # The same pages would only lead to the same end; but what a run came to before is not undone by a wish.
            status = "done" if former is not None and former.status == "done" else "failed"
            raise
        finally:
            ended = await self.store.runs.end(run.id, status, seconds=time.monotonic() - began)
        self.listen(RunEnded(run.id, status, ended.pages, ended.targets, ended.seconds))
        what = found.pattern, found.targets, found.forms
        return RecordResult(self.recording.name, ended, *what, self.stop.reason, found.groups, found.coverage)

    def _former(self) -> Run | None:
        """The run to go on with. One that is done is done again with its stored pages, as after a kill: only what was
        not asked then, a form that is allowed or filled in now, is asked of the site.
        """
        runs, recording = self.store.runs, self.recording.id
        if self.options.continuation is Continuation.FRESH:
            return None
        if self.options.continuation is Continuation.REOPEN:
            mapped = [run for run in runs.all(recording) if run.kind == "mapping" and run.status != "failed"]
            return mapped[-1] if mapped else None
        return runs.unfinished(recording, "mapping")

    async def _map(self, run: Run, *, resumed: bool) -> _Mapped:
        scope = Scope.of(self.options.entry, self.options.scope, self.options.samples)
        async with open_visitor(self.options.fetching, Reader(scope, with_forms=True), self.listen) as visitor:
            marks = load_link_marks(self.store, self.recording.id)
            breaker = CircuitBreaker(self.stop)
            mapper = self._mapper(run, visitor, marks, breaker)
            recalled = mapper.recall() if resumed else 0
            self.listen(RunBegan(run.id, "mapping", self.options.entry, resumed, recalled))
            await look_at_the_given_pages(self.options, mapper, self.listen)
            asked = GroupChoice(self.options.without, self.options.only, self.options.unlike)
            pattern = await mapper.explore(asked, best_only=self.options.best_path)
            await self.store.pages.forget_failures(breaker.blameless)
            self._tell_of_groups(mapper)
            forms = self._form_search(mapper, visitor, scope)
            pattern = NavigationPattern((*pattern.paths, *await forms.paths()))
            await look_plainly(mapper)
            between = await look_between(mapper)
            reached = await mapper.reached()
            left = marks.told_of(mapper.site.left_out()), left_aside(mapper.judge.repeats), barred(forms.barred)
            for told in filter(None, left):
                self.listen(Note(told))
            self._refuse_nothing(mapper, pattern, reached)
            await mapper.settle()
            await self._save(pattern, mapper, between, resumed=resumed)
            ends = Ends(self.stop.reason, mapper.strategy.spent, forms.untried, _barred(mapper))
            coverage = coverage_of(await mapper.survey(pattern, between), ends)
            save_coverage(self.store, self.recording.id, coverage)
            for each in coverage.unclear:
                self.listen(Note(f"Unclear: {each}"))
            self.listen(PatternLearnt(len(pattern.paths), len(reached)))
            return _Mapped(pattern, len(reached), forms.forms, mapper.judge.groups, coverage)

    def _tell_of_groups(self, mapper: Mapper) -> None:
        """A name that was mistyped leaves all as it was, if anything was there before."""
        if mapper.unmet and self.options.continuation is Continuation.REOPEN:
            names = ", ".join(group.name for group in mapper.judge.groups) or "none"
            raise UsageError(f"{mapper.unmet}.", f"Groups that were found: {names}.")
        for told in filter(None, (mapper.unmet, *map(_left_out_beside, mapper.judge.choice.beside))):
            self.listen(Note(f"{told}."))

    def _mapper(self, run: Run, visitor: Visitor, marks: LinkMarks, breaker: CircuitBreaker) -> Mapper:
        site = SiteMap(self.options.entry, self.options.limits.depth, marks.ignores)
        samples = self.options.samples
        strategy: Strategy = Sampling(site, samples, self.options.by_prototypes, marks.wants)
        if self.options.exhaustive:
            strategy = Exhaustive(site, samples)
        judge = Judge(self.options.entry, samples, self.options.threshold, self.options.unlike)
        return Mapper(
            self.store,
            run.id,
            visitor,
            visitor.background,
            judge,
            site,
            strategy,
            self.options.limits,
            RetryAfter(self.store, self.stop, self.options.fetching.patience, breaker, self.listen),
            self.stop,
            self.listen,
        )

    def _form_search(self, mapper: Mapper, visitor: Visitor, scope: Scope) -> "FormSearch":
        # What judges forms takes a while to load: not for a glance at a menu.
        from recorder.probing.form_search import FormSearch
        from recorder.probing.probe_fetcher import ProbeFetcher
        from recorder.probing.probe_terms import ProbeTerms

        asked = self.options
        return FormSearch(
            self.store,
            self.recording.id,
            mapper.view,
            ProbeFetcher(self.store, mapper.run_id, visitor, mapper.retry_after, mapper.announce),
            ProbeTerms(mapper.view, tuple(map(mapper.site.final, asked.samples))),
            scope,
            self.stop,
            self.listen,
            mapper.apart,
            asked.forms,
            asked.max_probes,
            self._overrides(mapper),
        )

    def _overrides(self, mapper: Mapper) -> FormOverrides:
        """What was said about single forms, and entered into them on a way that a person recorded."""
        if self.options.steps is None:
            return self.options.form_overrides
        from recorder.probing.hand_steps import filled_by_hand

        overrides, count = filled_by_hand(self.options.steps, mapper.view, self.options.form_overrides)
        if self.options.steps.entries and not self.stop.requested:
            forms = many(len(overrides.filled), "form")
            self.listen(Note(f"Found of what was entered by hand: {many(count, 'value')} in {forms}."))
        return overrides

    def _refuse_nothing(self, mapper: Mapper, pattern: NavigationPattern, reached: set[str]) -> None:
        """A pattern is for pages that nobody has yet; when a limit cut the search short, they may still come."""
        if (
            self.stop.requested
            or any(isinstance(step, FormStep) for path in pattern.paths for step in path.steps)
            or reached - {mapper.site.final(sample) for sample in self.options.samples}
        ):
            return
        found = "only the sample itself" if reached else "no way to pages like the sample"
        raise RecorderError(
            f"From {self.options.entry} {found} was found: {mapper.summary()}",
            "Try an entry page nearer to such pages, a wider --scope, --exhaustive, or a lower --threshold.",
        )

    async def _save(self, pattern: NavigationPattern, mapper: Mapper, between: Between, *, resumed: bool) -> None:
        lesson = await mapper.lesson()
        inside = mapper.view.ids_of(lesson.exemplars)
        learnt_from = {
            "exemplars": inside,
            "counterparts": mapper.view.ids_of(lesson.counterparts),
            "unlike": mapper.view.ids_of(lesson.opposed),
        }
        kept = {
            **groups_kept(mapper.judge.groups, mapper.judge.choice),
            **numbers_kept(between),
            **beliefs_kept(lesson.beliefs, lesson.targets, lesson.repeats, mapper.view.page_ids),
        }
        volatility = load_volatility(self.recording) if resumed else None
        if volatility is None and not self.stop.requested:
            volatility = await look_again(self.store.pages, inside, mapper)
        known = lesson.page_class, learnt_from, lesson.idle, lesson.named, volatility
        save_class(self.store, self.recording.id, *known, kept)
        opposed = set(lesson.opposed).difference(map(mapper.site.final, mapper.tries))
        if told := left_out_alike(opposed, [*map(mapper.site.final, self.options.unlike)]):
            self.listen(Note(told))
        if pattern.paths:
            rows = step_rows(pattern, await mapper.apart(self._renderings, pattern, mapper))
            self._tell_of_a_persons_own(text := to_text(pattern))
            self.store.patterns.save(self.recording.id, text, rows).result()
            pages = self.store.pages.of_run(mapper.run_id)
            health = await mapper.apart(recorded_health, pattern, mapper.site, pages)
            await self.store.health.save(mapper.run_id, health)

    def _tell_of_a_persons_own(self, learnt: str) -> None:
        """What somebody made by hand is not replaced without a word."""
        versions = self.store.patterns.versions(self.recording.id)
        if versions and versions[-1].origin != "learnt" and versions[-1].text != learnt:
            what = f"Version {versions[-1].version} of the pattern, {versions[-1].origin} by hand, was in force"
            self.listen(Note(f"{what}: what is learnt now takes its place. It is kept, and can be restored."))

    def _renderings(self, pattern: NavigationPattern, mapper: Mapper) -> dict[Position, Json]:
        pages = [
            MappedPage(page.url, page.rendered, evidence_of(page)) for page in self.store.pages.of_run(mapper.run_id)
        ]
        return step_renderings(pattern, mapper.site, pages)


def _barred(mapper: Mapper) -> set[str]:
    """The links that robots.txt asks not to follow, where they are as many as the pages seen."""
    found = {url for url, (outcome, _) in mapper.troubles.items() if outcome == OutcomeKind.ROBOTS}
    return found if len(found) >= len(mapper.site.links) else set()


def _left_out_beside(name: str) -> str:
    return f"Left out as pages given with --unlike are of it: {name}"
