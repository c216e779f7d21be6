"""The history of one record: what its fields were, and with which run they became what they are; numbers as a line."""

from collections.abc import Iterable, Iterator

from recorder.inspecting.changes import FieldHistory
from recorder.runtime.plain_text import many, moment
from recorder.tui.screens.dialogs import TableDialog
from recorder.tui.widgets.bars import spark
from recorder.tui.widgets.lazy_table import LazyTable, Row, TableColumn, listed

_LINE = 24
"""Most values of a line, and as wide as a value is shown."""
_COLUMNS = (
    TableColumn("Column", 18),
    TableColumn("run", 4, right=True),
    TableColumn("seen", 19, room=100),
    TableColumn("from", _LINE),
    TableColumn("to"),
)


class History(TableDialog[None]):
    """All that changed in a record, column by column."""

    def __init__(self, record: str, histories: Iterable[FieldHistory]) -> None:
        super().__init__(
            f"History of {record}",
            "What was there before is not known, nor what came and went between two crawls. A line goes from the lowest"
            " to the highest of its numbers.",
            LazyTable(_COLUMNS, "Nothing in this record has changed since it was read first.", id="history"),
        )
        self._rows = [row for history in histories for row in _rows(history)]

    def on_mount(self) -> None:
        self.table.fill(listed(self._rows))


def _rows(history: FieldHistory) -> Iterator[Row]:
    lowest = min(history.numbers, default=0.0)
    line = spark([number - lowest for number in history.numbers], _LINE)
    yield history.column, "", "", line, many(len(history.changes), "change")
    for change in history.changes:
        yield "", str(change.run), moment(change.seen_at), change.before or "", change.after or ""
