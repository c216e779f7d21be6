"""The walk from an element of a page to its children, each known by what it is and not by where it stands.

A child is known by its tag; where siblings share that, by a *mark* (`itemprop`, `id`, a word of its class), by the
heading over it, by the label it begins with, by the head of its column, or, where all that is missing, by its number.
So optional parts, rows in any order and missing rows find their own. Learning walks to all children, reading to those
that are `Wanted`. What stands at the end of a step is not known here.
"""

import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Generic, TypeVar

from lxml import etree

from recorder.patterns.records.labels import CELLS, RANKS, WRAPPERS, heading_of, label_of, label_text, sort_of
from recorder.patterns.records.lines import LINE, lines_of
from recorder.patterns.records.vocabularies import PROSE, TEXT, Ranks, Step, Vocabulary
from recorder.patterns.records.words import A_WORD, PASSED_OVER, children_of, says_something, words_of

Item = etree._Element | str | tuple[etree._Element, ...]
"""What a step leads to: an element, a text between elements, or the elements of a running text."""
Heads = tuple[str, ...]
"""What the heads of a table say, column by column."""

_NEVER = PASSED_OVER - {"link"}
"""Of links without words, those that state a fact (`itemprop`) are values."""

ROWS = frozenset({"tr", "li"})
"""Two of these with one label are two values; two of other elements, such as sections, are two things."""

NAMING = (
    *("data-testid", "data-test-id", "data-test", "data-qa", "data-cy", "data-hook"),
    *("data-component", "data-section", "data-field", "data-label"),
)
"""By which developers find elements whose classes tools have made up."""

PROSE_TAGS = frozenset({"p", "ul", "ol", "pre", "blockquote", "h2", "h3", "h4", "h5", "h6"})
MARKING = ("itemprop", "property", "rel", "id", "class", *NAMING)
_MARKING = frozenset(MARKING)

_ICONS = frozenset({"i", "span", "em", "svg"})
_GROUPS = frozenset({"tbody", "tfoot"})
_WIDEST_CELL = 100
_SPAN = re.compile("[0-9]{1,9}")


_step = lru_cache(maxsize=10_000)(Step)
"""The same few hundred steps lead to all parts of all pages."""

Part = tuple[Step, Item, Heads]
"""A child: the step that leads to it, and the heads over its own children."""

T = TypeVar("T")


def parts_of(
    element: etree._Element, vocabulary: Vocabulary, heads: Heads = (), tags: Collection[str] | None = None
) -> Iterator[Part]:
    """The children without headings, rows of heads and, where `tags` are given, those of other tags. `heads` are those
    of the table around them."""
    if vocabulary.lines:
        yield from _lines(element, vocabulary.lines)
        return
    if vocabulary.texts and (tags is None or TEXT in tags):
        yield from _texts(element)
    column = 0
    numbers: dict[str, int] = {}
    prose: dict[str, list[etree._Element]] = {}
    for section, child in under_headings(element, vocabulary, tags):
        tag = child.tag
        if heads and tag in CELLS and element.tag == "tr":
            yield _step("td", "", "", heads[column] if column < len(heads) else ""), child, ()
            column += span_of(child)
        elif tag == "tr" and (below := _heads_below(child, heads, vocabulary.heads)):
            heads = below
        elif heads and tag == "thead":
            continue
        elif (step := _step_to(child, section, vocabulary, numbers, prose)) is not None:
            goes_on = heads and (tag in _GROUPS or (tag == "tr" and not step.label))
            yield step, child, heads_of(child) if tag == "table" else heads if goes_on else ()
    for section, elements in prose.items():
        yield _step(PROSE, "", section, ""), tuple(elements), ()


class Wanted(Generic[T]):
    """The steps from one place that a walk follows, and what each leads to."""

    def __init__(self, by_step: Mapping[Step, T], vocabulary: Vocabulary) -> None:
        self.by_step = by_step
        self.vocabulary = vocabulary
        self.tags = _tags_towards(by_step, vocabulary)
        self.only_marks = vocabulary.only_marks and "link" not in self.tags
        self.by_mark: dict[str, dict[str, T]] = {}
        for step, target in by_step.items():
            if step == (step.tag, step.mark, "", ""):
                self.by_mark.setdefault(step.tag, {})[step.mark] = target

    def parts_of(self, element: etree._Element, heads: Heads) -> list[tuple[T, Item, Heads]]:
        """The children that are wanted. Others are passed over, mostly unseen: most of a page is read by nobody."""
        if heads or not self.only_marks:
            target_at, parts = self.by_step.get, parts_of(element, self.vocabulary, heads, self.tags)
            return [(target, part, below) for step, part, below in parts if (target := target_at(step)) is not None]
        by_mark, ranks, icons = self.by_mark, self.vocabulary.ranks, self.vocabulary.icons
        return [
            (target, child, heads_of(child) if tag == "table" else ())
            for child in element
            if (targets := by_mark.get(tag := child.tag)) is not None
            and (target := targets.get(_best_mark(child, ranks[tag], icons) if tag in ranks else "")) is not None
        ]


def _tags_towards(steps: Iterable[Step], vocabulary: Vocabulary) -> frozenset[str]:
    """The tags of the children that these steps lead to, and of those without which they cannot be told."""
    tags = {step.tag for step in steps}
    if "td" in tags:
        tags |= CELLS
    if vocabulary.sections:
        tags |= RANKS.keys() | WRAPPERS | {tag for tag, _ in vocabulary.captions | vocabulary.pairs}
    if PROSE in tags:
        tags |= PROSE_TAGS
    return frozenset(tags | (vocabulary.labels.keys() - ROWS) | vocabulary.numbered)


