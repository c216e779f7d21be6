"""Records: the data of the collected pages as tables, one row a page; and the columns of such a table."""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget

from recorder.face import ExtractOptions, RecordColumn, Recording, RecordTable
from recorder.face.library import Library
from recorder.runtime.plain_text import many
from recorder.tui.messages import ShowPage, StartRun
from recorder.tui.screens.area import Area
from recorder.tui.screens.dialogs import AskText, TableDialog, WriteOut
from recorder.tui.screens.history import History
from recorder.tui.screens.pointing import PointAtValue
from recorder.tui.text import address
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable, Listed, Row, TableColumn, listed

_NARROW, _WIDE = 6, 32
_NAMES = ("name", "title", "heading", "headline", "page_title")
"""What the column is called that says which record it is; else it is the first."""
_BESIDE = 4
"""What a table needs beside its columns: the mark of the row, and the bar."""
_LOOKED_AT = 50
"""Most rows from which the width of a column is taken."""

_STATUS = {"new": ("new", "good"), "changed": ("changed", "doubtful"), "gone": ("gone", "bad")}
_COLUMNS = (
    TableColumn("Column", 24),
    TableColumn("", 8),
    TableColumn("kind", 8, room=60),
    TableColumn("filled", 6, right=True),
    TableColumn("for example"),
)


