"""The navigation pattern in force, in lines a person reads, like Table 1 of the paper: expression by expression, and
where each applies; what the parameters of its forms accept; and the health of its steps, as rows and for `--json`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from recorder.health.step_health import Healths
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path, Position, Step
from recorder.patterns.pages.sitemaps import WHERE_NAMED
from recorder.runtime.plain_text import brief_label, many, one_line
from recorder.store.health import StepHealth

HEADS = ("step", "links", "was", "pages", "failed", "absent", "barred", "browser", "targets", "off", "like", "filled")
"""Columns of `health_rows`."""

_OPTIONS_SHOWN = 8
_WAYS = {
    "http": "plain HTTP",
    "browser": "rendered in a browser",
    "both": "rendered where that changes something",
}

Renderings = Mapping[Position, Mapping[str, Any]]
"""How the pages of a step are fetched, and on what evidence, by the position it leads to."""


def pattern_lines(pattern: NavigationPattern, renderings: Renderings | None = None) -> Iterator[str]:
    """All paths, the best first; with what is known of how their pages are fetched."""
    if not pattern.paths:
        yield "No navigation pattern yet."
    for lines in path_lines(pattern, renderings):
        yield from lines


def path_lines(pattern: NavigationPattern, renderings: Renderings | None = None) -> Iterator[list[str]]:
    """The lines of each path, the first of which says what it led to."""
    known = renderings or {}
    for number, path in enumerate(pattern.paths):
        head = f"Path {number + 1} (while recording: {many(path.targets, 'target')} by {many(path.links, 'link')})"
        ways = [known.get(Position(number, step)) for step in range(1, len(path.steps) + 1)]
        yield [head, *_path_lines(path, ways)]


def parameter_lines(pattern: NavigationPattern) -> Iterator[str]:
    """What `recorder crawl --param` may be given, each name once for every way through forms."""
    ways = dict.fromkeys(tuple(step for step in path.steps if isinstance(step, FormStep)) for path in pattern.paths)
    asking = {way: _parameters(way) for way in ways if _parameters(way)}
    for way, parameters in asking.items():
        if len(asking) > 1:
            yield one_line(f"of the form on {way[0].page or way[0].url}:")
        margin = "  " * (len(asking) > 1)
        yield from (margin + one_line(f"{each.name}{_described(each)}") for each in parameters)


def _parameters(way: tuple[FormStep, ...]) -> tuple[Parameter, ...]:
    return tuple({each.name: each for step in way for each in step.parameters}.values())


def _path_lines(path: Path, renderings: Sequence[Mapping[str, Any] | None]) -> Iterator[str]:
    applied_in = "entry page"
    for number, (step, rendering) in enumerate(zip(path.steps, renderings, strict=True), 1):
        yield f"  E{number}  {one_line(_expression(step))}"
        if isinstance(step, FormStep):
            yield f"      {_form_place(step, number)}"
        else:
            is_sitemap = step.place == WHERE_NAMED
            yield "      a sitemap of the site" if is_sitemap else f"      applied in the {applied_in}{_where(step)}"
            if rendering:
                yield f"      {_fetched(rendering)}"
        applied_in = f"pages E{number} leads to"


def _expression(step: Step) -> str:
    if isinstance(step, LinkStep):
        return step.regex.removeprefix("^").removesuffix("$")
    return f"{step.method} {step.url}" + (f" with {step.body}" if step.body else "")


def _form_place(step: FormStep, number: int) -> str:
    """Where the form stands, and how it is sent."""
    where = one_line(step.page) if number == 1 and step.page else f"the pages E{number - 1} leads to"
    return f"the form on {where}, filled in {'by the browser' if step.in_browser else 'over HTTP'}"


def _where(step: LinkStep) -> str:
    place = f", at {one_line(step.place)}" if step.place else ""
    repeat = ", and again in the pages it leads to itself" if step.repeat else ""
    return place + repeat


def _fetched(rendering: Mapping[str, Any]) -> str:
    """How the pages of a step are fetched, and why."""
    way = _WAYS.get(rendering["way"], "")
    if not rendering["compared"]:
        return way
    compared = f"{rendering['compared']} of {many(rendering['pages'], 'page')} compared, {rendering['agreed']} the same"
    alike = f"similarity {rendering['similarity']:.2f}, {rendering['links']:.0%} of the links without a browser"
    return f"{way}: {compared} both ways ({alike})"


def _described(parameter: Parameter) -> str:
    label = f" ({brief_label(parameter.label)})" if parameter.label else ""
    words = [parameter.kind, *(["required"] if parameter.required else [])]
    if parameter.options:
        more = len(parameter.options) - _OPTIONS_SHOWN
        shown = ", ".join(parameter.options[:_OPTIONS_SHOWN])
        words.append(f"one of: {shown}{f' and {more} more' if more > 0 else ''}")
    if parameter.example:
        words.append(f"for example {parameter.example}")
    return f"{label}: {', '.join(words)}"


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
    plain: list[Mapping[str, object]] = []
    for step in steps:
        counts = asdict(step)
        plain.append({"path": counts.pop("path_index") + 1, "step": counts.pop("step_index") + 1, **counts})
    return plain
