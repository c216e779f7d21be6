"""Does a browser change anything? One page over HTTP against the same page rendered.

Compared are structure, links and words. Scripts may take links and words away: what counts is what only the browser
brings. Two things are not held against a page: what browsers add to nearly every page of the site, and what differs
between two plain visits. Fetches nothing.
"""

from collections.abc import Set
from dataclasses import dataclass, replace

from recorder.patterns.similarity.rtdm import Comparison
from recorder.patterns.urls.url import without_route
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.render_evidence import RenderEvidence

SAME = 0.8
"""Least similarity of folded trees of one page: browsers repair HTML a little otherwise than our parser, and scripts
add a button here and a style there.
"""

NEW_WORDS = 0.1
"""Largest share of a page's words that scripts may add without the page needing them: a date, a counter, a greeting."""

FEW_WORDS = 5
"""The same as a number of words, for short pages."""

STEADY = 0.05
"""Most that the similarity to a second plain visit may exceed the similarity to the rendered page."""

RESTLESS = 1.5
"""Most that a browser may add, as a multiple of what a second plain visit adds: ads, what others bought."""

_MOST_KEPT = 200
"""Most added words, and links, that evidence keeps."""


@dataclass(frozen=True)
class CommonAdditions:
    """Words and links that browsers add to nearly every page of the site: the same menu, the same banner."""

    words: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Difference:
    """What a second page has that a first has not."""

    similarity: float
    links: frozenset[str]
    words: frozenset[str]


def weigh(
    evidence: RenderEvidence,
    plain: ReadPage,
    shown: ReadPage,
    again: ReadPage | None,
    common: CommonAdditions,
    comparison: Comparison,
) -> RenderEvidence:
    """The evidence filled in. `again` is a second plain visit, for a page that a browser seems to change."""
    found = _difference(plain, shown, comparison)
    noise = _difference(plain, again, comparison) if again else _Difference(1.0, frozenset(), frozenset())
    links, words = found.links - common.links - noise.links, found.words - common.words - noise.words
    few_words = max(FEW_WORDS, NEW_WORDS * len(_words(shown)), RESTLESS * len(noise.words))
    same = (
        without_route(shown.url) == without_route(plain.url)
        and found.similarity >= min(SAME, noise.similarity - STEADY)
        and len(links) <= RESTLESS * len(noise.links)
        and len(words) <= few_words
    )
    return replace(
        evidence,
        similarity=round(found.similarity, 4),
        links=_share(found.links, _urls(shown)),
        words=_share(found.words, _words(shown)),
        changed=not same,
        added_words=tuple(sorted(found.words)[:_MOST_KEPT]),
        added_links=tuple(sorted(found.links)[:_MOST_KEPT]),
    )


def _difference(first: ReadPage, second: ReadPage, comparison: Comparison) -> _Difference:
    return _Difference(
        comparison.similarity(first.tree, second.tree), _urls(second) - _urls(first), _words(second) - _words(first)
    )


def _share(missing: Set[str], whole: Set[str]) -> float:
    """Of the whole, what is not missing."""
    return round(1 - len(missing) / len(whole), 4) if whole else 1.0


def _urls(page: ReadPage) -> frozenset[str]:
    return frozenset(link.url for link in page.links)


def _words(page: ReadPage) -> frozenset[str]:
    return frozenset(page.text.lower().split())
