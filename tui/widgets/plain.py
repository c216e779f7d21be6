"""Words on the screen that are never read as markup, with nothing invisible in them."""

from textual.content import Content
from textual.widgets import Static

from recorder.tui.site_text import shown


class Plain(Static):
    """Some lines. A line is a text, or pairs of a text and its style."""

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
    """Blanks at its ends keep pieces apart."""
    body = shown(text)
    return f"{' ' if text[:1] == ' ' else ''}{body}{' ' if text[-1:] == ' ' and body else ''}"
