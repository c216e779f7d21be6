"""Drift: signs that a site no longer is what the pattern was learnt on. A crawl that sees one ends loudly, naming the
step.

What a run saw of each step is held against what was seen before. Only what is plain is a sign: a step that leads
nowhere, most of a path's targets lost, links that now go elsewhere. Sites grow, shrink and lose a page; that is none.
A path that leads to fewer pages run after run is worth telling, but no drift: the last of many small losses is not what
broke the step.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from math import inf

from recorder.health.replaced_links import ReplacedLinks
from recorder.health.step_health import Healths
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Position
from recorder.runtime.plain_text import many
from recorder.store.health import StepHealth

LEAST_EXPECTED = 5
"""Least pages or links of a step whose loss is a sign."""
LOST_SHARE = 0.5
"""Least share of the links or pages before that must be left."""
OFF_PATTERN_SHARE = 0.3
"""Most targets, of all, that may be unlike the sample, even if few were before."""
_MORE_OFF_PATTERN = 0.15
"""Most that this share may grow by."""
_OF_ALL = 0.2
"""Least share of the pages of all paths that a path must have lost."""
_TOO_MANY_FAILED = 0.2
"""Most hubs, of all, that may be missing for the links of the next step to be counted."""
_LEAST_RENDERED = 3
"""Least pages before and now for saying that a step needs a browser."""
_HARDLY_ANY, _NEARLY_ALL = 0.1, 0.9
"""Most pages rendered before, and least rendered now, for saying so."""
_LEAST_RUNS = 4
"""Least runs that make a decline."""
_LEAST_LOST = 0.05
"""Least share of the links of the first of them that must be lost."""
_NOTHING = StepHealth(path_index=0, step_index=0)


@dataclass(frozen=True)
class Drift:
    """What was expected at a step, what was seen, and both in words. Paths and steps count from 1, as for a person."""

    path: int
    step: int
    expected: int
    seen: int
    message: str
    nothing_lost: bool = False
    """Whether all was collected, only in another way than before."""

    @classmethod
    def at(cls, at: Position, expected: int, seen: int, message: str, *, nothing_lost: bool = False) -> "Drift":
        """At the step that leads to a position."""
        return cls(at.path + 1, at.step, expected, seen, message, nothing_lost)


@dataclass(frozen=True)
class StepComparison:
    """The steps of a pattern as a complete crawl saw them `now`, and as they were `before`; `followed` are the paths it
    took. Before a pattern's first crawl only some of the pages it leads to have been seen: `again` is what this run saw
    of those, None where earlier crawls saw all. `replaced` finds the links of a step that have made way for others
    which no step follows: that takes reading many pages, so it is called only where links are missing. `lost` counts
    the targets of the run before that this one has not met, on whatever path.
    """

    pattern: NavigationPattern
    followed: Set[int]
    before: Healths
    now: Healths
    again: Healths | None = None
    replaced: Callable[[], Mapping[Position, ReplacedLinks]] = dict
    chooses_browser: bool = True
    """Whether the crawl itself decided which pages to render."""
    left_out: bool = False
    """Whether it did not follow all links, by a person's wish."""
    lost: Callable[[], float] = lambda: inf

    def find_drift(self) -> Drift | None:
        """The plainest sign: what is forbidden or gone first, then what leads elsewhere or nowhere, then what the pages
        have become.
        """
        signs = (self._barred, self._absent, self._led_elsewhere, self._lost, self._dead, self._unlike, self._rendered)
        return next((found for sign in signs for found in sign()), None)

    def _barred(self) -> Iterator[Drift]:
        """While recording none was, or the pattern would not lead there."""
        for at in self._steps():
            now = self._at(at)
            if now.barred > LOST_SHARE * now.links:
                words = f"{called(at)} leads to what robots.txt now forbids"
                yield Drift.at(at, now.links, now.links - now.barred, words)

    def _absent(self) -> Iterator[Drift]:
        for at in self._steps():
            now, before = self._again(at), self._before(at)
            if now.absent > max(LOST_SHARE * now.links, LEAST_EXPECTED - 1) and before.absent < now.absent:
                words = (
                    f"{called(at)} leads to {many(now.absent, 'page')} not there any more, of {many(now.links, 'link')}"
                )
                yield Drift.at(at, now.links, now.links - now.absent, words)

    def _led_elsewhere(self) -> Iterator[Drift]:
        fallen = [at for at in self._steps() if self._at(at).links < LOST_SHARE * self._before(at).links]
        replaced = self.replaced() if fallen else {}
        for at in fallen:
            found, before = replaced.get(self.pattern.shared(at)), self._before(at)
            if found and found.links > LOST_SHARE * found.of:
                words = f"links that {called(at)} followed lead elsewhere: {found.old} is now {found.new}"
                yield Drift.at(at, before.links, self._at(at).links, words)

    def _lost(self) -> Iterator[Drift]:
        """A path that lost most of its targets: the first step at which it did."""
        for number in self._promising():
            steps = [Position(number, step) for step in range(1, len(self.pattern.paths[number].steps) + 1)]
            last, all_of_it = self._before(steps[-1]), self._all_expected()
            lost = last.links - self._at(steps[-1]).links
            if last.links >= LEAST_EXPECTED and self._has_fallen(steps[-1]) and lost >= _OF_ALL * all_of_it:
                yield self._fallen(next(at for at in steps if self._has_fallen(at)))

    def _dead(self) -> Iterator[Drift]:
        for at in self._steps():
            was_alive = at.path in self._promising() and self._before(at).links >= LEAST_EXPECTED
            if was_alive and not self._at(at).links and self._was_led_to(at) and self._is_missed(at.path):
                yield self._fallen(at)

    def _unlike(self) -> Iterator[Drift]:
        for number in sorted(self.followed):
            at = Position(number, len(self.pattern.paths[number].steps))
            now = self._again(at)
            before = self._before(at) if self.again is None else _NOTHING
            usual = before.off_pattern / before.pages if before.pages >= LEAST_EXPECTED else 0.0
            share = now.off_pattern / now.pages if now.pages >= LEAST_EXPECTED else 0.0
            if share > max(OFF_PATTERN_SHARE, usual + _MORE_OFF_PATTERN):
                pages = f"{now.off_pattern} of the {now.pages} pages {called(at)} leads to"
                words = f"{pages} are no longer like the sample"
                yield Drift.at(at, now.pages, now.pages - now.off_pattern, words)

    def _rendered(self) -> Iterator[Drift]:
        for at in self._steps() if self.chooses_browser else ():
            now, before = self._at(at), self._before(at)
            if min(now.pages, before.pages) >= _LEAST_RENDERED and (
                before.rendered <= _HARDLY_ANY * before.pages and now.rendered >= _NEARLY_ALL * now.pages
            ):
                words = f"the pages {called(at)} leads to need a browser now, {now.rendered} of {now.pages}"
                yield Drift.at(at, 0, now.rendered, words, nothing_lost=True)

    def _steps(self) -> Iterator[Position]:
        for number in sorted(self.followed):
            for step in range(1, len(self.pattern.paths[number].steps) + 1):
                yield Position(number, step)

    def _promising(self) -> list[int]:
        """Paths through forms promise nothing: what they lead to depends on what was asked."""
        paths = self.pattern.paths
        return [each for each in sorted(self.followed) if not any(isinstance(s, FormStep) for s in paths[each].steps)]

    def _at(self, at: Position) -> StepHealth:
        return self.now.get(at, _NOTHING)

    def _again(self, at: Position) -> StepHealth:
        """Of what nobody saw before, nothing can be said to have changed."""
        return self._at(at) if self.again is None else self.again.get(at, _NOTHING)

    def _before(self, at: Position) -> StepHealth:
        return self.before.get(at, _NOTHING)

    def _all_expected(self) -> int:
        paths = self.pattern.paths
        ends = (Position(number, len(paths[number].steps)) for number in self._promising())
        return sum(self._before(at).links for at in ends)

    def _has_fallen(self, at: Position) -> bool:
        """Whether fewer than half of the links are left. Where pages on the way were not had, nobody knows."""
        known = self.before.get(at)
        return known is not None and self._was_led_to(at) and self._at(at).links < LOST_SHARE * known.links

    def _is_missed(self, path: int) -> bool:
        """Whether most of what this path led to is lost: not where a list has become short enough for one page, and its
        targets are met on another path.
        """
        end = Position(path, len(self.pattern.paths[path].steps))
        return self.lost() >= LOST_SHARE * self._before(end).links

    def _was_led_to(self, at: Position) -> bool:
        hubs = self._at(Position(at.path, at.step - 1))
        left_out = hubs.links - hubs.pages - hubs.failed - hubs.absent - hubs.barred if self.left_out else 0
        return hubs.failed + left_out <= _TOO_MANY_FAILED * hubs.links

    def _fallen(self, at: Position) -> Drift:
        before, now = self._before(at).links, self._at(at).links
        if now:
            words = f"{called(at)} leads to {many(now, 'page')}, {before:,} before"
        else:
            step = self.pattern.paths[at.path].steps[at.step - 1]
            expression = step.regex if isinstance(step, LinkStep) else step.url
            words = f"{called(at)} leads nowhere any more: no link matches {expression}"
        return Drift.at(at, before, now, words)


