"""The examination at the end of a crawl: the health of every step of its pattern, kept with the run, and what follows
from it. How what was seen is weighed is `drift`, `fading` and `form_watch`.
"""

from collections import Counter
from dataclasses import dataclass

from patterns.navigation.pattern import NavigationPattern, Position
from recorder.asking import Questions
from recorder.drift import Comparison, Drift, find_fallen_answers
from recorder.fading import Fade, find_fade
from recorder.health import by_position, histories, peers_before, reference
from recorder.replaced import replaced_links
from store.database import Store
from store.pages import ERROR, KNOWN, SKIPPED
from store.patterns import SavedPattern
from store.runs import Run

_ABSENT = frozenset({404, 410})
"""The answers that say a page is not there; every other failure says nothing about it."""
_MOST_FAILED = 0.5
_LEAST_FAILED = 3
_REASONS = 3


@dataclass(frozen=True)
class Findings:
    """`trouble`: what keeps the site from being judged at all. `missed`: a page on the way that could not be had, so
    that nothing can be called gone.
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
    """Of one crawl that has followed the pattern to its end."""

    store: Store
    run: Run
    saved: SavedPattern
    questions: Questions
    chooses_browser: bool

    def examine(self) -> Findings:
        """Keeps the health of every step, and says what it means."""
        steps = self.store.health.measure(self.run.id)
        self.store.health.save(self.run.id, steps).result()
        if trouble := self._trouble():
            return Findings(trouble=trouble)
        drift = self._drift()
        return Findings(drift, None if drift else self._fading(), missed=self._missed())

    @property
    def _pattern(self) -> NavigationPattern:
        return self.questions.pattern

    def _trouble(self) -> str:
        """A site that is down, or answers only errors, shows nothing of what has become of it."""
        counts = self.store.runs.count(self.run.id)
        failed = [page for page in self.store.pages.of_run(self.run.id, ERROR) if page.http_status not in _ABSENT]
        is_most = len(failed) > _MOST_FAILED * counts.pages and len(failed) >= min(_LEAST_FAILED, counts.pages)
        if not is_most:
            return ""
        reasons = Counter(page.reason or page.outcome for page in failed).most_common(_REASONS)
        told = "; ".join(f"{reason} ({count})" for reason, count in reasons)
        return f"{len(failed)} of {counts.pages} pages could not be had: {told}"

    def _drift(self) -> Drift | None:
        followed = {ready.path for question in self.questions.all for ready in question.paths}
        now = by_position(self.store.health.of_run(self.run.id))
        earlier, before = reference(self.store, self.run, self.saved, self._pattern)
        replaced = replaced_links(self.store, self._pattern, earlier, self.run) if earlier else {}
        comparison = Comparison(self._pattern, followed, before, now, replaced, self.chooses_browser)
        found = self._found(self.run)
        return (
            self.questions.watch.find_drift(self._pattern, followed, found)
            or comparison.find_drift()
            or find_fallen_answers(self._pattern, followed, self._found_before(), found)
        )

    def _found(self, run: Run) -> int:
        """How many targets a run met: collected, left out because they are known, or not to be had just then."""
        counts = self.store.runs.count(run.id)
        left_out = sum(page.outcome == KNOWN for page in self.store.pages.of_run(run.id, SKIPPED))
        return counts.targets + counts.errors + left_out

    def _found_before(self) -> int:
        """What the last complete crawl that asked the same has found."""
        peers = peers_before(self.store, self.run, self.saved)
        return self._found(peers[-1]) if peers else 0

    def _fading(self) -> Fade | None:
        return find_fade(self._pattern, histories(self.store, self.run, self.saved))

    def _missed(self) -> str:
        """A page that used to lead on: a time-out of one list would call all its books gone."""
        missed = (
            page.url
            for page in self.store.pages.of_run(self.run.id, ERROR)
            if page.http_status not in _ABSENT
            and not self._pattern.is_target(Position(page.path_index, page.position))
            and self.store.pages.last_with_body(self.run.recording_id, page.key) is not None
        )
        return next(missed, "")
