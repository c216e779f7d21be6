"""Records: the data of the collected pages as tables, one row a page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget

from recorder.face import ExtractOptions, Library, RecordTable
from recorder.tui.messages import ShowPage, StartExtraction
from recorder.tui.screens.area import Area
from recorder.tui.screens.columns import Columns
from recorder.tui.screens.write_out import WriteOut
from recorder.tui.session import Session
from recorder.tui.watch import Watch
from recorder.tui.widgets.lazy_table import Column, LazyTable, Listed, Row
from recorder.tui.widgets.plain import Plain
from recorder.tui.words import address, many

_NARROW, _WIDE = 6, 32
_LOOKED_AT = 50
"""So many rows tell how wide a column is to be."""


@dataclass(frozen=True)
class StoredRecords:
    """A `Source` of records by the ids of their pages: only rows in view are read."""

    library: Library
    table: RecordTable
    ids: Sequence[int]
    site: str

    @property
    def count(self) -> int:
        return len(self.ids)

    def rows(self, first: int, last: int) -> Sequence[Row]:
        found = self.library.record_rows(self.table, self.ids[first:last])
        return [tuple(address(_cell(value), self.site) for value in row) for row in found]


class RecordsArea(Area):
    MODE = "records"
    AUTO_FOCUS = "#records"
    GUIDE = (
        "The data of the collected pages: one row a page, one column for every value, named after what stands"
        " beside it on the page. Pages of several templates get a table each: t goes to the next.",
        "x extracts anew, after a crawl or a redesign of the site. Left and right move to further columns.",
        "c lists the columns: there they are renamed and left out. Enter tells why a page is a target.",
        "e exports: as CSV, JSON lines, Parquet, a web archive, or the pattern as a Scrapy project.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "extract", "Extract"),
        Binding("t", "next_table", "Next table"),
        Binding("right", "sideways(1)", "Further"),
        Binding("left", "sideways(-1)", "Back", show=False),
        Binding("c", "columns", "Columns", tooltip="Rename columns, leave them out"),
        Binding("e", "export", "Export"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._tables: tuple[RecordTable, ...] = ()
        self._number = 0
        self._first = 0
        self._heads: tuple[str, ...] = ()
        self._ids: tuple[int, ...] = ()

    def body(self) -> Iterable[Widget]:
        yield Plain(id="table-name", classes="title")
        yield LazyTable((Column("Records"),), "Nothing was extracted yet: x extracts what was collected.", id="records")

    def load(self) -> None:
        library, recording = self.session.library, self.session.recording
        self._tables = library.record_tables(recording.id) if library and recording else ()
        self._number = min(self._number, max(0, len(self._tables) - 1))
        self._show()

    def follow(self, watch: Watch, *, second: bool) -> None:
        """Records stand as they were until an extraction is done."""

    @property
    def _table(self) -> RecordTable | None:
        return self._tables[self._number] if self._tables else None

    def _show(self) -> None:
        library, table = self.session.library, self._table
        if library is None or table is None:
            self.query_one("#table-name", Plain).show("Records")
            self.query_one("#records", LazyTable).fill(Listed())
            return
        self._heads, self._ids = library.record_heads(table), library.record_ids(table)
        place = f", table {self._number + 1} of {len(self._tables)}" if len(self._tables) > 1 else ""
        words = f"{table.name}: {many(table.pages, 'page')}, {many(len(self._heads), 'column')}{place}"
        self.query_one("#table-name", Plain).show(words)
        self._show_columns(library, table)

    def _show_columns(self, library: Library, table: RecordTable) -> None:
        """The address of the page, and as many columns from the first wanted one on as there is room for."""
        self._first = max(0, min(self._first, len(self._heads) - 2))
        shown = [0, *range(1 + self._first, len(self._heads))]
        grid = self.query_one("#records", LazyTable)
        rows = StoredRecords(library, table, self._ids, self.site)
        seen = [self._heads, *rows.rows(0, _LOOKED_AT)]
        widths = [max(len(_cell(row[number])) for row in seen) for number in shown]
        titles = [self._heads[number] for number in shown]
        grid.show_columns(
            [
                Column(title, min(max(width, _NARROW), _WIDE), by_end=title == self._heads[0])
                for title, width in zip(titles, widths, strict=True)
            ],
            shown,
        )
        grid.fill(rows)

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
            self.say("There is nothing to extract yet: 1 leads to where a recording begins.")
            return
        self.post_message(StartExtraction(ExtractOptions(library.path, recording.name)))

    @on(LazyTable.Chosen, "#records")
    def _why(self, event: LazyTable.Chosen) -> None:
        library, table = self.session.library, self._table
        rows = library.record_rows(table, [self._ids[event.row]]) if library and table else ()
        if rows:
            self.post_message(ShowPage(_cell(rows[0][0])))

    def action_columns(self) -> None:
        library, recording, table = self.session.library, self.session.recording, self._table
        if library is None or recording is None or table is None:
            self.say("There are no records yet: x extracts them.")
            return
        self.app.push_screen(Columns(library, recording, table), lambda _: self.reload())

    def action_export(self) -> None:
        library, recording, table = self.session.library, self.session.recording, self._table
        if library is None or recording is None:
            self.say("There is nothing to export yet: 1 leads to where a recording begins.")
            return
        self.app.push_screen(WriteOut(library.path, recording.name, table.name if table else None), self._written)

    def _written(self, lines: tuple[str, ...] | None) -> None:
        for line in lines or ():
            self.say(line)


def _cell(value: object) -> str:
    return "" if value is None else str(value)
