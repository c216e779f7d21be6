"""Reading a page: which template it is of, what stands at the places that columns need, and the record it makes.

Only places that somebody wants are looked into (`Slots`), so reading costs what is read and not what the page holds.
Values are as they stand on the page, whole texts and resolved URLs.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from recorder.patterns.pages.documents import Document
from recorder.patterns.records.attributes import ADDRESSES, CLASS
from recorder.patterns.records.kinds import PlaceKind
from recorder.patterns.records.layouts import (
    STEADY,
    Cell,
    Column,
    Found,
    Page,
    Row,
    Slots,
    Template,
    first_of,
    rest_after,
)
from recorder.patterns.records.matching import accepting
from recorder.patterns.records.metadata import Facts, metadata_of
from recorder.patterns.records.places import Place
from recorder.patterns.records.walk import Heads, Item
from recorder.patterns.records.words import has_words, inner_text, text_of, words_of

_ENOUGH = 0.5
"""Least share of a template's steady columns for a page that its pattern does not accept."""

_NO_PLACES = ("#", "javascript:", "data:", "blob:")


_Finds = defaultdict[int, list[Found]]


@dataclass(frozen=True)
class Reading:
    """What came of one page: whose page it is, and its record. `certain`: the template's pattern accepts it, or all the
    columns are there that pages of the template always have."""

    template: int
    record: dict[str, Cell]
    certain: bool = True


def read_page(templates: Sequence[Template], document: Document) -> Reading | None:
    """The page's record by the template that fits it best, or None if none does."""
    ways = [(number, design.slots) for number, template in enumerate(templates) for design in template.designs]
    if len(ways) == 1:  # nothing to choose from: the pattern need only be asked where columns are missing
        record = record_of(ways[0][1], templates[0].columns, document)
        if record and _filled(templates[0], record) == 1:
            return Reading(0, record)
    for place in accepting([design.pattern for template in templates for design in template.designs], document):
        number, slots = ways[place]
        if record := record_of(slots, templates[number].columns, document):
            return Reading(number, record)
    return _nearest(templates, document)


def _nearest(templates: Sequence[Template], document: Document) -> Reading | None:
    best: Reading | None = None
    most = _ENOUGH
    for number, template in enumerate(templates):
        record, filled = _fullest(template, document)
        if record and filled >= most and (best is None or filled > most):
            best, most = Reading(number, record, certain=False), filled
    return best


def record_by(template: Template, document: Document) -> dict[str, Cell]:
    """The record of a page that is known to be of the template, as the design reads it that fits best."""
    return _fullest(template, document)[0]


def _fullest(template: Template, document: Document) -> tuple[dict[str, Cell], float]:
    records = [record_of(design.slots, template.columns, document) for design in template.designs]
    return max(((record, _filled(template, record)) for record in records), key=lambda each: each[1])


def _filled(template: Template, record: Mapping[str, Cell]) -> float:
    """The share of the columns every page has that this one has."""
    columns = template.columns
    wanted = [column.name for column in columns if column.share >= STEADY] or [column.name for column in columns]
    return sum(name in record for name in wanted) / len(wanted) if wanted else 0.0


def record_of(slots: Slots, columns: Sequence[Column], document: Document) -> dict[str, Cell]:
    """The record of a page: the columns that have a value."""
    page = read(slots, document)
    places = [each for column in columns for each in (column, *column.elsewhere)]
    facts = metadata_of(document) if any(isinstance(each.source, str) for each in places) else {}
    found = ((column, *_first_of(column, page, facts)) for column in columns)
    return {column.name: _cell(place, values) for column, place, values in found if values}


def _first_of(column: Column, page: Page, facts: Facts) -> tuple[Column, tuple[Found, ...]]:
    """The first of its places where anything stands, and what does."""
    at_each = ((each, _continued(each, _values(each, page, facts), page)) for each in (column, *column.elsewhere))
    return next((each for each in at_each if each[1]), (column, ()))


def _values(column: Column, page: Page, facts: Facts) -> tuple[Found, ...]:
    if isinstance(column.source, str):
        return tuple(map(column.of, facts.get(column.source, ())))
    found = page if column.first_of is None else first_of(column.first_of, page)
    return _own(column, found.get(column.source, ()))


def _own(column: Column, values: tuple[Found, ...]) -> tuple[Found, ...]:
    if not column.prefix and not column.suffix and column.excerpt is None:
        return values
    return tuple(filter(None, map(column.of, values)))


def _continued(column: Column, values: tuple[Found, ...], page: Page) -> tuple[Found, ...]:
    said = page.get(column.after, ()) if isinstance(column.after, int) else ()
    if not said or not isinstance(said[0], str):
        return values
    return tuple(rest_after(value, said[0]) or value if isinstance(value, str) else value for value in values)


