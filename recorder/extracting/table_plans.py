"""Which template fills which table of records, and under what names its columns are kept.

Tables and names outlive extractions: a template takes the table that has its columns, and a table whose pages no
template describes any more stays, empty, with the names it had.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from recorder.extracting.column_names import Named, without_places
from recorder.extracting.rows import sql_columns, sql_values
from recorder.patterns.records.layouts import Cell
from recorder.patterns.records.templates import Template
from recorder.store.records import NewTable, RecordColumn, RecordTable, Row


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

    def __post_init__(self) -> None:
        self.present = tuple(column for column in self.named.kept if not column.broken and not column.left_out)
        self.table = NewTable(
            self.known.name if self.known else None,
            tuple(each for column in self.present for each in sql_columns(column)),
        )

    def add(self, page_id: int, url: str, record: Mapping[str, Cell]) -> None:
        cells = tuple(cell for column in self.present for cell in sql_values(column, record))
        self.rows.append((page_id, url, cells))
        self.held += sum(len(cell) for cell in cells if isinstance(cell, str))
        self.pages += 1
        for name in record:
            self.filled[name] = self.filled.get(name, 0) + 1

    def columns(self) -> tuple[RecordColumn, ...]:
        """As they are to be kept, with what was counted."""
        return tuple(
            column if column.broken else replace(column, filled=self.filled.get(column.name, 0))
            for column in self.named.kept
        )

    def changes(self) -> Iterator[ChangedColumn]:
        if self.known is not None:
            for column in self.named.broken:
                yield ChangedColumn(self.known.name, column.name, column.key, None)
            for column, was_at in self.named.moved:
                yield ChangedColumn(self.known.name, column.name, was_at, column.key)


def tables_for(templates: Sequence[Template], stored: Sequence[RecordTable]) -> list[RecordTable | None]:
    """For each template the kept table that has most of its columns, none taken twice; where tables are left over, the
    templates that know none of their columns take them: a site may have another design."""
    keys = [{column.key for column in template.layout.columns} for template in templates]
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


def plan_without_pages(table: RecordTable) -> Plan:
    """For a table that no template fills."""
    return Plan(None, without_places(table), table)
