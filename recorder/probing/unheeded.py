"""Answers that do not heed the question: they list what the page with the form lists unasked, as where a filter is
ignored that does not know the value. Knows no form.

Links may repeat what was asked, or where one is: that tells no two lists apart.
"""

from collections.abc import Container
from urllib.parse import SplitResult, parse_qsl, urlsplit

from recorder.visiting.page_reader import ReadPage

_Leading = tuple[str, tuple[tuple[str, str], ...]]
"""Where a link leads: the address without its parameters, and those of them that say something."""


def heeds(answer: ReadPage, unasked: ReadPage | None) -> bool:
    """Whether the answer lists anything else than the page does on which nothing was asked yet."""
    if unasked is None:
        return True
    asked = _split(answer.url)
    repeated = frozenset(parse_qsl(asked.query, keep_blank_values=True))
    return _listed(answer, repeated) != _listed(unasked, repeated)


def _listed(page: ReadPage, repeated: Container[tuple[str, str]]) -> frozenset[_Leading]:
    here = _split(page.url)
    return frozenset(_leading(_split(url), here, repeated) for url in {link.url for link in page.links})


def _leading(link: SplitResult, here: SplitResult, repeated: Container[tuple[str, str]]) -> _Leading:
    """Links to the page itself, in another order or turned, are alike wherever that is."""
    is_here = (link.netloc, link.path) == (here.netloc, here.path)
    said = (pair for pair in parse_qsl(link.query, keep_blank_values=True) if pair not in repeated)
    told = (pair for pair in said if not (len(here.path) > 1 and here.path in pair[1]))
    return "" if is_here else f"{link.netloc}{link.path}", tuple(sorted(told))


def _split(url: str) -> SplitResult:
    """Of an address that is none, nothing."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")
