"""Drift: signs that a site no longer is what the pattern was learnt on. A crawl that sees one ends loudly, naming the
step.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass

from patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Position

LEAST_EXPECTED = 5
LOST_SHARE = 0.5
OFF_PATTERN_SHARE = 0.3


@dataclass(frozen=True)
class Drift:
    """What was expected at a step, what was seen, and both in words. `step` counts from 1; 0 is the path as a whole."""

    path: int
    step: int
    expected: int
    seen: int
    message: str


def find_drift(
    pattern: NavigationPattern, followed: Set[int], reached: Mapping[Position, int], targets: int, off_pattern: int
) -> Drift | None:
    """The first sign of drift in a complete crawl; `reached` counts the URLs that stood at each position. Of the paths
    that were `followed`, those through forms promise nothing: what they lead to depends on what was asked.
    """
    promising = {
        number: path
        for number, path in enumerate(pattern.paths)
        if number in followed and not any(isinstance(step, FormStep) for step in path.steps)
    }
    for number, path in promising.items():
        for step in range(1, len(path.steps) + 1):
            if not reached.get(Position(number, step)) and path.targets >= LEAST_EXPECTED:
                return _dead_step(pattern, number, step)
    for number, path in promising.items():
        seen = reached.get(Position(number, len(path.steps)), 0)
        if path.targets >= LEAST_EXPECTED and seen < LOST_SHARE * path.targets:
            message = f"path {number + 1} led to {seen} pages, {path.targets} when it was recorded"
            return Drift(number, 0, path.targets, seen, message)
    stored = targets + off_pattern
    if stored >= LEAST_EXPECTED and off_pattern > OFF_PATTERN_SHARE * stored:
        best = min(followed)
        last = len(pattern.paths[best].steps)
        words = f"{off_pattern} of the {stored} pages the pattern leads to are no longer like the sample"
        return Drift(best, last, stored, targets, f"{words} (step {last} of path {best + 1})")
    return None


def find_barred_step(reached: Mapping[Position, int], barred: Mapping[Position, int]) -> Drift | None:
    """A step most of whose pages robots.txt forbids: by the pages that each position was `reached` by, and how many of
    them were `barred`. While recording none was, or the pattern would not lead there.
    """
    for at, count in sorted(barred.items()):
        if count > LOST_SHARE * reached.get(at, 0):
            words = f"step {at.step} of path {at.path + 1} leads to what robots.txt now forbids"
            return Drift(at.path, at.step, reached.get(at, 0), reached.get(at, 0) - count, words)
    return None


def find_fallen_answers(pattern: NavigationPattern, followed: Set[int], before: int, now: int) -> Drift | None:
    """A question that found pages `before`, and finds few of them `now`: the form no longer asks what it asked."""
    steps = [(number, steps) for number in sorted(followed) if (steps := _form_steps(pattern, number))]
    if not steps or before < LEAST_EXPECTED or now >= LOST_SHARE * before:
        return None
    path, (step, *_) = steps[0]
    words = f"step {step} of path {path + 1}, a form, finds {now} pages for what found {before} in the run before"
    return Drift(path, step, before, now, words)


def _form_steps(pattern: NavigationPattern, path: int) -> list[int]:
    return [number for number, step in enumerate(pattern.paths[path].steps, 1) if isinstance(step, FormStep)]


def _dead_step(pattern: NavigationPattern, path: int, step: int) -> Drift:
    broken = pattern.paths[path].steps[step - 1]
    assert isinstance(broken, LinkStep)  # paths through forms promise nothing
    what = f"no link matches {broken.regex}"
    expected = pattern.paths[path].targets
    return Drift(path, step, expected, 0, f"step {step} of path {path + 1} leads nowhere any more: {what}")
