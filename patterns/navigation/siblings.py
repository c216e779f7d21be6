"""The pages most likely to be of the sample's class: those linked from where the sample is linked (method section 1,
step 1).
"""

from collections.abc import Iterable

from patterns.navigation.site_map import SiteMap
from patterns.pages.link_groups import url_shape
from patterns.urls.url import Url


def siblings_of(site: SiteMap, samples: Iterable[str]) -> list[str]:
    """Links in the same list as a sample, the likeliest first: same shape of URL, then fewest differing levels."""
    known = set(samples)
    ranks: dict[str, tuple[bool, int]] = {}
    for sample in sorted(known):
        beside = {url for page in site.inbound.get(sample, {}) for url in _in_the_same_list(site, page, sample)}
        for url in sorted(beside - known):
            rank = _unlike(sample, url)
            ranks[url] = min(rank, ranks.get(url, rank))
    return sorted(ranks, key=lambda url: ranks[url])


def _in_the_same_list(site: SiteMap, page: str, sample: str) -> set[str]:
    places = {link.place for link in site.links[page] if link.url == sample}
    return {link.url for link in site.links[page] if link.place in places}


def _unlike(sample: str, other: str) -> tuple[bool, int]:
    ours, theirs = Url(sample), Url(other)
    if ours.keys != theirs.keys:
        return (True, len(ours.keys) + len(theirs.keys))
    differing = sum(a != b for a, b in zip(ours.values, theirs.values, strict=True))
    return (url_shape(sample) != url_shape(other), differing)
