"""The words of an element as a person reads them: whole, whatever inline markup cuts them, one line per block."""

from collections.abc import Iterator

from lxml import etree

from patterns.pages.documents import INLINE
from patterns.pages.trees import OPAQUE

UNREAD = OPAQUE | {"head", "select", "datalist", "button", "textarea", "svg", "canvas"}
"""Nothing that stands in these is a value of the page."""


def words_of(element: etree._Element) -> str:
    """All words in one line."""
    return " ".join("".join(_pieces(element)).replace("\0", " ").split())


def text_of(element: etree._Element) -> str:
    """Line by line; preformatted text keeps its lines as they are."""
    if len(element) == 0 and element.tag not in UNREAD:
        text = element.text or ""
        return text.strip("\r\n") if element.tag == "pre" else " ".join(text.split())
    text = "".join(_pieces(element))
    if element.tag == "pre":
        return text.replace("\0", "").strip("\r\n")
    lines = (" ".join(line.split()) for line in text.split("\0"))
    return "\n".join(line for line in lines if line)


def _pieces(element: etree._Element) -> Iterator[str]:
    """NUL, which no parsed text holds, stands at the edges of blocks."""
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, each in walk:
        edge = "" if each.tag in INLINE else "\0"
        yield edge
        if event == "end":
            yield (each.tail or "") if each is not element else ""
        elif each.tag in UNREAD:
            walk.skip_subtree()
        else:
            yield each.text or ""


def own_texts(element: etree._Element) -> list[str]:
    """The texts that stand in the element itself: before, between and after its children; empty ones too."""
    found = [element.text, *(child.tail for child in element)]
    return [" ".join(text.split()) if text else "" for text in found]


_GRADES = frozenset("★☆⭐✓✔✗✘●○♥♡❤")


def has_words(text: str | None) -> bool:
    """Punctuation between two values is no word; stars of a review are."""
    return text is not None and any(character.isalnum() or character in _GRADES for character in text)
