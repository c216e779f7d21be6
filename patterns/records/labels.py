"""What an element says that it is, or what beside it is: a heading over others, or a label that it begins with. Whether
such words are the template's is not known here.
"""

import re
from collections.abc import Container
from itertools import islice
from typing import NamedTuple

from lxml import etree

from recorder.patterns.pages.documents import INLINE
from recorder.patterns.records.lines import COLONS, LONGEST_LABEL
from recorder.patterns.records.words import A_WORD, children_of, says_something, words_of

RANKS = {"summary": 0, "legend": 0, "caption": 0, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6, "dt": 7}
"""Headings stand over the siblings that follow, up to the next of the same rank."""
CAPTION = 8
"""The rank of a caption, which stands over the next element or so."""
WRAPPERS = frozenset({"div", "header", "section", "article", "span", "a", "p", "center"})
"""What a heading may stand in with nothing beside it."""
CELLS = frozenset({"td", "th"})
_LABEL_TAGS = frozenset(
    {"th", "td", "dt", "b", "strong", "span", "em", "i", "label", "div", "p", "small", "font", "legend", "summary"}
    | {"h2", "h3", "h4", "h5", "h6", "caption"}
)
_BLOCKS = frozenset({"div", "p", "ul", "ol", "dl"})
CAPTION_TAGS = _LABEL_TAGS - {"td", "legend", "summary", "caption", "dt"} - RANKS.keys()
PAIR_TAGS = CAPTION_TAGS | {"td"}
"""What may say what the element after it is, where several do so side by side."""
_HOW_MANY = re.compile(r"(?<=\w)\s*[(\[（]\d[\d.,]*[)\]）]$")
_COUNT = re.compile(r"\d[\d.,]*")
_DEEPEST_LABEL = 4


class Heading(NamedTuple):
    """What an element begins with. `alone`: there is nothing else in it."""

    text: str
    rank: int
    alone: bool


def heading_of(element: etree._Element, captions: Container[tuple[str, str]] = ()) -> Heading | None:
    """The heading that an element is, or begins with."""
    alone = True
    if captions and sort_of(element) in captions:
        return Heading(label_text(element), CAPTION, alone)
    for _ in range(_DEEPEST_LABEL):
        tag = element.tag
        if tag in RANKS:
            return Heading(label_text(element), RANKS[tag], alone)
        if tag not in WRAPPERS or not len(element) or A_WORD.search(element.text or ""):
            return None
        alone = alone and len(element) == 1 and not A_WORD.search(element[0].tail or "")
        element = element[0]
    return None


def sort_of(element: etree._Element) -> tuple[str, str]:
    """Its tag and class; heads of cells are heads, however they look."""
    return element.tag, "" if element.tag == "th" else element.get("class", "")


def label_of(element: etree._Element) -> str:
    """The label an element has for readers, or begins with: the first of its cells or inline elements, or its words up
    to a colon. A row has none if its first cell is empty, or if it says several things."""
    if element.tag == "tr" and not _is_a_field(element):
        return ""
    if aloud := element.get("aria-label"):
        words = " ".join(aloud.split()).rstrip(f" {COLONS}")
        return words if len(words) <= LONGEST_LABEL else ""
    for _ in range(_DEEPEST_LABEL):
        if element.text and A_WORD.search(element.text):
            before, colon, _ = element.text.replace("：", ":").partition(":")
            words = " ".join(before.split())
            is_label = colon and len(words) <= LONGEST_LABEL and element.tag != "a" and any(map(str.isalpha, words))
            return words if is_label else ""
        filled = (child for child in children_of(element) if says_something(child))
        first = next(filled, None)
        if first is None:
            return ""
        if not A_WORD.search(first.tail or "") and next(filled, None) is None:
            element = first
            continue
        label = label_text(first) if first.tag in _LABEL_TAGS or is_linked_label(first) else ""
        return "" if _is_initial(label, element) or (label and is_the_page(element)) else label
    return ""


def is_linked_label(element: etree._Element) -> bool:
    """Whether it may be a label though it is a link: a block follows it and says what it is."""
    return element.tag == "a" and (after := element.getnext()) is not None and after.tag in _BLOCKS


def _is_a_field(row: etree._Element) -> bool:
    """Whether its first cell may say what the only value behind it is."""
    if not len(row) or not says_something(row[0]):
        return False
    return sum(map(_is_a_value, islice(row, 1, None))) < 2


def _is_a_value(cell: etree._Element) -> bool:
    """Whether a cell says something, and is no menu."""
    return cell.tag in CELLS and says_something(cell) and not is_a_menu(cell)


def is_a_menu(element: etree._Element) -> bool:
    """Whether there are several links in it, which lead somewhere rather than say something."""
    return len(list(islice((link for link in element.iter("a") if link.get("href")), 2))) > 1


def _is_initial(label: str, element: etree._Element) -> bool:
    """Whether it is the first letter of what follows: a picture of who is named there."""
    return len(label) == 1 and words_of(element)[1:].lstrip().casefold().startswith(label.casefold())


def is_the_page(element: etree._Element) -> bool:
    """Whether the page's own heading stands in it: what it begins with, "Skip to content", names nothing."""
    return next(element.iter("h1"), None) is not None


def label_text(element: etree._Element) -> str:
    """The words of a label without the colon at its end and without how many there are, in brackets or an element of
    its own: "Reviews (12)"; none if it is too long for one."""
    words, last = words_of(element), element
    while words[-1:].isdecimal() and (filled := list(filter(says_something, children_of(last)))):
        last = filled[-1]
    if last is not element and last.tag in INLINE and _COUNT.fullmatch(count := words_of(last)):
        words = words.removesuffix(count)
    text = _HOW_MANY.sub("", words.rstrip(f" {COLONS}")).strip()
    return text if len(text) <= LONGEST_LABEL else ""
