"""What pages say, held against each other: whether one says again what another says. Of a page only its words are
known; those that set it apart on its site count, so that nothing depends on what all pages have.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from recorder.patterns.pages.words import Rarity

Several = TypeVar("Several")

Pair = tuple[str, str]
"""A page and its original, the one that it may say again."""

LEAST, MOSTLY = 2, 2 / 3
"""Fewest pages that must say so, and least share of those compared."""
FEWEST, COMPARED = 5, 8
"""How many pages are held against those that they may show again, of all of them: by chance four of five find their own
in one case of 150, and more than a few add nothing but time.
"""
_SAME = 0.6
"""Least share of what sets a page apart on its site that its original must say, too."""
_JUST_THE_SAME = 0.9
"""Least share of what sets either of two pages apart that both say, where nobody has seen a plain address: those of one
place on two days share most of it, too.
"""
_ENOUGH_PAGES = 200
"""Most pages from which rare words are learnt."""


def some_of(several: Sequence[Several]) -> Sequence[Several]:
    """As many of them as are compared, from all over."""
    return several[:: max(1, len(several) // COMPARED)][:COMPARED]


class Sayings:
    """Of pages by their words, each as a number."""

    def __init__(self, words: Mapping[str, Iterable[int]]) -> None:
        self._words = words

    @cached_property
    def _rarity(self) -> Rarity[int]:
        """Most sites have nothing to compare."""
        step = max(1, len(self._words) // _ENOUGH_PAGES)
        return Rarity([frozenset(each) for each in list(self._words.values())[::step]])

    def says(self, url: str, original: str) -> bool:
        return self._rarity.overlap(frozenset(self._words[url]), frozenset(self._words[original])) >= _SAME

    def mostly_say(self, pairs: Iterable[Pair]) -> bool:
        """Whether pages say what their originals say, in the same words, by those of which both were seen."""
        seen = [pair for pair in pairs if pair[1] in self._words]
        return sum(self.says(*pair) for pair in seen) >= max(LEAST, MOSTLY * len(seen))

    def are_one_edition(self, pairs: Iterable[Pair], *, by_number: bool) -> bool:
        """Whether pages of one edition, or view, say what their originals say, by those of which both were seen: in
        the same words, or each in words that its own original has more of than the originals of others. What is known
        `by_number` may be anything: by the same words alone, those of many originals.
        """
        seen = sorted((url, original) for url, original in pairs if original)
        if by_number and len({original for _, original in seen}) < FEWEST:
            return False
        in_same_words = sum(self.says(*pair) for pair in seen)
        if by_number or in_same_words >= max(LEAST, MOSTLY * len(seen)):
            return in_same_words >= MOSTLY * len(seen)
        few = some_of(seen)
        originals = [original for _, original in few]
        own = sum(self.nearest(url, originals) == original for url, original in few)
        return len(set(originals)) >= FEWEST and own >= MOSTLY * len(few)

    def nearest(self, url: str, originals: Iterable[str]) -> str:
        words = frozenset(self._words[url])
        return max(originals, key=lambda each: self._rarity.overlap(words, frozenset(self._words[each])))

    def is_own(self, url: str, kept: str, records: Sequence[str]) -> bool:
        """Whether a page says just what the one says that is kept, and more of it than of what other records say."""
        one, other = frozenset(self._words[url]), frozenset(self._words[kept])
        return self._rarity.likeness(one, other) >= _JUST_THE_SAME and self.nearest(url, records) == kept
