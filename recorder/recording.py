"""Recording: from an entry page and a sample to a navigation pattern in a database.

Opens what a recording needs (database, lock, fetcher), lets a `Mapper` map the site, and writes down what was learnt.
"""

import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from patterns.navigation import NavigationPattern
from patterns.notation import to_text
from patterns.site_map import SiteMap
from patterns.urls import normalise
from patterns.walk import walk
from recorder.continuation import Continuation
from recorder.errors import RecorderError, UsageError
from recorder.events import Listener, Note, RunBegan, RunEnded
from recorder.fetching import FetchOptions, build_fetcher
from recorder.learnt_class import save_class
from recorder.mapping.exhaustive import Exhaustive
from recorder.mapping.judge import Judge
from recorder.mapping.mapper import Mapper, MappingLimits
from recorder.mapping.sampling import Sampling
from recorder.mapping.strategy import Strategy
from recorder.pattern_rows import step_rows
from recorder.reading import Reader
from recorder.scope import Scope, ScopeKind
from recorder.stopping import Stop
from recorder.visiting import Visitor
from store.database import Store, open_store
from store.recordings import Recording
from store.rows import Json
from store.runs import Ending, Run


@dataclass(frozen=True)
class RecordOptions:
    """What a person asked `recorder record` to do."""

    entry: str
    samples: tuple[str, ...]
    database: Path
    name: str | None = None
    exhaustive: bool = False
    best_path: bool = False
    threshold: float | None = None
    limits: MappingLimits = field(default_factory=MappingLimits)
    scope: ScopeKind = ScopeKind.HOST
    fetching: FetchOptions = field(default_factory=FetchOptions)
    continuation: Continuation = Continuation.GO_ON


@dataclass(frozen=True)
class RecordResult:
    """What a recording came to. `run` is None when `--resume` found nothing to go on with."""

    recording: str
    run: Run | None
    pattern: NavigationPattern
    targets: int = 0
    forms: int = 0
    stopped: str = ""


async def record(options: RecordOptions, listen: Listener, stop: Stop) -> RecordResult:
    """Record a site, or go on with a recording of it that was interrupted."""
    asked = _checked(options)
    with open_store(asked.database, create=True) as store:
        recording = _recording(store, asked)
        with store.recordings.hold(recording):
            return await _Recorder(store, recording, asked, listen, stop).record()


def _checked(options: RecordOptions) -> RecordOptions:
    """The options with normalised URLs that can be meant."""
    scope = Scope.of(options.entry, options.scope)
    entry = _url(options.entry)
    samples = tuple(map(_url, options.samples))
    for given, sample in zip(options.samples, samples, strict=True):
        if sample == entry:
            raise UsageError(
                "The sample page is the entry page itself.",
                "Give the page where you would start as ENTRY, and one of the pages you want with --like.",
            )
        if not scope.contains(sample):
            raise UsageError(
                f"The sample {given} is not on the site of the entry page ({scope}).",
                "Use --scope domain if it is on a sister host, or give an entry page of the sample's own site.",
            )
    return replace(options, entry=entry, samples=samples)


def _url(given: str) -> str:
    url = normalise(given)
    if url is None:
        raise UsageError(
            f"{given} is not an address this program can open.", "Give a full http:// or https:// address."
        )
    return url


def _recording(store: Store, options: RecordOptions) -> Recording:
    """The recording to work on: the one of this name, if it is of the same site and samples, or a new one."""
    name = options.name or urlsplit(options.entry).netloc
    known = next((one for one in store.recordings.all() if one.name == name), None)
    if known is None:
        return store.recordings.create(name, options.entry, options.samples, _kept_options(options)).result()
    if known.entry_url != options.entry or set(known.samples) != set(options.samples):
        raise UsageError(
            f"{options.database} already holds a recording named {name!r}, of {known.entry_url} "
            f"like {', '.join(known.samples)}.",
            "Choose another name with --name, or another database with --db.",
        )
    store.recordings.set_options(known.id, _kept_options(options)).result()
    return known


