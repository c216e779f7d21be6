"""Which of a page's passages is the body of an article, and which its title: the labelling rule of the WWW'04 paper.

The body is the longest passage of more than 100 words; the title one of 1 to 20 words before it that shares many words
with it and is near. Beyond the paper, words in links do not make a passage long, and a title is sought first where the
page's own title has its words, then in headings: most of the errors that the paper tells of were captions and names of
authors taken for titles. Where no passage has the words of the page's own title, a line in one may be the title, and
where nothing shares a word with the body, the page's own title has to do.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from recorder.patterns.records.passages import Passage, terms_of

MORE_THAN = 100
LONGEST_TITLE = 20
_SAID_BY_THE_PAGE = 0.8
"""So much of a title is in the page's own, which mostly names the portal as well."""
_BETWEEN_PARTS = re.compile(r"\s+[-–—|·:»«]+\s+|[|_]")


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
    before = [each for each in passages if each.position < body.position]
    said = set(terms_of(page_title))
    fittest = _fittest(before, body, said)
    if _is_said(fittest, said):
        return Article(fittest, body.text)
    lines = [line for each in (*before, body) for line in each.text.split("\n") if _is_said(line, said)]
    return Article(max(lines, key=len, default=fittest) or _longest_part(page_title), body.text)


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


def _longest_part(page_title: str) -> str:
    """Without the name of the portal, as far as what is usually put between tells."""
    return max(_BETWEEN_PARTS.split(page_title), key=len).strip()
