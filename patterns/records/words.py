"""The words of an element as a person reads them: whole, whatever inline markup cuts them, one line per block."""

import re
from collections.abc import Iterable

from lxml import etree

from recorder.patterns.pages.documents import INLINE
from recorder.patterns.pages.trees import OPAQUE

UNREAD = OPAQUE | {"head", "select", "datalist", "button", "textarea", "svg", "canvas"}
"""Nothing that stands in these is a value of the page."""


def words_of(element: etree._Element) -> str:
    """All words in one line."""
    return " ".join(_whole(element).replace(_EDGE, " ").split())


def text_of(element: etree._Element) -> str:
    """Line by line; preformatted text keeps its lines as they are."""
    tag = element.tag
    if tag in UNREAD:
        return ""
    text = _whole(element) if len(element) else element.text
    if not text:
        return ""
    if tag == "pre":
        return text.replace(_EDGE, "").strip("\r\n")
    if _EDGE not in text:
        return " ".join(text.split())
    lines = (" ".join(line.split()) for line in text.split(_EDGE))
    return "\n".join(line for line in lines if line)


def says_something(element: etree._Element) -> bool:
    """Whether there is anything to read in it, be it only a mark."""
    if element.tag in UNREAD:
        return False
    return bool((element.text and not element.text.isspace()) or (len(element) and inner_text(element).strip()))


def inner_text(element: etree._Element) -> str:
    """All that stands in it, as it stands there. (Joining `itertext` takes eight times as long.)"""
    return etree.tostring(element, method="text", encoding="unicode", with_tail=False)


_EDGE = "\0"
"""Stands at the edges of blocks. No parsed text holds it."""


def _whole(element: etree._Element) -> str:
    if element.tag in UNREAD:
        return ""
    if not len(element):
        return element.text or ""
    for each in element.iterdescendants():
        if each.tag not in INLINE:
            return _with_edges(element)
    return inner_text(element)


def _with_edges(element: etree._Element) -> str:
    pieces: list[str | None] = []
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, each in walk:
        if each.tag not in INLINE:
            pieces.append(_EDGE)
        if event == "end":
            if each is not element:
                pieces.append(each.tail)
        elif each.tag in UNREAD:
            walk.skip_subtree()
        else:
            pieces.append(each.text)
    return "".join(filter(None, pieces))


def own_texts(element: etree._Element) -> list[str]:
    """The texts that stand in the element itself: before, between and after its children; empty ones too."""
    found = [element.text, *(child.tail for child in element)]
    return [" ".join(text.split()) if text else "" for text in found]


A_WORD = re.compile("[^\\W_]|[★☆⭐✓✔✗✘●○♥♡❤]")


def has_words(text: str | None) -> bool:
    """Punctuation between two values is no word; stars of a review are."""
    return text is not None and A_WORD.search(text) is not None


PASSED_OVER = UNREAD | {"br", "hr", "wbr", "input", "col", "colgroup", "link"}
"""What stands beside values and is none."""


def children_of(element: etree._Element) -> Iterable[etree._Element]:
    return (child for child in element if child.tag not in PASSED_OVER)
