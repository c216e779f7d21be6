"""A caption and what is to be filled in beside it."""

from textual.containers import Horizontal
from textual.widget import Widget

from recorder.tui.widgets.plain import Plain


class Line(Horizontal):
    DEFAULT_CSS = "Line { height: 1; } Line > .caption { width: 22; } Line > Input, Line > Select { width: 1fr; }"

    def __init__(self, caption: str, *widgets: Widget) -> None:
        super().__init__(Plain(caption, classes="caption"), *widgets)
