"""Title and body of news articles, by our rule for news and by trafilatura: the same pages, in the same run.

The pages are those of `news_portals`: two articles or more of each portal; the figures of portals whose errors nobody
looked at while the rule was made are told apart. `python -m bench news`.

A body is right from a word overlap (F1) of 0.8 on, a title as well; what the paper calls right is not said exactly. Of
scripts that put no spaces between words each character is taken for a word.
"""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from statistics import mean

from bench.figures import Figure
from bench.news_portals import Page, pages_of, portals
from bench.programs import program
from recorder.patterns.pages.trees import Forest
from recorder.patterns.records.articles import Article, label_article, passages_of
from recorder.patterns.records.matching import PageNode, match
from recorder.patterns.records.ne_patterns import compose_all
from recorder.patterns.similarity.rtdm import Comparison

PORTALS_BAR = 5
RIGHT_BAR = 0.8771
_RIGHT = 0.8
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")


def run() -> list[Figure]:
    all_portals = portals()
    pages = [page for portal in all_portals for page in pages_of(portal)]
    ours, theirs = list(_ours(pages)), list(_theirs(pages))
    return [
        Figure("portals", len(all_portals), "", f">= {PORTALS_BAR}", len(all_portals) >= PORTALS_BAR),
        *_figures("ours", pages, ours, RIGHT_BAR),
        *_figures("trafilatura", pages, theirs, 0.0),
        *_figures("ours, held out", *_held(pages, ours), RIGHT_BAR),
        *_figures("trafilatura, same pages", *_held(pages, theirs), 0.0),
    ]


def _held(pages: Sequence[Page], articles: Sequence[Article]) -> tuple[list[Page], list[Article]]:
    of_them = [at for at, page in enumerate(pages) if page.portal.held]
    return [pages[at] for at in of_them], [articles[at] for at in of_them]


def _ours(pages: Sequence[Page]) -> Iterator[Article]:
    """One pattern for the pages of each portal."""
    for _, own in groupby(pages, lambda page: page.portal):
        documents = [page.document for page in own]
        forest = Forest()
        pattern = compose_all([forest.tree(each, texts=True) for each in documents], forest, Comparison())
        for document in documents:
            found = match(pattern, PageNode.of(document))
            article = label_article(passages_of(found), document.title) if found else None
            yield article or Article("", "")


def _theirs(pages: Sequence[Page]) -> Iterator[Article]:
    script = Path(__file__).with_name("trafilatura_reader.py")
    command = [
        program("trafilatura", "python", "trafilatura", "lxml_html_clean"),
        script,
        *(page.file for page in pages),
    ]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return (Article(**json.loads(line)) for line in lines)


def _figures(whose: str, pages: Sequence[Page], articles: Sequence[Article], bar: float) -> Iterator[Figure]:
    scores = [overlap(article.body, page.body) for page, article in zip(pages, articles, strict=True)]
    right = mean(score >= _RIGHT for score in scores)
    missed = mean(not article.body for article in articles)
    yield Figure(f"{whose}: F1 of the body, of {len(pages)} pages", mean(scores), "", "", True)
    yield Figure(f"{whose}: bodies right", right, "", f">= {bar}" if bar else "", right >= bar)
    yield Figure(f"{whose}: bodies wrong", 1 - right - missed, "", "", True)
    yield Figure(f"{whose}: bodies missed", missed, "", "", True)
    titles = [overlap(each.title, page.title) for page, each in zip(pages, articles, strict=True)]
    yield Figure(f"{whose}: titles right", mean(score >= _RIGHT for score in titles), "", "", True)


def overlap(said: str, true: str) -> float:
    """F1 of the words, each as often as it occurs."""
    one, other = (Counter(_WORD.findall(text.casefold())) for text in (said, true))
    return 2 * (one & other).total() / max(1, one.total() + other.total())
