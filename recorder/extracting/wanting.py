"""`recorder extract --want`: a value that a person names, from one record or two. The column that holds it gets the
name; where none does, the place is learnt from the examples, and read on all pages by the next extraction.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from recorder.extracting.column_choices import name_for_column, rename_column
from recorder.patterns.pages.documents import Document
from recorder.patterns.records.kept_layouts import value_as_text
from recorder.patterns.records.naming import unlike
from recorder.patterns.records.pointing import Pointer, pointers_to
from recorder.patterns.records.values import ValueKind, format_of
from recorder.patterns.urls.address import beside
from recorder.patterns.urls.url import given_address
from recorder.runtime.errors import UsageError
from recorder.store.database import Store
from recorder.store.recordings import Recording
from recorder.store.records import RecordColumn, RecordTable, SqlValue

_LOOKED_AT = 40
"""Most pages on which places are tried."""
_HITS = 20
_SHOWN = 60


@dataclass(frozen=True)
class Example:
    """A value on a page; without an address, on the sample page or any other that says it."""

    value: str
    url: str = ""


@dataclass(frozen=True)
class WantedColumn:
    """`was`: how the column was called that holds the value; nothing where a new place was learnt, which the next
    extraction reads. `moved`: how a column is called now that had the name before. `always`: what the new place says on
    every page that was looked at, if that is the same."""

    table: str
    column: str
    was: str = ""
    moved: str = ""
    always: str = ""

    def sentences(self) -> Iterator[str]:
        """What was done, for a person."""
        if self.moved:
            yield f"what was called {self.column} is called {self.moved} from now on."
        if self.was == self.column:
            yield f"{self.column} holds it already."
        elif self.was:
            yield f"{self.was} is called {self.column} from now on."
        else:
            same = f"; it says {self.always!r} on every page that was looked at" if self.always else ""
            yield f"{self.column} is read from now on{same}."


@dataclass(frozen=True)
class _Record:
    url: str
    value: str
    table: RecordTable
    cells: Mapping[str, SqlValue]
    document: Document


def want(store: Store, recording: Recording, name: str, examples: Sequence[Example]) -> WantedColumn:
    """Refuses what stands nowhere, and asks for another example where one is not enough."""
    name = name_for_column(name)
    records = [_record(store, recording, example) for example in examples]
    table = records[0].table
    if any(each.table.id != table.id for each in records):
        raise UsageError("The examples are from pages of different tables.", "Take them from pages of one kind.")
    holding = [column.name for column in _present(table) if all(_holds(each, column.name) for each in records)]
    pages = list(_pages(store, table))
    labelled = None
    if name in holding:  # called so already: it is right for all that was said
        holding = [name]
    elif holding:
        labelled = _labelled(name, records, pages, dict(_rows(store, table, pages)), holding)
    if labelled is None and len(holding) > 1:
        rows = list(_rows(store, table, pages))
        said = [{url: _words(cells.get(column)) for url, cells in rows} for column in holding]
        if any(each != said[0] for each in said):
            places = [f"the column {column}" for column in holding]
            raise _ambiguous(name, records, list(zip(places, said, strict=True)))
    if labelled is None and holding:  # of several that say the same of every page, the first
        moved = "" if holding[0] == name else _make_room(store, recording, table, name)
        if holding[0] != name:
            rename_column(store, recording, f"{table.name}.{holding[0]}", name)
        return WantedColumn(table.name, name, holding[0], moved)
    pointer = labelled or _pointer(name, records, pages)
    texts = [text for page in pages if (text := pointer.of(page))]
    found = format_of(texts)
    moved = _make_room(store, recording, table, name)
    column = RecordColumn(
        key=f"pointed/{name}",
        name=name,
        kind=found.kind if found else ValueKind.TEXT,
        example=records[0].value,
        chosen=True,
        pointer=value_as_text(replace(pointer, format=found)),
    )
    store.record_columns.point(table, column).result()
    return WantedColumn(table.name, name, "", moved, texts[0] if len(texts) > 1 and len(set(texts)) == 1 else "")


def _labelled(
    name: str,
    records: Sequence[_Record],
    pages: Sequence[Document],
    rows: Mapping[str, Mapping[str, SqlValue]],
    holding: Sequence[str],
) -> Pointer | None:
    """The place that the page itself calls so, if no column that holds the value is read there: such a column has the
    value by chance.
    """
    found = pointers_to([(each.document, each.value) for each in records], pages, name)
    if len(found) != 1 or not found[0].is_called(name):
        return None
    said = {page.url: found[0].of(page) for page in pages}
    known = any(all(_words(cells.get(one)) == said.get(url, "") for url, cells in rows.items()) for one in holding)
    return None if known else found[0]


def _pointer(name: str, records: Sequence[_Record], pages: Sequence[Document]) -> Pointer:
    found = pointers_to([(each.document, each.value) for each in records], pages, name)
    if not found:
        where = " and ".join(each.url for each in records)
        raise UsageError(
            f"{records[0].value!r} stands at no place of {where} that other pages have, too.",
            "Give the value as the page shows it, all of it; see the text of the page with `recorder tui`.",
        )
    if len(found) > 1 and len(records) > 1 and (named := [each for each in found if each.is_named]):
        found = named  # two examples are enough for what the page itself names
    if len(found) > 1:
        places = [(each.ways[0], {page.url: each.of(page) for page in pages}) for each in found]
        raise _ambiguous(name, records, places)
    return found[0]


def _ambiguous(name: str, records: Sequence[_Record], places: Sequence[tuple[str, Mapping[str, str]]]) -> UsageError:
    """What each of the places says on another page: one that leaves the fewest of them, whatever it turns out to be."""
    known = {each.url for each in records}
    others = [url for url in places[0][1] if url not in known]
    alike = {each: sum(n * n for n in Counter(_said(each, places)).values()) for each in others}
    url = min(others, key=alike.__getitem__, default="")
    said = _said(url, places)
    begin = _where_to_begin(said)
    choices = "; ".join(
        f"{('…' if begin else '') + text[begin : begin + _SHOWN]!r} ({place})"
        for text, (place, _) in zip(said, places, strict=True)
    )
    return UsageError(
        f"{records[0].value!r} stands at {len(places)} places of {records[0].url}.",
        f"Add a second example: --want {name}=VALUE --on {url}, where they say {choices}.",
    )


def _said(url: str, places: Sequence[tuple[str, Mapping[str, str]]]) -> list[str]:
    return [told.get(url, "") for _, told in places]


def _where_to_begin(said: Sequence[str]) -> int:
    """Long texts are shown a little before they differ."""
    same = next((n for n, letters in enumerate(zip(*said, strict=False)) if len(set(letters)) > 1), 0)
    return max(0, same - _SHOWN // 2) if max(map(len, said)) > _SHOWN else 0


def _record(store: Store, recording: Recording, example: Example) -> _Record:
    tables = store.records.tables(recording.id)
    if not any(table.pages for table in tables):
        raise UsageError("There are no records yet.", "Run `recorder extract` first.")
    given = given_address(beside(example.url, recording.entry_url), recording.entry_url) or example.url
    urls = [given] if example.url else _where_it_may_stand(store, recording, example.value)
    value = " ".join(example.value.split())
    for url in urls:
        for table in tables:
            for cells in store.records.values_of(table, [url]).values():
                document = _document(store, int(cells["page_id"] or 0))
                if document is not None and (example.url or value in _all_text(document)):
                    return _Record(url, value, table, cells, document)
    if example.url:
        raise UsageError(f"There is no record of {given}.", "`recorder targets` lists the pages that have one.")
    raise UsageError(f"{example.value!r} was found on no collected page.", "Say which page has it: --on URL.")


def _where_it_may_stand(store: Store, recording: Recording, value: str) -> list[str]:
    hits = store.targets.search(recording.id, f'"{value}"', _HITS)
    return [*recording.samples, *(page.url for page in store.pages.some(hits))]


def _all_text(document: Document) -> str:
    return " ".join(document.text.split())


def _document(store: Store, page_id: int) -> Document | None:
    page, body = store.pages.with_body(page_id)
    if page is None or body is None:
        return None
    return Document.parse(body, content_type=page.content_type, url=page.url)


def _pages(store: Store, table: RecordTable) -> Iterator[Document]:
    """Some of a table, evenly."""
    ids = store.records.ids(table)
    found = (_document(store, page_id) for page_id in ids[:: -(-len(ids) // _LOOKED_AT)])
    return (each for each in found if each is not None)


def _rows(store: Store, table: RecordTable, pages: Sequence[Document]) -> Iterator[tuple[str, Mapping[str, SqlValue]]]:
    return iter(store.records.values_of(table, [page.url for page in pages]).items())


def _present(table: RecordTable) -> list[RecordColumn]:
    return [column for column in table.columns if not column.broken and not column.left_out]


def _holds(record: _Record, column: str) -> bool:
    """Of a list, all items one after the other say it."""
    cell = record.cells.get(column)
    return record.value in (_words(cell), *(mark.join(_items(cell)) for mark in (" ", ", ")))


def _items(cell: SqlValue) -> list[str]:
    if not isinstance(cell, str) or not cell.startswith('["'):
        return []
    with suppress(ValueError):
        return [_words(item) for item in json.loads(cell) if isinstance(item, str)]
    return []


def _words(cell: SqlValue) -> str:
    return " ".join(str(cell).split()) if cell is not None else ""


def _make_room(store: Store, recording: Recording, table: RecordTable, name: str) -> str:
    """A column that has the name and not the value is called otherwise; one that was pointed at is given up."""
    known = next((column for column in table.columns if column.name.casefold() == name.casefold()), None)
    if known is None:
        return ""
    if known.pointer:
        store.record_columns.forget_pointed(table, known.name).result()
        return ""
    (free,) = unlike([[known.name]], [column.name for column in table.columns])
    rename_column(store, recording, f"{table.name}.{known.name}", free)
    return free
