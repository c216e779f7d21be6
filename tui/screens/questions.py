"""Questions in the middle of the screen: a text to give, a yes or no; and texts to read."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Input

from recorder.tui.screens.dialog import Dialog
from recorder.tui.widgets.plain import Plain


class AskText(Dialog[str | None]):
    """One line of text; None when the person thinks better of it."""

    def __init__(self, question: str, given: str = "", hint: str = "") -> None:
        super().__init__()
        self._question, self._given, self._hint = question, given, hint

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Plain(self._question, classes="title")
            yield Input(self._given)
            yield Plain(self._hint or "Enter accepts, Escape leaves it.", classes="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class ReadText(Dialog[None]):
    """Lines to read; any of the usual keys goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter,question_mark,f1", "dismiss", "Back", show=False),
        Binding("up", "scroll(-1)", "Up", show=False),
        Binding("down", "scroll(1)", "Down", show=False),
        Binding("pageup", "scroll(-15)", "Page up", show=False),
        Binding("pagedown", "scroll(15)", "Page down", show=False),
    ]

    def __init__(self, title: str, *lines: Plain.Line) -> None:
        super().__init__()
        self._title, self._lines = title, lines

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog"):
            yield Plain(self._title, classes="title")
            yield Plain(*self._lines)
        yield Footer(show_command_palette=False, compact=True)

    def action_scroll(self, by: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)


class Leaving(ModalScreen[None]):
    """Shown while a run comes to its end before the application does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,ctrl+q,ctrl+c", "app.leave_now", "Leave without waiting", priority=True)
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Plain("Stopping", classes="title")
            yield Plain("The run comes to a clean end; what was found is saved.")
        yield Footer(show_command_palette=False, compact=True)
