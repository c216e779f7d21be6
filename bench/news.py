"""Title and body of news articles, by our rule for news and by trafilatura: the same pages, in the same run.

The pages and the truth of their bodies are those that the `newspaper` project keeps for its own tests: two articles or
more of each of some fifty portals, saved in 2014, with the text of each. The true title is what the page itself
declares for sharing (`og:title`), which trafilatura reads and our rule does not. `python -m bench news`.

A body is right from a word overlap (F1) of 0.8 on; what the paper calls right is not said exactly.
"""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from statistics import mean

from bench.figures import Figure
from bench.programs import fetched_repository, program
from patterns.pages.documents import Document
from patterns.pages.trees import Forest
from patterns.records.matching import match
from patterns.records.ne_patterns import compose_all
from patterns.records.news import MORE_THAN, Article, label_article
from patterns.records.page_nodes import PageNode
from patterns.records.passages import passages_of
from patterns.similarity.rtdm import Comparison

REPOSITORY, VERSION = "https://github.com/codelucas/newspaper", "0.1.7"
PORTALS_BAR = 5
RIGHT_BAR = 0.8771
_RIGHT = 0.8
_NUMBER = re.compile(r"\d\.html$")


@dataclass(frozen=True)
class Page:
    file: Path
    document: Document
    body: str
    title: str

    @property
    def portal(self) -> str:
        return _NUMBER.sub("", self.file.name)


def run() -> list[Figure]:
    pages = list(_pages(fetched_repository(REPOSITORY, VERSION) / "tests" / "data"))
    ours, theirs = list(_ours(pages)), list(_theirs(pages))
    portals = len({page.portal for page in pages})
    return [
        Figure("portals", portals, "", f">= {PORTALS_BAR}", portals >= PORTALS_BAR),
        Figure("pages", len(pages), "", "", True),
        *_figures("ours", pages, ours, RIGHT_BAR),
        *_figures("trafilatura", pages, theirs, 0.0),
    ]


def _pages(data: Path) -> Iterator[Page]:
    """Of portals with several pages, those whose text is long enough for the paper's rule."""
    for file in sorted((data / "html").glob("*[0-9].html")):
        said = data / "text" / f"{file.stem}.txt"
        body = said.read_text("utf-8", "replace") if said.exists() else ""
        if len(list(file.parent.glob(_NUMBER.sub("[0-9].html", file.name)))) > 1 and len(body.split()) > MORE_THAN:
            document = Document.parse(file.read_bytes())
            yield Page(file, document, body, _declared_title(document))


def _declared_title(document: Document) -> str:
    titles = (meta.get("content") for meta in document.root.iter("meta") if meta.get("property") == "og:title")
    return next(filter(None, titles), "")


def _ours(pages: Sequence[Page]) -> Iterator[Article]:
    """One pattern for the pages of each portal, those without a truth included."""
    for portal, own in groupby(pages, lambda page: page.portal):
        chosen = list(own)
        files = sorted(chosen[0].file.parent.glob(f"{portal}[0-9].html"))
        forest = Forest()
        trees = [forest.tree(Document.parse(file.read_bytes()), texts=True) for file in files]
        pattern = compose_all(trees, forest, Comparison())
        for page in chosen:
            found = match(pattern, PageNode.of(page.document))
            article = label_article(passages_of(found), page.document.title) if found else None
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
    yield Figure(f"{whose}: F1 of the body", mean(scores), "", "", True)
    yield Figure(f"{whose}: bodies right", right, "", f">= {bar}" if bar else "", right >= bar)
    yield Figure(f"{whose}: bodies wrong", 1 - right - missed, "", "", True)
    yield Figure(f"{whose}: bodies missed", missed, "", "", True)
    titles = [overlap(each.title, page.title) for page, each in zip(pages, articles, strict=True) if page.title]
    yield Figure(f"{whose}: titles right, of {len(titles)}", mean(score >= _RIGHT for score in titles), "", "", True)


def overlap(said: str, true: str) -> float:
    """F1 of the words, each as often as it occurs."""
    one, other = (Counter(re.findall(r"\w+", text.casefold())) for text in (said, true))
    return 2 * (one & other).total() / max(1, one.total() + other.total())
