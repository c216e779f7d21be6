"""The editions that addresses say, in a level, a parameter or the end of a name (`page.de.html`, `page.html.de`):
languages by their codes, versions by their numbers; and the same address in another one.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import Enum, auto

from recorder.patterns.urls.url import Url

Slots = tuple[tuple[str, str], ...]
Edition = tuple[str, str]
"""Where in an address it stands, and which."""
NO_LANGUAGE: Edition = ("", "")
"""The language that a site has by default, whose addresses have no code."""
_TEXT = """
    ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky la lb
    lo lt lv mk ml mn mr ms mt my nb ne nl nn no pa pl ps pt ro ru si sk sl sq sr sv sw ta te tg th tk tr tt uk ur uz vi
    zh eng deu ger fra fre spa por ita nld dut rus pol ces cze slk slo swe dan nor fin hun ron rum ell gre tur ara zho
    chi jpn kor ukr hrv srp bul cat eus glg lat
"""
_CODES = frozenset(_TEXT.split())
_CODE = re.compile(r"(=?)([a-z]{2,3})(?:[-_][a-z]{2,4})?", re.IGNORECASE)
_VERSION = re.compile(
    r"=?(?:(?:[a-z]+[-_]?)?\d+(?:[._-]\d+)*(?:[._-]?x)?|current|stable|latest|next|dev|devel|main|master)"
)


class Sort(Enum):
    """What differs between the editions of a site."""

    LANGUAGE = auto()
    VERSION = auto()


class Editions:
    """The editions that addresses of samples say."""

    def __init__(self, samples: Iterable[str]) -> None:
        samples = list(samples)
        self._languages = frozenset(map(language_of, samples))
        self._meant: dict[str, set[str]] = defaultdict(set)
        for key, value in (slot for sample in samples for slot in slots_of(sample)):
            if sort_of(value):
                self._meant[key].add(value)

    def originals(self, url: str) -> Iterator[tuple[Edition, Slots]]:
        """For each edition in an address that no sample says: the same address in that of a sample."""
        slots = slots_of(url) if self._meant else ()
        for number, (key, value) in enumerate(slots):
            meant = self._meant.get(key, {value})
            if value not in meant and (sort := sort_of(value)):
                same_sort = (own for own in meant if sort_of(own) is sort)
                yield from (((key, value), (*slots[:number], (key, own), *slots[number + 1 :])) for own in same_sort)

    def is_in_sample_language(self, url: str) -> bool:
        """Whether the first code of a language in an address is that of a sample, or, like there, there is none."""
        return language_of(url) in self._languages

    def other_language(self, url: str) -> Edition | None:
        """The edition of an address in another language than the samples'."""
        return None if self.is_in_sample_language(url) else language_of(url)


def language_of(url: str) -> Edition:
    """By the first code of one in an address."""
    return next((slot for slot in slots_of(url) if sort_of(slot[1]) is Sort.LANGUAGE), NO_LANGUAGE)


def slots_of(url: str) -> Slots:
    """What may differ between editions of one page; a name whose end says a language, in pieces."""
    slots = Url(url).slots
    named = next((number for number, (key, value) in enumerate(slots) if key[0] == "/" and value.count(".") > 1), None)
    if named is None:
        return slots
    key, name = slots[named]
    *start, last, end = name.split(".")
    if Sort.LANGUAGE not in (sort_of(last), sort_of(end)):
        return slots
    pieces = ((key, ".".join(start)), (f"{key}.-2", last), (f"{key}.-1", end))
    return (*slots[:named], *pieces, *slots[named + 1 :])


def sort_of(value: str) -> Sort | None:
    """What a level of a path, or the value of a parameter, may be: the code of a language, or a version."""
    code = _CODE.fullmatch(value)
    if code is not None and code[2].lower() in _CODES:
        return Sort.LANGUAGE
    return Sort.VERSION if _VERSION.fullmatch(value) else None
