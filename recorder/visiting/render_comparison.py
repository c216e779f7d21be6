"""Does a browser change anything? One page as written against the same page as a browser shows it.

Three witnesses: structure, links, and words. Scripts may take links and words away: what counts is what is only to be
had from a browser. Two things are not held against a page: what browsers add to nearly every page of the site, and
what it does not even share with itself, fetched a second time. Fetches nothing.
"""

from collections.abc import Set
from dataclasses import dataclass, replace

from recorder.patterns.similarity.rtdm import Comparison
from recorder.patterns.urls.url import without_route
from recorder.visiting.page_reader import ReadPage
from recorder.visiting.render_evidence import RenderEvidence

SAME = 0.8
"""Folded trees so alike are one page: browsers mend trees a little otherwise than our parser, and scripts add a
button here and a style there.
"""

NEW_WORDS = 0.1
"""So many of its words may a page have from scripts, and not need them: a date, a counter, a greeting."""

FEW_WORDS = 5

STEADY = 0.05
"""So much more may a page be like itself, fetched again, than like what a browser shows."""

RESTLESS = 1.5
"""So many times as much may be new in a browser as is new when the page is fetched again: ads, what others bought."""

_MOST_KEPT = 200


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
    usual: CommonAdditions,
    comparison: Comparison,
) -> RenderEvidence:
    """The evidence filled in. `again` is the page as written a second time, for one that seems to be changed."""
    found = _difference(plain, shown, comparison)
    noise = _difference(plain, again, comparison) if again else _Difference(1.0, frozenset(), frozenset())
    links, words = found.links - usual.links - noise.links, found.words - usual.words - noise.words
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
