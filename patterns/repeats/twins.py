"""Pages that say the same, word for word, at addresses that do not tell so: a topic by its own number, and by that of
each post in it. One stands for all of them. Knows neither sites nor links.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Mapping, Set
from dataclasses import dataclass

from recorder.patterns.repeats.sayings import FEWEST
from recorder.patterns.repeats.telling_parameters import unlike
from recorder.patterns.urls.sorts import sort_of

_PASSING = 2
"""Most numbers, of both, in which two visits of one page differ: the minute, or how often it was read."""


@dataclass(frozen=True)
class PageWords:
    """What a page says but for its numbers, which these are, and the links that differ from its address in parameters
    alone.
    """

    said: Hashable
    numbers: Set[int]
    beside: Set[str]


def twins(pages: Mapping[str, PageWords], samples: Collection[str]) -> frozenset[str]:
    """Those that a page of another sort of addresses stands for: a sample, or one addressed like it, or as most are.
    With some that are not addressed like a sample, and link to the page that is, go all of their sort, whether or not
    that page was seen. None where it would hold for a few records: they may be as alike as that by chance, as pictures
    are that have nothing but a number.
    """
    alike: dict[Hashable, list[str]] = defaultdict(list)
    for url, page in pages.items():
        alike[page.said].append(url)
    far, meant, common = unlike(samples), set(map(sort_of, samples)), Counter(map(sort_of, pages))
    found: dict[str, str] = {}
    for urls in (urls for urls in alike.values() if len(urls) > 1):
        kept, *others = sorted(sorted(urls), key=lambda url: (*far(url), -common[sort_of(url)]))
        for url in (url for url in others if sort_of(url) != sort_of(kept) and url not in samples):
            if len(pages[url].numbers ^ pages[kept].numbers) <= _PASSING:
                found[url] = kept
    if len(set(found.values())) < FEWEST:
        return frozenset()
    sorts = Counter(sort_of(url) for url, twin in found.items() if sort_of(twin) in meant and twin in pages[url].beside)
    again = {sort for sort, times in sorts.items() if times >= FEWEST and sort not in meant}
    return frozenset(found).union(url for url in pages if sort_of(url) in again)
