"""The windows over an area: a text to give, texts to read, an export to choose, and the wait for a run to end. All of
them notify as areas do, and Escape leaves them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Checkbox, Footer, Input, Select

from recorder.face import What
from recorder.face.writing_out import OutFormat, WritingOut, write_out
from recorder.runtime.errors import RecorderError
from recorder.tui.notifications import NotifyingScreen
from recorder.tui.pictures import PictureWidget
from recorder.tui.widgets.fields import Captioned, Plain, Tick
from recorder.tui.widgets.lazy_table import LazyTable

Answer = TypeVar("Answer")

_FORMATS = {
    OutFormat.CSV: "CSV, for spreadsheets",
    OutFormat.XLSX: "Excel, all tables and their lists",
    OutFormat.JSONL: "JSON lines, for programs",
    OutFormat.SQLITE: "SQLite, all tables and their lists",
    OutFormat.PARQUET: "Parquet, for data frames",
    OutFormat.WARC: "WARC, a web archive of the pages as they came",
    OutFormat.SCRAPY: "a Scrapy project that collects the same pages",
}
_WHAT = {
    What.RECORDS: "the records of this table",
    What.TARGETS: "the target pages that are present",
    What.PAGES: "all pages of all runs",
    What.CHANGES: "what changed in the records of this table",
}
_AS_STORED = "As they are stored: without the styles and pictures that their site adds. No site was asked."
_OF_TABLES = (What.RECORDS, What.CHANGES)


class Dialog(ModalScreen[Answer], NotifyingScreen[Answer]):
    """A window over an area; what it gives is what it was dismissed with."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]


class TableDialog(Dialog[Answer]):
    """A window around `table`, with what it is and what can be done with it."""

    def __init__(self, title: str, hint: str, table: LazyTable) -> None:
        super().__init__()
        self._title, self._hint, self.table = title, hint, table

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog tall"):
            yield Plain(self._title, classes="title")
            yield Plain(self._hint, id="hint", classes="hint")
            yield self.table
        yield Footer(show_command_palette=False, compact=True)


class AskText(Dialog[str | None]):
    """One line of text; None when the person thinks better of it."""

    def __init__(self, question: str, given: str) -> None:
        super().__init__()
        self._question, self._given = question, given

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Plain(self._question, classes="title")
            yield Input(self._given)
            yield Plain("Enter accepts, Escape leaves it.", classes="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class Confirm(Dialog[bool]):
    """Something to think about first, as it asks a site for much: Enter does it, Escape does not."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss(True)", "Yes")]

    def __init__(self, title: str, *words: str) -> None:
        super().__init__()
        self._title, self._words = title, words

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Plain(self._title, classes="title")
            yield Plain(*self._words)
        yield Footer(show_command_palette=False, compact=True)


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
        with VerticalScroll(classes="dialog reading"):
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


class WriteOut(Dialog[tuple[str, ...] | None]):
    """Which format, what of it, and into which file; gives what was written, in lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r,f5", "write", "Write", key_display="^r", priority=True),
    ]

    def __init__(self, database: Path, recording: str, table: str | None) -> None:
        super().__init__()
        self._database, self._recording, self._table = database, recording, table
        self._suggested = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Plain("Export", classes="title")
            formats = [(words, form) for form, words in _FORMATS.items()]
            yield Captioned("Format", Select(formats, allow_blank=False, id="format"))
            yield Captioned("What", Select(self._choices(OutFormat.CSV), allow_blank=False, id="what"))
            yield Captioned("File", Input(id="file"))
            yield Captioned("If it is there", Tick("replace it", id="replace"))
            yield Plain("Enter in the field of the file, or Ctrl+R, writes it.", classes="hint")
        yield Footer(show_command_palette=False, compact=True)

    def _choices(self, form: OutFormat) -> list[tuple[str, What]]:
        return [(_WHAT[what], what) for what in form.holds if self._table is not None or what not in _OF_TABLES]

    @property
    def _format(self) -> OutFormat:
        return OutFormat(str(self.query_one("#format", Select).value))

    @on(Select.Changed, "#format")
    def _other_format(self) -> None:
        """What such a file may hold, and a fitting name, unless the person gave one."""
        form, what, file = self._format, self.query_one("#what", Select), self.query_one("#file", Input)
        choices = self._choices(form)
        what.disabled = not choices
        if choices:
            what.set_options(choices)
        if file.value == self._suggested:
            of_pages = form is OutFormat.SCRAPY or form is OutFormat.WARC
            file.value = self._suggested = form.file_for(self._recording if of_pages else self._table or "targets")

    @on(Input.Submitted)
    def action_write(self) -> None:
        file = self.query_one("#file", Input).value.strip()
        if not file:
            self.notify_error(RecorderError("A file to write to is needed.", "Give its name."))
            return
        what = self.query_one("#what", Select)
        asked = WritingOut(
            self._database,
            self._recording,
            self._format,
            Path(file).expanduser(),
            None if what.disabled else What(str(what.value)),
            self._table,
            self.query_one("#replace", Checkbox).value,
        )
        self.in_thread("export", lambda: write_out(asked), self.dismiss)


class PagePictures(Dialog[None]):
    """How a page looks, beside the sample: what is stored, as the browser shows it by itself.
    `pictures`: what each shows, its address, and a JPEG."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,enter,P", "dismiss", "Back", show=False)]

    def __init__(self, make: PictureWidget, pictures: Sequence[tuple[str, str, bytes]]) -> None:
        super().__init__()
        self._make, self._pictures = make, pictures

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog pictures"):
            yield Plain(_AS_STORED, classes="hint")
            with Horizontal():
                for words, url, jpeg in self._pictures:
                    with Vertical():
                        yield Plain([(words, "bold")], [(url, "dim")])
                        yield self._make(jpeg)
        yield Footer(show_command_palette=False, compact=True)
