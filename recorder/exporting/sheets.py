"""What is exported, as a sheet: named, typed columns, and rows that are read as they are asked for."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass
from enum import StrEnum
from itertools import chain, islice
from typing import Literal, TypeVar

from recorder.patterns.records.values import ValueKind
from recorder.runtime.errors import UsageError
from recorder.store.database import Store
from recorder.store.page import StoredPage
from recorder.store.recordings import Recording
from recorder.store.records import DERIVED, RecordTable
from recorder.store.rows import to_json
from recorder.store.targets import Status, Target

Cell = str | float | bool | None
Row = tuple[Cell, ...]
Key = tuple[str, int]
"""URL and run: what tells a row from the others."""
_T = TypeVar("_T")

_CHUNK = 500


class What(StrEnum):
    RECORDS = "records"
    TARGETS = "targets"
    PAGES = "pages"
    CHANGES = "changes"


class CellKind(StrEnum):
    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    DATE = "date"
    TIME = "time"
    YES_NO = "yes or no"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class SheetColumn:
    name: str
    kind: CellKind


@dataclass(frozen=True)
class Choice:
    """Which rows: of one run, of one status; of one table where records are meant."""

    run: int | Literal["latest"] | None = None
    status: Status = "all"
    table: str | None = None


@dataclass(frozen=True)
class Sheet:
    """The first two columns, `url` and `run`, tell a row from the others."""

    what: What
    columns: tuple[SheetColumn, ...]
    rows: Iterable[Row]
    notes: tuple[str, ...] = ()
    """What the rows do not say: that they are older than the pages."""


@dataclass(frozen=True)
class Held:
    """The rows that a file holds already when an export goes on with it. `end`: where the last whole row ends."""

    keys: frozenset[Key]
    end: int


_PAGE_CELLS: tuple[tuple[str, CellKind, Callable[[StoredPage], Cell]], ...] = (
    ("title", CellKind.TEXT, lambda page: page.title),
    ("similarity", CellKind.NUMBER, lambda page: page.similarity),
    ("method", CellKind.TEXT, lambda page: page.method),
    ("request_body", CellKind.TEXT, lambda page: page.request_body),
    ("final_url", CellKind.TEXT, lambda page: page.final_url),
    ("http_status", CellKind.WHOLE, lambda page: page.http_status),
    ("content_type", CellKind.TEXT, lambda page: page.content_type),
    ("encoding", CellKind.TEXT, lambda page: page.encoding),
    ("size", CellKind.WHOLE, lambda page: page.size),
    ("rendered", CellKind.YES_NO, lambda page: page.rendered),
    ("query", CellKind.JSON, lambda page: to_json(page.query) if page.query else None),
    ("fetched_at", CellKind.TIME, lambda page: page.fetched_at),
)
_CHANGE_CELLS = (
    *((name, CellKind.TEXT) for name in ("record", "in_table", "column", "before", "after")),
    ("seen_at", CellKind.TIME),
)
_KEY = (SheetColumn("url", CellKind.TEXT), SheetColumn("run", CellKind.WHOLE))
_OF_A_PAGE = tuple(SheetColumn(name, kind) for name, kind, _ in _PAGE_CELLS)


def sheet(store: Store, recording: Recording, what: What | None, choice: Choice) -> Sheet:
    """What is meant by default: records if there are any, else the target pages; these, too, where they are gone."""
    tables = store.records.tables(recording.id)
    if what is None:
        has_records = any(table.pages for table in tables) and choice.status != "gone"
        what = What.RECORDS if has_records or choice.table else What.TARGETS
    if choice.table is not None and what not in (What.RECORDS, What.CHANGES):
        raise UsageError(f"--table chooses among tables of records, and {what} were asked for.")
    if what is What.RECORDS and choice.status == "gone":
        raise UsageError("Pages that are gone have no records.", "List the pages: export --what targets --status gone.")
    if what is What.RECORDS:
        return _records(store, recording, _table(tables, choice.table), choice)
    if what is What.CHANGES:
        return _changes(store, recording, choice)
    if what is What.TARGETS:
        return _targets(store, recording, choice)
    return _pages(store, recording, choice)


def pages_of(store: Store, recording: Recording, choice: Choice) -> Iterator[StoredPage]:
    """Every page of the chosen run, or of all runs, the oldest first."""
    if choice.status != "all":
        raise UsageError("--status is of target pages and their records, not of all pages.")
    runs = [run.id for run in store.runs.all(recording.id)]
    chosen = runs[-1:] if choice.run == "latest" else [run for run in runs if choice.run in (None, run)]
    return chain.from_iterable(map(store.pages.of_run, chosen))


def target_pages_of(store: Store, recording: Recording, choice: Choice) -> Iterator[tuple[Target, StoredPage]]:
    for chunk in _chunks(store.targets.list(recording.id, choice.run, choice.status)):
        pages = {page.id: page for page in store.pages.some([target.page_id for target in chunk])}
        yield from ((target, pages[target.page_id]) for target in chunk)


def _pages(store: Store, recording: Recording, choice: Choice) -> Sheet:
    columns = (*_KEY, SheetColumn("role", CellKind.TEXT), SheetColumn("reason", CellKind.TEXT), *_OF_A_PAGE)
    found = pages_of(store, recording, choice)
    rows = ((page.url, page.run_id, page.role, page.reason, *_cells(page)) for page in found)
    return Sheet(What.PAGES, columns, rows)


def _targets(store: Store, recording: Recording, choice: Choice) -> Sheet:
    found = target_pages_of(store, recording, choice)
    rows = ((page.url, page.run_id, target.status, *_cells(page)) for target, page in found)
    return Sheet(What.TARGETS, (*_KEY, SheetColumn("status", CellKind.TEXT), *_OF_A_PAGE), rows)


def _changes(store: Store, recording: Recording, choice: Choice) -> Sheet:
    """What became of the fields of records."""
    if choice.status != "all":
        raise UsageError("--status is of target pages and their records, not of what changed in them.")
    tables = store.records.tables(recording.id)
    names = {table.name for table in tables if choice.table is None} or {_table(tables, choice.table).name}
    run = store.targets.latest(recording.id) if choice.run == "latest" else choice.run
    columns = (*_KEY, *(SheetColumn(name, kind) for name, kind in _CHANGE_CELLS))
    found = (change for change in store.record_changes.list(recording.id, run) if change.in_table in names)
    return Sheet(What.CHANGES, columns, map(astuple, found), tuple(ages(store, recording, Choice())))


def _cells(page: StoredPage) -> Row:
    return tuple(cell(page) for _, _, cell in _PAGE_CELLS)


def _table(tables: tuple[RecordTable, ...], name: str | None) -> RecordTable:
    if not tables:
        raise UsageError("There are no records yet.", "Run `recorder extract` first, or export --what targets.")
    named = [table for table in tables if name in (None, table.name)]
    if len(named) == 1:
        return named[0]
    choices = ", ".join(table.name for table in tables)
    if named:
        raise UsageError("There are several tables of records.", f"Say which, with --table: {choices}.")
    raise UsageError(f"There is no table of records {name!r}.", f"There are: {choices}.")


def _records(store: Store, recording: Recording, table: RecordTable, choice: Choice) -> Sheet:
    kinds = _record_kinds(table)
    heads = store.records.heads(table)[1:]  # after `url`
    run = _free("run", heads)
    values = (SheetColumn(head, kinds.get(head, CellKind.TEXT)) for head in heads)
    columns = (_KEY[0], SheetColumn(run, CellKind.WHOLE), *values)
    rows = _record_rows(store, table, _record_sources(store, recording, table, choice))
    return Sheet(What.RECORDS, columns, rows, tuple(ages(store, recording, choice)))


def _record_rows(store: Store, table: RecordTable, chunks: Iterable[dict[int, int]]) -> Iterator[Row]:
    """Of pages, each with the page whose row in the table is true of it."""
    for chunk in chunks:
        sources = sorted(set(chunk.values()))
        rows = dict(zip(sources, store.records.rows(table, sources), strict=True))
        for page in store.pages.some(list(chunk)):
            url, *cells = rows[chunk[page.id]]
            yield url, page.run_id, *cells


def _record_sources(store: Store, recording: Recording, table: RecordTable, choice: Choice) -> Iterator[dict[int, int]]:
    if choice.run is None and choice.status == "all":
        yield from ({page_id: page_id for page_id in chunk} for chunk in _chunks(store.records.ids(table)))
    else:
        listed = store.targets.list(recording.id, choice.run, choice.status)
        for chunk in _chunks(target.page_id for target in listed):
            yield store.records.read_from(table.name, chunk)


def ages(store: Store, recording: Recording, choice: Choice) -> Iterator[str]:
    """In what the records are not what the pages asked for say."""
    present = store.targets.ids(recording.id)
    whole = choice.run is None and choice.status == "all"
    asked = store.targets.list(recording.id, choice.run, choice.status)
    unread = set(store.records.unread(recording.id, present if whole else [target.page_id for target in asked]))
    now = len(unread.intersection(present))
    if now:
        yield f"{_pages_are(now)} new or changed since the records were read: run `recorder extract`."
    if whole and (gone := store.records.of_gone(recording.id)):
        yield f"{_pages_are(gone)} gone, but their records are still there: run `recorder extract`."
    if len(unread) > now:
        words = _pages_are(len(unread) - now)
        yield f"{words} not as they were in that run any more, and records are of the latest copies alone."


def _pages_are(count: int) -> str:
    return "1 page is" if count == 1 else f"{count} pages are"


def _record_kinds(table: RecordTable) -> dict[str, CellKind]:
    """Of the columns by name; those that hold what a text means stand beside it."""
    number, date = DERIVED
    kinds: dict[str, CellKind] = {}
    for column in table.columns:
        if column.kind in (ValueKind.LIST, ValueKind.ROWS):
            kinds[column.name] = CellKind.JSON
        elif column.kind == ValueKind.NUMBER:
            kinds[column.name + number] = CellKind.NUMBER
        elif column.kind == ValueKind.DATE:
            kinds[column.name + date] = CellKind.DATE
    return kinds


def _free(name: str, taken: Iterable[str]) -> str:
    """Names are compared as SQL does: a page may have a `Run` of its own."""
    used = {each.casefold() for each in taken}
    return name if name not in used else _free(f"{name}_", used)


def _chunks(values: Iterable[_T]) -> Iterator[list[_T]]:
    iterator = iter(values)
    while chunk := list(islice(iterator, _CHUNK)):
        yield chunk
