"""What the forms of a pattern answer to the questions that worked while recording. Judges nothing, stores nothing."""

from collections.abc import AsyncIterator, Mapping

from recorder.crawling.form_sender import FormSender
from recorder.forms.submission import Values
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern, Parameter
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.visitor import Visitor


async def example_answers(pattern: NavigationPattern, visitor: Visitor) -> AsyncIterator[ReadPage]:
    """One page for every form that a path begins with and that stands alone."""
    sender = FormSender(visitor)
    for step in dict.fromkeys(path.steps[0] for path in pattern.paths if _stands_alone(path.steps)):
        assert isinstance(step, FormStep)  # or it does not stand alone
        visit = await sender.send(step, _examples(step))
        if visit.page:
            yield visit.page


def _stands_alone(steps: tuple[object, ...]) -> bool:
    return isinstance(steps[0], FormStep) and not any(isinstance(step, FormStep) for step in steps[1:])


def _examples(step: FormStep) -> Mapping[str, Values]:
    return {each.name: _example(each) for each in step.parameters}


def _example(parameter: Parameter) -> Values:
    return (parameter.example,) if parameter.example else parameter.default
