"""The health of a pattern's steps, in lines a person reads and as the objects that `--json` prints."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict

from recorder.health.step_health import Healths, by_position
from recorder.store.health import StepHealth

HEADS = ("step", "links", "was", "pages", "failed", "absent", "barred", "browser", "targets", "off", "like", "filled")


def health_rows(now: Healths, before: Healths) -> Iterator[tuple[str | int, ...]]:
    """One row a step, under `HEADS`: what a run saw, and how many links the run it is compared with had."""
    for at, step in now.items():
        yield (
            f"path {at.path + 1}, E{at.step}",
            step.links,
            before[at].links if at in before else "",
            step.pages,
            step.failed,
            step.absent,
            step.barred,
            step.rendered,
            step.targets,
            step.off_pattern,
            "" if step.similarity is None else f"{step.similarity:.2f}",
            "" if step.filled is None else f"{step.filled:.0%}",
        )


def health_plain(steps: Iterable[StepHealth]) -> list[Mapping[str, object]]:
    """Paths and steps count from 1, as in everything a person reads."""
    return [{"path": at.path + 1, "step": at.step, **_counts(step)} for at, step in by_position(steps).items()]


def _counts(step: StepHealth) -> Mapping[str, object]:
    return {name: value for name, value in asdict(step).items() if name not in ("path_index", "step_index")}
