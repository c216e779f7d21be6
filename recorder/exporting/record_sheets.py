"""Records as sheets, and the lists in them as sheets of their own, one row an item."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from recorder.exporting.sheets import (
    URL_AND_RUN,
    CellKind,
    Choice,
    Copy,
    Row,
    Sheet,
    SheetColumn,
    What,
    in_chunks,
)
from recorder.patterns.records.values import ValueKind
from recorder.runtime.errors import UsageError
from recorder.runtime.plain_text import many
from recorder.store.database import Store
from recorder.store.record_lists import RecordList
from recorder.store.recordings import Recording
from recorder.store.records import MEANINGS, RecordTable, places_of
from recorder.store.targets import Target

_SEEN = (("status", CellKind.TEXT), ("first_seen", CellKind.TIME), ("last_seen", CellKind.TIME))


@dataclass(frozen=True)
class ListOfTable:
    """The lists of a column, and the table that has it."""

    list: RecordList
    table: RecordTable


@dataclass(frozen=True)
class _Chunk:
    """Some of the pages asked for: the page whose row in the table is true of each, and, where they were listed, their
    status then. `gone`: those that have no row any more."""

    sources: Mapping[int, int]
    statuses: Mapping[int, str]
    gone: Sequence[int] = ()


def lists_of(store: Store, tables: Iterable[RecordTable]) -> Iterator[ListOfTable]:
    return (ListOfTable(each, table) for table in tables for each in store.record_lists.of_table(table.id))


def table_named(tables: Sequence[RecordTable], name: str | None) -> RecordTable:
    if not tables:
        raise UsageError("There are no records yet.", "Run `recorder extract` first, or export --what targets.")
    named = [table for table in tables if name in (None, table.name)]
    if len(named) == 1:
        return named[0]
    choices = ", ".join(table.name for table in tables)
    if named:
        raise UsageError("There are several tables of records.", f"Say which, with --table: {choices}.")
    raise UsageError(f"There is no table of records {name!r}.", f"There are: {choices}.")


def record_sheet(store: Store, recording: Recording, table: RecordTable, choice: Choice) -> Sheet:
    kinds = _kinds(table)
    heads = store.records.heads(table)[1:]  # after `url`
    run = free_name("run", heads)
    columns = (
        URL_AND_RUN[0],
        SheetColumn(run, CellKind.WHOLE),
        *(SheetColumn(free_name(name, heads), kind) for name, kind in _SEEN),
        *(SheetColumn(head, kinds.get(head, CellKind.TEXT)) for head in heads),
    )
    copies = _copies(store, table, choice.key)
    rows = _rows(store, table, heads, _chunks(store, recording, table, choice, copies))
    told = tuple(copies.values())
    notes = (*ages(store, recording, choice), *_told(table, choice.key, told))
    return Sheet(What.RECORDS, columns, rows, notes, table.name, copies=told)


def list_sheet(store: Store, recording: Recording, listed: ListOfTable, choice: Choice) -> Sheet:
    """The items of the lists of the records that are asked for."""
    copies = _copies(store, listed.table, choice.key)
    columns = (
        *URL_AND_RUN,
        SheetColumn("position", CellKind.WHOLE),
        *(SheetColumn(free_name(head, ("url", "run", "position")), CellKind.TEXT) for head in listed.list.heads),
    )
    rows = _items(store, listed.list, _chunks(store, recording, listed.table, choice, copies))
    return Sheet(What.RECORDS, columns, rows, tuple(ages(store, recording, choice)), listed.list.name, items=True)


def _items(store: Store, listed: RecordList, chunks: Iterable[_Chunk]) -> Iterator[Row]:
    for chunk in chunks:
        pages = {page.id: page for page in store.pages.some(list(chunk.sources))}
        of = {source: page_id for page_id, source in chunk.sources.items()}
        for page_id, url, position, cells in store.record_lists.items(listed.name, list(of)):
            yield url, pages[of[page_id]].run_id, position, *cells


def _rows(store: Store, table: RecordTable, heads: Sequence[str], chunks: Iterable[_Chunk]) -> Iterator[Row]:
    for chunk in chunks:
        sources = sorted(set(chunk.sources.values()))
        rows = dict(zip(sources, store.records.rows(table, sources), strict=True))
        seen = store.record_sightings.of_pages(table.name, sources)
        for page in store.pages.some(list(chunk.sources)):
            source = chunk.sources[page.id]
            found = seen.get(source)
            url, *cells = rows[source]
            status = chunk.statuses.get(page.id) or (found.status if found else None)
            yield url, page.run_id, status, found.first if found else None, found.last if found else None, *cells
        yield from _gone_rows(store, table, heads, chunk.gone)


def _gone_rows(store: Store, table: RecordTable, heads: Sequence[str], page_ids: Sequence[int]) -> Iterator[Row]:
    """What the records said last."""
    places = places_of(table, heads)
    said = store.record_sightings.said_last(table.name, page_ids)
    for page in store.pages.some(list(said)):
        cells = (said[page.id].get(places.get(head, "")) for head in heads)
        yield page.url, page.run_id, "gone", None, page.fetched_at, *cells


def _chunks(
    store: Store, recording: Recording, table: RecordTable, choice: Choice, left_out: Mapping[int, Copy]
) -> Iterator[_Chunk]:
    if choice.run is None and choice.status == "all":
        for ids in in_chunks(page_id for page_id in store.records.ids(table) if page_id not in left_out):
            yield _Chunk({page_id: page_id for page_id in ids}, {})
        return
    for targets in in_chunks(store.targets.list(recording.id, choice.run, choice.status)):
        yield _listed(store, table, targets, left_out)


def _listed(store: Store, table: RecordTable, targets: Sequence[Target], left_out: Mapping[int, Copy]) -> _Chunk:
    statuses = {target.page_id: target.status for target in targets}
    read_from = store.records.read_from(table.name, list(statuses))
    gone = [page_id for page_id, status in statuses.items() if status == "gone" and page_id not in read_from]
    kept = {page_id: source for page_id, source in read_from.items() if source not in left_out}
    return _Chunk(kept, statuses, gone)


def _copies(store: Store, table: RecordTable, key: Sequence[str]) -> dict[int, Copy]:
    """By page, of which other page it is a copy."""
    heads = store.records.heads(table)
    if unknown := [name for name in key if name not in heads]:
        raise UsageError(f"{table.name} has no column {unknown[0]!r}.", f"There are: {', '.join(heads[1:])}.")
    return (
        {page_id: Copy(url, of) for page_id, url, of in store.record_sightings.copies(table.name, key)} if key else {}
    )


def _told(table: RecordTable, key: Sequence[str], copies: Sequence[Copy]) -> Iterator[str]:
    if copies:
        says = f"{copies[0].url} says the same as {copies[0].of}"
        pages = f"{many(len(copies), 'page')} of {table.name}"
        yield f"{pages} left out, of records that are there already by their {', '.join(key)}: {says}."


def ages(store: Store, recording: Recording, choice: Choice) -> Iterator[str]:
    """In what the records are not what the pages asked for say."""
    name = ["--name", recording.name] if len(store.recordings.all()) > 1 else []
    again = shlex.join(["recorder", "extract", *name])
    present = store.targets.ids(recording.id)
    whole = choice.run is None and choice.status == "all"
    asked = store.targets.list(recording.id, choice.run, choice.status)
    unread = set(store.records.unread(recording.id, present if whole else [target.page_id for target in asked]))
    now = len(unread.intersection(present))
    if now:
        yield f"{_pages_are(now)} new or changed since the records were read: run `{again}`."
    if whole and (gone := store.record_sightings.of_gone(recording.id)):
        yield f"{_pages_are(gone)} gone, but their records are still there: run `{again}`."
    if len(unread) > now and choice.status != "gone":
        words = _pages_are(len(unread) - now)
        yield f"{words} not as they were in that run any more, and records are of the latest copies alone."


def _pages_are(count: int) -> str:
    return many(count, "page is", "pages are")


def _kinds(table: RecordTable) -> dict[str, CellKind]:
    """Of the columns by name; those that hold what a text means stand beside it."""
    number, date = MEANINGS
    kinds: dict[str, CellKind] = {}
    for column in table.columns:
        if column.kind in (ValueKind.LIST, ValueKind.ROWS):
            kinds[column.name] = CellKind.JSON
        elif column.kind == ValueKind.NUMBER:
            kinds[column.name + number] = CellKind.NUMBER
        elif column.kind == ValueKind.DATE:
            kinds[column.name + date] = CellKind.DATE
    return kinds


def free_name(name: str, taken: Iterable[str]) -> str:
    """Names are compared as SQL does: a page may have a `Run` of its own."""
    used = {each.casefold() for each in taken}
    return name if name not in used else free_name(f"{name}_", used)