def find_fallen_answers(pattern: NavigationPattern, followed: Set[int], before: int, now: int) -> Drift | None:
    """A question that found pages `before`, and finds few of them `now`: the form no longer asks what it asked."""
    at, _ = next(form_steps(pattern, followed), (None, None))
    if at is None or before < LEAST_EXPECTED or now >= LOST_SHARE * before:
        return None
    words = f"{called(at)}, a form, finds {many(now, 'page')} for what found {before:,} in the run before"
    return Drift.at(at, before, now, words)


def form_steps(pattern: NavigationPattern, followed: Set[int]) -> Iterator[tuple[Position, FormStep]]:
    """Those of the paths that were followed, each with the position it leads to."""
    for number in sorted(followed):
        for place, step in enumerate(pattern.paths[number].steps, 1):
            if isinstance(step, FormStep):
                yield Position(number, place), step


@dataclass(frozen=True)
class Fade:
    """How many `links` the last step of a path (counted from 1) led to in each of these `runs`, oldest first."""

    path: int
    runs: tuple[int, ...]
    links: tuple[int, ...]
    message: str


def find_fade(pattern: NavigationPattern, history: Sequence[tuple[int, Healths]]) -> Fade | None:
    """The path that loses most, by the numbers of the runs and what each of them saw, oldest first."""
    fades = [fade for number in range(len(pattern.paths)) if (fade := _fade_of(pattern, number, history))]
    return max(fades, key=lambda fade: fade.links[0] - fade.links[-1], default=None)


def _fade_of(pattern: NavigationPattern, number: int, history: Sequence[tuple[int, Healths]]) -> Fade | None:
    end = Position(number, len(pattern.paths[number].steps))
    series = [(run, seen[end].links) for run, seen in history if end in seen]
    start = max(len(series) - 1, 0)
    while start and series[start - 1][1] > series[start][1]:
        start -= 1
    runs, links = tuple(run for run, _ in series[start:]), tuple(count for _, count in series[start:])
    if len(runs) < _LEAST_RUNS or links[0] - links[-1] < _LEAST_LOST * links[0]:
        return None
    counts = ", ".join(map(str, links))
    return Fade(number + 1, runs, links, f"path {number + 1} leads to fewer pages run after run: {counts}")


def called(at: Position) -> str:
    """The step that leads to a position, as a person counts."""
    return f"step {at.step} of path {at.path + 1}"
