"""The passages of a page: what the wildcards of its pattern consumed, put together as a person reads it.

Paragraphs, lists and quotations that stand in one box are one passage, whether a wildcard consumed them one by one or
the whole page at once; a heading of the page is one of its own. What a passage means is for `news`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property

from lxml import etree

from recorder.patterns.pages.documents import INLINE
from recorder.patterns.pages.trees import OPAQUE
from recorder.patterns.pages.words import word_count, words_in
from recorder.patterns.records.matching import Match
from recorder.patterns.records.page_nodes import PageNode

_HEADINGS = frozenset({"h1", "h2"})
_FLOWING = frozenset(
    {"p", "pre", "blockquote", "h3", "h4", "h5", "h6", "hr", "ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption"}
)
"""What paragraphs of one text may be in, beside the box of the text."""
_CONTROLS = frozenset({"select", "option", "button", "textarea", "label", "legend"})


@dataclass(frozen=True)
class Passage:
    """Text of one place, and its number in pre-order. `linked` of its words are in links."""

    position: int
    text: str
    headed: bool = False
    """It is a heading of the page."""
    linked: int = 0

    @property
    def terms(self) -> list[str]:
        return terms_of(self.text)

    @cached_property
    def words(self) -> int:
        return word_count(self.text)

    @property
    def own_words(self) -> int:
        """Words that lead nowhere: menus have few."""
        return self.words - self.linked


def terms_of(text: str) -> list[str]:
    """The words of a text as they are compared."""
    words = ("".join(filter(str.isalnum, word)).casefold() for word in text.split())
    return [term for word in words for term in words_in(word)]


def passages_of(found: Match[PageNode]) -> tuple[Passage, ...]:
    """In pre-order; wildcards that consumed no words are left out."""
    boxes: dict[etree._Element | int, _Box] = {}
    box_of = cache(_box_of)  # many lines may stand in one block
    for each in found.consumed:
        for node in each.nodes:
            for text, element in _pieces(node):
                block, linked = _block(element)
                if block is not None and block.tag == "title":
                    continue  # not on the page itself, and of the portal as much as of the article
                key = each.position if block is None else box_of(block)
                if key in boxes or not text.isspace():
                    headed = block is not None and block.tag in _HEADINGS
                    boxes.setdefault(key, _Box(headed)).add(text, block, linked)
    return tuple(box.passage(position) for position, box in enumerate(boxes.values()))


@dataclass
class _Box:
    headed: bool
    linked: int = 0
    lines: list[list[str]] = field(default_factory=list)
    _last: etree._Element | None = None

    def add(self, text: str, block: etree._Element | None, linked: bool) -> None:
        if not self.lines or block is not self._last:
            self.lines.append([])
        self._last = block
        self.lines[-1].append(text)
        self.linked += word_count(text) if linked else 0

    def passage(self, position: int) -> Passage:
        lines = (" ".join("".join(pieces).split()) for pieces in self.lines)
        return Passage(position, "\n".join(filter(None, lines)), self.headed, self.linked)


def _pieces(node: PageNode) -> Iterator[tuple[str, etree._Element | None]]:
    """Texts, and the element each stands in: what inline markup cuts goes on as one word."""
    if node.element is None:
        yield f" {node.text} ", node.parent
        return
    if node.element.tag in OPAQUE | _CONTROLS:
        return
    walk = etree.iterwalk(node.element, events=("start", "end"))
    for event, element in walk:
        if event == "start" and element.tag in OPAQUE | _CONTROLS:
            walk.skip_subtree()
            continue
        if event == "end" and element is node.element:
            return
        text, holder = (element.text, element) if event == "start" else (element.tail, element.getparent())
        if text:
            yield text if element.tag in INLINE else f" {text}", holder


def _block(element: etree._Element | None) -> tuple[etree._Element | None, bool]:
    """The block that words in an element stand in, and whether they are a link."""
    linked = False
    while element is not None and element.tag in INLINE:
        linked = linked or element.tag == "a"
        element = element.getparent()
    return element, linked


def _box_of(block: etree._Element) -> etree._Element:
    """The element whose paragraphs make one text with this block."""
    box = block
    if box.tag == "div" and all(child.tag in INLINE or child.tag == "br" for child in box):
        box = _above(box)
    while box.tag in _FLOWING:
        box = _above(box)
    return box


def _above(element: etree._Element) -> etree._Element:
    above = element.getparent()
    return element if above is None else above