def _step_to(
    child: etree._Element,
    section: str,
    vocabulary: Vocabulary,
    numbers: dict[str, int],
    prose: dict[str, list[etree._Element]],
) -> Step | None:
    """None if the child goes into the running text. `numbers` counts siblings that nothing else tells apart."""
    tag = child.tag
    ranks = vocabulary.ranks.get(tag)
    mark = _best_mark(child, ranks, vocabulary.icons) if ranks else ""
    label = _known_label(child, vocabulary.labels[tag], numbers) if tag in vocabulary.labels else ""
    if section in vocabulary.beside:
        section, label = "", section
    if vocabulary.prose and not mark and not label and tag in PROSE_TAGS and section not in vocabulary.lists:
        prose.setdefault(section, []).append(child)
        return None
    if tag in vocabulary.numbered and not mark and not label:
        numbers[tag] = numbers.get(tag, 0) + 1
        mark = f"#{numbers[tag]}"
    return _step(tag, mark, section, label)


def under_headings(
    element: etree._Element, vocabulary: Vocabulary, tags: Container[str] | None = None
) -> Iterator[tuple[str, etree._Element]]:
    """The children but for headings, each with the heading it stands under, if it stands under any. Where `tags` are
    given, those of other tags are left out."""
    heading, rank, sort, nth = "", 0, None, 0
    for child in element:
        tag = child.tag
        if (tag in _NEVER if tags is None else tag not in tags) or (tag == "link" and not child.get("itemprop")):
            continue
        if vocabulary.pairs:
            before, sort = sort, sort_of(child)
            nth = nth + 1 if sort == before else 0
            if sort in vocabulary.pairs:
                if nth % 2:
                    yield heading, child
                elif (heading := label_text(child)) not in vocabulary.beside:
                    yield "", child
                    heading = ""
                continue
        if vocabulary.sections:
            own = heading_of(child, vocabulary.captions)
            if own is not None and own.alone and own.text in vocabulary.sections:
                heading, rank = own.text, own.rank
                continue
            if own is not None and own.rank <= rank:
                heading = ""
        yield heading, child


def mark_of(element: etree._Element, vocabulary: Vocabulary) -> str:
    """The best of its marks, if it has any that tells it from its siblings."""
    known = vocabulary.ranks.get(element.tag)
    return _best_mark(element, known, vocabulary.icons) if known else ""


def _best_mark(element: etree._Element, known: Ranks, icons: Container[str]) -> str:
    attributes = element.items()
    if len(attributes) == 1 and attributes[0][1] in known:  # most often a class of one word
        return str(attributes[0][1]) if attributes[0][0] in _MARKING else ""
    own = " ".join([str(value) for name, value in attributes if name in _MARKING]).split()
    mark = min(filter(known.__contains__, own), key=known.__getitem__, default="")
    return mark or (next(filter(known.__contains__, icon_marks(element)), "") if element.tag in icons else "")


def icon_marks(element: etree._Element) -> list[str]:
    """What the picture is called that it, or the link in it, begins with: `<i class="fa fa-calendar"></i> 3 May`."""
    while len(element) and not A_WORD.search(element.text or ""):
        element = element[0]
        if element.tag in _ICONS and not says_something(element):
            return (element.get("class") or "").split()
        if element.tag != "a":
            break
    return []


def _known_label(element: etree._Element, known: frozenset[str], numbers: dict[str, int]) -> str:
    """The label it begins with, if it is the template's; of several elements with one label, all but the first
    numbered."""
    label = label_of(element)
    if label not in known or element.tag in ROWS:
        return label if label in known else ""
    numbers[label] = numbers.get(label, 0) + 1
    return label if numbers[label] == 1 else f"{label} #{numbers[label]}"


def _lines(element: etree._Element, labels: Container[str]) -> Iterator[Part]:
    before = ""
    for line in lines_of(element):
        if not line.label and not before and (words := words_of(line.value)) in labels:
            before = words
            continue
        label = line.label if line.label in labels else before
        yield _step(LINE, "", "", label), line.value if line.label == label else line.whole(), ()
        before = ""


def _texts(element: etree._Element) -> Iterator[Part]:
    texts = (element.text, *(child.tail for child in children_of(element)))
    return ((_step(TEXT, f"#{n}", "", ""), text, ()) for n, text in enumerate(texts) if text and A_WORD.search(text))


def heads_of(table: etree._Element) -> Heads:
    """The heads of a table's columns, if its first row is nothing but heads."""
    row = next(table.iter("tr"), None)
    if row is None or not _is_head_row(row):
        return ()
    return tuple(head for cell in row for head in [label_text(cell)] * span_of(cell))


def _heads_below(row: etree._Element, heads: Heads, known: Container[tuple[str, ...]]) -> Heads:
    """What this row says of the columns below it, if it is one of heads."""
    if (heads and _is_head_row(row)) or (known and cells_of(row) in known):
        return tuple(head for cell in row for head in [label_text(cell)] * span_of(cell))
    return ()


def cells_of(row: etree._Element) -> tuple[str, ...]:
    return tuple(map(label_text, row))


def _is_head_row(row: etree._Element) -> bool:
    return len(row) > 1 and all(cell.tag == "th" for cell in row)


def span_of(cell: etree._Element) -> int:
    span = cell.get("colspan") or ""
    return min(int(span), _WIDEST_CELL) if _SPAN.fullmatch(span) else 1
