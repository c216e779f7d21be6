"""Whether the first words of names say kinds of pages on this site, as `class-` and `file-` do, or are only what names
begin with, as `Wiki` of `WikiStart` and `SAX` of `SAXParser` are; and likewise what programs are told (`?do=show`).

Nothing about a word tells. What pages with other words look like does: where words say kinds, the pages of most of them
are told apart from the sample's by structure. Names and folders that return all over the site, as `index.html` does, do
not count: they say kinds of their own.
"""

from collections import defaultdict
from statistics import median

from recorder.patterns.classes.evidence import Evidence, Urls, some_of
from recorder.patterns.classes.exemplars import TELLING
from recorder.patterns.classes.page_class import FEW

_PAGES = 16
"""Of every word; more of them tell nothing new."""

_WORDS = 12


def with_words_believed(evidence: Evidence) -> Evidence:
    """The evidence, or the same without what first words say, where they say no kinds. In doubt they do."""
    own = some_of(_own(evidence), _PAGES)
    others = _others(evidence)
    if len(own) < FEW or not others:
        return evidence
    says_kinds = median(evidence.told_apart(own, other) for other in others) >= TELLING
    return evidence if says_kinds else evidence.without_words()


def _own(evidence: Evidence) -> Urls:
    """The pages with the sample's word; where it has none, those of its cell."""
    words = set(filter(evidence.kinds.is_word, evidence.own_kinds))
    return frozenset(url for url in evidence.pages if evidence.kinds.of(url) in words) if words else evidence.at_home


def _others(evidence: Evidence) -> list[Urls]:
    """Some pages of every word that many have, the sample's apart, and some that have none."""
    pages: dict[str, set[str]] = defaultdict(set)
    for url in evidence.pages.keys() - evidence.kept_out:
        kind = evidence.kinds.of(url)
        if kind not in evidence.own_kinds and (kind == "" or evidence.kinds.is_word(kind)):
            pages[kind].add(url)
    most = sorted(pages, key=lambda kind: (-len(pages[kind]), kind))[:_WORDS]
    return [some_of(pages[kind], _PAGES) for kind in most if len(pages[kind]) >= FEW]
