"""A navigation pattern in lines a person reads, like Table 1 of the paper: expression by expression, and where each
applies; and what the parameters of its forms accept.
"""

from collections.abc import Iterator

from patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path, Step
from recorder.plain_text import one_line

_OPTIONS_SHOWN = 8


def pattern_lines(pattern: NavigationPattern) -> Iterator[str]:
    """All paths, the best first."""
    if not pattern.paths:
        yield "No navigation pattern yet."
    for number, path in enumerate(pattern.paths, 1):
        yield f"Path {number} (while recording: {path.targets} targets by {path.links} links)"
        yield from _path_lines(path)


def parameter_lines(pattern: NavigationPattern) -> Iterator[str]:
    """What `recorder crawl --param` may be given, each name once."""
    steps = [step for path in pattern.paths for step in path.steps if isinstance(step, FormStep)]
    for parameter in {parameter.name: parameter for step in steps for parameter in step.parameters}.values():
        yield one_line(f"{parameter.name}{_described(parameter)}")


def _path_lines(path: Path) -> Iterator[str]:
    applied_in = "entry page"
    for number, step in enumerate(path.steps, 1):
        yield f"  E{number}  {one_line(_expression(step))}"
        if isinstance(step, FormStep):
            yield f"      {_form_place(step, number)}"
        else:
            yield f"      applied in the {applied_in}{_where(step)}"
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


def _described(parameter: Parameter) -> str:
    label = f" ({parameter.label})" if parameter.label else ""
    words = [parameter.kind, *(["required"] if parameter.required else [])]
    if parameter.options:
        more = len(parameter.options) - _OPTIONS_SHOWN
        shown = ", ".join(parameter.options[:_OPTIONS_SHOWN])
        words.append(f"one of: {shown}{f' and {more} more' if more > 0 else ''}")
    if parameter.example:
        words.append(f"for example {parameter.example}")
    return f"{label}: {', '.join(words)}"
