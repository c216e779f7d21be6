"""Which answers are looked at, and which of their links are followed [V06 §4.3].

Error pages are small, so the largest answers are the valid ones; a random part of each group of links shows where the
group leads. The part is drawn by a seed and by each link alone, so that another link on the page changes nothing.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from math import ceil
from typing import TypeVar

from recorder.patterns.pages.link_groups import LinkGroup
from recorder.patterns.pages.links import Link

SHARE = 0.3
"""Share of the answers, the largest first, and of the links of a group that are looked at [V06 §4.3 and §4.3.1]."""

_TEMPLATE = 0.8
"""Least share of the answers that have a link of the template."""
_SELDOM = 0.5
"""Share of the answers with the commonest link of the form page (error pages have none of its links) below which a link
depends on what was asked.
"""
_LEAST_ANSWERS = 3
"""Least answers that tell more of the template than the form page does."""

T = TypeVar("T")


def largest(answers: Sequence[T], size: Callable[[T], int], share: float = SHARE) -> tuple[T, ...]:
    """The largest `share` of the answers, one at least, the largest first; of equal ones those that came first."""
    return tuple(sorted(answers, key=size, reverse=True)[: _part(len(answers), share)])


def template_links(form_page: Iterable[str], answers: Iterable[Collection[str]]) -> frozenset[str]:
    """The URLs that any page links to: those on nearly all answers, and those of the form page. The latter do not count
    if they come and go with what was asked: where the form page lists everything, answers are parts of its list.
    """
    pages, framed = [frozenset(urls) for urls in answers], frozenset(form_page)
    if len(pages) < _LEAST_ANSWERS:
        return framed
    on_pages = Counter(url for urls in pages for url in urls)
    usual = max((on_pages[url] for url in framed), default=0)
    asked_for = {url for url in framed if 0 < on_pages[url] < _SELDOM * usual}
    return framed - asked_for | {url for url, count in on_pages.items() if count >= _TEMPLATE * len(pages)}


def links_to_follow(
    groups: Iterable[LinkGroup], seed: int = 0, template: Collection[str] = frozenset(), share: float = SHARE
) -> tuple[Link, ...]:
    """A random `share` of each group, one at least, without the links of the template; each URL once."""
    chosen: dict[str, Link] = {}
    for group in groups:
        links = {link.url: link for link in reversed(group.links) if link.url not in template}
        drawn = sorted(links, key=lambda url: _lot(seed, url))[: _part(len(links), share)]
        chosen |= {url: links[url] for url in sorted(drawn) if url not in chosen}
    return tuple(chosen.values())


def _part(count: int, share: float) -> int:
    return min(count, max(1, ceil(round(share * count, 6))))


def _lot(seed: int, url: str) -> bytes:
    return hashlib.blake2b(f"{seed} {url}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
