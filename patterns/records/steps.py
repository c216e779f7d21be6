"""The way from an element to one of its children, told by what the child is rather than by where it stands.

A child is known by its tag, and if that does not tell it from its siblings, by a *mark* (`itemprop`, `id`, a word of
its class), by the heading it stands under, by the label it begins with, by the head of its column, or, where all
that is missing, by its number. So optional parts, rows in any order and missing rows find their own. Which marks,
headings and labels belong to the template is a `Vocabulary`, learnt from many pages in
`patterns.records.vocabularies`.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from lxml import etree

from recorder.patterns.records.lines import COLONS, LINE, lines_of
from recorder.patterns.records.words import UNREAD, has_words, says_something, words_of

Item = etree._Element | str | tuple[etree._Element, ...]
"""What a step leads to: an element, a text between elements, or the elements of a running text."""

TEXT, PROSE = '"', "prose"

PASSED_OVER = UNREAD | {"br", "hr", "wbr", "input", "col", "colgroup", "link"}
RANKS = {"summary": 0, "legend": 0, "caption": 0, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6, "dt": 7}
"""Headings stand over the siblings that follow, up to the next of the same rank."""
CAPTION = 8
"""The rank of a caption, which stands over the next element or so."""
_WRAPPERS = frozenset({"div", "header", "section", "article", "span", "a", "p", "center"})
"""What a heading may stand in with nothing beside it."""

ROWS = frozenset({"tr", "li"})
"""Two of these with one label are two values; two of other elements, such as sections, are two things."""

PROSE_TAGS = frozenset({"p", "ul", "ol", "pre", "blockquote", "h2", "h3", "h4", "h5", "h6"})

_CELLS = frozenset({"td", "th"})
_MARKING = ("itemprop", "property", "rel", "id", "class")
_LABEL_TAGS = frozenset(
    {"th", "td", "dt", "b", "strong", "span", "em", "i", "label", "div", "p", "small", "font", "legend", "summary"}
    | {"h2", "h3", "h4", "h5", "h6", "caption"}
)
CAPTION_TAGS = _LABEL_TAGS - {"td", "legend", "summary", "caption", "dt"} - RANKS.keys()
_HOW_MANY = re.compile(r"(?<=\w)\s*[(\[（]\d[\d.,]*[)\]）]$")
_LONGEST_LABEL = 60
_DEEPEST_LABEL = 4


class Step(NamedTuple):
    """One child of many pages. Only what is needed to tell it from its siblings is filled in."""

    tag: str
    mark: str = ""
    section: str = ""
    label: str = ""

    def __str__(self) -> str:
        mark = f".{self.mark}" if self.mark else ""
        section = f"{{{self.section}}}" if self.section else ""
        return f"{self.tag}{mark}{section}{f'[{self.label}]' if self.label else ''}"


_step = lru_cache(maxsize=10_000)(Step)
"""The same few hundred steps lead to all parts of all pages."""


@dataclass
class Vocabulary:
    """What tells the children of one place apart. `marks` are in the order of their worth, by tag."""

    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sections: frozenset[str] = frozenset()
    captions: frozenset[tuple[str, str]] = frozenset()
    """Tags with their classes that head what follows as headings do."""
    beside: frozenset[str] = frozenset()
    """What captions say: labels of what follows rather than headings over it."""
    lines: frozenset[str] = frozenset()
    """Labels of the lines that the text is made of, if it is."""
    labels: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By the tag of the elements that begin with them."""
    numbered: frozenset[str] = frozenset()
    """Tags whose children are told by their number."""
    prose: bool = False
    lists: frozenset[str] = frozenset()
    """Headings under which stands a list and no prose."""
    texts: bool = False
    """Whether the texts between the children are values of their own."""

    @cached_property
    def ranks(self) -> Mapping[str, Mapping[str, int]]:
        """The marks of each tag with their places in the order of worth: looked for in every child, however many there
        are."""
        return {tag: {mark: place for place, mark in enumerate(marks)} for tag, marks in self.marks.items()}

    @property
    def has_only_marks(self) -> bool:
        """Whether a child is told by its tag and mark, whatever stands beside it."""
        others = self.lines or self.labels or self.numbered or self.prose or self.texts
        return not (self.sections or others)


