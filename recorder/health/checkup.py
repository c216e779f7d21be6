"""The examination at the end of a crawl: the health of every step of its pattern, kept with the run, and what follows
from it; and what is stored of the latest one. What the numbers mean is decided in `drift` and `form_changes`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from math import inf

from recorder.health.drift import Drift, Fade, StepComparison, find_fade, find_fallen_answers
from recorder.health.form_changes import FormWatch
from recorder.health.replaced_links import ReplacedLinks, replaced_links
from recorder.health.step_health import (
    Healths,
    by_position,
    crawled_health,
    histories,
    last_mapping,
    peers_before,
    reference,
)
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.navigation.pattern import NavigationPattern, Position
from recorder.runtime.plain_text import many
from recorder.store.database import Store
from recorder.store.page import ERROR, IGNORED, KNOWN, LEFT_OUT, SKIPPED, TARGET, StoredPage
from recorder.store.patterns import SavedPattern
from recorder.store.runs import Run

_ABSENT = frozenset({404, 410})
"""The answers that say a page is not there; every other failure says nothing about it."""
_MOST_FAILED = 0.5
"""Most pages, of all, that may fail in a crawl that says something of the site."""
_LEAST_FAILED = 3
"""Least failures that keep a site from being judged, but for crawls of fewer pages."""
_REASONS = 3
"""Most reasons of failures that are told."""


@dataclass(frozen=True)
class Findings:
    """`trouble`: what keeps the site from being judged at all. `missed`: a page on the way that was not had, and why:
    then nothing can be called gone.
    """

    drift: Drift | None = None
    fading: Fade | None = None
    trouble: str = ""
    missed: str = ""

    @property
    def saw_all(self) -> bool:
        """Whether a target that the run did not come by is gone."""
        return not self.trouble and not self.missed and (self.drift is None or self.drift.nothing_lost)


@dataclass(frozen=True)
class Checkup:
    """Of one crawl that has followed the pattern to its end. `followed`: the numbers of the paths it took."""

    store: Store
    run: Run
    saved: SavedPattern
    pattern: NavigationPattern
    followed: Set[int]
    form_watch: FormWatch
    chooses_browser: bool

    def examine(self) -> Findings:
        """Keeps the health of every step, and says what it means."""
        health = crawled_health(self.pattern, self.store.health.measure(self.run.id))
        self.store.health.save(self.run.id, health).result()
        runs = self.store.runs.all(self.run.recording_id)
        counted = next(run for run in runs if run.id == self.run.id)
        if trouble := self._trouble(counted):
            return Findings(trouble=trouble)
        peers = peers_before(runs, self.run, self.saved)
        drift = self._drift(counted, peers, runs)
        fading = None if drift else find_fade(self.pattern, histories(self.store, (*peers, self.run)))
        return Findings(drift, fading, missed=self._missed())

    def _trouble(self, run: Run) -> str:
        """A site that is down, or answers only errors, shows nothing of what has become of it."""
        failed = [page for page in self.store.pages.of_run(run.id, ERROR) if page.http_status not in _ABSENT]
        if len(failed) <= _MOST_FAILED * run.pages or len(failed) < min(_LEAST_FAILED, run.pages):
            return ""
        reasons = Counter(page.reason or page.outcome for page in failed).most_common(_REASONS)
        told = "; ".join(f"{reason} ({count})" for reason, count in reasons)
        return f"{len(failed):,} of {many(run.pages, 'page')} could not be had: {told}"

    def _drift(self, run: Run, peers: Sequence[Run], runs: Sequence[Run]) -> Drift | None:
        earlier, before = reference(self.store, peers, runs, self.saved)
        now = by_position(self.store.health.of_run(run.id))
        mapping = None if peers else last_mapping(runs)
        again = self._again(run, mapping) if mapping else None

        def replaced() -> Mapping[Position, ReplacedLinks]:
            return replaced_links(self.store, self.pattern, earlier, run) if earlier else {}

        def lost() -> float:
            return len(self._met(peers[-1]) - self._met(run)) if peers else inf

        chooses, left_out = self.chooses_browser, next(self._ignored(), None) is not None
        comparison = StepComparison(self.pattern, self.followed, before, now, again, replaced, chooses, left_out, lost)
        found, found_before = self._found(run), self._found(peers[-1]) if peers else 0
        return (
            self.form_watch.find_drift(self.pattern, self.followed, found)
            or comparison.find_drift()
            or find_fallen_answers(self.pattern, self.followed, found_before, found)
        )

    def _again(self, run: Run, mapping: Run) -> Healths:
        return by_position(crawled_health(self.pattern, self.store.health.measure_again(run.id, mapping.id)))

    def _found(self, run: Run) -> int:
        """How many targets a run met: collected, left out because they are known or not wanted, or not to be had just
        then.
        """
        left_out = sum(page.outcome in (KNOWN, IGNORED, LEFT_OUT) for page in self.store.pages.of_run(run.id, SKIPPED))
        return run.targets + run.errors + left_out

    def _met(self, run: Run) -> set[str]:
        """The keys of the targets that a run collected, or left out because they are known or not wanted."""
        skipped = self.store.pages.of_run(run.id, SKIPPED)
        left_out = {page.key for page in skipped if page.outcome in (KNOWN, IGNORED, LEFT_OUT)}
        return left_out | {page.key for page in self.store.pages.of_run(run.id, TARGET)}

    def _missed(self) -> str:
        """A page that used to lead on: a time-out of one list would call all its books gone, and so would a mark."""
        failed = (page for page in self.store.pages.of_run(self.run.id, ERROR) if page.http_status not in _ABSENT)
        if missed := next(filter(self._led_on, failed), None):
            return f"{missed.url} and others on the way could not be had"
        if missed := next(filter(self._led_on, self._ignored()), None):
            return f"{missed.url} and others on the way are of a class of links that you ignore"
        return ""

    def _ignored(self) -> Iterator[StoredPage]:
        return (page for page in self.store.pages.of_run(self.run.id, SKIPPED) if page.outcome == IGNORED)

    def _led_on(self, page: StoredPage) -> bool:
        is_target = self.pattern.is_target(Position(page.path_index, page.position))
        return not is_target and self.store.pages.last_with_body(self.run.recording_id, page.key) is not None


@dataclass(frozen=True)
class LatestHealth:
    """What `run` saw now, and what the `earlier` one saw; without one, `before` is what the pattern says of itself."""

    run: Run
    now: Healths
    earlier: Run | None
    before: Healths
    fading: Fade | None


def latest_health(store: Store, recording_id: int, saved: SavedPattern) -> LatestHealth | None:
    """Of the latest crawl by this pattern that came to its end; None before there is any."""
    runs = store.runs.all(recording_id)
    crawls = [run for run in runs if run.kind == "crawl" and run.status in ("done", "failed")]
    if not crawls or crawls[-1].started_at < saved.created_at:
        return None
    run, pattern = crawls[-1], from_text(saved.text)
    peers = peers_before(runs, run, saved)
    earlier, before = reference(store, peers, runs, saved)
    now = by_position(store.health.of_run(run.id))
    return LatestHealth(run, now, earlier, before, find_fade(pattern, histories(store, (*peers, run))))
