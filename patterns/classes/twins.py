"""Pages that say the same, word for word, at addresses that do not tell so: a topic by its own number, and by that of
each post in it. One stands for all of them. Knows neither sites nor links.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass

from recorder.patterns.classes.telling_parameters import FEWEST, unlike
from recorder.patterns.urls.sorts import sort_of

_MANY = 50
"""More pages than this of one title say that it is none of theirs alone."""

_PASSING = 4
"""Most words in which two visits of one page differ: the hour and the minute, how often it was read."""


@dataclass(frozen=True)
class Page:
    """What a page is called, its words, and the links that differ from its address in parameters alone."""

    title: str
    words: Iterable[int]
    beside: Set[str]


def twins(pages: Mapping[str, Page], samples: Collection[str]) -> frozenset[str]:
    """Those that another page of the same title stands for: a sample, or one addressed like it, or as most are. With
    some that are not addressed like a sample, and link to the page that is, go all of their sort, whether or not that
    page was seen. None where it would hold for a few records: they may be as alike as that by chance.
    """
    titled: dict[str, list[str]] = defaultdict(list)
    for url in pages:
        titled[pages[url].title].append(url)
    far = unlike(samples)
    meant, common = set(map(sort_of, samples)), Counter(map(sort_of, pages))
    found: dict[str, str] = {}
    for urls in (urls for urls in titled.values() if 1 < len(urls) <= _MANY):
        kept, again = dict[str, frozenset[int]](), dict[str, str]()
        for url in sorted(sorted(urls), key=lambda url: (*far(url), -common[sort_of(url)])):
            own = frozenset(pages[url].words)
            twin = next((each for each, said in kept.items() if _says_no_more(own, said)), "")
            if twin and url not in samples:
                again[url] = twin
            else:
                kept[url] = own
        if len(again) >= len(kept):  # else it is a title that says little, of records that do
            found |= again
    if len(set(found.values())) < FEWEST:
        return frozenset()
    sorts = Counter(sort_of(url) for url, twin in found.items() if sort_of(twin) in meant and twin in pages[url].beside)
    others = {sort for sort, times in sorts.items() if times >= FEWEST and sort not in meant}
    return frozenset(found).union(url for url in pages if sort_of(url) in others)


def _says_no_more(own: Set[int], said: Set[int]) -> bool:
    return abs(len(own) - len(said)) <= _PASSING and len(own ^ said) <= _PASSING