def steps_of(
    element: etree._Element,
    vocabulary: Vocabulary,
    heads: tuple[str, ...] = (),
    tags: Container[str] | None = None,
) -> Iterator[tuple[Step, Item]]:
    """The children with the steps that lead to them; headings and the like are not among them. Where `tags` are given,
    children of others are passed over unseen (`tags_towards`)."""
    if vocabulary.lines:
        yield from _lines(element, vocabulary.lines)
        return
    if vocabulary.texts and (tags is None or TEXT in tags):
        yield from _texts(element)
    marks, labels = vocabulary.marks, vocabulary.labels
    numbers: dict[str, int] = {}
    prose: dict[str, list[etree._Element]] = {}
    column = 0
    for section, child in under_headings(element, vocabulary, tags):
        tag = child.tag
        if heads and tag in _CELLS:
            yield _step("td", "", "", heads[column] if column < len(heads) else ""), child
            column += span_of(child)
            continue
        mark = mark_of(child, vocabulary) if tag in marks else ""
        label = _known_label(child, labels[tag], numbers) if tag in labels else ""
        if section in vocabulary.beside:
            section, label = "", section
        if vocabulary.prose and not mark and not label and tag in PROSE_TAGS and section not in vocabulary.lists:
            prose.setdefault(section, []).append(child)
            continue
        if not mark and not label and tag in vocabulary.numbered:
            numbers[tag] = numbers.get(tag, 0) + 1
            mark = f"#{numbers[tag]}"
        yield _step(tag, mark, section, label), child
    for section, elements in prose.items():
        yield _step(PROSE, "", section, ""), tuple(elements)


def under_headings(
    element: etree._Element, vocabulary: Vocabulary, tags: Container[str] | None = None
) -> Iterator[tuple[str, etree._Element]]:
    """The children that may be values, each with the heading it stands under, if it stands under any."""
    heading, rank = "", 0
    for child in element:
        tag = child.tag
        if tags is not None and tag not in tags:
            continue
        if tag in PASSED_OVER and not (tag == "link" and child.get("itemprop")):
            continue
        if vocabulary.sections:
            own = heading_of(child, vocabulary.captions)
            if own is not None and own.alone and own.text in vocabulary.sections:
                heading, rank = own.text, own.rank
                continue
            if own is not None and own.rank <= rank:
                heading = ""
        yield heading, child


class Heading(NamedTuple):
    """What an element begins with. `alone`: there is nothing else in it."""

    text: str
    rank: int
    alone: bool


def heading_of(element: etree._Element, captions: Container[tuple[str, str]] = ()) -> Heading | None:
    """The heading that an element is, or begins with."""
    alone = True
    if captions and (element.tag, element.get("class", "")) in captions:
        return Heading(label_text(element), CAPTION, alone)
    for _ in range(_DEEPEST_LABEL):
        if element.tag in RANKS:
            return Heading(label_text(element), RANKS[element.tag], alone)
        if element.tag not in _WRAPPERS or not len(element) or has_words(element.text):
            return None
        alone = alone and len(element) == 1 and not has_words(element[0].tail)
        element = element[0]
    return None


def tags_towards(steps: Iterable[Step], vocabulary: Vocabulary) -> frozenset[str]:
    """The tags of the children that these steps lead to, and of those without which they cannot be told."""
    tags = {step.tag for step in steps}
    if "td" in tags:
        tags |= _CELLS
    if vocabulary.sections:
        tags |= RANKS.keys() | _WRAPPERS | {tag for tag, _ in vocabulary.captions}
    if PROSE in tags:
        tags |= PROSE_TAGS
    return frozenset(tags | (vocabulary.labels.keys() - ROWS) | vocabulary.numbered)


