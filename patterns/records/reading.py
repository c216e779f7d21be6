"""Reading a page by its places: what stands at each, in the order of the page.

Only places that somebody wants are looked into (`Slots`), so reading costs what is read and not what the page holds.
The values are as they stand on the page, whole texts and resolved URLs; what they are called is for
`patterns.records.columns`.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lxml import etree

from patterns.pages.documents import Document
from patterns.records.places import ATTRIBUTES, Kind, Place, parts_of
from patterns.records.steps import TEXT, Item
from patterns.records.words import has_words, text_of, words_of
from patterns.urls.url import normalise

LINKS = "links"
"""Beside the names of attributes: what the links in a text say."""

_LINKS = frozenset({"href", "src"})
_NO_PLACES = ("#", "javascript:", "data:", "blob:")


@dataclass(frozen=True)
class Row:
    """One of several like parts of a page: what stands at the slots inside it."""

    cells: "Mapping[int, tuple[Found, ...]]"


Found = str | Row
Page = Mapping[int, tuple[Found, ...]]
"""What was found on a page, by slot."""


@dataclass
class Slots:
    """What is read at a place and below it. None: nothing of the kind."""

    place: Place
    text: int | None = None
    attribute: int | None = None
    links: int | None = None
    rows: int | None = None
    below: "list[Slots]" = field(default_factory=list)

    def __post_init__(self) -> None:
        self.by_step = {each.place.step: each for each in self.below}


def read(slots: Slots, document: Document) -> Page:
    found: defaultdict[int, list[Found]] = defaultdict(list)
    _Reader(document.base).fill(slots, document.root, (), found)
    return {slot: tuple(values) for slot, values in found.items()}


class _Reader:
    def __init__(self, base: str) -> None:
        self._base = base

    def fill(self, slots: Slots, item: Item, heads: tuple[str, ...], found: defaultdict[int, list[Found]]) -> None:
        place = slots.place
        if slots.attribute is not None and (value := self._attribute(item)):
            found[slots.attribute].append(value)
        if slots.text is not None:
            found[slots.text].extend(_texts(place, item))
        if slots.links is not None and not isinstance(item, str | tuple):
            found[slots.links].extend(filter(None, map(words_of, item.iter("a"))))
        if not slots.below:
            return
        for step, part, part_heads in parts_of(place, item, heads):
            wanted = slots.by_step.get(step)
            if wanted is None:
                continue
            if wanted.rows is None:
                self.fill(wanted, part, part_heads, found)
                continue
            inner: defaultdict[int, list[Found]] = defaultdict(list)
            self.fill(wanted, part, part_heads, inner)
            if inner:
                found[wanted.rows].append(Row({slot: tuple(values) for slot, values in inner.items()}))

    def _attribute(self, item: Item) -> str:
        assert not isinstance(item, str | tuple)
        name = ATTRIBUTES[str(item.tag)]
        value = " ".join((item.get(name) or "").split())
        if name not in _LINKS or not value:
            return value
        if value.casefold().startswith(_NO_PLACES):
            return ""
        page, mark, fragment = value.partition("#")
        url = normalise(page, self._base)
        return value if url is None else f"{url}{mark}{fragment}"


def _texts(place: Place, item: Item) -> Iterator[str]:
    if place.kind is Kind.ITEMS:
        yield from _items(item)
    elif text := _text(item):
        text = _without(text, place.step.label).translate(_WIDE_SIGNS)
        if text:
            yield text


def _text(item: Item) -> str:
    if isinstance(item, str):
        return " ".join(item.split()).strip(_AT_EDGES)
    if isinstance(item, tuple):
        return "\n\n".join(filter(None, map(text_of, item)))
    return text_of(item)


_WIDE_SIGNS = {0xFFE0: "¢", 0xFFE1: "£", 0xFFE5: "¥", 0xFFE6: "₩"}
"""In East Asian charsets a price can have its sign in this form alone."""

_AT_EDGES = " ,;:|/·•›»>←→–—-"
"""Between two values, and part of neither."""


def _without(text: str, label: str) -> str:
    if not label or not text.startswith(label):
        return text
    return text[len(label) :].lstrip(" :：\n")


def _items(item: Item) -> Iterator[str]:
    assert not isinstance(item, str | tuple)
    is_tree = any(child.tag == item.tag for child in item)
    for piece in text_of(item).split("\n") if is_tree else _pieces(item):
        words = " ".join(piece.split())
        if has_words(words):
            start = next(n for n, character in enumerate(words) if character.isalnum() or character in "_$@#(\"'")
            yield words[start:].rstrip(" ,;:|·•→–—")


def _pieces(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        yield "".join(map(str, child.itertext()))
        yield child.tail or ""


def slots_of(place: Place) -> tuple[Slots, int]:
    """Everything there is at a place and below it; and how many slots that is."""
    counter = iter(range(1 << 30))

    def make(each: Place, in_rows: bool) -> Slots:
        rows = each.repeats and not in_rows and each.kind is Kind.PARTS
        below = [make(child, in_rows or rows) for child in each.children.values()]
        return Slots(
            each,
            text=next(counter) if each.kind is not Kind.PARTS else None,
            attribute=next(counter) if each.step.tag in ATTRIBUTES and each.step.tag != TEXT else None,
            links=next(counter) if each.has_links else None,
            rows=next(counter) if rows else None,
            below=below,
        )

    return make(place, False), next(counter)
