"""The columns of a table of records: what they hold, how they are called, and which of them are left out."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Footer

from recorder.face import Library, RecordColumn, Recording, RecordTable
from recorder.runtime.errors import RecorderError
from recorder.tui.screens.dialog import Dialog
from recorder.tui.screens.questions import AskText
from recorder.tui.widgets.lazy_table import Column, LazyTable, Listed, Row
from recorder.tui.widgets.plain import Plain

_COLUMNS = (
    Column("Column", 24),
    Column("", 8),
    Column("kind", 8, room=60),
    Column("filled", 6, right=True),
    Column("for example"),
)


class Columns(Dialog[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rename", "Rename"),
        Binding("x", "leave_out", "Leave out / take in"),
    ]

    def __init__(self, library: Library, recording: Recording, table: RecordTable) -> None:
        super().__init__()
        self._library, self._recording, self._table = library, recording, table

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog tall"):
            yield Plain(f"Columns of {self._table.name}", classes="title")
            yield Plain(
                "Names and choices are kept for later extractions. Enter renames; x leaves a column out at once,"
                " or takes it in again from the next extraction on.",
                classes="hint",
            )
            yield LazyTable(_COLUMNS, "This table has no columns.", id="columns")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        rows = [_row(column, self._table.pages) for column in self._table.columns]
        self.query_one("#columns", LazyTable).fill(Listed(rows))

    @property
    def _chosen(self) -> RecordColumn | None:
        row = self.query_one("#columns", LazyTable).cursor
        return self._table.columns[row] if row < len(self._table.columns) else None

    @on(LazyTable.Chosen, "#columns")
    def action_rename(self) -> None:
        column = self._chosen
        if column is not None:
            self.app.push_screen(AskText(f"What shall {column.name} be called?", column.name), self._rename)

    def _rename(self, name: str | None) -> None:
        column = self._chosen
        if column is not None and name is not None and name != column.name:
            self._change(lambda: self._library.rename_column(self._recording, self._table, column.name, name))

    def action_leave_out(self) -> None:
        column = self._chosen
        if column is not None:
            left_out = not column.left_out
            self._change(
                lambda: self._library.leave_out_column(self._recording, self._table, column.name, left_out=left_out)
            )

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
            tables = self._library.record_tables(self._recording.id)
        except RecorderError as error:
            self.tell(error)
            return
        self._table = next(table for table in tables if table.id == self._table.id)
        self._show()


def _row(column: RecordColumn, pages: int) -> Row:
    state = ("left out", "faint") if column.left_out else ("broken", "bad") if column.broken else ""
    filled = f"{column.filled / pages:.0%}" if pages else ""
    return column.name, state, column.kind, filled, column.example
