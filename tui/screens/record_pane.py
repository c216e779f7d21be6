"""Beside the records: one of them whole, next to the text of its page; or how the values of a column are spread."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from math import floor, log10
from shlex import quote
from typing import NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll

from recorder.face import Spread
from recorder.runtime.plain_text import many, share
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable, Row, TableColumn, listed

_RANGES = 12
_ABOVE = 2
"""Lines of the page above the one that matters."""
_BAR = 20
_LONGEST = 40
"""Letters of the name of a column."""


class Stretch(NamedTuple):
    """A value, or a range of numbers, with how many records have it, and the words that choose these."""

    said: str
    records: int
    words: str


class RecordPane(Horizontal):
    """Closed until it is asked for something; what it shows is told by its class: `-detail` or `-spread`."""

    parts: Sequence[Stretch] = ()

    def compose(self) -> ComposeResult:
        yield VerticalScroll(Plain(id="record"), id="record-pane", classes="pane detail")
        yield VerticalScroll(Plain(id="page"), id="text-pane", classes="pane detail")
        columns = (TableColumn("Value"), TableColumn("records", 8, right=True), TableColumn("", 7), TableColumn(""))
        yield Vertical(
            Plain(id="spread-said", classes="title"),
            LazyTable(columns, "No record has this column filled.", id="spread"),
            id="spread-pane",
            classes="pane spread",
        )

    @property
    def view(self) -> str:
        """What is shown: `detail`, `spread`, or nothing."""
        return next((view for view in ("detail", "spread") if self.has_class(f"-{view}")), "")

    def open(self, view: str) -> None:
        for each in ("detail", "spread"):
            self.set_class(each == view, f"-{each}")

    def show_record(self, fields: Sequence[tuple[str, str]], lines: Sequence[tuple[str, str]], column: str) -> None:
        """Its fields in order; the lines of its page with the columns that hold them, from where `column` stands on."""
        (_, name), *others = fields or [("", "")]
        record, page = self.query_one("#record", Plain), self.query_one("#page", Plain)
        record.show(
            [(name, "bold $text-primary")],
            *([(f"{called[:_LONGEST]}  ", "bold"), (value, "")] for called, value in others),
        )
        text: list[Plain.Line] = [
            [(line, "$text-success"), (f"  ← {columns}", "dim")] if columns else line for columns, line in lines
        ]
        page.show(*(text or ["This page has no text."]))
        self.query_one("#record-pane").scroll_home(animate=False)
        width = max(20, page.size.width)
        above = lines[: _line_of(column, name, lines)]
        rows = sum(1 + cell_len(line) // width for _, line in above)
        self.query_one("#text-pane").scroll_to(y=max(0, rows - _ABOVE), animate=False)

    def show_spread(self, column: str, called: str, spread: Spread, said: Callable[[str], str]) -> None:
        self.parts = tuple(_parts(column, spread))
        self.query_one("#spread-said", Plain).show(_in_words(called, spread))
        most = max((part.records for part in self.parts), default=1)
        self.query_one("#spread", LazyTable).fill(
            listed([_row(part, said(part.said), most, spread.filled) for part in self.parts])
        )


def _line_of(column: str, name: str, lines: Sequence[tuple[str, str]]) -> int:
    """Where a column stands on a page, or else the name of the record."""
    for number, (columns, _) in enumerate(lines):
        if column in columns.split(", "):
            return number
    return next((number for number, (_, line) in enumerate(lines) if line == name), 0)


def _row(part: Stretch, said: str, most: int, filled: int) -> Row:
    bar = "█" * max(1, round(_BAR * part.records / most)) if part.records else ""
    return said, f"{part.records:,}", f"{share(part.records, filled):>4}", (bar, "good")


def _in_words(called: str, spread: Spread) -> str:
    of = many(spread.records, "record")
    said = f"{called}: {many(spread.different, 'different value')} in {spread.filled:,} of {of}"
    if spread.numbers:
        middle = spread.numbers[len(spread.numbers) // 2]
        said += f"; from {spread.numbers[0]:.10g} to {spread.numbers[-1]:.10g}, half of them below {middle:.10g}"
    return said


def _parts(column: str, spread: Spread) -> Iterator[Stretch]:
    """Of numbers ranges of equal width, unless there are few; of texts the values, the most frequent first."""
    if spread.numbers and spread.different > _RANGES:
        yield from _ranges(column, spread.numbers)
    else:
        for value, count in spread.common:
            yield Stretch(str(value), count, _words(column, "=", str(value)))
    empty = spread.records - spread.filled
    if empty:
        yield Stretch("(nothing)", empty, _words(column, "=", ""))


def _ranges(column: str, numbers: Sequence[float]) -> Iterator[Stretch]:
    """As wide as a round number."""
    low, high = numbers[0], numbers[-1]
    least = (high - low) / _RANGES
    power = 10 ** floor(log10(least))
    width = next(power * round_number for round_number in (1, 2, 5, 10) if power * round_number >= least)
    at = floor(low / width)
    while at * width <= high:
        start, end = f"{at * width:.10g}", f"{(at + 1) * width:.10g}"
        count = bisect_left(numbers, float(end)) - bisect_left(numbers, float(start))
        yield Stretch(f"{start} to {end}", count, f"{_words(column, '>=', start)} {_words(column, '<', end)}")
        at += 1


def _words(column: str, sign: str, value: str) -> str:
    """As the field for the filter takes it."""
    if not column.isidentifier():
        return quote(f"{column}{sign}{value}")
    return f"{column}{sign}{value if not value or value.removeprefix('-').replace('.', '').isalnum() else quote(value)}"
