"""Groups of what was found: the pages of one class, by what their addresses differ in (the host, a folder, the first or
last word of the name, the value of a parameter), so that a person can leave one out with one word.

What divides the pages is found by how much shorter their addresses can be told (a two-part code): a folder that takes
one of few values is told once for all pages of a group, one that differs from page to page saves nothing. Groups are of
addresses alone; whether a page is of the class is not asked here. The name of a group says which addresses are of it,
seen or not.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log2

from recorder.patterns.classes.page_class import FEW
from recorder.patterns.classes.url_cells import leading_word, name_of
from recorder.patterns.repeats.views import View, view_of
from recorder.patterns.urls.editions import NO_LANGUAGE, language_of, slots_of
from recorder.patterns.urls.url import Url

HALF = 0.5
"""Least share of what is said of the pages in one place of their addresses that telling it by groups saves. Words of
titles save a tenth, kinds, languages and categories more than three fifths; months and days less than half.
"""

DIVISIONS = 3
"""Most ways to divide the same pages: what a person reads."""

EXAMPLES = 3

ALL = "all"
"""Said in place of a name, it takes in every group."""

_LETTER, _DIGIT = log2(26), log2(10)
_LAST_WORD = re.compile(r"(?<=.)(?:[^a-zA-Z0-9][a-zA-Z]+|(?<=[a-z0-9])[A-Z][a-z]+)$")
_MARKS = "*=/-_.+~ "


@dataclass(frozen=True)
class TargetGroup:
    """Pages of the class whose addresses agree in one place. `by`: what is there. `taken`: whether they are wanted."""

    name: str
    by: str
    pages: int
    examples: tuple[str, ...] = ()
    taken: bool = True


@dataclass(frozen=True)
class GroupChoice:
    """What a person left out or took in alone, by the names of groups; `unlike`: single addresses that are not meant,
    and `beside`: the groups these stand for. `translated`: editions that say nothing but what the sample's says, each
    with its place in an address: `/1 fr`, `?lang =fr`, both empty for addresses without a language; `views`: likewise.
    """

    without: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    translated: tuple[str, ...] = ()
    views: tuple[View, ...] = ()

    @property
    def is_asked(self) -> bool:
        """Whether a person left anything out."""
        return bool(self.without or self.only or self.unlike)

    def leaves_out(self, url: str) -> bool:
        """Whether a page at this address is not wanted, whatever it looks like."""
        return bool(self.why_not(url))

    def why_not(self, url: str) -> str:
        """The name of what leaves it out; empty where it is wanted."""
        if url in self.unlike:
            return url
        names = names_of(url) if self.without or self.only or self.beside else frozenset()
        if left_out := next((name for name in (*self.without, *self.beside) if name in names), ""):
            return left_out
        if self.only and names.isdisjoint(self.only):
            return f"only {', '.join(self.only)}"
        if again := self._translated_to(url):
            return f"{again} (the same in another language or version)"
        view = view_of(url, self.views)
        return f"{view.partition(' ')[2]} (another view of the same)" if view else ""

    def _translated_to(self, url: str) -> str:
        """Which edition of those that say nothing else it is of; empty if of none."""
        slots = slots_of(url) if self.translated else ()
        if again := next((value for key, value in slots if f"{key} {value}" in self.translated), ""):
            return again.lstrip("=")
        is_default = " ".join(NO_LANGUAGE) in self.translated and language_of(url) == NO_LANGUAGE
        return "without a language" if is_default else ""


EVERYTHING = GroupChoice()


def groups_of(urls: Collection[str], choice: GroupChoice = EVERYTHING) -> tuple[TargetGroup, ...]:
    """The groups by every division that tells much, the most telling first, each name once; none where none does."""
    found = (
        TargetGroup(name, _said(key), len(some), tuple(some[:EXAMPLES]), not all(map(choice.leaves_out, some)))
        for key, groups in _divisions(urls)
        for name, some in sorted(groups.items(), key=lambda each: (-len(each[1]), each[0]))
    )
    return tuple({group.name: group for group in reversed(tuple(found))}.values())[::-1]


def groups_beside(unlike: Iterable[str], urls: Collection[str], samples: Iterable[str]) -> tuple[str, ...]:
    """For pages that are not meant though built as if they were: the group of each by the first division that has it
    and no sample in one.
    """
    own = frozenset[str]().union(*map(names_of, samples))
    divisions = [groups.keys() for _, groups in _divisions(urls)]
    found = (next((name for names in divisions for name in names_of(url) & names - own), "") for url in unlike)
    return tuple(dict.fromkeys(filter(None, found)))


def meant(asked: GroupChoice, urls: Collection[str], samples: Collection[str]) -> tuple[GroupChoice, str]:
    """The choice by the full names of groups of these addresses; and why what was asked for cannot be meant, if it
    cannot.
    """
    if asked.only == (ALL,):
        return EVERYTHING, ""
    without, only = (tuple(name_meant(word, urls) for word in words) for words in (asked.without, asked.only))
    choice = GroupChoice(tuple(filter(None, without)), tuple(filter(None, only)))
    if left_out := next(filter(choice.leaves_out, samples), ""):
        return EVERYTHING, f"The sample {left_out} itself would be left out"
    unknown = [word for word, name in zip((*asked.without, *asked.only), (*without, *only), strict=True) if not name]
    return choice, f"No group, or more than one, is called {', '.join(unknown)}" if unknown else ""


def name_meant(word: str, urls: Iterable[str]) -> str:
    """The name of a group that a person means: as it is written, or without its marks (`tool` for `tool-*`), if that
    is one only; empty if it is none of the addresses'.
    """
    names = {name for url in urls for name in names_of(url)}
    if word in names:
        return word
    bare = word.strip(_MARKS)
    alike = {name for name in names if name.strip(_MARKS) == bare or name.partition("=")[2] == bare} if bare else set()
    return alike.pop() if len(alike) == 1 else ""


@lru_cache(maxsize=65_536)  # a crawl asks for every link it meets
def names_of(url: str) -> frozenset[str]:
    """The names of all groups that an address may be of."""
    return frozenset(name for _, name in _places(url))


def _places(url: str) -> Iterator[tuple[Hashable, str]]:
    """What an address says in each place by which pages can be divided."""
    parts = Url(url)
    yield "host", parts.origin.partition("://")[2]
    yield from (((("folder", n), level)) for n, level in enumerate(parts.folder[1:]) if level)
    if word := leading_word(url):
        yield "first word", f"{word}*"
    if found := _LAST_WORD.search(_stem(name_of(url))):
        yield "last word", f"*{found[0]}"
    yield from (((("parameter", name), f"{name}={value}")) for name, value in parts.parameters if value)


def _said(key: Hashable) -> str:
    return str(key[0] if isinstance(key, tuple) else key)


def _stem(name: str) -> str:
    return name[: name.rfind(".")] if "." in name else name


def _divisions(urls: Collection[str]) -> list[tuple[Hashable, Mapping[str, list[str]]]]:
    values: dict[Hashable, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for url in sorted(urls):
        for key, name in _places(url):
            values[key][name].append(url)
    saved = {key: _saved({name: len(some) for name, some in found.items()}, len(urls)) for key, found in values.items()}
    telling = sorted((key for key in saved if saved[key] >= HALF), key=lambda key: (-saved[key], str(key)))
    different: dict[object, tuple[Hashable, Mapping[str, list[str]]]] = {}
    for key in telling:
        groups = {name: some for name, some in values[key].items() if len(some) >= FEW}
        different.setdefault(frozenset(map(tuple, groups.values())), (key, groups))
    return list(different.values())[:DIVISIONS]


def _saved(values: Mapping[str, int], pages: int) -> float:
    """The share of what is said in one place that is saved by saying for each page only of which group it is; 0 where
    that divides nothing. Values of a few pages are said as before, and are one group of their own.
    """
    groups = {name: times for name, times in values.items() if times >= FEW}
    rest = pages - sum(groups.values())
    if len(groups) + (rest >= FEW) < 2:
        return 0.0
    spelt = sum(times * _bits(name) for name, times in values.items())
    once = sum((times - 1) * _bits(name) for name, times in groups.items())
    which = sum(times * log2(pages / times) for times in (*groups.values(), rest) if times)
    return (once - which) / spelt


def _bits(name: str) -> float:
    return sum(_DIGIT if character.isdigit() else _LETTER for character in name)
