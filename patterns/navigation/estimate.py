"""How many targets a site has, by what a map of it has seen: those fetched, the share of those known by their URLs
alone that should turn out to be targets, and those that no page seen links to.

The last are extrapolated, class by class of URLs, from the pages of the class that were fetched to those that were not:
by how many targets the later half of them was the first to name (the most promising pages are fetched first, so that
their finds say nothing of the rest). A list that was read to its end, and a class of which every page was fetched, hide
nothing, though every target may stand in one list only. Where lists overlap, Chao's lower bound on what is in no list
bounds the extrapolation, by those that are in one list and those in two. Fetches and judges nothing.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pvariance

from recorder.patterns.navigation.site_map import SiteMap

NINE_OF_TEN = 1.645
"""Standard deviations to either side that hold nine of ten normal values."""


@dataclass(frozen=True)
class Amount:
    """A number that is not known exactly: what is expected, and the variance."""

    mean: float = 0.0
    variance: float = 0.0

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.mean + other.mean, self.variance + other.variance)

    @property
    def spread(self) -> float:
        """How far it may lie from the mean, nine times of ten."""
        return NINE_OF_TEN * sqrt(self.variance)


@dataclass(frozen=True)
class Forecast:
    """The targets that the pattern leads to, the others that are known, and those that no page seen links to."""

    reached: Amount
    missed: Amount
    unseen: Amount

    @property
    def known(self) -> Amount:
        return self.reached + self.missed

    @property
    def total(self) -> Amount:
        return self.known + self.unseen


def forecast(site: SiteMap, classes: Iterable[Collection[str]], promised: Set[str], found: Set[str]) -> Forecast:
    """How many targets there are, each page counted once. `classes` are URLs of one kind each, `promised` the pages
    that the pattern leads to as targets, `found` the pages fetched that are targets.
    """
    members = [frozenset(each) for each in classes]
    rest = promised - found - frozenset[str]().union(*members)
    named = _Named.on(site, found | promised | site.targets)
    known = {True: Amount(len(found & promised)), False: Amount(len(found - promised))}
    unseen = Amount()
    counted = set[str]()
    for part, is_promised in _parts(site, [*members, rest], promised):
        waiting = {url for url in map(site.final, part) if not (url in site.links or url in site.dead)}
        waiting = {url for url in waiting if not site.ignores(url)}
        led = {url: page for url in part if (page := site.final(url)) in site.links}
        once = {page for url, page in led.items() if not site.leads_again(url)}
        known[is_promised] += members_expected(len(found & once), len(set(led.values())), len(waiting - counted))
        counted |= waiting
        pages = named.in_order(part)
        finds = [named.first[page] for page in pages]
        unseen += unseen_expected(finds, len(waiting), *named.overlap(set(pages)))
    return Forecast(known[True], known[False], unseen)


def members_expected(targets: int, seen: int, waiting: int) -> Amount:
    """How many of the members of a class that were not fetched are targets, by those that were. The mean is their
    share; the variance is that of the beta posterior (Jeffreys), so that a handful of pages that agree proves little.
    """
    if not seen or not waiting:
        return Amount()
    a, b = targets + 0.5, seen - targets + 0.5
    share = a / (a + b)
    spread = share * (1 - share) / (a + b + 1)
    return Amount(waiting * targets / seen, waiting**2 * spread + waiting * share * (1 - share))


def unseen_expected(finds: Sequence[int], waiting: int, once: int, twice: int) -> Amount:
    """How many targets the pages of a class that were not fetched would be the first to name. `finds`: how many each
    page fetched was the first to name, in the order they were fetched; `once`, `twice`: how many targets stand in one
    page of the class, and in two, and nowhere else.
    """
    later = finds[len(finds) // 2 :]
    if len(finds) < 2 or not waiting or not any(later):
        return Amount()
    mean = min(waiting * fmean(later), chao(once, twice))
    return Amount(mean, waiting**2 * pvariance(later) / len(later) + mean)


def chao(once: int, twice: int) -> float:
    """The least number of things that are in no list, where so many are in one list and in two (Chao 1987, in the form
    without bias, which needs none that is in two).
    """
    return once * (once - 1) / (2 * (twice + 1))


def _parts(site: SiteMap, classes: Iterable[Set[str]], promised: Set[str]) -> Iterator[tuple[Set[str], bool]]:
    """Of every class the URLs that the pattern promises, and the others: what is true of the one says little of the
    other.
    """
    for members in classes:
        inside = {url for url in members if site.final(url) in promised}
        yield inside, True
        yield members - inside, False


@dataclass(frozen=True)
class _Named:
    """The pages that link to each target, and how many targets each page was the first to name. The entry page is
    always fetched first, and says nothing of others.
    """

    lists: dict[str, frozenset[str]]
    first: Counter[str]
    order: dict[str, int]

    @classmethod
    def on(cls, site: SiteMap, targets: Iterable[str]) -> "_Named":
        order = {page: number for number, page in enumerate(site.links)}
        lists: dict[str, set[str]] = {}
        for url in targets:
            lists.setdefault(site.final(url), set()).update(site.inbound.get(url, ()))
        first = Counter(min(pages, key=order.__getitem__) for pages in lists.values() if pages)
        order.pop(site.final(site.entry), None)
        return cls({url: frozenset(pages) for url, pages in lists.items()}, first, order)

    def in_order(self, pages: Iterable[str]) -> list[str]:
        """Those of these pages that were fetched, in the order they were."""
        return sorted((page for page in pages if page in self.order), key=self.order.__getitem__)

    def overlap(self, pages: Set[str]) -> tuple[int, int]:
        """How many targets stand in one of these pages, and in two, and nowhere else."""
        sizes = Counter(len(found) for found in self.lists.values() if found and found <= pages)
        return sizes[1], sizes[2]
