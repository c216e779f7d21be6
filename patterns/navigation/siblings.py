"""The pages most likely to be of the sample's class: those linked from where the sample is linked (method section 1,
step 1), those that are addressed like it, and those that one target after the other leads to.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence

from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.urls.url import Url, sampling_key

FEW = 3
MOST_NEIGHBOURS = 2


def neighbours_of_targets(site: SiteMap) -> set[str]:
    """What targets lead on to, one by one ("older", "part 2"): at a place where most of those seen have one link, or
    two, to pages of their own kind of address. A place with more links is a list or a text; where most of those
    followed lead back to the page itself, they are its other addresses.
    """
    seen = [page for page in site.targets if page in site.links]
    keys = {Url(page).keys for page in seen}
    alike = {url for url in {link.url for page in seen for link in site.links[page]} if Url(url).keys in keys}
    at: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    back: dict[str, Counter[bool]] = defaultdict(Counter)
    for page in seen:
        for link in site.links[page]:
            if link.url != page and link.url in alike:
                at[link.place][page].add(link.url)
                if site.fetched(link.url):
                    back[link.place][site.final(link.url) == page] += 1
    pagers = (
        pages.values()
        for place, pages in at.items()
        if len(pages) >= max(FEW, len(seen) / 2) and max(map(len, pages.values())) <= MOST_NEIGHBOURS
        if back[place][True] <= back[place][False]
    )
    return {url for pages in pagers for urls in pages for url in urls}


def siblings_of(site: SiteMap, samples: Iterable[str]) -> list[str]:
    """Links in the same list as a sample, the likeliest first: fewest differing folders, then same shape of URL. A
    folder is a choice, the shape of a name mostly chance.
    """
    known = set(samples)
    ranks: dict[str, tuple[int, bool]] = {}
    for sample in sorted(known):
        beside = {url for page in site.inbound.get(sample, {}) for url in _in_the_same_list(site, page, sample)}
        linked = _linked_as(site, sample)
        lists = {(page, own) for own in linked for page in site.inbound[own].keys() - {sample, own}}
        beside |= linked.union(url for page, own in lists for url in _in_the_same_list(site, page, own))
        for url in sorted(beside - known):
            rank = min(_unlike(own, url) for own in (sample, *linked))
            ranks[url] = min(rank, ranks.get(url, rank))
    return sorted(ranks, key=lambda url: ranks[url])


def _linked_as(site: SiteMap, sample: str) -> set[str]:
    """Where no other page links to a sample at the address given: links that say the same, and parameters more."""
    if site.inbound.get(sample, {}).keys() - {sample}:
        return set()
    path, own = sample.partition("?")[0], set(Url(sample).parameters)
    return {url for url in site.inbound if url.partition("?")[0] == path and own < set(Url(url).parameters)}


def addressed_like(site: SiteMap, samples: Collection[str]) -> list[str]:
    """Links of the same shape as a sample's, which differ from it in one place alone."""
    shapes = {url_shape(sample) for sample in samples}
    slots = [Url(sample).slots for sample in samples]
    alike = [url for url in site.inbound if url_shape(url) in shapes and url not in samples]
    near = [url for url in alike if any(_differing(Url(url).slots, own) == 1 for own in slots)]
    return sorted(near, key=lambda url: (site.depths[url], sampling_key(url)))


def _differing(ours: Sequence[object], theirs: Sequence[object]) -> int:
    return sum(a != b for a, b in zip(ours, theirs, strict=False)) + abs(len(ours) - len(theirs))


def _in_the_same_list(site: SiteMap, page: str, sample: str) -> set[str]:
    places = {link.place for link in site.links[page] if link.url == sample}
    return {link.url for link in site.links[page] if link.place in places}


def _unlike(sample: str, other: str) -> tuple[int, bool]:
    ours, theirs = Url(sample), Url(other)
    if ours.keys != theirs.keys:
        return (len(ours.keys) + len(theirs.keys), True)
    return (_differing(ours.levels[:-1], theirs.levels[:-1]), url_shape(sample) != url_shape(other))
