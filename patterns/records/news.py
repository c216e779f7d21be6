"""Which of a page's passages is the body of an article, and which its title: the labelling rule of the WWW'04 paper.

The body is the longest passage of more than 100 words; the title one of 1 to 20 words before it that shares many words
with it and is near. Beyond the paper, words in links do not make a passage long, and a title is sought first where the
page's own title has its words, then in headings: most of the errors that the paper tells of were captions and names of
authors taken for titles.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from patterns.records.passages import Passage, terms_of

MORE_THAN = 100
LONGEST_TITLE = 20
_SAID_BY_THE_PAGE = 0.8
"""So much of a title is in the page's own, which mostly names the portal as well."""


@dataclass(frozen=True)
class Article:
    title: str
    body: str


def label_article(passages: Sequence[Passage], page_title: str = "") -> Article | None:
    """Title and body, or None where no passage is long enough for a body."""
    bodies = [passage for passage in passages if passage.own_words > MORE_THAN]
    if not bodies:
        return None
    body = max(bodies, key=lambda passage: (passage.own_words, -passage.position))
    before = [each for each in passages if each.position < body.position and 1 <= len(each.terms) <= LONGEST_TITLE]
    return Article(_title(before, body, set(terms_of(page_title))), body.text)


def _title(passages: Sequence[Passage], body: Passage, said: set[str]) -> str:
    known = set(body.terms) - {""}

    def fitness(passage: Passage) -> float:
        return len(known & set(passage.terms)) / (body.position - passage.position)

    def is_said(passage: Passage) -> bool:
        terms = set(passage.terms)
        return len(terms) > 1 and len(terms & said) >= _SAID_BY_THE_PAGE * len(terms)

    fitting = [each for each in passages if fitness(each) > 0 or is_said(each)]
    best = max(fitting, key=lambda each: (is_said(each), each.headed, fitness(each)), default=None)
    return best.text if best is not None else ""
