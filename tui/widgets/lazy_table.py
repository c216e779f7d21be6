"""A table of any length: it asks for the rows in view alone, so a hundred thousand are as quick as ten.

Cells are texts, or texts with a manner (`good`, `bad`, `doubtful`, `faint`). Whatever a site may have written into them
is made harmless here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from recorder.runtime.errors import DatabaseClosedError, RecorderError
from recorder.tui.notifications import notify_error
from recorder.tui.text import shown

Cell = str | tuple[str, str]
Row = Sequence[Cell]
Thing = TypeVar("Thing")
MANNERS = ("good", "bad", "doubtful", "faint")

_AT_ONCE = 64
"""Rows that are read together."""

_KEPT = 32
"""Most of these portions that are kept."""


class TableColumn(NamedTuple):
    """`width` None takes what the others leave; the columns without one share it, as their `share` says. On a table
    narrower than `room` it is left out, for the sake of the others. `by_end`: where there is too much, the end of it
    says more.
    """

    title: str
    width: int | None = None
    right: bool = False
    room: int = 0
    by_end: bool = False
    share: int = 1


@dataclass(frozen=True)
class Listed(Generic[Thing]):
    """`things` at hand; those in view alone are made into rows, quickly, for a screen waits."""

    things: Sequence[Thing]
    rows_of: Callable[[Sequence[Thing]], Sequence[Row]]

    def rows(self, first: int, last: int) -> Sequence[Row]:
        return self.rows_of(self.things[first:last])


def listed(rows: Sequence[Row]) -> Listed[Row]:
    """Rows that are there already."""
    return Listed(rows, lambda some: some)


@dataclass
class _RowMessage(Message):
    table: "LazyTable"
    row: int

    @property
    def control(self) -> "LazyTable":
        return self.table


class LazyTable(ScrollView, can_focus=True, inherit_bindings=False):
    """Columns given once, a source that may be changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home,g", "first", "First", show=False),
        Binding("end,G", "last", "Last", show=False),
        Binding("enter", "choose", "Open", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "lazy-table--head",
        "lazy-table--cursor",
        *(f"lazy-table--{manner}" for manner in MANNERS),
    }
    cursor = reactive(0)

    class CursorMoved(_RowMessage):
        """The cursor stands on another row."""

    class Chosen(_RowMessage):
        """Enter was pressed on a row, or it was clicked twice."""

    def __init__(self, columns: Sequence[TableColumn], empty: str, *, id: str | None = None) -> None:  # noqa: A002
        """`empty` says what to do when there is nothing to show."""
        super().__init__(id=id)
        self._columns = tuple(columns)
        self._order: Sequence[int] | None = None
        self._chosen: int | None = None
        self._empty = empty
        self._source: Listed[Any] = listed(())
        self._chunks: dict[int, Sequence[Row]] = {}

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._source.things)

    def at_cursor(self, things: Sequence[Thing]) -> Thing | None:
        """Of the things whose rows are shown, the one under the cursor."""
        return things[self.cursor] if self.cursor < len(things) else None

    def fill(self, source: Listed[Any]) -> None:
        """Show other rows, or the same ones as they are now; the cursor stays where it is, as far as it can."""
        self._source = source
        self._chunks.clear()
        self._grow(Size(0, len(source.things) + 1))
        self.cursor = max(0, min(self.cursor, len(source.things) - 1))
        self.refresh()

    def _grow(self, size: Size) -> None:
        """A change of size has the whole screen laid out anew; none of it moves unless the bar comes or goes."""
        needs_bar = 0 < self.size.height < size.height
        if self.is_attached and self.show_vertical_scrollbar == needs_bar:
            self.set_reactive(LazyTable.virtual_size, size)
            self.vertical_scrollbar.window_virtual_size = size.height
        else:
            self.virtual_size = size

    def show_columns(self, columns: Sequence[TableColumn], order: Sequence[int], chosen: int | None = None) -> None:
        """Other columns; `order` says which cells of a row they show, `chosen` which of them is pointed at."""
        self._columns, self._order, self._chosen = tuple(columns), order, chosen
        self.refresh()

    def say_when_empty(self, words: str) -> None:
        self._empty = words
        self.refresh()

    def on_resize(self) -> None:
        self.virtual_size = Size(0, self.count + 1)

    def validate_cursor(self, row: int) -> int:
        return max(0, min(row, self.count - 1))

    def watch_cursor(self, before: int, row: int) -> None:
        self._keep_in_view(row)
        self.refresh()
        if before != row and self.count:
            self.post_message(self.CursorMoved(self, row))

    def action_move(self, by: int) -> None:
        self.cursor += by

    def action_page(self, by: int) -> None:
        self.cursor += by * max(1, self.size.height - 2)

    def action_first(self) -> None:
        self.cursor = 0

    def action_last(self) -> None:
        self.cursor = self.count - 1

    def action_choose(self) -> None:
        if self.count:
            self.post_message(self.Chosen(self, self.cursor))

    def on_click(self, event: events.Click) -> None:
        row = self.scroll_offset.y + event.y - 1
        if event.y >= 1 and row < self.count:
            self.cursor = row
            if event.chain == 2:
                self.action_choose()

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        if y == 0:
            return self._strip([column.title for column in self._columns], self._style("head"), width, plain=True)
        if not self.count:
            lines = wrap(self._empty, max(width - 4, 8))
            text = lines[y - 2] if 2 <= y < len(lines) + 2 else ""
            return Strip([Segment(set_cell_size(f"  {text}"[:width], width), self._style("faint"))], width)
        row = self.scroll_offset.y + y - 1
        if row >= self.count:
            return Strip.blank(width, self.rich_style)
        on_cursor = row == self.cursor and self.has_focus
        style = self._style("cursor") if on_cursor else self.rich_style
        return self._strip(self._row(row), style, width, plain=on_cursor, pointed=row == self.cursor)

    def _strip(self, row: Row, style: Style, width: int, *, plain: bool = False, pointed: bool = False) -> Strip:
        """`plain`: without the colours of manners, which its own background would drown."""
        mark = "›" if pointed else " "
        segments = [Segment(f"{mark} ", style)]
        for number, (cell, column, room) in enumerate(zip(row, self._columns, self._widths(width - 2), strict=False)):
            if not room:
                continue
            text, manner = (cell, "") if isinstance(cell, str) else cell
            own = style + Style(color=self._style(manner).color) if manner and not plain else style
            if plain and number == self._chosen:
                own += Style(reverse=True)
            segments.append(Segment(_fit(shown(text), room, column) + " ", own))
        return Strip(segments).adjust_cell_length(width, style)

    def _widths(self, width: int) -> list[int]:
        """Of each column; nothing for one there is no room for."""
        present = [column for column in self._columns if column.room <= width]
        fixed = sum((column.width or 0) + 1 for column in present)
        shares = sum(column.share for column in present if column.width is None)
        free = (width - fixed) // shares if shares else 0
        return [
            (column.width or max(8, free * column.share)) if column.room <= width else 0 for column in self._columns
        ]

    def _row(self, number: int) -> Row:
        chunk = number // _AT_ONCE
        if chunk not in self._chunks:
            while len(self._chunks) >= _KEPT:
                del self._chunks[next(iter(self._chunks))]
            self._chunks[chunk] = self._read(chunk)
        rows, place = self._chunks[chunk], number % _AT_ONCE
        row = rows[place] if place < len(rows) else ()
        return row if self._order is None else [row[each] for each in self._order if each < len(row)]

    def _read(self, chunk: int) -> Sequence[Row]:
        """What cannot be read stays blank, for drawing must go on: a database may be closed before its last picture."""
        try:
            return self._source.rows(chunk * _AT_ONCE, (chunk + 1) * _AT_ONCE)
        except DatabaseClosedError:
            return ()
        except RecorderError as error:
            notify_error(self.app, error)
            return ()

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"lazy-table--{part}")

    def _keep_in_view(self, row: int) -> None:
        top, height = self.scroll_offset.y, self.size.height - 1
        if row < top:
            self.scroll_to(y=row, animate=False, force=True, immediate=True)
        elif height > 0 and row >= top + height:
            self.scroll_to(y=row - height + 1, animate=False, force=True, immediate=True)


def _fit(text: str, width: int, column: TableColumn) -> str:
    length = cell_len(text)
    if length > width:
        if column.by_end and width > 1:
            return "…" + set_cell_size(text[::-1], width - 1)[::-1]
        return set_cell_size(text, max(width - 1, 0)) + "…"[:width]
    blank = " " * (width - length)
    return blank + text if column.right else text + blank
