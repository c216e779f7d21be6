"""Link groups: links of one page that share a place and have similar URLs.

Groups are what mapping samples and decides about, instead of single pages. It only groups; which group leads
anywhere is found out by following some of its links.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from recorder.patterns.pages.links import Link
from recorder.patterns.urls.tokens import ALPHA, DIGITS, OTHER, kind_of, tokenize
from recorder.patterns.urls.url import Url

MAX_COLUMNS = 24
"""Most levels compared one by one; more are joined into blocks, or links of a hundred parameters would take minutes."""

_RANDOM = re.compile(
    "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    "|(?=[0-9]*[a-f]+[0-9]+[a-f]|[a-f]*[0-9]+[a-f]+[0-9])[0-9a-f]{7,}"
    "|(?=[a-z]*(?:[0-9]+[a-z]+){2}|[0-9]*(?:[a-z]+[0-9]+){2})[0-9a-z]{12,}",
    re.IGNORECASE,
)
"""Random identifiers: the order of letters and digits in them says nothing."""

_KINDS = {ALPHA: "a", DIGITS: "9", OTHER: "_"}


@dataclass(frozen=True)
class LinkGroup:
    """Links in one place with similar URLs, in the order of their URLs."""

    place: str
    links: tuple[Link, ...]

    @cached_property
    def urls(self) -> tuple[str, ...]:
        return tuple(sorted({link.url for link in self.links}))


def group_links(links: Iterable[Link], k: int = 2) -> tuple[LinkGroup, ...]:
    """The groups of one page's links, in an order that does not depend on the order of the links."""
    by_place: defaultdict[str, defaultdict[str, list[Link]]] = defaultdict(lambda: defaultdict(list))
    for link in links:
        by_place[link.place][link.url].append(link)
    return tuple(
        LinkGroup(place, tuple(sorted(link for url in urls for link in by_url[url])))
        for place, by_url in sorted(by_place.items())
        for urls in group_urls(by_url, k)
    )


def group_urls(urls: Iterable[str], k: int = 2) -> tuple[tuple[str, ...], ...]:
    """Groups by single linkage over URLsim: similarity is not transitive, groups are.

    Two URLs are similar exactly when they agree once the right `k` levels are masked, so URLs with an equal masked
    form are joined: no pair is ever compared.
    """
    by_form: defaultdict[tuple[str, tuple[str, ...]], list[Url]] = defaultdict(list)
    for text in sorted(set(urls)):
        url = Url(text)
        by_form[url.origin, url.keys].append(url)
    groups = [group for members in by_form.values() for group in _linked(members, k)]
    return tuple(sorted(tuple(url.text for url in group) for group in groups))


def _linked(urls: Sequence[Url], k: int) -> Iterator[list[Url]]:
    """Single linkage among URLs of one form."""
    leader = list(range(len(urls)))

    def find(n: int) -> int:
        while leader[n] != n:
            leader[n] = n = leader[leader[n]]
        return n

    rows = _varying([url.values for url in urls])
    width = len(rows[0])
    for kept in combinations(range(width), max(width - k, 0)):
        first: dict[tuple[Hashable, ...], int] = {}
        for n, row in enumerate(rows):
            a, b = find(n), find(first.setdefault(tuple(row[column] for column in kept), n))
            leader[max(a, b)] = min(a, b)
    groups: defaultdict[int, list[Url]] = defaultdict(list)
    for n, url in enumerate(urls):
        groups[find(n)].append(url)
    yield from groups.values()


def _varying(rows: Sequence[tuple[str, ...]]) -> list[tuple[Hashable, ...]]:
    """The rows without the columns on which all agree; at most `MAX_COLUMNS` wide."""
    columns: list[tuple[Hashable, ...]] = [column for column in zip(*rows, strict=True) if len(set(column)) > 1]
    if len(columns) > MAX_COLUMNS:
        columns = [tuple(zip(*columns[n::MAX_COLUMNS], strict=True)) for n in range(MAX_COLUMNS)]
    return list(zip(*columns, strict=True)) if columns else [()] * len(rows)


@lru_cache(maxsize=65_536)  # mapping asks again for every known URL, round after round
def url_shape(url: str) -> tuple[str, ...]:
    """The kinds of the tokens of every level: `/b2b/price_list.html` is `/a9a`, `/a_a.a`, and a random name `/*`.
    Siblings of a page mostly share its shape.
    """
    found = Url(url)
    return (found.origin, *(f"{key if key[0] in '?&' else key[0]}{_kinds(value)}" for key, value in found.slots))


def _kinds(level: str) -> str:
    if _RANDOM.fullmatch(level.lstrip("=")):
        return "*"
    return "".join(_KINDS.get(kind := kind_of(token), kind) for token in tokenize(level))
