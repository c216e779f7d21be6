"""Title and body of an article, by the labelling rule of the WWW'04 paper, from the passages of its page.

A passage is what the wildcards of the page's pattern consumed, put together as a person reads it. Paragraphs, lists and
quotations that stand in one box are one passage, whether a wildcard consumed them one by one or the whole page at once;
a heading of the page is one of its own.

The body is the longest passage of more than 100 words; the title one of 1 to 20 words before it that shares many words
with it and is near. Beyond the paper, words in links do not make a passage long, and a title is sought first where the
page's own title has its words, then in headings: most of the errors that the paper tells of were captions and names of
authors taken for titles. Where no passage has the words of the page's own title, a line in one may be the title, and
where nothing shares a word with the body, the page's own title has to do.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from lxml import etree

from recorder.patterns.pages.documents import INLINE
from recorder.patterns.pages.trees import OPAQUE, QUOTE
from recorder.patterns.pages.words import word_count, words_in
from recorder.patterns.records.matching import Match, PageNode

MORE_THAN = 100
LONGEST_TITLE = 20
_SAID_BY_THE_PAGE = 0.8
"""Least share of a title's words that are in the page's own, which mostly names the portal as well."""
_BETWEEN_PARTS = re.compile(r"\s+[-–—|·:»«]+\s+|[|_]")


_HEADINGS = frozenset({"h1", "h2"})
_FLOWING = frozenset(
    {"p", "pre", "blockquote", "h3", "h4", "h5", "h6", "hr", "ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption"}
)
"""What paragraphs of one text may be in, beside the box of the text."""
_CONTROLS = frozenset({"select", "option", "button", "textarea", "label", "legend"})


@dataclass(frozen=True)
class Article:
    title: str
    body: str


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
        yield f" {node.label.removeprefix(QUOTE)} ", node.parent
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


def label_article(passages: Sequence[Passage], page_title: str = "") -> Article | None:
    """Title and body, or None where no passage is long enough for a body."""
    bodies = [passage for passage in passages if passage.own_words > MORE_THAN]
    if not bodies:
        return None
    body = max(bodies, key=lambda passage: (passage.own_words, -passage.position))
    before = [each for each in passages if each.position < body.position]
    said = set(terms_of(page_title))
    fittest = _fittest(before, body, said)
    if _is_said(fittest, said):
        return Article(fittest, body.text)
    title = max(_BETWEEN_PARTS.split(page_title), key=len).strip()  # without the name of the portal, as far as is told
    lines = [line for each in (*before, body) for line in each.text.split("\n") if _is_said(line, said)]
    return Article(max(lines, key=len, default=fittest) or title, body.text)


def _fittest(before: Sequence[Passage], body: Passage, said: set[str]) -> str:
    """The title by the paper's rule, among passages; empty if none shares a word with the body."""
    known = set(body.terms) - {""}

    def fitness(passage: Passage) -> float:
        return len(known & set(passage.terms)) / (body.position - passage.position)

    short = [each for each in before if 1 <= each.words <= LONGEST_TITLE]
    fitting = [each for each in short if fitness(each) > 0 or _is_said(each.text, said)]
    best = max(fitting, key=lambda each: (_is_said(each.text, said), each.headed, fitness(each)), default=None)
    return best.text if best is not None else ""


def _is_said(text: str, said: set[str]) -> bool:
    """Whether the page's own title has these words; one alone says nothing."""
    terms = set(terms_of(text))
    return len(terms) > 1 and len(terms & said) >= _SAID_BY_THE_PAGE * len(terms)
