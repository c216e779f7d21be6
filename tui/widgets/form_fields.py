"""What a person may say to a form: a field for each of its parameters, or for what it costs to ask it by itself."""

from collections.abc import Iterator

from textual.widget import Widget
from textual.widgets import Input, Select

from recorder.face import FormStep, Parameter
from recorder.runtime.plain_text import brief_label
from recorder.tui.text import label, shown
from recorder.tui.widgets.fields import Captioned


def form_fields(step: FormStep) -> Iterator[Widget]:
    """For its parameters, in their order: `#parameter-0` is the first."""
    yield from (Captioned(_caption(each), _control(each, number)) for number, each in enumerate(step.parameters))


def budget_field() -> Widget:
    """Most result pages that an exhaustion asks for."""
    return Captioned("Most result pages", Input(placeholder="half a page a record", type="integer", id="max-requests"))


def _caption(parameter: Parameter) -> str:
    name = brief_label(parameter.label or parameter.name)
    return f"{shown(name, 18)}{' *' if parameter.required else ''}"


def _control(parameter: Parameter, number: int) -> Widget:
    if parameter.options:
        texts = parameter.texts if len(parameter.texts) == len(parameter.options) else parameter.options
        choices = [
            (label(text or option or "(any)"), option) for option, text in zip(parameter.options, texts, strict=True)
        ]
        return Select(choices, prompt="site default", id=f"parameter-{number}")
    example = f"for example {parameter.example}" if parameter.example else ""
    return Input(placeholder=shown(example, 80), id=f"parameter-{number}")
