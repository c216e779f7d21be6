"""The columns of a table of records: how they are called, and which of them are left out."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from recorder.face import RecordColumn, Recording, RecordTable
from recorder.face.library import Library
from recorder.runtime.plain_text import share
from recorder.tui.screens.dialogs import AskText, TableDialog
from recorder.tui.widgets.lazy_table import LazyTable, Row, TableColumn, listed

_COLUMNS = (
    TableColumn("Column", 24),
    TableColumn("", 8),
    TableColumn("kind", 8, room=60),
    TableColumn("filled", 6, right=True),
    TableColumn("for example"),
)


class Columns(TableDialog[None]):
    """The columns of a table: what they hold, how they are called, and which of them are left out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rename", "Rename"),
        Binding("x", "leave_out", "Leave out / take in"),
    ]

    def __init__(self, library: Library, recording: Recording, table: RecordTable) -> None:
        super().__init__(
            f"Columns of {table.name}",
            "Names and choices are kept for later extractions. Enter renames; x leaves a column out at once,"
            " or takes it in again from the next extraction on.",
            LazyTable(_COLUMNS, "This table has no columns.", id="columns"),
        )
        self._library, self._recording, self._table = library, recording, table

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        rows = [_column_row(column, self._table.pages) for column in self._table.columns]
        self.table.fill(listed(rows))

    @property
    def _chosen(self) -> RecordColumn | None:
        return self.table.at_cursor(self._table.columns)

    @on(LazyTable.Chosen, "#columns")
    def action_rename(self) -> None:
        column = self._chosen
        if column is not None:
            self.app.push_screen(AskText(f"Rename “{column.name}” to:", column.name), self._rename)

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
        with self.errors_told():
            change()
            tables = self._library.record_tables(self._recording.id)
            self._table = next(table for table in tables if table.id == self._table.id)
            self._show()


def _column_row(column: RecordColumn, pages: int) -> Row:
    state = ("left out", "faint") if column.left_out else ("broken", "bad") if column.broken else ""
    filled = share(column.filled, pages)
    return column.name, state, column.kind, filled, column.example
