"""Later pages of lists that nobody has seen yet: a list that has two pages today has three tomorrow.

Where a link on a list says that it turns the page ("2", "next") and leads to the address of the list with a number
added, the number is a count and no name. The addresses it will take, on this list and on those beside it, are invented
from it. A page may also be told by what it begins with (`?from=Oliver`), which changes whenever the list does. What is
invented only teaches an expression what to expect: nothing is fetched, and no address is said to exist.

Chains and series of hubs are told here, too: the pages, seen or not, that go on with a list. The step along them is
`pattern_learning`'s.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.pages.links import Link, turns_the_page
from recorder.patterns.urls.url import Url, separator_of, without_parameters

MOST_LISTS = 40
"""Most lists beside the one whose page is turned: more teach nothing new."""

ENOUGH = 5
"""Most turns of one form that are learnt from."""

AHEAD = 6
"""Fewest later pages that show which part is the number."""

_ONE_NUMBER = re.compile(r"([^0-9]*)([0-9]{1,9})([^0-9]*)")
_MOST_DIGITS = 10
_NUMBER = re.compile(r"(?<![0-9])[0-9]{1,9}(?![0-9])")
_COUNT = re.compile(r"[^0-9]{0,12}([0-9]{1,9})")

BEGINNINGS = ("A", "b-2", "C_3.d", "e%20f", "7g", "h:i", "%C3%A9j")
"""A page of a list may begin with anything."""

PageOf = Callable[[str, int], str]
"""From the first page of a list and a number to the address of that page of it."""

SURE_SHARE = 0.9
_DIGITS = re.compile(r"[0-9]+")


def later_pages(site: SiteMap, lists: Iterable[str], hubs: Iterable[str]) -> dict[str, str]:
    """Addresses of later pages, of `hubs` and of `lists` with addresses like theirs, each with the known address that
    it was invented from.
    """
    invented: dict[str, str] = {}
    met: Counter[tuple[object, object]] = Counter()
    alike: dict[object, list[str]] = defaultdict(list)
    for url in sorted(lists):
        alike[url_shape(url)].append(url)
    for page in sorted(hubs):
        for page_of, number, known in _turns(page, site.links.get(page, ())):
            turn = url_shape(page), url_shape(known)
            met[turn] += 1
            for first in [page, *alike[turn[0]][:MOST_LISTS]] if met[turn] <= ENOUGH else ():
                for later in range(number, number + AHEAD):
                    invented.setdefault(page_of(first, later), known)
        for link in site.links.get(page, ()):
            invented |= dict.fromkeys(_beginning_elsewhere(page, link), link.url)
    return {url: known for url, known in invented.items() if url not in site.inbound}


def turns_a_page(page: str, link: Link) -> bool:
    """Whether a link of a list says that it leads to another page of the list. Where it says a number, its address has
    to count it: "3" may also be a choice, as of stars.
    """
    if not turns_the_page(link):
        return False
    said, ours, theirs = link.text.strip(), Url(page), Url(link.url)
    if link.kind == "next" or not said.isdecimal():
        return True
    values = {value for each in theirs.parameters if each not in ours.parameters for value in each[1:]}
    in_levels = {number for level in theirs.levels[1:] if level not in ours.levels for number in _NUMBER.findall(level)}
    numbers = {*filter(_NUMBER.fullmatch, values), *in_levels}
    return len(said) < _MOST_DIGITS and any(counts(int(said), int(number)) for number in numbers)


def _turns(page: str, links: Iterable[Link]) -> Iterator[tuple[PageOf, int, str]]:
    """The links that lead from a list to a later page of it: how, to which page, and where."""
    for link in links:
        said = _COUNT.fullmatch(link.text)
        found = (_by_parameter(page, link.url) or _by_path(page, link.url)) if said or turns_the_page(link) else None
        if found and (said is None or counts(int(said[1]), found[1])):
            yield *found, link.url


def _beginning_elsewhere(page: str, link: Link) -> Iterator[str]:
    """The page that a link turns to, as it would be called if it began with something else."""
    if link.text.strip().isdecimal() or not turns_the_page(link):
        return
    ours, theirs = Url(page), Url(link.url)
    own = {*ours.levels, *(value for _, value in ours.parameters)}
    new = [name for name, value in theirs.parameters if value not in own]
    if len(new) == 1 and not any(value.isdecimal() for name, value in theirs.parameters if name == new[0]):
        yield from (f"{_without(link.url, new[0])}{new[0]}={text}" for text in BEGINNINGS)


def counts(said: int, number: int) -> bool:
    """Whether a number in an address is the count a person reads: from one, from nought, or of what comes before."""
    return number in (said, said - 1) or (said > 1 and number > 0 and number % (said - 1) == 0)


def _by_parameter(page: str, later: str) -> tuple[PageOf, int] | None:
    """`/list?page=2` of `/list`, `/list?by=year&page=3` of `/list?by=year&page=2`."""
    ours, theirs = Url(page), Url(later)
    other = [each for each in theirs.parameters if each not in ours.parameters]
    if ours.levels != theirs.levels or len(other) != 1 or not _NUMBER.fullmatch(other[0][1]):
        return None
    name, value = other[0]
    if {each for each, _ in ours.parameters} | {name} != {each for each, _ in theirs.parameters}:
        return None
    return (lambda first, number: f"{_without(first, name)}{name}={number}"), int(value)


def _without(url: str, name: str) -> str:
    """A URL to which the parameter is to be added."""
    rest, _, query = url.partition("?")
    others = without_parameters(query, {name})
    return f"{rest}?{others and others + separator_of(query)}"


def _by_path(page: str, later: str) -> tuple[PageOf, int] | None:
    """`/list/page/2` of `/list`, `/list/page-2.html` of `/list/index.html`."""
    if "?" in later:
        return None
    return _added(page, later, str) or _added(page, later, _folder)


def _added(page: str, later: str, stem: Callable[[str], str]) -> tuple[PageOf, int] | None:
    found = _ONE_NUMBER.fullmatch(later, len(stem(page))) if later.startswith(stem(page)) else None
    if found is None:
        return None
    before, number, after = found.groups()
    return (lambda first, count: f"{stem(first)}{before}{count}{after}"), int(number)


def _folder(url: str) -> str:
    return url[: url.rfind("/") + 1]


def chained_pages(site: SiteMap, start: Iterable[str], allowed: set[str]) -> set[str]:
    """The pages among `allowed` that chains starting at `start` lead to, the start itself left out."""
    found = set(start)
    todo = sorted(found)
    begun = len(todo)
    for page in todo:
        following = {site.final(link.url) for link in site.links.get(page, ())}
        new = [to for to in sorted(following & allowed - found) if _of_one_kind(page, to)]
        found.update(new)
        todo += new
    return set(todo[begun:])


@dataclass(frozen=True)
class Series:
    """Hub pages that differ in numbers or in the values of parameters alone. Where nearly all that were seen lead to
    targets, those nobody has seen are taken to lead there too: a sampled map ends before the last page of results.
    """

    site: SiteMap

    def unseen(self, urls: Iterable[str], hubs: Iterable[str]) -> set[str]:
        """Those of `urls` that nobody has followed and that go on with a series of `hubs`."""
        known = set(map(_series, hubs)) & self._good
        return {url for url in urls if self._is_unseen(url) and _series(url) in known} if known else set()

    @cached_property
    def _good(self) -> set[Hashable]:
        hubs = self.site.hubs()
        seen = Counter(map(_series, hubs))
        leading = Counter(_series(page) for page in hubs if self._leads_to_targets(page))
        return {series for series, count in leading.items() if count >= SURE_SHARE * seen[series]} - {None}

    def _leads_to_targets(self, page: str) -> bool:
        return any(self.site.is_target(link.url) for link in self.site.links[page])

    def _is_unseen(self, url: str) -> bool:
        return not self.site.fetched(url) and url not in self.site.dead and not self.site.is_target(url)


def _of_one_kind(page: str, other: str) -> bool:
    """URLs of one shape, or of one path with other values for the same parameters."""
    return url_shape(page) == url_shape(other) or _question(page) == _question(other)


def _question(url: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a URL asks for, whatever the values of its parameters."""
    parsed = Url(url)
    return parsed.levels, parsed.keys


def _series(url: str) -> Hashable:
    """What pages of one series have in common; None for a page that can be in none."""
    levels, keys = _question(url)
    numbered = any(map(_DIGITS.search, levels[1:]))
    return (*levels[:1], *(_DIGITS.sub("0", level) for level in levels[1:]), keys) if numbered or "?" in url else None
