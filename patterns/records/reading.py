"""Reading a page by its places: what stands at each, in the order of the page.

Only places that somebody wants are looked into (`Slots`), so reading costs what is read and not what the page holds.
The values are as they stand on the page, whole texts and resolved URLs; what they are called is for
`patterns.records.columns`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from lxml import etree

from recorder.patterns.pages.documents import Document
from recorder.patterns.records.attributes import CLASS
from recorder.patterns.records.kinds import PlaceKind
from recorder.patterns.records.places import Place, parts_of
from recorder.patterns.records.steps import Item, heads_of, mark_of, steps_of, tags_towards
from recorder.patterns.records.words import has_words, inner_text, text_of, words_of
from recorder.patterns.urls.url import normalise

LINKS = "links"
"""Beside the names of attributes: what the links in a text say."""

ADDRESSES = frozenset({"href", "src"})
"""Attributes that are."""
_NO_PLACES = ("#", "javascript:", "data:", "blob:")


@dataclass(frozen=True)
class Row:
    """One of several like parts of a page: what stands at the slots inside it."""

    cells: "Mapping[int, tuple[Found, ...]]"


Found = str | Row
Page = Mapping[int, tuple[Found, ...]]
"""What was found on a page, by slot."""

_Finds = defaultdict[int, list[Found]]


@dataclass(slots=True)
class Slots:
    """What is read at a place and below it. None: nothing of the kind."""

    place: Place
    text: int | None = None
    attributes: tuple[tuple[str, int], ...] = ()
    """By their names."""
    links: int | None = None
    rows: int | None = None
    below: "list[Slots]" = field(default_factory=list)
    by_step: "Mapping[tuple[str, ...], Slots]" = field(init=False)
    unmarked: "Mapping[str, Slots]" = field(init=False)
    """By its tag, what is read of a child that its tag alone tells."""
    tags: frozenset[str] = field(init=False)
    is_table: bool = field(init=False)
    is_plain: bool = field(init=False)
    """Below no heads of a table, its children are told by tag and mark alone."""
    words: int | None = field(init=False)
    """The slot of its text, if its words as they stand are all that is read of it."""

    def __post_init__(self) -> None:
        vocabulary = self.place.vocabulary
        self.by_step = {each.place.step: each for each in self.below}
        self.unmarked = {
            step.tag: each
            for each in self.below
            for step in (each.place.step,)
            if step == (step.tag, "", "", "") and step.tag not in vocabulary.marks
        }
        self.tags = tags_towards((each.place.step for each in self.below), vocabulary)
        self.is_table = self.place.step.tag == "table"
        self.is_plain = bool(self.below) and "link" not in self.tags and vocabulary.has_only_marks
        others = (self.links, self.rows)
        is_text = not self.below and not self.attributes and all(each is None for each in others)
        changed = self.place.step.label or self.place.opening or self.place.has_cents
        plain = self.place.kind is not PlaceKind.ITEMS and not changed
        self.words = self.text if is_text and plain else None


def read(slots: Slots, document: Document) -> Page:
    found: defaultdict[int, list[Found]] = defaultdict(list)
    _Reader(document.base).enter(slots, document.root, (), found)
    return {slot: tuple(values) for slot, values in found.items()}


class _Reader:
    def __init__(self, base: str) -> None:
        self._base = base

    def enter(self, slots: Slots, item: Item, heads: tuple[str, ...], found: _Finds) -> None:
        """Read a part of the page; one of several like parts into a row of its own."""
        into: _Finds = found if slots.rows is None else defaultdict(list)
        for name, slot in slots.attributes:
            if value := self._attribute(item, name, slots.place):
                into[slot].append(value)
        if slots.text is not None:
            into[slots.text].extend(_texts(slots.place, item))
        if slots.links is not None and not isinstance(item, str | tuple):
            into[slots.links].extend(filter(None, map(words_of, item.iter("a"))))
        if slots.below:
            assert isinstance(item, etree._Element)
            if slots.is_table:
                heads = heads_of(item)
            if slots.is_plain and not heads:
                self._enter_marked(slots, item, into)
            else:
                self._enter_below(slots, item, heads, into)
        if slots.rows is not None and into:
            found[slots.rows].append(Row({slot: tuple(values) for slot, values in into.items()}))

    def _enter_below(self, slots: Slots, element: etree._Element, heads: tuple[str, ...], found: _Finds) -> None:
        if heads:
            for step, part, part_heads in parts_of(slots.place, element, heads, slots.tags):
                if (wanted := slots.by_step.get(step)) is not None:
                    self.enter(wanted, part, part_heads, found)
            return
        for step, part in steps_of(element, slots.place.vocabulary, (), slots.tags):
            if (wanted := slots.by_step.get(step)) is not None:
                if wanted.words is not None and (text := _text(part)):
                    found[wanted.words].append(_with_usual_signs(text))
                elif wanted.words is None:
                    self.enter(wanted, part, (), found)

    def _enter_marked(self, slots: Slots, element: etree._Element, found: _Finds) -> None:
        """What `steps_of` comes to where children are told by tag and mark alone, without its detours."""
        unmarked, by_step = slots.unmarked, slots.by_step
        vocabulary = slots.place.vocabulary
        marks = vocabulary.marks
        for child in element:
            tag = child.tag
            wanted = unmarked.get(tag)
            if wanted is None and tag in marks:
                wanted = by_step.get((tag, mark_of(child, vocabulary), "", ""))
            if wanted is None:
                continue
            if wanted.words is None:
                self.enter(wanted, child, (), found)
            elif text := text_of(child):
                found[wanted.words].append(_with_usual_signs(text))

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
        url = normalise(page, self._base)
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
    return (_with_usual_signs(text),) if text else ()


def _text(item: Item) -> str:
    if isinstance(item, etree._Element):
        return text_of(item)
    if isinstance(item, tuple):
        return "\n\n".join(filter(None, map(text_of, item)))
    return " ".join(item.split()).strip(_AT_EDGES)


_WIDE_SIGNS = (("\uffe0", "¢"), ("\uffe1", "£"), ("\uffe5", "¥"), ("\uffe6", "₩"))
"""In East Asian charsets a price can have its sign in this form alone."""


def _with_usual_signs(text: str) -> str:
    if text.isascii():
        return text
    for wide, usual in _WIDE_SIGNS:
        text = text.replace(wide, usual)
    return text


_AT_EDGES = " ,;:|/·•›»>←→–—-"
"""Between two values, and part of neither."""


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
            yield words[start:].rstrip(" ,;:|·•→–—")


def _pieces(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        yield inner_text(child)
        yield child.tail or ""


def slots_of(place: Place) -> tuple[Slots, int]:
    """Everything there is at a place and below it; and how many slots that is."""
    counter = iter(range(1 << 30))

    def make(each: Place, in_rows: bool) -> Slots:
        rows = each.repeats and not in_rows and each.kind is PlaceKind.PARTS
        below = [make(child, in_rows or rows) for child in each.children.values()]
        return Slots(
            each,
            text=next(counter) if each.kind is not PlaceKind.PARTS else None,
            attributes=tuple((name, next(counter)) for name in each.attributes),
            links=next(counter) if each.has_links else None,
            rows=next(counter) if rows else None,
            below=below,
        )

    return make(place, False), next(counter)