def _kept_options(options: RecordOptions) -> Json:
    """What later crawls of this recording go by."""
    return {"scope": options.scope.value, "exhaustive": options.exhaustive, "threshold": options.threshold}


@dataclass
class _Recorder:
    store: Store
    recording: Recording
    options: RecordOptions
    listen: Listener
    stop: Stop

    async def record(self) -> RecordResult:
        unfinished = None
        if self.options.continuation is not Continuation.FRESH:
            unfinished = self.store.runs.unfinished(self.recording.id, "mapping")
        if unfinished is None and self.options.continuation is Continuation.RESUME:
            return RecordResult(self.recording.name, None, NavigationPattern())
        run = unfinished or await self.store.runs.begin(self.recording.id, "mapping")
        if unfinished is not None:
            await self.store.runs.resume(run.id)
        began = time.monotonic()
        try:
            pattern, reached = await self._map(run, resumed=unfinished is not None)
        except BaseException:
            await self.store.runs.end(run.id, "stopped", seconds=time.monotonic() - began)
            raise
        status: Ending = "stopped" if self.stop.requested else "done"
        ended = await self.store.runs.end(run.id, status, seconds=time.monotonic() - began)
        self.listen(RunEnded(run.id, status, ended.pages, ended.targets, ended.seconds))
        return RecordResult(self.recording.name, ended, pattern, reached, stopped=self.stop.reason)

    async def _map(self, run: Run, *, resumed: bool) -> tuple[NavigationPattern, int]:
        """The pattern learnt, and how many known targets it reaches."""
        scope = Scope.of(self.options.entry, self.options.scope)
        reader = Reader(scope)
        visitor = Visitor(build_fetcher(self.options.fetching, scope), reader)
        try:
            mapper = self._mapper(run, visitor)
            recalled = mapper.recall() if resumed else 0
            self.listen(RunBegan(run.id, "mapping", self.options.entry, resumed, recalled))
            pattern = await self._explored(mapper)
            await mapper.settle()
            self._save(pattern, mapper)
            return pattern, len({url for path in pattern.paths for url in walk(mapper.site, path).targets})
        finally:
            await visitor.close()

    def _mapper(self, run: Run, visitor: Visitor) -> Mapper:
        site = SiteMap(self.options.entry)
        samples = self.options.samples
        strategy: Strategy = Exhaustive(site, samples) if self.options.exhaustive else Sampling(site, samples)
        judge = Judge(self.options.entry, samples, self.options.threshold)
        return Mapper(self.store, run.id, visitor, judge, site, strategy, self.options.limits, self.stop, self.listen)

    async def _explored(self, mapper: Mapper) -> NavigationPattern:
        """Look at the sample and the entry page first: without them there is nothing to map."""
        for url, what in [
            *((sample, "sample page") for sample in self.options.samples),
            (self.options.entry, "entry page"),
        ]:
            await mapper.require(url, what)
        pattern = await mapper.explore()
        if not pattern.paths and not self.stop.requested:
            raise RecorderError(
                f"No way was found from {self.options.entry} to pages like the sample: {mapper.summary()}",
                "Try an entry page nearer to them, a wider --scope, --exhaustive, or a lower --threshold.",
            )
        return pattern.best_only() if self.options.best_path else pattern

    def _save(self, pattern: NavigationPattern, mapper: Mapper) -> None:
        lesson = mapper.judge.lesson()
        inside, outside = mapper.pages_of(lesson.exemplars), mapper.pages_of(lesson.counterparts)
        save_class(self.store, self.recording.id, lesson.page_class, inside, outside)
        if pattern.paths:
            self.store.patterns.save(self.recording.id, to_text(pattern), step_rows(pattern)).result()
        if not lesson.page_class.is_clear:
            self.listen(Note(f"The cut is not clear: {'; '.join(lesson.page_class.evidence)}"))