def _cell(column: Column, values: Sequence[Found]) -> Cell:
    if len(values) == 1 and not column.many and isinstance(values[0], str):
        return values[0]
    cells = [_row(column, value) if isinstance(value, Row) else value for value in values]
    return cells if column.many or len(cells) > 1 else cells[0]


def _row(column: Column, row: Row) -> Mapping[str, Cell]:
    return {
        cell.name: _cell(cell, values)
        for cell in column.cells
        if (found := row.cells.get(cell.source)) and (values := _own(cell, found))
    }


def read(slots: Slots, document: Document) -> Page:
    found: _Finds = defaultdict(list)
    _Reader(document).enter(slots, document.laid_out, (), found)
    return {slot: tuple(values) for slot, values in found.items()}


class _Reader:
    def __init__(self, document: Document) -> None:
        self._document = document

    def enter(self, slots: Slots, item: Item, heads: Heads, found: _Finds) -> None:
        """Read a part of the page; one of several like parts into a row of its own."""
        into: _Finds = found if slots.rows is None else defaultdict(list)
        if slots.says:
            self._read_own(slots, item, into)
        if slots.below:
            assert isinstance(item, etree._Element)
            for below, part, part_heads in slots.wanted.parts_of(item, heads):
                if below.words is None:
                    self.enter(below, part, part_heads, into)
                elif text := _text(part):
                    into[below.words].append(text)
        if slots.rows is not None and into:
            found[slots.rows].append(Row({slot: tuple(values) for slot, values in into.items()}))

    def _read_own(self, slots: Slots, item: Item, into: _Finds) -> None:
        for name, slot in slots.attributes:
            if value := self._attribute(item, name, slots.place):
                into[slot].append(value)
        if slots.text is not None:
            into[slots.text].extend(_texts(slots.place, item))
        if slots.links is not None and not isinstance(item, str | tuple):
            into[slots.links].extend(filter(None, map(words_of, item.iter("a"))))

    def _attribute(self, item: Item, name: str, place: Place) -> str:
        assert isinstance(item, etree._Element)
        if name == CLASS:
            return " ".join(word for word in (item.get(name) or "").split() if word not in place.classes)
        value = " ".join((item.get(name) or "").split())
        if name not in ADDRESSES or not value:
            return value
        if value.casefold().startswith(_NO_PLACES):
            return ""
        page, mark, fragment = value.partition("#")
        url = self._document.resolve(page)
        return value if url is None else f"{url}{mark}{fragment}"


def _texts(place: Place, item: Item) -> Iterable[str]:
    if place.kind is PlaceKind.ITEMS:
        return _items(item)
    text = _text(item)
    if place.step.label:
        text = _without(text, place.step.label)
    if place.opening:
        text = _without(text, place.opening)
    if place.has_cents and text[-2:].isdecimal():
        text = f"{text[:-2].rstrip(' .,')}.{text[-2:]}"
    return (text,) if text else ()


def _text(item: Item) -> str:
    """Its words, with the usual signs: in East Asian charsets a price can have its sign in a wide form alone."""
    if isinstance(item, etree._Element):
        text = text_of(item)
    elif isinstance(item, tuple):
        text = "\n\n".join(filter(None, map(text_of, item)))
    else:
        text = _between_others(" ".join(item.split()))
    if not text.isascii():
        for wide, usual in _WIDE_SIGNS:
            text = text.replace(wide, usual)
    return text


_WIDE_SIGNS = (("\uffe0", "¢"), ("\uffe1", "£"), ("\uffe5", "¥"), ("\uffe6", "₩"))
_AT_EDGES = " ,;:|/·•▪›»>←→–—-"
"""Between two values, and part of neither."""


def _between_others(text: str) -> str:
    """Without what stands between it and the elements around it, which may be in brackets; "<me@x.org>" is whole."""
    edges = _AT_EDGES.replace(">", "") if "<" in text else _AT_EDGES
    return text.lstrip(edges + ")]").rstrip(edges + "([")


def _without(text: str, label: str) -> str:
    if not text.startswith(label):
        return text
    return text[len(label) :].lstrip(" :：\n")


def _items(item: Item) -> Iterator[str]:
    assert isinstance(item, etree._Element)
    is_tree = any(child.tag == item.tag for child in item)
    for piece in text_of(item).split("\n") if is_tree else _pieces(item):
        words = " ".join(piece.split())
        if has_words(words):
            start = next(n for n, character in enumerate(words) if character.isalnum() or character in "_$@#(\"'")
            yield words[start:].rstrip(" ,;:|·•▪→–—")


def _pieces(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        yield inner_text(child)
        yield child.tail or ""
