"""What a page says in each of its aspects: how it is built, what its template says, what it is called, its address, and
the links to it and from it. How much pages share is `likeness`; what follows from it is `belief`.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping

from recorder.patterns.classes.evidence import SeenPage
from recorder.patterns.classes.likeness import Likeness
from recorder.patterns.classes.url_cells import leading_word, place_of
from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.urls.url import Url

Terms = frozenset[Hashable]

_NUMBER = re.compile(r"[0-9]+")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_MOST_WORDS = 30
"""Of a heading."""


def _root_paths(page: SeenPage) -> Iterator[str]:
    todo = [("", page.folded)]
    while todo:
        above, tree = todo.pop()
        path = f"{above}/{tree.label}"
        yield path
        todo.extend((path, child) for child in tree.children)


def _levels(url: str) -> Iterator[Hashable]:
    """What an address says level by level, in the path or in parameters: `/show/7` and `?do=show&id=7` say the same
    kind of thing. Numbers are data.
    """
    yield from enumerate(place_of(url))
    for name, value in Url(url).parameters:
        yield name
        yield name, _NUMBER.sub("0", value)


def _words_over(page: SeenPage) -> list[str]:
    """Those of its heading, in small letters. Numbers are data."""
    return [_NUMBER.sub("0", word.lower()) for word in _WORD.findall(page.heading)[:_MOST_WORDS]]


def _ends_of_heading(page: SeenPage) -> Iterator[Hashable]:
    """The first word and the last: what a page is often stands there, "class", "chapter", "reference"."""
    words = _words_over(page)
    return iter([("first", words[0]), ("last", words[-1])] if words else [])


ASPECTS: Mapping[str, Callable[[SeenPage], Iterator[Hashable]]] = {
    "paths": _root_paths,
    "labels": lambda page: iter(page.labels),
    "places of links": lambda page: (link.place for link in page.links),
    "levels": lambda page: _levels(page.url),
    "shape": lambda page: iter(url_shape(page.url.rstrip("/"))[-1:]),
    "word": lambda page: filter(None, [leading_word(page.url)]),
    "ends of heading": _ends_of_heading,
    "words of heading": lambda page: iter(_words_over(page)),
}
"""What each page says by itself."""

OF_LINKS = ("lists", "places of lists")
"""What the links to it say: the very lists it stands in, and where on pages such lists are."""

NAMES = (*ASPECTS, *OF_LINKS)

OFTEN_SILENT = ("word", "lists")
"""Aspects in which many pages say nothing. It means something that two pages both do."""


def likenesses(pages: Collection[SeenPage]) -> dict[str, Likeness]:
    """How much the pages share in every aspect."""
    lists = _lists(pages)
    terms: dict[str, list[Terms]] = {name: [said(name, page) for page in pages] for name in ASPECTS}
    terms["lists"] = [frozenset(lists[page.url]) for page in pages]
    terms["places of lists"] = [frozenset(place for _, place in lists[page.url]) for page in pages]
    return {name: Likeness(terms[name]) for name in NAMES}


def said(name: str, page: SeenPage) -> Terms:
    """In one aspect, by the page itself."""
    if name not in page.said:
        page.said[name] = frozenset(ASPECTS[name](page))
    return page.said[name]


def _lists(pages: Collection[SeenPage]) -> Mapping[str, set[tuple[str, str]]]:
    """The lists each page stands in: the page of a list, and its place there."""
    found: dict[str, set[tuple[str, str]]] = {page.url: set() for page in pages}
    for page in pages:
        for url, place in {(link.url, link.place) for link in page.links if link.url in found}:
            if url != page.url:
                found[url].add((page.url, place))
    return found
