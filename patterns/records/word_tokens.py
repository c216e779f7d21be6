"""The words of a short text, and the marks that divide it, in any script."""

import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category

STRONG = "|·•"
"""What stands between two things whatever they are."""
ENCLOSING = "()"

_TOKEN = re.compile(r"[|·•()]|[^\s|·•():：,;，；、]+")
_DIVIDING = re.compile(r"[,;，；、\n]|\s[-–—]\s")
_WITHIN = "'’.-"


_ARTICLES_AND_THE_LIKE = (
    "a an and as das de del dem den der des det di die do du een ein eine el en et het i il is la las le les lo los o "
    "of or os the un una und une y"
)
JOINING = frozenset(_ARTICLES_AND_THE_LIKE.split())
"""Say nothing of what comes after them."""


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
