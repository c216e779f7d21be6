"""Pages, targets and what changed in the fields of records, as sheets."""

from collections.abc import Callable, Iterator
from dataclasses import astuple
from itertools import chain

from recorder.exporting.record_sheets import ages, table_named
from recorder.exporting.sheets import URL_AND_RUN, Cell, CellKind, Choice, Row, Sheet, SheetColumn, What, in_chunks
from recorder.runtime.errors import UsageError
from recorder.store.database import Store
from recorder.store.page import StoredPage
from recorder.store.recordings import Recording
from recorder.store.rows import to_json
from recorder.store.targets import Target

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
_OF_A_PAGE = tuple(SheetColumn(name, kind) for name, kind, _ in _PAGE_CELLS)


def pages_of(store: Store, recording: Recording, choice: Choice) -> Iterator[StoredPage]:
    """Every page of the chosen run, or of all runs, the oldest first."""
    if choice.status != "all":
        raise UsageError("--status is of target pages and their records, not of all pages.")
    runs = [run.id for run in store.runs.all(recording.id)]
    chosen = runs[-1:] if choice.run == "latest" else [run for run in runs if choice.run in (None, run)]
    return chain.from_iterable(map(store.pages.of_run, chosen))


def target_pages_of(store: Store, recording: Recording, choice: Choice) -> Iterator[tuple[Target, StoredPage]]:
    for chunk in in_chunks(store.targets.list(recording.id, choice.run, choice.status)):
        pages = {page.id: page for page in store.pages.some([target.page_id for target in chunk])}
        yield from ((target, pages[target.page_id]) for target in chunk)


def page_sheet(store: Store, recording: Recording, choice: Choice) -> Sheet:
    columns = (*URL_AND_RUN, SheetColumn("role", CellKind.TEXT), SheetColumn("reason", CellKind.TEXT), *_OF_A_PAGE)
    found = pages_of(store, recording, choice)
    rows = ((page.url, page.run_id, page.role, page.reason, *_cells(page)) for page in found)
    return Sheet(What.PAGES, columns, rows)


def target_sheet(store: Store, recording: Recording, choice: Choice) -> Sheet:
    found = target_pages_of(store, recording, choice)
    rows = ((page.url, page.run_id, target.status, *_cells(page)) for target, page in found)
    return Sheet(What.TARGETS, (*URL_AND_RUN, SheetColumn("status", CellKind.TEXT), *_OF_A_PAGE), rows)


def change_sheet(store: Store, recording: Recording, choice: Choice) -> Sheet:
    """What became of the fields of records."""
    if choice.status != "all":
        raise UsageError("--status is of target pages and their records, not of what changed in them.")
    tables = store.records.tables(recording.id)
    names = {table.name for table in tables if choice.table is None} or {table_named(tables, choice.table).name}
    run = store.targets.latest(recording.id) if choice.run == "latest" else choice.run
    columns = (*URL_AND_RUN, *(SheetColumn(name, kind) for name, kind in _CHANGE_CELLS))
    found = (change for change in store.record_changes.list(recording.id, run) if change.in_table in names)
    return Sheet(What.CHANGES, columns, map(astuple, found), tuple(ages(store, recording, Choice())))


def _cells(page: StoredPage) -> Row:
    return tuple(cell(page) for _, _, cell in _PAGE_CELLS)
