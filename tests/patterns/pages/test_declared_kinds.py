"""What pages declare themselves to be is read wherever it stands, and nothing that only belongs to it."""

import pytest

from recorder.patterns.pages.declared_kinds import declared_kinds
from recorder.patterns.pages.documents import Document


def kinds(html: str) -> frozenset[str]:
    return declared_kinds(Document.parse(html.encode(), url="http://site.example/"))


def data(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script><p>Page</p>'


@pytest.mark.parametrize(
    ("html", "declared"),
    [
        (data('{"@type": "Recipe", "author": {"@type": "Person"}}'), {"Recipe"}),
        (data('{"@graph": [{"@type": "Event"}, {"@type": ["Item", "Page"]}]}'), {"Event", "Item", "Page"}),
        (data('[{"@type": "http://schema.org/Event"}]'), {"Event"}),
        (data('{"@type": "Recipe"'), set()),
        ('<script>{"@type": "Recipe"}</script>', set()),
        ("<div itemscope itemtype='https://schema.org/Book'><b itemprop=by itemscope itemtype=Person>Ann", {"Book"}),
        ("<meta property=og:type content=article><p>Page</p>", {"og:article"}),
        ("<p>Page</p>", set()),
    ],
)
def test_types_of_the_page_itself(html: str, declared: set[str]) -> None:
    assert kinds(html) == declared


def test_a_page_may_declare_anything() -> None:
    many = ",".join(f'{{"@type": "Type{n}"}}' for n in range(1000))
    assert len(kinds(data(f"[{many}]"))) < 100
    assert kinds(data(f'{{"@type": "{"x" * 1000}"}}')) == set()
    assert kinds(data("[" * 10_000)) == set()
    for deep in range(100, 1000, 100):
        assert kinds(data("[" * deep + "]" * deep)) == set()
        assert kinds(data('{"@graph":' * deep + '{"@type": "Event"}' + "}" * deep)) == set()
