"""What differs between two navigation patterns, in lines for the person who edited one of them."""

from collections.abc import Iterator
from dataclasses import fields
from itertools import zip_longest

from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Path, Step


def change_lines(old: NavigationPattern, new: NavigationPattern) -> Iterator[str]:
    """Paths that are in both are not spoken of, wherever they stand; the others are compared in their order."""
    kept = {path.steps for path in old.paths} & {path.steps for path in new.paths}
    dropped = [(number, path) for number, path in enumerate(old.paths, 1) if path.steps not in kept]
    added = [(number, path) for number, path in enumerate(new.paths, 1) if path.steps not in kept]
    for before, after in zip_longest(dropped, added):
        if before is None:
            yield f"Path {after[0]} is new, with {_steps(after[1])}."
        elif after is None:
            yield f"The former path {before[0]}, with {_steps(before[1])}, is left out."
        else:
            yield from _path_changes(before[1], after[0], after[1])
    if not dropped and not added:
        yield _same_steps(old, new)


def _steps(path: Path) -> str:
    return "one step" if len(path.steps) == 1 else f"{len(path.steps)} steps"


def _path_changes(old: Path, number: int, new: Path) -> Iterator[str]:
    for position, (before, after) in enumerate(zip_longest(old.steps, new.steps), 1):
        where = f"Path {number}, step {position}"
        if before is None:
            yield f"{where} is new: {_short(after)}"
        elif after is None:
            yield f"{where} is left out: {_short(before)}"
        elif before != after:
            yield from (f"{where}: {change}" for change in _step_changes(before, after))


def _step_changes(old: Step, new: Step) -> Iterator[str]:
    if type(old) is not type(new):
        yield f"{_short(old)} is now {_short(new)}"
        return
    for field in fields(old):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before != after:
            yield f"{field.name} was {_value(before)}, is now {_value(after)}"


def _short(step: Step | None) -> str:
    if isinstance(step, LinkStep):
        return step.regex
    return f"{step.method} {step.url}" if isinstance(step, FormStep) else ""


def _value(value: object) -> str:
    if value is None:
        return "not given"
    if isinstance(value, tuple):
        return f"{len(value)} of them"
    return str(value)


def _same_steps(old: NavigationPattern, new: NavigationPattern) -> str:
    if [path.steps for path in old.paths] != [path.steps for path in new.paths]:
        return "The paths stand in another order."
    return "Only the numbers of targets or links differ."