class RecordsArea(Area):
    """Records stand as they were until an extraction is done: nothing is followed."""

    MODE = "records"
    AUTO_FOCUS = "#records"
    GUIDE = (
        "The data of the collected pages: one row a page, one column for every value, named after what stands"
        " beside it on the page. Pages of several templates get a table each: t goes to the next.",
        "x extracts anew, after a crawl or a redesign of the site. Left and right move to further columns.",
        "c lists the columns: there they are renamed and left out. Enter tells why a page is a target.",
        "h tells the history of a record: what its fields were before, and with which run they changed.",
        "v shows a record beside the text of its page: there a value is chosen and called by a name.",
        "e exports: as CSV, JSON lines, Parquet, a web archive, or the pattern as a Scrapy project.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "extract", "Extract"),
        Binding("t", "next_table", "Next table"),
        Binding("right", "sideways(1)", "Further"),
        Binding("left", "sideways(-1)", "Back", show=False),
        Binding("c", "columns", "Columns", tooltip="Rename columns, leave them out"),
        Binding("e", "export", "Export"),
        Binding("h", "history", "History", show=False),  # no room for it in a narrow terminal
        Binding("v", "point", "Point at a value", show=False),
    ]

    _tables: tuple[RecordTable, ...] = ()
    _number = 0
    _first = 0
    _heads: tuple[str, ...] = ()
    _ids: tuple[int, ...] = ()

    def body(self) -> Iterable[Widget]:
        yield Plain(id="table-name", classes="title")
        yield LazyTable(
            (TableColumn("Records"),), "Nothing was extracted yet: x extracts what was collected.", id="records"
        )

    def load(self) -> None:
        library, recording = self.session.library, self.session.recording
        self._tables = library.record_tables(recording.id) if library and recording else ()
        self._number = min(self._number, max(0, len(self._tables) - 1))
        self._show()

    @property
    def _table(self) -> RecordTable | None:
        return self._tables[self._number] if self._tables else None

    def _show(self) -> None:
        library, table = self.session.library, self._table
        if library is None or table is None:
            self.query_one("#table-name", Plain).show("Records")
            self.query_one("#records", LazyTable).fill(listed(()))
            return
        self._heads, self._ids = library.record_heads(table), library.record_ids(table)
        place = f", table {self._number + 1} of {len(self._tables)}" if len(self._tables) > 1 else ""
        words = f"{table.name}: {many(table.pages, 'page')}, {many(len(self._heads), 'column')}{place}"
        self.query_one("#table-name", Plain).show(words)
        self._show_columns(library, table)

    def _show_columns(self, library: Library, table: RecordTable) -> None:
        """What became of the page and the name of the record, and as many columns from the first wanted one on as there
        is room for; the address comes last. A number beside the text it was read from says nothing new.
        """
        heads = (self._heads[0], "", *self._heads[1:])
        name = next((heads.index(one) for one in _NAMES if one in heads), min(2, len(heads) - 1))
        said = {number for number, head in enumerate(heads) if head.removesuffix("_number") in heads[:number]}
        others = [number for number in (*range(2, len(heads)), 0) if number != name and number not in said]
        self._first = max(0, min(self._first, len(others) - 1))
        shown = [1, name, *others[self._first :]]
        grid = self.query_one("#records", LazyTable)
        rows = Listed(self._ids, partial(self._rows, library, table))
        called = (heads[0], "", *library.shown_heads(table, heads[2:]))
        seen = [called, *rows.rows(0, _LOOKED_AT)]
        columns = [_wide_enough(called[number], [row[number] for row in seen], number) for number in shown]
        left = grid.size.width - sum((column.width or 0) + 1 for column in columns) - _BESIDE
        if left > 0:  # for the name, as far as it needs more
            longest = max(len(_cell(row[name])) for row in seen)
            columns[1] = columns[1]._replace(width=min(longest, (columns[1].width or 0) + left))
        grid.show_columns(columns, shown)
        grid.fill(rows)

    def _rows(self, library: Library, table: RecordTable, ids: Sequence[int]) -> Sequence[Row]:
        """The second cell says what became of the page; nothing, if it is as it was."""
        statuses = library.record_statuses(table, ids)
        found = zip(sorted(ids), library.record_rows(table, ids), strict=True)
        return [
            (address(_cell(url), self.site), _STATUS.get(statuses.get(page_id, ""), ""), *self._cells(cells))
            for page_id, (url, *cells) in found
        ]

    def _cells(self, cells: Iterable[object]) -> Iterable[str]:
        return (_items(address(_cell(value), self.site)) for value in cells)

    def action_sideways(self, by: int) -> None:
        library, table = self.session.library, self._table
        if library is not None and table is not None:
            self._first += by
            self._show_columns(library, table)

    def action_next_table(self) -> None:
        if self._tables:
            self._number = (self._number + 1) % len(self._tables)
            self._first = 0
            self._show()

    def action_extract(self) -> None:
        library, recording = self.session.library, self.session.recording
        if library is None or recording is None:
            self.notify_text("There is nothing to extract yet: 1 leads to where a recording begins.")
            return
        self.post_message(StartRun(ExtractOptions(library.path, recording.name)))

    @on(LazyTable.Chosen, "#records")
    def _why(self, event: LazyTable.Chosen) -> None:
        library, table = self.session.library, self._table
        rows = library.record_rows(table, [self._ids[event.row]]) if library and table else ()
        if rows:
            self.post_message(ShowPage(_cell(rows[0][0])))

    def action_history(self) -> None:
        library, table = self.session.library, self._table
        page_id = self.query_one("#records", LazyTable).at_cursor(self._ids)
        if library is not None and table is not None and page_id is not None:
            ((url, *_),) = library.record_rows(table, [page_id])
            self.app.push_screen(History(address(_cell(url), self.site), library.record_history(page_id)))

    def action_point(self) -> None:
        library, recording, table = self.session.library, self.session.recording, self._table
        page_id = self.query_one("#records", LazyTable).at_cursor(self._ids)
        if library is not None and recording is not None and table is not None and page_id is not None:
            self.app.push_screen(PointAtValue(library, recording, table, page_id), self._pointed)

    def _pointed(self, reads: bool | None) -> None:
        if reads:
            self.action_extract()
        else:
            self.reload()

    def action_columns(self) -> None:
        library, recording, table = self.session.library, self.session.recording, self._table
        if library is None or recording is None or table is None:
            self.notify_text("There are no records yet: x extracts them.")
            return
        self.app.push_screen(Columns(library, recording, table), lambda _: self.reload())

    def action_export(self) -> None:
        library, recording, table = self.session.library, self.session.recording, self._table
        if library is None or recording is None:
            self.notify_text("There is nothing to export yet: 1 leads to where a recording begins.")
            return
        self.app.push_screen(WriteOut(library.path, recording.name, table.name if table else None), self._written)

    def _written(self, lines: tuple[str, ...] | None) -> None:
        for line in lines or ():
            self.notify_text(line)


def _wide_enough(title: str, seen: Sequence[object], number: int) -> TableColumn:
    width = max(len(_cell(cell[0] if isinstance(cell, tuple) else cell)) for cell in seen)
    return TableColumn(title, min(max(width, _NARROW), _WIDE), by_end=number == 0)


def _items(text: str) -> str:
    """A list, which is kept as JSON, as a person writes one."""
    if not text.startswith(("[{", '["')):
        return text
    try:
        found = json.loads(text)
    except ValueError:
        return text
    parts = ([str(cell) for cell in one.values() if cell] if isinstance(one, dict) else [str(one)] for one in found)
    return f"{len(found)}: {'; '.join(map(', '.join, parts))}"


def _cell(value: object) -> str:
    return "" if value is None else str(value)


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
    filled = f"{column.filled / pages:.0%}" if pages else ""
    return column.name, state, column.kind, filled, column.example
