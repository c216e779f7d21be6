"""Answers that do not heed the question: they list what the page with the form lists unasked, as where a filter is
ignored that does not know the value. Knows no form.

Links may repeat what was asked, or where one is: that tells no two lists apart.
"""

from collections.abc import Iterable
from urllib.parse import SplitResult, parse_qsl, urlsplit

from recorder.visiting.page_reader import ReadPage

_Leading = tuple[str, tuple[tuple[str, str], ...]]
"""Where a link leads: the address without its parameters, and those of them that say something."""


def heeds(answer: ReadPage, unasked: ReadPage | None) -> bool:
    """Whether the answer lists anything else than the page does on which nothing was asked yet."""
    if unasked is None:
        return True
    asked = _split(answer.url)
    return _listed(answer, asked) != _listed(unasked, asked)


def _listed(page: ReadPage, asked: SplitResult) -> frozenset[_Leading]:
    repeated = frozenset(parse_qsl(asked.query, keep_blank_values=True))
    return frozenset(_leading(url, repeated, asked.path) for url in {link.url for link in page.links})


def _leading(url: str, repeated: Iterable[tuple[str, str]], here: str) -> _Leading:
    parts = _split(url)
    said = (
        pair
        for pair in parse_qsl(parts.query, keep_blank_values=True)
        if pair not in repeated and not (len(here) > 1 and here in pair[1])
    )
    return f"{parts.netloc}{parts.path}", tuple(sorted(said))


def _split(url: str) -> SplitResult:
    """Of an address that is none, nothing."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")
