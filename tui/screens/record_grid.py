"""The records of a table in a grid: the name of each first, one row pointed at, and one column."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from recorder.face import RecordTable, RecordView
from recorder.face.library import Library
from recorder.tui.text import address
from recorder.tui.widgets.lazy_table import LazyTable, Listed, Row, TableColumn, listed

_NARROW, _WIDE = 6, 32
_NAMES = ("name", "title", "heading", "headline", "page_title")
"""What the column is called that says which record it is; else it is the first."""
_BESIDE = 4
"""What a table needs beside its columns: the mark of the row, and the bar."""
_LOOKED_AT = 50
"""Most rows from which the width of a column is taken."""
_STATUS = {"new": ("new", "good"), "changed": ("changed", "doubtful"), "gone": ("gone", "bad")}


class RecordGrid(LazyTable):
    """`CursorMoved` is told of a new column, too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "sideways(1)", "Next column", show=False),
        Binding("left", "sideways(-1)", "Back", show=False),
    ]

    def __init__(self, empty: str, *, id: str) -> None:  # noqa: A002
        super().__init__((TableColumn("Records"),), empty, id=id)
        self._library: Library | None = None
        self._table: RecordTable | None = None
        self._site = ""
        self.view = RecordView()
        self._heads: tuple[str, ...] = ()
        self._called: tuple[str, ...] = ()
        self._places: tuple[int, ...] = ()
        """Which columns a person sees, in order: that of the name stays in sight, wherever the others are."""
        self._ids: tuple[int, ...] = ()
        self._at = self._first = 0

    def show(self, library: Library | None, table: RecordTable | None, site: str, view: RecordView) -> None:
        """Other records, or the same as they are now; the chosen column stays, if it is still there."""
        before = self.column if table is not None and self._table is not None and self._table.id == table.id else ""
        self._library, self._table, self._site, self.view = library, table, site, view
        if library is None or table is None:
            self._heads, self._ids, self._places = (), (), ()
            self.fill(listed(()))
            return
        self._heads = ("", *library.record_heads(table))  # the first says what became of the page
        self._ids = library.record_ids(table, view)
        self._called = ("", *library.shown_heads(table, self._heads[1:]))
        self._places = _in_order(self._heads)
        self._at = next((at for at, place in enumerate(self._places) if self._heads[place] == before), 0)
        self.fill(Listed(self._ids, self._rows))
        self.lay_out()

    @property
    def page_id(self) -> int | None:
        """Of the record that is pointed at."""
        return self.at_cursor(self._ids)

    @property
    def column(self) -> str:
        """The one that is pointed at; empty where there are no records."""
        return self._heads[self._places[self._at]] if self._places else ""

    @property
    def called(self) -> str:
        """How it is called on the screen."""
        return self._called[self._places[self._at]] if self._places else ""

    def value(self) -> str:
        """What stands where row and column meet, as it is stored."""
        return self.values().get(self.column, "")

    def values(self) -> dict[str, str]:
        """All that the record holds."""
        if self._library is None or self._table is None or self.page_id is None:
            return {}
        (cells,) = self._library.record_rows(self._table, [self.page_id])
        return {head: _text(cell) for head, cell in zip(self._heads[1:], cells, strict=True)}

    def fields(self) -> tuple[tuple[str, str], ...]:
        """The record that is pointed at, as a person reads it: its name first, and nothing that is empty."""
        values = self.values()
        heads = [(self._called[place], values.get(self._heads[place])) for place in self._places]
        return tuple((called, self.said(value)) for called, value in heads if value)

    def said(self, value: str) -> str:
        """A value as a person writes it."""
        return _items(address(value, self._site))

    def action_sideways(self, by: int) -> None:
        if self._places:
            self._at = max(0, min(self._at + by, len(self._places) - 1))
            self.lay_out()
            self.post_message(self.CursorMoved(self, self.cursor))

    def on_resize(self) -> None:
        super().on_resize()
        self.lay_out()

    def lay_out(self) -> None:
        """As many columns from the first wanted one on as there is room for, the chosen one among them."""
        if self._library is None or self._table is None or not self._places:
            return
        name, *others = self._places
        heads = [self._head(number) for number in range(len(self._heads))]
        seen = self._rows(self._ids[:_LOOKED_AT])
        columns = [_wide_enough(heads[at], [row[at] for row in seen], by_end=at == 1) for at in range(len(heads))]
        room = self.size.width - _BESIDE - sum((columns[at].width or 0) + 1 for at in (0, name))
        self._first = max(0, min(self._first, self._at - 1, len(others) - 1))
        while self._first < self._at - 1 and _taken(columns, others[self._first : self._at]) > room:
            self._first += 1
        shown = [0, name, *others[self._first :]]
        left = room - _taken(columns, others[self._first :])
        if left > 0:  # for the name, as far as it needs more
            longest = max((len(_plain(row[name])) for row in seen), default=0)
            wide = columns[name].width or 0
            columns[name] = columns[name]._replace(width=max(wide, min(longest, wide + left)))
        chosen = 1 if self._at == 0 else 1 + self._at - self._first
        self.show_columns([columns[at] for at in shown], shown, chosen)

    def _head(self, number: int) -> str:
        """With the way in which the records are sorted by it."""
        sign = " ▼" if self.view.descending else " ▲"
        return self._called[number] + (sign if number and self._heads[number] == self.view.by else "")

    def _rows(self, ids: Sequence[int]) -> Sequence[Row]:
        library, table = self._library, self._table
        if library is None or table is None:
            return ()
        statuses = library.record_statuses(table, ids)
        return [
            (_STATUS.get(statuses.get(page_id, ""), ""), *(self.said(_text(cell)) for cell in cells))
            for page_id, cells in zip(ids, library.record_rows(table, ids), strict=True)
        ]


def _in_order(heads: Sequence[str]) -> tuple[int, ...]:
    """The name, then the columns as they stand, then the address. A number beside the text it was read from says
    nothing new.
    """
    name = next((heads.index(one) for one in _NAMES if one in heads), min(2, len(heads) - 1))
    said = {at for at, head in enumerate(heads) if head.removesuffix("_number") in heads[:at]}
    return (name, *(at for at in (*range(2, len(heads)), 1) if at != name and at not in said))


def _taken(columns: Sequence[TableColumn], numbers: Iterable[int]) -> int:
    return sum((columns[number].width or 0) + 1 for number in numbers)


def _wide_enough(title: str, seen: Sequence[object], *, by_end: bool) -> TableColumn:
    width = max((len(_plain(cell)) for cell in (title, *seen)), default=0)
    return TableColumn(title, min(max(width, _NARROW), _WIDE), by_end=by_end)


def _plain(cell: object) -> str:
    return str(cell[0] if isinstance(cell, tuple) else cell)


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _items(text: str) -> str:
    """A list, which is kept as JSON, as a person writes one."""
    if not text.startswith(("[{", '["')):
        return text
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return f"{len(found)}: {'; '.join(', '.join(_texts(one)) for one in found)}"


def _texts(item: object) -> Iterator[str]:
    """What an item of a list holds, without the marks of what holds it."""
    if isinstance(item, dict | list):
        for inner in item.values() if isinstance(item, dict) else item:
            yield from _texts(inner)
    elif item not in (None, ""):
        yield str(item)
