"""The pages most likely to be of the sample's class: those linked from where the sample is linked (method section 1,
step 1).
"""

from collections.abc import Iterable

from patterns.link_groups import url_shape
from patterns.site_map import SiteMap
from patterns.urls import Url


def siblings_of(site: SiteMap, samples: Iterable[str]) -> list[str]:
    """Links in the same list as a sample, the likeliest first: same shape of URL, then fewest differing levels."""
    ranks: dict[str, tuple[bool, int]] = {}
    known = set(samples)
    for sample in sorted(known):
        for page in site.inbound.get(sample, {}):
            places = {link.place for link in site.links[page] if link.url == sample}
            for link in site.links[page]:
                if link.place in places and link.url not in known:
                    rank = _unlike(sample, link.url)
                    ranks[link.url] = min(rank, ranks.get(link.url, rank))
    return sorted(ranks, key=lambda url: ranks[url])


def _unlike(sample: str, other: str) -> tuple[bool, int]:
    ours, theirs = Url(sample), Url(other)
    if ours.keys != theirs.keys:
        return (True, len(ours.keys) + len(theirs.keys))
    differing = sum(a != b for a, b in zip(ours.values, theirs.values, strict=True))
    return (url_shape(sample) != url_shape(other), differing)
