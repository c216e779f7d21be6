"""Which template fills which table of records, and how a record becomes a row of it: lists as JSON, and beside a text
that is a number or a date what it means.

Tables outlive extractions: a template takes the table that has its columns, and a table whose pages no template
describes any more stays, empty, with the names it had.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from recorder.extracting.column_names import Named, pointer_of
from recorder.extracting.kept_kinds import ChangedKind, changed_kinds
from recorder.patterns.pages.documents import Document
from recorder.patterns.records.kept_layouts import written
from recorder.patterns.records.layouts import STEADY, Cell, Template
from recorder.patterns.records.pointing import Pointer
from recorder.patterns.records.values import ValueKind
from recorder.store.record_changes import Renewed
from recorder.store.record_tables import FILE
from recorder.store.records import MEANINGS, NewTable, RecordColumn, RecordTable, Row, SqlValue, places_of

_MEANING = dict(zip((ValueKind.NUMBER, ValueKind.DATE), zip(MEANINGS, ("ANY", "TEXT"), strict=True), strict=True))
"""Ending and SQL type of the column that holds what a text means: whole numbers stay whole, others have fractions."""
_ENOUGH = 5
"""Fewest pages on which it is no chance that a column is missing."""


@dataclass(frozen=True)
class ChangedColumn:
    """A column that is not where it was. `found_at`: where its values stand now, if anywhere."""

    table: str
    name: str
    was_at: str
    found_at: str | None


@dataclass
class Plan:
    """A table to be made, and what was counted of it. `template` None: no page is of its kind any more."""

    template: Template | None
    named: Named
    known: RecordTable | None
    rows: list[Row] = field(default_factory=list)
    held: int = 0
    """Characters in the rows that are not written yet."""
    pages: int = 0
    filled: dict[str, int] = field(default_factory=dict)
    carried: tuple[int, Mapping[str, int]] | None = None
    """Of `pages` and `filled`, what was carried over from the table that is there."""
    strange: dict[str, list[str]] = field(default_factory=dict)
    """What stands in columns of numbers or dates and is none, as far as it was read."""

    def __post_init__(self) -> None:
        self.kept = _without_clashes(self.named.kept)
        self.article = self.named.article
        formats = {column.name: column.format for column in self.named.columns}
        self.pointed = _pointers(self.kept)
        formats |= {name: pointer.format for name, pointer in self.pointed.items()}
        self.present = [
            (column, formats.get(column.name) if column.kind in _MEANING else None)
            for column in self.kept
            if not column.broken and not column.left_out
        ]
        names = ((name, kind) for column, _ in self.present for name, kind in _sql_columns(column))
        layout = written(self.template) if self.template else None
        self.table = NewTable(self.known.name if self.known else None, tuple(names), layout)

    def add(self, page_id: int, url: str, record: Mapping[str, Cell]) -> None:
        cells: list[SqlValue] = []
        for column, how in self.present:
            value = record.get(column.name)
            cells.append(as_text(value))
            if column.kind in _MEANING:
                cells.append(how.read(value) if how is not None and isinstance(value, str) else None)
                if cells[-1] is None and isinstance(value, str):
                    self.strange.setdefault(column.name, []).append(value)
            if column.downloaded:
                cells.append(None)  # the path is filled in when all is published
        self.rows.append((page_id, url, tuple(cells)))
        self.held += sum(len(cell) for cell in cells if isinstance(cell, str))
        self.pages += 1
        for name in record:
            self.filled[name] = self.filled.get(name, 0) + 1

    def carry(self, pages: int, filled: Mapping[str, int]) -> None:
        """Rows of the known table that are still true."""
        left_out = (
            {column.name: column.filled for column in self.known.columns if column.left_out} if self.known else {}
        )
        self.carried, self.pages, self.filled = (pages, filled), pages, {**left_out, **filled}

    def columns(self) -> tuple[RecordColumn, ...]:
        """As they are to be kept, with what was counted."""
        return tuple(
            column if column.broken else replace(column, filled=self.filled.get(column.name, 0)) for column in self.kept
        )

    def renewed(self) -> Renewed | None:
        """How the table stands to the one whose place it takes; only what is read at the same place is compared."""
        if self.known is None:
            return None
        places = {column.name: column.key for column in self.known.columns if not column.broken}
        same = (column.name for column, _ in self.present if places.get(column.name) == column.key)
        everywhere = [name for column in self.known.columns for name, _ in _sql_columns(column)]
        return Renewed(self.known.name, tuple(same), self.carried is not None, places_of(self.known, everywhere))

    def kinds(self, before: Mapping[str, int]) -> Iterator[ChangedKind]:
        """Columns of another kind than before, and those in which more pages than before say what is none of it;
        `before`: how many cells of each column of the known table, derived ones included, said something."""
        if self.known is None:
            return
        yield from changed_kinds(self.known.name, self.known.columns, self.kept)
        _, carried = self.carried or (0, {})
        for column, _ in self.present:
            if found := self.strange.get(column.name):
                pages = len(found) + _without_meaning(column, carried)
                if column.name + _MEANING[ValueKind(column.kind)][0] in before and pages > _without_meaning(
                    column, before
                ):
                    yield ChangedKind(self.known.name, column.name, column.kind, column.kind, pages, found[0])

    def changes(self) -> Iterator[ChangedColumn]:
        if self.known is not None:
            for column in self.named.broken:
                yield ChangedColumn(self.known.name, column.name, column.key, None)
            for column, was_at in self.named.moved:
                yield ChangedColumn(self.known.name, column.name, was_at, column.key)
            for column in self._fell_silent(self.known):
                yield ChangedColumn(self.known.name, column.name, column.key, None)

    def _fell_silent(self, known: RecordTable) -> Iterator[RecordColumn]:
        """Columns that nearly all records had, and that none of the pages has that were read now."""
        pages, filled = self.carried or (self.pages, self.filled)
        if self.pages - pages >= _ENOUGH:
            for column in known.columns:
                steady = column.filled >= STEADY * known.pages and not (column.left_out or column.broken)
                if steady and self.filled.get(column.name, 0) == filled.get(column.name, 0):
                    yield column


def whole_record(
    record: Mapping[str, Cell], template: Template, table: RecordTable, document: Document
) -> dict[str, Cell | float | None]:
    """With what a person pointed at, and what texts mean, under the names that the table has."""
    pointed = _pointers(table.columns)
    formats = {column.name: column.format for column in template.columns}
    formats |= {name: pointer.format for name, pointer in pointed.items()}
    found: dict[str, Cell | float | None] = {}
    for column in table.columns:
        value = pointed[column.name].of(document) or None if column.name in pointed else record.get(column.name)
        if value is not None:
            found[column.name] = value
            how = formats.get(column.name) if column.kind in _MEANING else None
            if how is not None and isinstance(value, str):
                found[column.name + _MEANING[ValueKind(column.kind)][0]] = how.read(value)
    return found


def _without_meaning(column: RecordColumn, filled: Mapping[str, int]) -> int:
    meaning = column.name + _MEANING[ValueKind(column.kind)][0]
    return filled.get(column.name, 0) - filled.get(meaning, 0)


def _pointers(columns: Sequence[RecordColumn]) -> dict[str, Pointer]:
    kept = (column for column in columns if column.pointer and not (column.broken or column.left_out))
    return {column.name: pointer_of(column) for column in kept}


def tables_for(templates: Sequence[Template], stored: Sequence[RecordTable]) -> list[RecordTable | None]:
    """For each template the kept table that has most of its columns, none taken twice; where tables are left over, the
    templates that know none of their columns take them: a site may have another design."""
    keys = [{column.key for column in template.columns} for template in templates]
    pairs = [
        (-sum(column.key in keys[number] for column in table.columns), number, place)
        for number in range(len(templates))
        for place, table in enumerate(stored)
    ]
    found: dict[int, int] = {}
    for _, number, place in sorted(pairs):
        if number not in found and place not in found.values():
            found[number] = place
    return [stored[found[number]] if number in found else None for number in range(len(templates))]


def _sql_columns(column: RecordColumn) -> Iterator[tuple[str, str]]:
    """The columns of the table that hold this one, with their SQL types: the text always, what it means, and where the
    file lies that it leads to."""
    yield column.name, "TEXT"
    if column.kind in _MEANING:
        ending, kind = _MEANING[ValueKind(column.kind)]
        yield column.name + ending, kind
    if column.downloaded:
        yield column.name + FILE, "TEXT"


def _without_clashes(columns: Sequence[RecordColumn]) -> tuple[RecordColumn, ...]:
    """What a text means has no column beside it where another column is called so: `price` and `price_number`."""
    taken = {column.name.casefold() for column in columns}
    return tuple(
        replace(column, kind=ValueKind.TEXT)
        if any(name.casefold() in taken for name in [name for name, _ in _sql_columns(column)][1:])
        else column
        for column in columns
    )


def as_text(value: Cell | None) -> str | None:
    """A text as it is, without the NUL that ends texts for some readers of SQLite; anything else as JSON."""
    if value is None:
        return None
    if not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False)
    return value.replace("\0", "")
