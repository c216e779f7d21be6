"""Records: the data of the collected pages as tables, one row a page; sorted, filtered, looked at one by one."""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from recorder.face import ExtractOptions, RecordTable, RecordView, Spread, conditions_in
from recorder.runtime.plain_text import many
from recorder.tui.messages import ShowPage, StartRun
from recorder.tui.screens.area import Area
from recorder.tui.screens.dialogs import WriteOut
from recorder.tui.screens.history import History
from recorder.tui.screens.pointing import PointAtValue
from recorder.tui.screens.record_columns import Columns
from recorder.tui.screens.record_grid import RecordGrid
from recorder.tui.screens.record_pane import RecordPane
from recorder.tui.text import address
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable

_PATIENCE = 0.3
"""Seconds after the last letter of a filter."""


class RecordsArea(Area):
    """Records stand as they were until an extraction is done: nothing is followed."""

    MODE = "records"
    AUTO_FOCUS = "#records"
    GUIDE = (
        "The data of the collected pages: one row a page, one column for every value, named after what stands"
        " beside it on the page. Pages of several templates get a table each: t goes to the next.",
        "Left and right point at a column, Enter shows the record whole, beside the text of its page.",
        '/ filters: words, or columns compared with values: heron price<20 section="web apps" status=new url~blog',
        "o sorts by the column that is pointed at, and again the other way round, and then as before.",
        "d shows how the values of this column are spread; Enter on one of them filters by it. Escape closes.",
        "c lists the columns: there they are renamed and left out. w tells why a page is a target.",
        "y copies the value that is pointed at, b opens the page in your browser.",
        "h tells the history of a record: what its fields were before, and with which run they changed.",
        "v shows a record beside the text of its page: there a value is chosen and called by a name.",
        "x extracts anew, after a redesign of the site. e exports: as CSV, JSON lines, Excel, Parquet and more.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "focus('#filter')", "Filter", key_display="/"),
        Binding("o", "sort", "Sort", tooltip="By the column that is pointed at"),
        Binding("d", "spread", "Spread", tooltip="How the values of the column are spread"),
        Binding("escape", "close", "Close", show=False),
        Binding("x", "extract", "Extract"),
        Binding("t", "next_table", "Table", tooltip="The next table"),
        Binding("c", "columns", "Columns", tooltip="Rename columns, leave them out"),
        Binding("e", "export", "Export"),
        Binding("w", "why", "Why", show=False),  # no room for these in a narrow terminal
        Binding("h", "history", "History", show=False),
        Binding("v", "point", "Point at a value", show=False),
    ]

    _tables: tuple[RecordTable, ...] = ()
    _number = 0
    _timer: Timer | None = None

    def body(self) -> Iterable[Widget]:
        yield Plain(id="table-name", classes="title")
        yield Input(placeholder='/ filters: words, price<20, section="web apps", status=new', id="filter")
        yield RecordGrid("Nothing was extracted yet: x extracts what was collected.", id="records")
        yield RecordPane(id="beside")

    def load(self) -> None:
        library, recording = self.session.library, self.session.recording
        self._tables = library.record_tables(recording.id) if library and recording else ()
        self._number = min(self._number, max(0, len(self._tables) - 1))
        self.refresh_bindings()
        self._show(self._grid.view)

    @property
    def _grid(self) -> RecordGrid:
        return self.query_one("#records", RecordGrid)

    @property
    def _pane(self) -> RecordPane:
        return self.query_one("#beside", RecordPane)

    @property
    def _table(self) -> RecordTable | None:
        return self._tables[self._number] if self._tables else None

    def at_hand(self) -> tuple[str, str]:
        return self._grid.value(), self._grid.values().get("url", "")

    def _show(self, view: RecordView) -> None:
        library, table, grid = self.session.library, self._table, self._grid
        grid.show(library, table, self.site, view)
        grid.say_when_empty(
            "No record is like this: change the filter above, or empty it."
            if table is not None and view.conditions
            else "Nothing was extracted yet: x extracts what was collected."
        )
        self.query_one("#filter").display = table is not None
        self.query_one("#table-name", Plain).show("Records" if table is None else self._said(table))
        self._look()

    def _said(self, table: RecordTable) -> str:
        """How many records there are, and how many are looked at."""
        count, view = self._grid.count, self._grid.view
        some = f"{count:,} of {many(table.pages, 'record')}" if view.conditions else many(table.pages, "record")
        sorted_by = f", by {view.by}{' downwards' if view.descending else ''}" if view.by else ""
        place = f"Table {self._number + 1} of {len(self._tables)}, {table.name}: " if len(self._tables) > 1 else ""
        return f"{place}{some}{sorted_by}"

    @on(Input.Changed, "#filter")
    def _typed(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(_PATIENCE, self._filter)

    @on(Input.Submitted, "#filter")
    def _submitted(self) -> None:
        self._filter()
        self._grid.focus()

    def _filter(self) -> None:
        library, table = self.session.library, self._table
        if library is not None and table is not None:
            words = self.query_one("#filter", Input).value
            with self.errors_told():
                found = conditions_in(words, library.record_heads(table))
                self._show(replace(self._grid.view, conditions=found))

    def action_sort(self) -> None:
        """Upwards, downwards, and as they were collected."""
        view, column = self._grid.view, self._grid.column
        if view.by == column and view.descending:
            view = replace(view, by="", descending=False)
        else:
            view = replace(view, by=column, descending=view.by == column)
        with self.errors_told():
            self._show(view)

    @on(LazyTable.CursorMoved, "#records")
    def _look(self) -> None:
        """What is beside the records follows them."""
        library, table, grid, pane = self.session.library, self._table, self._grid, self._pane
        page_id, column, view = grid.page_id, grid.column, grid.view
        if library is None or table is None or not pane.view:
            return
        if pane.view == "spread":
            called = grid.called
            self.in_thread(
                "beside",
                lambda: library.record_spread(table, column, view),
                lambda spread: self._have_spread(column, called, spread),
            )
        elif page_id is not None:
            fields = grid.fields()
            self.in_thread(
                "beside",
                lambda: library.record_text(table, page_id),
                lambda lines: pane.show_record(fields, lines, column),
            )

    def _have_spread(self, column: str, called: str, spread: Spread) -> None:
        self._pane.show_spread(column, called, spread, self._grid.said)

    @on(LazyTable.Chosen, "#records")
    def _whole(self) -> None:
        self._open("detail")

    def action_spread(self) -> None:
        self._open("spread")

    def _open(self, view: str) -> None:
        """Once more, it is closed."""
        if self._table is not None:
            self._pane.open("" if self._pane.view == view else view)
            self._look()

    @on(LazyTable.Chosen, "#spread")
    def _only_these(self, event: LazyTable.Chosen) -> None:
        field, words = self.query_one("#filter", Input), self._pane.parts[event.row].words
        field.value = f"{field.value.strip()} {words}".strip()
        self._grid.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "close":
            return not isinstance(self.focused, Input)
        if action == "next_table":
            return len(self._tables) > 1
        return super().check_action(action, parameters)

    def action_close(self) -> None:
        """What is beside the records; then the filter."""
        if self._pane.view:
            self._pane.open("")
        else:
            self.query_one("#filter", Input).value = ""
        self._grid.focus()

    def action_next_table(self) -> None:
        if self._tables:
            self._number = (self._number + 1) % len(self._tables)
            self.query_one("#filter", Input).value = ""
            self._show(RecordView())

    def action_extract(self) -> None:
        library, recording = self.session.library, self.session.recording
        if library is None or recording is None:
            self.notify_text("There is nothing to extract yet: 1 leads to where a recording begins.")
            return
        self.post_message(StartRun(ExtractOptions(library.path, recording.name)))

    def action_why(self) -> None:
        url = self._grid.values().get("url")
        if url:
            self.post_message(ShowPage(url))

    def action_history(self) -> None:
        library, page_id = self.session.library, self._grid.page_id
        if library is not None and page_id is not None:
            url = self._grid.values()["url"]
            self.app.push_screen(History(address(url, self.site), library.record_history(page_id)))

    def action_point(self) -> None:
        library, recording, table = self.session.library, self.session.recording, self._table
        page_id = self._grid.page_id
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
