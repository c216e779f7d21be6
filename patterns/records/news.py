"""Which of a page's passages is the body of an article, and which its title: the labelling rule of the WWW'04 paper.

The body is the longest passage of more than 100 words; the title one of 1 to 20 words before it that shares many words
with it and is near. Beyond the paper, paragraphs side by side are one passage, and a title is sought in headings first:
most of the errors that the paper tells of were captions and names of authors taken for titles.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from patterns.pages.documents import INLINE
from patterns.records.matching import Match
from patterns.records.page_nodes import PageNode

_HEADINGS = frozenset({"h1", "h2"})
_PARAGRAPHS = frozenset({"p", "blockquote", "pre"})

MORE_THAN = 100
LONGEST_TITLE = 20


@dataclass(frozen=True)
class Passage:
    """The text a wildcard consumed, and the wildcard's number in pre-order."""

    position: int
    text: str
    headed: bool = False
    """It stands in a heading of the page."""

    @property
    def terms(self) -> list[str]:
        return ["".join(filter(str.isalnum, word)).casefold() for word in self.text.split()]


@dataclass(frozen=True)
class Article:
    title: str
    body: str


def passages_of(found: Match[PageNode]) -> tuple[Passage, ...]:
    """The texts of a match, in pre-order; wildcards that consumed no words are left out.

    Paragraphs that stand under one element are one passage, also where every page has them and each got a wildcard of
    its own."""
    together: dict[etree._Element | int, list[str]] = {}
    positions: dict[etree._Element | int, int] = {}
    headed: set[etree._Element | int] = set()
    for each in found.consumed:
        for node in each.nodes:
            if node.text:
                block = _block(node)
                above = block.getparent() if block is not None and block.tag in _PARAGRAPHS else None
                key = each.position if above is None else above
                if block is not None and block.tag in _HEADINGS:
                    headed.add(key)
                together.setdefault(key, []).append(node.text)
                positions.setdefault(key, each.position)
    return tuple(Passage(positions[key], "\n".join(texts), key in headed) for key, texts in together.items())


def _block(node: PageNode) -> etree._Element | None:
    """The paragraph, heading or other block that a node is, or is in."""
    element = node.parent if node.element is None else node.element
    while element is not None and element.tag in INLINE:
        element = element.getparent()
    return element


def label_article(passages: Sequence[Passage]) -> Article | None:
    """Title and body, or None where no passage is long enough for a body."""
    bodies = [passage for passage in passages if len(passage.terms) > MORE_THAN]
    if not bodies:
        return None
    body = max(bodies, key=lambda passage: (len(passage.terms), -passage.position))
    known = set(body.terms) - {""}

    def fitness(passage: Passage) -> float:
        return len(known & set(passage.terms)) / (body.position - passage.position)

    titles = [each for each in passages if each.position < body.position and 1 <= len(each.terms) <= LONGEST_TITLE]
    fitting = [each for each in titles if fitness(each) > 0]
    best = max(fitting, key=lambda each: (each.headed, fitness(each)), default=None)
    return Article(best.text if best is not None else "", body.text)
