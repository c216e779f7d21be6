"""Cells of URLs: the folder and the shape of the name; and what kind of page a name says, or a parameter. URLs only."""

import re
from collections import Counter, defaultdict
from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple

from recorder.patterns.pages.link_groups import url_shape
from recorder.patterns.urls.url import Url

Cell = tuple[tuple[str, ...], tuple[str, ...]]
"""Pages of one cell are, mostly, of one class."""

COMMON = 8
"""Fewest names that begin with one word before it counts as the name of a kind."""

SEVERAL = 2
"""Fewest common values of a parameter that says what to do."""

MOSTLY = 0.8
"""Least share of its values that those make up."""

_WORD = re.compile(r"[a-zA-Z]+(?:[_-][a-zA-Z]+)*")

RETURNING = 3
"""Fewest folders in which a name returns that names a kind."""


def cell_of(url: str) -> Cell:
    return place_of(url), url_shape(url)


def cell_of_one(url: str) -> Cell:
    """The same, not remembered: a crawl asks for every address once, and must not grow with them."""
    return Url(url).place, url_shape.__wrapped__(url)


def namesakes_of(url: str) -> Cell:
    """The same across folders: the name itself, at a depth. `/arts/music/review-list.html` has namesakes in every
    such folder.
    """
    return (str(len(folder_of(url))),), (name_of(url),)


def like_folders_of(url: str) -> Cell:
    """The same across folders: what the last folder is called, and the shape of the name. `/arts/music/
    reviews/Opera.html`.
    """
    return place_of(url)[2:][-1:], url_shape(url)[-1:]


def folder_of(url: str) -> tuple[str, ...]:
    return _parts(url).folder


def place_of(url: str) -> tuple[str, ...]:
    """The folder, as far as it may say a kind: a year, a month or another number is data, and says none."""
    return _parts(url).place


def name_of(url: str) -> str:
    return _parts(url).name


def leading_word(url: str) -> str:
    """The first word of a name of several, with the mark that ends it: `how-` of `/how-to-bake.html`, `Tin` of
    `/TinRoof.html`; empty where there is only one.
    """
    return _parts(url).leading_word


def said_of(url: str) -> tuple[str, ...]:
    """The parameters, as `do=show`."""
    return _parts(url).said


class _Parts(NamedTuple):
    folder: tuple[str, ...]
    place: tuple[str, ...]
    name: str
    leading_word: str
    said: tuple[str, ...]


# Learning asks again for every address known, round after round, in one order: of a site with more addresses than are
# remembered, each would be forgotten before it is asked for. A table with facets and sort orders leads to 80,000.
@lru_cache(maxsize=262_144)
def _parts(url: str) -> _Parts:
    known = Url(url)
    said = tuple(map("=".join, known.parameters)) if "?" in url else ()
    return _Parts(known.folder, known.place, known.name, _leading_word(known.name), said)


def _leading_word(name: str) -> str:
    stem = name[: name.rfind(".")] if "." in name else name
    for end in range(1, len(stem)):
        prefix = stem[:end]
        if _ends_a_word(prefix, stem):
            return prefix if _is_word(prefix) else ""
    return ""


class _Tally:
    """How often each of something was met, with those at hand that were met `least` times."""

    def __init__(self, least: int) -> None:
        self._least = least
        self.counts: Counter[str] = Counter()
        self.often: set[str] = set()
        self.total = 0

    def add(self, what: str) -> None:
        self.total += 1
        self.counts[what] += 1
        if self.counts[what] == self._least:
            self.often.add(what)

    def returning(self) -> set[str]:
        """Those met often, and at least as often as there are such: where nearly all return, as numbers do, none says
        anything.
        """
        return {one for one in self.often if self.counts[one] >= len(self.often)}


class KnownNames:
    """What the addresses of a site are called, counted as they become known: learning asks again after every few
    pages, and a table with facets has 80,000 addresses.
    """

    def __init__(self) -> None:
        self._urls: set[str] = set()
        self._places: set[tuple[str, ...]] = set()
        self._named: set[tuple[tuple[str, ...], str]] = set()
        self.names, self.folders, self.words = _Tally(RETURNING), _Tally(RETURNING), _Tally(COMMON)
        self.urls_by_name: Counter[str] = Counter()
        self.said: defaultdict[str, _Tally] = defaultdict(lambda: _Tally(COMMON))

    def grown_to(self, urls: Set[str]) -> "KnownNames":
        """Of these, which are those before and more; else counted anew."""
        if not self._urls <= urls:
            return KnownNames().grown_to(urls)
        for url in urls - self._urls:
            self._add(_parts(url))
        self._urls |= urls
        return self

    def _add(self, parts: _Parts) -> None:
        if (named := (parts.folder, parts.name)) not in self._named:
            self._named.add(named)
            self.names.add(parts.name)
        if len(parts.place) > 2 and parts.place not in self._places:
            self._places.add(parts.place)
            self.folders.add(parts.place[-1])
        self.urls_by_name[parts.name] += 1
        self.words.add(parts.leading_word)
        for name, _, value in (each.partition("=") for each in parts.said):
            self.said[name].add(value)


class Kinds:
    """What names say about the kinds of pages of a site: a word that many names begin with (names that return apart, as
    `package-summary` and `package-tree` are two kinds); a name, or a folder of a name, that returns in other folders;
    what a program is told to do (`?do=show`). `with_words`: whether what names begin with, or programs are told, says
    anything.
    """

    def __init__(self, known: KnownNames, *, with_words: bool = True) -> None:
        self._names, self._folders = known.names.returning(), known.folders.returning()
        self._words = _words(known, self._names) if with_words else frozenset()
        self._orders = _orders(known) if with_words else frozenset()

    def of(self, url: str) -> str:
        """The kind, or nothing where the name says none."""
        name, folder, word = name_of(url), place_of(url)[-1], leading_word(url)
        if order := self._order(url):
            return order
        if word in self._words:
            return word
        if name in self._names:
            return name
        return f"{folder}/" if folder in self._folders else ""

    def is_word(self, kind: str) -> bool:
        """Whether a kind is what names begin with, or what a program is told to do."""
        return kind in self._words or kind in self._orders

    def _order(self, url: str) -> str:
        return next((order for order in _parts(url).said if order in self._orders), "") if self._orders else ""


def _words(known: KnownNames, without: Set[str]) -> frozenset[str]:
    """What many names begin with, but these."""
    left_out: Counter[str] = Counter()
    for name in without:
        left_out[_leading_word(name)] += known.urls_by_name[name]
    counts = known.words.counts
    return frozenset(word for word in known.words.often if word and counts[word] - left_out[word] >= COMMON)


def _orders(known: KnownNames) -> frozenset[str]:
    """What a program is told to do, as `do=show`: the common values of the parameter that most addresses have, of those
    that hardly have any but a few words.
    """
    orders: list[str] = []
    for name, values in sorted(known.said.items(), key=lambda one: (one[1].total, one[0])):
        common = [value for value in values.often if _WORD.fullmatch(value)]
        if len(common) >= SEVERAL and sum(values.counts[value] for value in common) >= MOSTLY * values.total:
            orders = [f"{name}={value}" for value in common]
    return frozenset(orders)


def _is_word(prefix: str) -> bool:
    return prefix[0].isalpha() and not prefix[-1].isdigit()


def _ends_a_word(prefix: str, name: str) -> bool:
    """Whether a mark ends the prefix, or a capital follows it."""
    following = name[len(prefix) : len(prefix) + 1]
    return not prefix[-1].isalnum() or following.isupper()
