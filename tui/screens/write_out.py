"""Which format, what of it, and into which file: what was collected, written for other programs."""

from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Checkbox, Footer, Input, Select

from recorder.face import OutFormat, What, WritingOut, write_out
from recorder.runtime.errors import RecorderError
from recorder.tui.screens.dialog import Dialog
from recorder.tui.widgets.line import Line
from recorder.tui.widgets.plain import Plain
from recorder.tui.widgets.tick import Tick

_FORMATS = {
    OutFormat.CSV: "CSV, for spreadsheets",
    OutFormat.JSONL: "JSON lines, for programs",
    OutFormat.PARQUET: "Parquet, for data frames",
    OutFormat.WARC: "WARC, a web archive of the pages as they came",
    OutFormat.SCRAPY: "a Scrapy project that collects the same pages",
}
_WHAT = {
    What.RECORDS: "the records of this table",
    What.TARGETS: "the target pages that are present",
    What.PAGES: "all pages of all runs",
}


class WriteOut(Dialog[tuple[str, ...] | None]):
    """Gives what was written, in lines."""

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
            yield Line("Format", Select(formats, allow_blank=False, id="format"))
            yield Line("What", Select(self._choices(OutFormat.CSV), allow_blank=False, id="what"))
            yield Line("File", Input(id="file"))
            yield Line("If it is there", Tick("replace it", id="replace"))
            yield Plain("Enter in the field of the file, or Ctrl+R, writes it.", classes="hint")
        yield Footer(show_command_palette=False, compact=True)

    def _choices(self, form: OutFormat) -> list[tuple[str, What]]:
        return [(_WHAT[what], what) for what in form.holds if self._table is not None or what is not What.RECORDS]

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
            self.tell(RecorderError("A file to write to is needed.", "Give its name."))
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
        self._write(asked)

    @work(thread=True, exclusive=True, group="export")
    def _write(self, asked: WritingOut) -> None:
        try:
            lines = write_out(asked)
        except RecorderError as error:
            self.app.call_from_thread(self.tell, error)
            return
        self.app.call_from_thread(self.dismiss, lines)
