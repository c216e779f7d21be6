"""Which words a page has, and how much of what one page says another one says too: the same content is known again in
another design. Order and number do not count, and nothing is looked up.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence, Set
from math import fsum, log
from typing import Generic, TypeVar

Word = TypeVar("Word", bound=Hashable)

_RUNS = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)


def words_of(text: str) -> frozenset[str]:
    """Every word or number, whatever its capitals; in scripts without spaces, every pair of characters."""
    folded = text.casefold()
    runs = _RUNS.findall(folded)
    if not _UNSPACED.search(folded):
        return frozenset(runs)  # as below, in a fraction of the time: most texts have spaces
    return frozenset(word for run in runs for word in words_in(run))


def word_count(text: str) -> int:
    """How many words a text has; in scripts without spaces, two characters are taken for a word."""
    unspaced = len(_UNSPACED.findall(text))
    return len((_UNSPACED.sub(" ", text) if unspaced else text).split()) + (unspaced + 1) // 2


def words_in(run: str) -> Iterator[str]:
    """The words of a text without spaces: itself, or every pair of characters where its script has none."""
    if len(run) > 2 and _UNSPACED.search(run):
        yield from (run[at : at + 2] for at in range(len(run) - 1))
    else:
        yield run


class Rarity(Generic[Word]):
    """How much a word tells among the pages of a site: nothing if all have it, most if no other has. A word may be
    any key for it.
    """

    def __init__(self, pages: Sequence[Set[Word]]) -> None:
        self._pages = len(pages)
        self._pages_with = Counter(word for page in pages for word in page)

    def overlap(self, original: Set[Word], page: Set[Word]) -> float:
        """From 0 to 1: the share of what sets `original` apart that `page` has too."""
        whole = self._weight(original)
        return self._weight(original & page) / whole if whole else 0.0

    def likeness(self, a: Set[Word], b: Set[Word]) -> float:
        """From 0 to 1: the share of what sets either apart that both have; 0 where nothing does."""
        both, shared = self._weight(a | b), self._weight(a & b)
        return shared / both if both else 0.0

    def _weight(self, words: Set[Word]) -> float:
        return fsum(log((self._pages + 2) / (self._pages_with[word] + 1)) for word in words)
