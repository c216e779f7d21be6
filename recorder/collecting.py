"""A crawl from beginning to end: opens what it needs, lets a `Crawler` follow the pattern, and counts what came of
it.
"""

import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from patterns.navigation import NavigationPattern, Position
from patterns.notation import from_text
from recorder.continuation import Continuation
from recorder.crawling import Crawler
from recorder.drift import Drift, find_drift
from recorder.events import Listener, Note, RunBegan, RunEnded
from recorder.fetching import FetchOptions, build_fetcher
from recorder.learnt_class import load_class
from recorder.reading import Reader
from recorder.scope import Scope
from recorder.stopping import Stop
from recorder.visiting import Visitor
from store.database import Store, open_store
from store.recordings import Recording
from store.runs import Ending, Run


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
        try:
            await self._crawl(run, pattern, resumed=unfinished is not None)
        except BaseException:
            await self.store.runs.end(run.id, "stopped", seconds=time.monotonic() - began)
            raise
        return await self._ended(run, pattern, time.monotonic() - began)

    async def _crawl(self, run: Run, pattern: NavigationPattern, *, resumed: bool) -> None:
        scope = Scope.of(self.recording.entry_url, self.options.scope or str(self.recording.options["scope"]))
        reader = Reader(scope)
        page_class = load_class(self.store, self.recording, reader)
        visitor = Visitor(build_fetcher(self.options.fetching, scope), reader)
        crawler = Crawler(self.store, run.id, visitor, page_class, pattern, self.stop, self.listen, self.options.limit)
        try:
            recalled = crawler.recall() if resumed else 0
            self.listen(RunBegan(run.id, "crawl", self.recording.entry_url, resumed, recalled))
            await crawler.begin(self.recording.entry_url)
            await crawler.crawl()
        finally:
            await visitor.close()

    async def _ended(self, run: Run, pattern: NavigationPattern, seconds: float) -> CrawlResult:
        counts = self.store.runs.count(run.id)
        drift = None
        if not self.stop.requested:
            reached = {Position(*at): count for at, count in self.store.frontier.reached(run.id).items()}
            drift = find_drift(pattern, reached, counts.targets, counts.off_pattern)
        status: Ending = "stopped" if self.stop.requested else "done"
        kept = None if drift is None else asdict(drift)
        ended = await self.store.runs.end(run.id, status, seconds=seconds, drift=kept)
        if drift is not None:
            self.listen(Note(f"The site has drifted: {drift.message}."))
        self.listen(RunEnded(run.id, status, ended.pages, ended.targets, ended.seconds))
        return CrawlResult(ended, drift, self.stop.reason)
