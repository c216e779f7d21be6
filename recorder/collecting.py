"""A crawl from beginning to end: opens what it needs, lets a `Crawler` follow the pattern, and counts what came of
it.
"""

import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from patterns.navigation.notation import from_text
from patterns.navigation.pattern import NavigationPattern, Position
from recorder.background import Background
from recorder.continuation import Continuation
from recorder.crawling import Crawler
from recorder.drift import Drift, find_drift
from recorder.errors import RecorderError
from recorder.events import Listener, Note, RunBegan, RunEnded
from recorder.fetching import FetchOptions, build_fetcher
from recorder.learnt_class import load_class
from recorder.reading import Reader
from recorder.scope import Scope
from recorder.stopping import Hurry, Stop
from recorder.visiting import Visitor
from store.database import Store, open_store
from store.pages import ERROR
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
    scope: str | None = None
    fetching: FetchOptions = field(default_factory=FetchOptions)
    continuation: Continuation = Continuation.GO_ON


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
        unfinished = None
        if self.options.continuation is not Continuation.FRESH:
            unfinished = self.store.runs.unfinished(self.recording.id, "crawl")
        if unfinished is None and self.options.continuation is Continuation.RESUME:
            return CrawlResult(None)
        run = unfinished or await self.store.runs.begin(self.recording.id, "crawl")
        if unfinished is not None:
            await self.store.runs.resume(run.id)
        began = time.monotonic()
        status: Ending = "stopped"
        drift, complete = None, False
        try:
            await self._crawl(run, pattern, resumed=unfinished is not None)
            if not self.stop.requested:
                status, drift = "done", self._drift(run, pattern)
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

    async def _crawl(self, run: Run, pattern: NavigationPattern, *, resumed: bool) -> None:
        scope = Scope.of(self.recording.entry_url, self.options.scope or str(self.recording.options["scope"]))
        reader, background = Reader(scope), Background()
        visitor = Visitor(build_fetcher(self.options.fetching, scope), reader, background)
        try:
            page_class = await self.stop.unless_pressing(background.run(load_class, self.store, self.recording, reader))
            crawler = Crawler(
                self.store,
                run.id,
                visitor,
                background,
                page_class,
                pattern,
                self.stop,
                self.listen,
                self.options.limit,
            )
            recalled = crawler.recall() if resumed else 0
            self.listen(RunBegan(run.id, "crawl", self.recording.entry_url, resumed, recalled))
            await crawler.begin(self.recording.entry_url)
            await crawler.crawl()
        finally:
            background.close()
            await visitor.close()

    def _drift(self, run: Run, pattern: NavigationPattern) -> Drift | None:
        counts = self.store.runs.count(run.id)
        reached = {Position(*at): count for at, count in self.store.frontier.reached(run.id).items()}
        drift = find_drift(pattern, reached, counts.targets, counts.off_pattern)
        if drift is not None:
            self.listen(Note(f"The site has drifted: {drift.message}."))
        return drift

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
