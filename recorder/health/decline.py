"""Decline: a path that leads to fewer pages run after run. Worth telling, but no drift: the last of many small losses
is not what broke the step.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from recorder.health.step_health import Healths
from recorder.patterns.navigation.pattern import NavigationPattern, Position

_LEAST_RUNS = 4
"""Least runs that make a decline."""
_LEAST_LOST = 0.05
"""Least share of the links of the first of them that must be lost."""


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
