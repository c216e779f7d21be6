"""What kind of value a column holds, from one extraction to the next: a number stays a number as long as any page still
says one there, and what is otherwise now is told. A text without a meaning has none beside it; it stands as it is.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from recorder.patterns.records.layouts import Column
from recorder.patterns.records.values import DateFormat, NumberFormat, ValueFormat, ValueKind
from recorder.runtime.plain_text import one_line, shortened
from recorder.store.records import RecordColumn, SqlValue

_USUAL: Mapping[str, ValueFormat] = {ValueKind.NUMBER: NumberFormat(), ValueKind.DATE: DateFormat()}
"""Where it is not known any more how the texts of a column were read."""

_LISTS = (ValueKind.LIST, ValueKind.ROWS)
_SHOWN = 60


def _a(kind: str) -> str:
    known: Mapping[str, str] = {ValueKind.ADDRESS: "an address", ValueKind.ROWS: "a list of rows"}
    return known.get(kind, f"a {kind}")


@dataclass(frozen=True)
class ChangedKind:
    """A column that is of another kind now; or of the same, and more `pages` than before say what is none, such as
    `example`."""

    table: str
    column: str
    was: str
    now: str
    pages: int = 0
    example: str = ""

    @property
    def line(self) -> str:
        where, example = f"{one_line(self.column)} of {self.table}", repr(shortened(one_line(self.example), _SHOWN))
        if self.was == self.now:
            say = "1 page says" if self.pages == 1 else f"{self.pages:,} pages say"
            return f"{where} is a {self.now}, and {say} something else there: {example}"
        see = f"; see {one_line(self.column)}_{self.now}" if self.now in _USUAL else ""
        return f"{where} was {_a(self.was)}, and is {_a(self.now)} now: {example}{see}"


def of_known_kind(
    column: Column, known: RecordColumn | None, formats: Mapping[str, ValueFormat], said: Iterable[SqlValue]
) -> Column:
    """As numbers or dates, if they were; unless none is left in what a sample of the pages says."""
    how = (formats.get(known.key) or _USUAL.get(known.kind)) if known else None
    if known is None or how is None or how.kind != known.kind or column.kind in (known.kind, *_LISTS):
        return column
    texts = [text for text in said if isinstance(text, str)]
    if texts and not any(how.read(text) is not None for text in texts):
        return column
    return replace(column, kind=how.kind, format=how)


def changed_kinds(table: str, known: Iterable[RecordColumn], kept: Iterable[RecordColumn]) -> Iterator[ChangedKind]:
    """Of the columns that were there before."""
    kinds = {column.name: column.kind for column in known if not column.broken and not column.left_out}
    for column in kept:
        was = kinds.get(column.name, column.kind)
        if was != column.kind and not column.broken:
            yield ChangedKind(table, column.name, was, column.kind, example=column.example)
