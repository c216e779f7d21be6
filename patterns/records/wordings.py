"""A text that says several things in words which are the same on every page: "Posted on 3 May by Jane Doe in News"; how
it is cut into its values, in any script.

Which words those are is learnt in `patterns.records.wording_learning`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category

STRONG = "|·•▪"
"""What stands between two things whatever they are."""
ENCLOSING = "()"

_TOKEN = re.compile(r"[|·•▪()]|[^\s|·•▪():：,;，；、]+")
_DIVIDING = re.compile(r"[,;，；、\n]|\s[-–—]\s")
_WITHIN = "'’.-"


_ARTICLES_AND_THE_LIKE = (
    "a an and as das de del dem den der des det di die do du een ein eine el en et het i il is la las le les lo los o "
    "of or os the un una und une y"
)
JOINING = frozenset(_ARTICLES_AND_THE_LIKE.split())
"""Say nothing of what comes after them."""

_LONGEST_REMARK = 42

LONGEST = 400
"""Most characters of a text that is learnt from. One that is cut may be some times as long."""
_AT_EDGES = " ,;:|/·•▪›»>←→–—-，；：、\n\t"

SIGN = re.compile(r"[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?\s+(?=\S)")
"""A picture before a value: "📍 Marseille"; no sign of mathematics."""

Words = tuple[str, ...]


class WordToken(NamedTuple):
    """`word` is as it is compared: in small letters, without the point at its end."""

    word: str
    start: int
    end: int


@lru_cache(maxsize=256)
def tokens_of(text: str) -> tuple[WordToken, ...]:
    return tuple(WordToken(_compared(found[0]), found.start(), found.end()) for found in _TOKEN.finditer(text))


def _compared(word: str) -> str:
    return word.casefold().rstrip(".") or word


def is_a_word(token: str) -> bool:
    """Nothing but letters, and more than one of them where letters are no words."""
    return (len(token) > 1 or category(token) == "Lo") and all(
        category(each)[0] in "LM" or each in _WITHIN for each in token
    )


def divides(text: str) -> bool:
    """Whether what stands between two words divides them."""
    return _DIVIDING.search(text) is not None


@dataclass(frozen=True)
class Literal:
    """Words of the template between two values. The first `unit` of them go with the value before; those from `about`
    say what comes after."""

    words: Words
    unit: int = 0
    about: int = 0


@dataclass(frozen=True)
class WordingPart:
    """One of the values. `gap`: it stands before the literal of this number; `label`: what the words call it."""

    gap: int
    label: str


@dataclass(frozen=True)
class Wording:
    literals: tuple[Literal, ...]
    parts: tuple[WordingPart, ...]

    def excerpts(self) -> "Iterator[Excerpt]":
        return (Excerpt(self, part) for part in self.parts)


@dataclass(frozen=True)
class Excerpt:
    """One of the values that a wording cuts a text into."""

    wording: Wording
    part: WordingPart

    def of(self, text: str) -> str:
        """What a text says there. A text in other words stays whole, and is what the first part says."""
        pieces = pieces_of(self.wording.literals, text)
        if pieces is None:
            return text if self.part == self.wording.parts[0] else ""
        return pieces[self.part.gap]


_REMARK = re.compile(r"[(\[（](?P<words>[^()\[\]（）]{1,40})[)\]）]$")


def ending_of(text: str) -> tuple[str, str]:
    """A text without the remark in brackets that it ends with, and that."""
    found = _REMARK.search(text, max(0, len(text) - _LONGEST_REMARK))
    start = text[: found.start()].rstrip() if found else ""
    return (start, found["words"].strip()) if found and start else (text, "")


@dataclass(frozen=True)
class Ending:
    """Of a text that ends with one of these remarks in brackets, the remark (`itself`) or what is before it."""

    known: frozenset[str]
    itself: bool

    def of(self, text: str) -> str:
        start, ending = ending_of(text)
        if ending not in self.known:
            return "" if self.itself else text
        return ending if self.itself else start


@lru_cache(maxsize=64)
def pieces_of(literals: tuple[Literal, ...], text: str) -> list[str] | None:
    """What stands before, between and after the literals; None, if half of them are not there."""
    if len(text) > 4 * LONGEST:
        return None
    if not literals:
        return [text]
    tokens = tokens_of(text)
    places = found_at(literals, tokens)
    if 2 * sum(place is not None for place in places) <= len(literals) - 1 or not any(
        place is not None for place in places
    ):
        return None
    pieces = [""] * (len(literals) + 1)
    gap, start = 0, 0
    for number, (literal, place) in enumerate(zip(literals, places, strict=True)):
        if place is not None:
            end = tokens[place + literal.unit - 1].end if literal.unit else tokens[place].start
            pieces[gap] = _bare(text[start:end])
            gap, start = number + 1, tokens[place + len(literal.words) - 1].end
    pieces[gap] = _bare(text[start:])
    return pieces


def _bare(piece: str) -> str:
    words = piece.strip(_AT_EDGES)
    sign = SIGN.match(words)
    return words[sign.end() :] if sign else words


def found_at(literals: Sequence[Literal], tokens: Sequence[WordToken]) -> list[int | None]:
    """At which token each of the literals begins; None for those that are missing."""
    places: list[int | None] = []
    start, said = 0, tuple(token.word for token in tokens)
    for literal in literals:
        words, first = literal.words, literal.words[0]
        beginnings = (at for at in range(start, len(said)) if said[at] == first)
        place = next((at for at in beginnings if said[at : at + len(words)] == words), None)
        places.append(place)
        start = start if place is None else place + len(words)
    return places