def _known_label(element: etree._Element, known: frozenset[str], numbers: dict[str, int]) -> str:
    """The label it begins with, if it is the template's; of several elements with one label, all but the first
    numbered."""
    label = label_of(element)
    if label not in known or element.tag in ROWS:
        return label if label in known else ""
    numbers[label] = numbers.get(label, 0) + 1
    return label if numbers[label] == 1 else f"{label} #{numbers[label]}"


def _lines(element: etree._Element, labels: Container[str]) -> Iterator[tuple[Step, Item]]:
    for line in lines_of(element):
        if line.label in labels:
            yield _step(LINE, "", "", line.label), line.value
        else:
            yield _step(LINE, "", "", ""), line.whole()


def _texts(element: etree._Element) -> Iterator[tuple[Step, Item]]:
    if has_words(element.text):
        yield Step(TEXT, "#0"), str(element.text)
    for number, child in enumerate((each for each in element if each.tag not in PASSED_OVER), 1):
        if has_words(child.tail):
            yield Step(TEXT, f"#{number}"), str(child.tail)


def marks_of(element: etree._Element) -> Iterator[str]:
    """What the author of the template may have called it."""
    for attribute in _MARKING:
        value = element.get(attribute)
        if value:
            yield from value.split()


def mark_of(element: etree._Element, vocabulary: Vocabulary) -> str:
    """The best of its marks, if it has any that tells it from its siblings."""
    known = vocabulary.ranks.get(element.tag)
    if not known:
        return ""
    attributes = element.items()
    if len(attributes) == 1 and attributes[0][1] in known:  # most often a class of one word
        return str(attributes[0][1]) if attributes[0][0] in _MARKING else ""
    own = " ".join([str(value) for name, value in attributes if name in _MARKING]).split()
    return min(filter(known.__contains__, own), key=known.__getitem__, default="")


def label_text(element: etree._Element) -> str:
    """The words of a label without the colon at its end and without how many there are, "Reviews (12)"; none if it is
    too long for one."""
    text = _HOW_MANY.sub("", words_of(element).rstrip(f" {COLONS}")).strip()
    return text if len(text) <= _LONGEST_LABEL else ""


def label_of(element: etree._Element) -> str:
    """The label an element begins with: the first of its cells or inline elements, or its words up to a colon."""
    if element.tag == "tr" and sum(cell.tag in _CELLS for cell in element) > 2:
        return ""
    for _ in range(_DEEPEST_LABEL):
        if has_words(element.text):
            before, colon, _ = str(element.text).replace("：", ":").partition(":")
            words = " ".join(before.split())
            return words if colon and len(words) <= _LONGEST_LABEL and element.tag != "a" else ""
        filled = (child for child in element if child.tag not in PASSED_OVER and says_something(child))
        first = next(filled, None)
        if first is None:
            return ""
        if not has_words(first.tail) and next(filled, None) is None:
            element = first
            continue
        return label_text(first) if first.tag in _LABEL_TAGS else ""
    return ""


def is_declared(element: etree._Element) -> bool:
    """Whether the markup itself says that this element begins with a label."""
    first = next((child for child in element if child.tag not in PASSED_OVER), None)
    if first is None or has_words(element.text):
        return False
    colon_after = (first.tail or "").lstrip().startswith(tuple(COLONS))
    return first.tag in ("th", "dt") or words_of(first).endswith(tuple(COLONS)) or colon_after


def heads_of(table: etree._Element) -> tuple[str, ...]:
    """The heads of a table's columns, if its first row is nothing but heads."""
    row = next(table.iter("tr"), None)
    if row is None or len(row) < 2 or not all(cell.tag == "th" for cell in row):
        return ()
    heads: list[str] = []
    for cell in row:
        heads += [label_text(cell)] * span_of(cell)
    return tuple(heads)


def is_head_row(row: etree._Element) -> bool:
    return len(row) > 1 and all(cell.tag == "th" for cell in row)


def span_of(cell: etree._Element) -> int:
    span = cell.get("colspan") or ""
    return min(int(span), 100) if span.isascii() and span.isdigit() else 1
