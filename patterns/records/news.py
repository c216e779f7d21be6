"""Which of a page's passages is the body of an article, and which its title: the labelling rule of the WWW'04 paper.

The body is the longest passage of more than 100 words; the title one of 1 to 20 words before it that shares many words
with it and is near. It works on any site with long texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from patterns.records.matching import Match
from patterns.records.page_nodes import PageNode

MORE_THAN = 100
LONGEST_TITLE = 20


@dataclass(frozen=True)
class Passage:
    """The text a wildcard consumed, and the wildcard's number in pre-order."""

    position: int
    text: str

    @property
    def terms(self) -> list[str]:
        return ["".join(filter(str.isalnum, word)).casefold() for word in self.text.split()]


@dataclass(frozen=True)
class Article:
    title: str
    body: str


def passages_of(found: Match[PageNode]) -> tuple[Passage, ...]:
    """The texts of a match, in pre-order; wildcards that consumed no words are left out."""
    texts = ((each.position, "\n".join(filter(None, (node.text for node in each.nodes)))) for each in found.consumed)
    return tuple(Passage(position, text) for position, text in texts if text)


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
    best = max(titles, key=fitness, default=None)
    return Article(best.text if best is not None and fitness(best) > 0 else "", body.text)
