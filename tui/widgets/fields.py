"""The small parts of screens: plain text, a captioned field, a box to tick, and what a person may say to a form."""

from collections.abc import Iterator

from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Checkbox, Input, Select, Static

from recorder.face import FormStep, Parameter
from recorder.runtime.plain_text import brief_label
from recorder.tui.text import label, shown

_DEEPEST = 12
"""Most blanks that a line is indented by."""


class Plain(Static):
    """Some lines that are never read as markup, with nothing invisible in them. A line is a text, or texts with their
    styles.
    """

    Line = str | list[tuple[str, str]]

    def __init__(self, *lines: "Plain.Line", id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(_content(lines), id=id, classes=classes, markup=False)
        self._lines = lines

    def show(self, *lines: "Plain.Line") -> None:
        """Other lines in their place; nothing is drawn when they are the same."""
        if lines != self._lines:
            self._lines = lines
            # A layout of the whole screen costs more than all else, and where the size is fixed it changes nothing.
            self.update(_content(lines), layout=self.styles.auto_dimensions)


def _content(lines: "tuple[Plain.Line, ...]") -> Content:
    return Content("\n").join(_line(line) for line in lines)


def _line(line: "Plain.Line") -> Content:
    pieces = [(line, "")] if isinstance(line, str) else line
    return Content.assemble(*((_piece(text), style) for text, style in pieces))


def _piece(text: str) -> str:
    """Blanks at its beginning indent a line; one at its end keeps pieces apart."""
    body = shown(text)
    margin = min(len(text) - len(text.lstrip(" ")), _DEEPEST)
    return f"{' ' * margin}{body}{' ' if text[-1:] == ' ' and body else ''}"


class Captioned(Horizontal):
    """A caption, and what is to be filled in beside it."""

    DEFAULT_CSS = """
    Captioned { height: 1; }
    Captioned > .caption { width: 22; }
    Captioned > Input, Captioned > Select { width: 1fr; }
    """

    def __init__(self, caption: str, *widgets: Widget) -> None:
        super().__init__(Plain(caption, classes="caption"), *widgets)


class Tick(Checkbox):
    """A box that shows without colours, too, whether it is ticked: Textual's own shows a cross in either state. The
    brackets belong to the inside, as the sides are drawn in the colour of its background.
    """

    BUTTON_LEFT = ""
    BUTTON_INNER = "[ ]"
    BUTTON_RIGHT = ""

    def watch_value(self) -> None:
        self.BUTTON_INNER = "[X]" if self.value else "[ ]"
        super().watch_value()


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
