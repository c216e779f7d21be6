"""How pages of one template are read, and into which columns: a layout, and the record it makes of a page.

Which columns there are is learnt in `patterns.records.columns`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from recorder.patterns.pages.documents import Document
from recorder.patterns.records.metadata import Facts, metadata_of
from recorder.patterns.records.reading import Found, Page, Row, Slots, read
from recorder.patterns.records.values import ValueKind
from recorder.patterns.records.wordings import Excerpt

Cell = str | Sequence["Cell"] | Mapping[str, "Cell"]
"""What stands in a column: a text, a list, or rows."""

DIVIDED = re.compile(r"(?<!\s)\s+[-–—|:·»«•/]+\s+|:\s+")
"""Between two parts of a text: its name and the site's, a label and a value. White space is looked at from its
beginning only: preformatted text may have no end of it."""


@dataclass(frozen=True)
class Column:
    """`key` says where it was found and stays the same from run to run; `source` is a slot, or the name of a fact.

    `many`: some page has more than one value. `prefix` and `suffix` are cut off."""

    key: str
    name: str
    kind: ValueKind
    source: int | str
    many: bool = False
    share: float = 0.0
    example: str = ""
    prefix: str = ""
    suffix: str = ""
    after: int | str | None = None
    """The source of another column, whose value this one begins with: that and the divider are cut off."""
    cells: "tuple[Column, ...]" = ()
    excerpt: Excerpt | None = None
    """What of a text it is that says several things."""

    def of(self, found: Found) -> Found:
        """Of what stands there, what is this column's."""
        if isinstance(found, Row):
            return found
        return without_edges(found, self.prefix, self.suffix) if self.excerpt is None else self.excerpt.of(found)


@dataclass(frozen=True)
class Layout:
    """How pages of one template are read, and into which columns."""

    slots: Slots
    columns: tuple[Column, ...]
    no_room: int = 0
    """How much more differs from page to page than a table has columns for."""

    @property
    def needs_facts(self) -> bool:
        return any(isinstance(column.source, str) for column in self.columns)


def record_of(layout: Layout, document: Document) -> dict[str, Cell]:
    """The record of a page: the columns that have a value."""
    page = read(layout.slots, document)
    facts = metadata_of(document) if layout.needs_facts else {}
    found = ((column, _continued(column, _values(column, page, facts), page)) for column in layout.columns)
    return {column.name: _cell(column, values) for column, values in found if values}


def _values(column: Column, page: Page, facts: Facts) -> tuple[Found, ...]:
    if isinstance(column.source, str):
        return tuple(map(column.of, facts.get(column.source, ())))
    return _own(column, page.get(column.source, ()))


def _own(column: Column, values: tuple[Found, ...]) -> tuple[Found, ...]:
    if not column.prefix and not column.suffix and column.excerpt is None:
        return values
    return tuple(filter(None, map(column.of, values)))


def _continued(column: Column, values: tuple[Found, ...], page: Page) -> tuple[Found, ...]:
    said = page.get(column.after, ()) if isinstance(column.after, int) else ()
    if not said or not isinstance(said[0], str):
        return values
    return tuple(rest_after(value, said[0]) or value if isinstance(value, str) else value for value in values)


def rest_after(value: str, said: str) -> str:
    """What comes after the words said already and a divider; nothing, if it is not so."""
    divider = DIVIDED.match(value, len(said)) if said and value.startswith(said) else None
    return value[divider.end() :].strip() if divider else ""


def _cell(column: Column, values: Sequence[Found]) -> Cell:
    if len(values) == 1 and not column.many and isinstance(values[0], str):
        return values[0]
    cells = [_row(column, value) if isinstance(value, Row) else value for value in values]
    return cells if column.many or len(cells) > 1 else cells[0]


def _row(column: Column, row: Row) -> Mapping[str, Cell]:
    return {
        cell.name: _cell(cell, values)
        for cell in column.cells
        if isinstance(cell.source, int) and (values := _own(cell, row.cells.get(cell.source, ())))
    }


def without_edges(value: str, prefix: str, suffix: str) -> str:
    return value.removeprefix(prefix).removesuffix(suffix).strip() or value
