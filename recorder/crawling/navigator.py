"""Where the pattern leads: which of its paths a crawl takes, and what it says of the pages at each position. What is
followed from a page is `link_follower`'s matter.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from recorder.crawling.queries import Question
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Position


@dataclass(frozen=True, slots=True)
class Waypoint:
    """What a pattern says of the pages at one position."""

    position: Position
    is_target: bool
    answered: FormStep | None
    """The form step that leads here: the page is its answer."""
    asks: FormStep | None
    """The form step to submit from here."""
    goes_on: bool
    """Whether a page here may lead to others at the same position."""
    forms: int
    """How many form steps lead here."""
    apart: FormStep | None
    """The form step that leads to the answers here, if each question needs a session of its own for them."""

    @property
    def leads_on(self) -> bool:
        """Whether anything is followed from a page here."""
        return self.goes_on or self.asks is not None or not self.is_target


@dataclass(frozen=True)
class Navigator:
    """The pattern as far as a crawl follows it."""

    pattern: NavigationPattern
    questions: Sequence[Question]
    """Without parameters: the one that needs none."""

    @cached_property
    def waypoints(self) -> Mapping[Position, Waypoint]:
        """Of all positions."""
        paths = enumerate(self.pattern.paths)
        positions = (Position(number, step) for number, path in paths for step in range(len(path.steps) + 1))
        return {each: _waypoint(self.pattern, each) for each in positions}

    @cached_property
    def followed(self) -> frozenset[int]:
        """The numbers of the paths that any question takes."""
        return frozenset(ready.path for question in self.questions for ready in question.paths)

    def where(self, at: Waypoint, url: str) -> Iterator[Waypoint]:
        """There, and wherever else a page at this address stands on paths that are followed: all have one beginning."""
        for each in self.waypoints.values():
            path, step = each.position
            before = self.pattern.paths[path].steps[:step][-1:]
            is_beginning = not (step or at.position.step)
            is_led_to = any(isinstance(way, LinkStep) and way.matches(url) for way in before)
            if each == at or (path in self.followed and (is_beginning or is_led_to)):
                yield each

    def expected(self, limit: int | None) -> int:
        """About how many pages there will be, as far as the recording says."""
        known = max((self.pattern.paths[number].targets for number in self.followed), default=0)
        return known if limit is None else min(known, limit)

    @property
    def asks_forms(self) -> bool:
        """Whether any form is asked at all."""
        return any(at.asks for at in self.waypoints.values() if at.position.path in self.followed)

    def starts(self) -> Iterator[tuple[Question, Waypoint]]:
        """The beginning of every path that a question takes."""
        for question in self.questions:
            for ready in question.paths:
                yield question, self.waypoints[Position(ready.path, 0)]


def _waypoint(pattern: NavigationPattern, at: Position) -> Waypoint:
    steps = pattern.paths[at.path].steps
    before, after = steps[: at.step][-1:], steps[at.step :][:1]
    answered, asks = (next((step for step in each if isinstance(step, FormStep)), None) for each in (before, after))
    goes_on = pattern.repeats_at(at) or answered is not None
    forms = [step for step in steps[: at.step] if isinstance(step, FormStep)]
    is_target = pattern.is_target(at)
    apart = forms[-1] if forms and forms[-1].apart and not is_target else None
    return Waypoint(at, is_target, answered, asks, goes_on, len(forms), apart)
