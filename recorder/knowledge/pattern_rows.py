"""A navigation pattern as rows for the table `steps`, so that it can be read with any SQLite tool."""

from collections.abc import Mapping
from dataclasses import asdict, replace

from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern, Position, Step
from recorder.store.patterns import StepRow
from recorder.store.rows import Json


def step_rows(pattern: NavigationPattern, renderings: Mapping[Position, Json] | None = None) -> tuple[StepRow, ...]:
    """One row a step, with the evidence of its path. `renderings` say, by the position a step leads to, how its pages
    are fetched.
    """
    known = renderings or {}
    return tuple(
        replace(
            _row(path_index, step_index, step),
            targets=path.targets,
            links=path.links,
            rendering=known.get(Position(path_index, step_index + 1)),
        )
        for path_index, path in enumerate(pattern.paths)
        for step_index, step in enumerate(path.steps)
    )


def _row(path_index: int, step_index: int, step: Step) -> StepRow:
    if isinstance(step, LinkStep):
        return StepRow(
            path_index=path_index,
            step_index=step_index,
            kind="link",
            regex=step.regex,
            place=step.place,
            repeat=step.repeat,
            examples=step.examples,
        )
    return StepRow(
        path_index=path_index,
        step_index=step_index,
        kind="form",
        method=step.method,
        url=step.url,
        body=step.body,
        parameters=tuple(asdict(parameter) for parameter in step.parameters),
    )
