"""Which form of a pattern is exhausted, and why one cannot be: refused before anything is sent."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from recorder.crawling.queries import Question
from recorder.exhausting.goal import Goal
from recorder.exhausting.questions import FormQuestions
from recorder.forms.parameters import ReadyPath
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern, Path
from recorder.runtime.errors import UsageError
from recorder.store.forms import StoredForm

LEFT_ALONE = "left alone"
"""The verdict on a form that is no search."""
_SHOW = "`recorder show` lists the forms, and why each was left alone."


@dataclass(frozen=True)
class ExhaustOptions:
    """`form`: its address, a part of it, or the number of its path in the pattern; empty for the one that leads to
    most. `per_day`: most result pages within a day.
    """

    form: str = ""
    bounds: Goal = field(default_factory=Goal)
    per_day: int | None = None


def form_to_exhaust(pattern: NavigationPattern, wanted: str, forms: Sequence[StoredForm]) -> tuple[FormStep, Question]:
    """The form, and a question that says nothing for each path that leads through it."""
    steps = dict.fromkeys(step for path in _by_targets(pattern) if (step := _only_form(path)))
    if not steps:
        raise UsageError("This pattern leads through no form that can be exhausted.", _SHOW)
    numbered = {str(number): _only_form(path) for number, path in enumerate(pattern.paths, 1)}
    addressed = [each for each in steps if wanted in each.url] or [each for each in steps if wanted in each.page]
    named = [numbered[wanted]] if wanted in numbered else addressed
    if not named or named[0] is None:
        known = ", ".join(each.url for each in steps)
        raise UsageError(f"No form of this pattern that can be exhausted is called {wanted!r}.", f"There are: {known}.")
    step = named[0]
    _require_a_search(step, forms)
    paths = (number for number, path in enumerate(pattern.paths) if _only_form(path) == step)
    return step, Question(0, {}, tuple(ReadyPath(number, ({},)) for number in paths))


def _require_a_search(step: FormStep, forms: Sequence[StoredForm]) -> None:
    if step.in_browser:
        raise UsageError(
            f"{step.url} answers only in a browser, which is too slow to ask hundreds of questions.",
            "Ask it yourself with --param, or record the site again: it may be answered over HTTP by now.",
        )
    verdict = next((each.form for each in forms if each.form.signature == step.form), None)
    if verdict is not None and verdict.verdict == LEFT_ALONE:
        raise UsageError(f"{step.url} was not judged to be a search: {verdict.reason}.", _SHOW)
    questions = FormQuestions.of(step)
    if questions.box is None and not questions.fields:
        raise UsageError(f"{step.url} has neither a box for words nor a field of a few values.", _SHOW)


def _by_targets(pattern: NavigationPattern) -> Iterator[Path]:
    yield from sorted(pattern.paths, key=lambda path: -path.targets)


def _only_form(path: Path) -> FormStep | None:
    """The form of a path that leads through one."""
    steps = [step for step in path.steps if isinstance(step, FormStep)]
    return steps[0] if len(steps) == 1 else None
