"""A record beside the text of its page: what stands there is chosen, and called by a name."""

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from recorder.face import Recording, RecordTable
from recorder.face.library import Library
from recorder.tui.screens.dialogs import AskText, TableDialog
from recorder.tui.widgets.lazy_table import LazyTable, TableColumn, listed

_COLUMNS = (TableColumn("Column", 20), TableColumn("text of the page"))


class PointAtValue(TableDialog[bool]):
    """True is returned where pages have to be read for what was named."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("n", "name", "Name it")]

    def __init__(self, library: Library, recording: Recording, table: RecordTable, page_id: int) -> None:
        ((self._url, *_),) = library.record_rows(table, [page_id])
        super().__init__(
            "Point at a value",
            "Beside every line of the page stands the column that holds it. Enter gives a line, or a part of it, the"
            " name of a column: the one that holds it, or a new one, which is read on all pages.",
            LazyTable(_COLUMNS, "This page has no text.", id="page-text"),
        )
        self._library, self._recording = library, recording
        self._lines = library.record_text(table, page_id)
        self._value = ""

    def on_mount(self) -> None:
        self.table.fill(listed(self._lines))

    @on(LazyTable.Chosen, "#page-text")
    def action_name(self) -> None:
        line = self.table.at_cursor(self._lines)
        if line is not None:
            self.app.push_screen(AskText("The value, without what stands around it:", line[1]), self._ask_for_name)

    def _ask_for_name(self, value: str | None) -> None:
        if value:
            self._value = value
            self.app.push_screen(AskText(f"Call “{value}”:", ""), self._call_it)

    def _call_it(self, name: str | None) -> None:
        if name:
            with self.errors_told():
                done = self._library.want(self._recording, name, self._value, str(self._url))
                self.notify_text(" ".join(done.sentences()))
                self.dismiss(not done.was)
