"""Trials of many sites, two at a time: each site gets a mirror, an address that never changes, and its samples. A site
of files is walked before its first trial. Prints nothing: whoever wants to hear of a trial is told when it is over.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Semaphore

from bench.generality.findings import Found
from bench.generality.kept_answers import KeptAnswers
from bench.generality.kept_reading import forget_old
from bench.generality.relay import Relay
from bench.generality.rows import Row, row_of
from bench.generality.samples import samples
from bench.generality.scoring import Score, score
from bench.generality.site import Site, Truth
from bench.generality.trial import Task, run
from bench.generality.walking import is_walked, walk
from bench.generality.workers import Bounds, tried
from bench.sites import SiteUnavailableError

MIRRORS = "mirrors"
"""Their folder in the cache."""
AT_ONCE = 2
"""Trials at a time, on as many cores."""
_OPEN_SITES = 3
"""Most sites that are ready at a time: one for each trial, and the next. A program that is served takes memory."""


def mirror_of(site: Site, mirrors: Path) -> Path:
    return mirrors / f"{site.name}.sqlite"


@dataclass(frozen=True)
class Ready:
    """A site with its truth and its address."""

    site: Site
    truth: Truth
    base: str
    mirror: Path

    def task(self, sample: str) -> Task:
        return Task(self.base + self.site.entry, self.base + self.truth.records[sample], self.mirror)

    @property
    def needs_walk(self) -> bool:
        """Whether the mirror lacks what a walk brings. A program may have pages without end, and makes them slowly."""
        if self.site.is_program:
            return False
        with closing(KeptAnswers(self.mirror)) as kept:
            return not is_walked(kept)


@dataclass
class Runner:
    """`listen` is called from several threads."""

    mirrors: Path
    bounds: Bounds = field(default_factory=Bounds)
    listen: Callable[[Row], None] = lambda _: None
    work: Callable[[Task], Found] = run
    """What a trial does."""
    scored: Callable[[Found, str, Truth], Score] = score
    """What it is worth."""
    unavailable: dict[str, str] = field(default_factory=dict)
    """Sites that this machine cannot get or set up, and why."""

    def __post_init__(self) -> None:
        self._open = Semaphore(_OPEN_SITES)
        self._stop = Event()
        self._cores: SimpleQueue[int] = SimpleQueue()
        for core in range(AT_ONCE):
            self._cores.put(core)

    def run(self, sites: Iterable[Site], count: int) -> list[Row]:
        """The rows of all trials, by site and in the order of the samples. Interrupted, it ends those at work."""
        forget_old(self.mirrors)
        with ThreadPoolExecutor(AT_ONCE) as lanes:
            try:
                trials = [trial for site in sites for trial in self._trials(site, count, lanes)]
                return [row for trial in trials if (row := trial.result())]
            except KeyboardInterrupt:
                self._stop.set()
                lanes.shutdown(wait=False, cancel_futures=True)
                raise

    def fill(self, sites: Iterable[Site]) -> Iterator[tuple[str, Found]]:
        """Walk the sites of files whose mirrors were not filled so, one after the other."""
        for site in (site for site in sites if not site.is_program):
            with ExitStack() as opening:
                if (ready := self._prepared(site, opening)) and ready.needs_walk:
                    yield site.name, self._walked(ready)

    def _trials(self, site: Site, count: int, lanes: ThreadPoolExecutor) -> Sequence[Future[Row | None]]:
        """The trials of a site are put in the queue; with the last of them the site is closed."""
        self._open.acquire()
        with ExitStack() as opening:
            opening.callback(self._open.release)
            if (ready := self._prepared(site, opening)) is None:
                return ()
            if not (drawn := samples(site, ready.truth)[:count]):
                self.unavailable[site.name] = "it has no records"
                return ()
            if ready.needs_walk:
                self._walked(ready)
            closing = _Closing(opening.pop_all(), len(drawn))
        trials = [lanes.submit(self._trial, ready, sample) for sample in drawn]
        for trial in trials:
            trial.add_done_callback(closing.one_less)
        return trials

    def _prepared(self, site: Site, opening: ExitStack) -> Ready | None:
        try:
            return prepared(site, opening.enter_context(Relay(site)), self.mirrors)
        except SiteUnavailableError as error:
            self.unavailable[site.name] = str(error)
        except Exception as error:  # noqa: BLE001 - one site that cannot be set up must not stop the others
            self.unavailable[site.name] = f"setting it up failed: {error!r}"
        return None

    def _walked(self, ready: Ready) -> Found:
        """Where it fails or takes too long, trials ask for what is missing."""
        entry = ready.base + ready.site.entry
        return self._on_a_core(Task(entry, entry, ready.mirror), walk)

    def _on_a_core(self, task: Task, work: Callable[[Task], Found]) -> Found:
        core = self._cores.get()
        try:
            return tried(task, core, self.bounds, work, stop=self._stop)
        finally:
            self._cores.put(core)

    def _trial(self, ready: Ready, sample: str) -> Row | None:
        found = self._on_a_core(ready.task(sample), self.work)
        if self._stop.is_set():
            raise CancelledError
        try:
            row = row_of(ready.site.name, sample, found, self.scored(found, ready.base, ready.truth))
        except Exception as error:  # noqa: BLE001 - as with setting up: a truth that fails must not stop the others
            self.unavailable[ready.site.name] = f"its truth failed: {error!r}"
            return None
        self.listen(row)
        return row


class _Closing:
    """Closes a site after so many trials."""

    def __init__(self, opened: ExitStack, trials: int) -> None:
        self._opened = opened
        self._left = trials
        self._lock = Lock()

    def one_less(self, _: object) -> None:
        with self._lock:
            self._left -= 1
            if self._left == 0:
                self._opened.close()


def prepared(site: Site, relay: Relay, mirrors: Path) -> Ready:
    """The site is set up only if its mirror does not know yet where it begins."""
    kept = KeptAnswers(mirror_of(site, mirrors))
    try:
        base = kept.fact("base") or relay.base()
        truth = site.truth()
        kept.state("base", base)
        kept.state("targets", str(len(truth.records)))
    finally:
        kept.close()
    return Ready(site, truth, base, mirror_of(site, mirrors))
