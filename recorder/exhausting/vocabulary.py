"""The words of the collected records: how many records a word will bring, which to ask next, and how many words of a
pool bring a record.

A form may search in titles alone, in all the text, or in something between. Words are therefore counted by where they
stand, and what share of the records with a word an answer brought is learnt for either place. The words come as texts;
nothing is asked here.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain, groupby
from operator import itemgetter

from recorder.patterns.pages.words import words_of

_LONGEST = 30
"""More letters than words have: what is longer is a number, a token or an address."""
_MOST_LEARNT = 50
"""Answers after which the two shares are as good as they get; each costs a look at every record."""
_EVERYWHERE = 0.9
"""Share of the records from which a word may belong to the template, which no search finds."""
_MOST_BARREN = 3
"""Words of the template that are asked before the others are taken for such, too."""


@dataclass
class _Place:
    """Where a word may stand: in the title, or elsewhere in the text."""

    counts: list[int] = field(default_factory=list)
    fresh: list[float] = field(default_factory=list)
    """The same, but a record counts half as much with every further answer that lists it."""
    shares: float = 1.0
    answers: int = 1

    @property
    def rate(self) -> float:
        """The share of the records with a word here that asking for it brings; 1 before anything is known."""
        return self.shares / self.answers

    def learn(self, holding: Set[str], returned: Set[str]) -> None:
        if holding:
            self.shares += len(holding & returned) / len(holding)
            self.answers += 1


class RecordWords:
    """The words of the records that were read so far."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._words: list[str] = []
        self._records: dict[str, tuple[array[int], array[int]]] = {}
        self._title, self._text = _Place(), _Place()
        self._barren: set[str] = set()
        self._listed: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, record: str) -> bool:
        return record in self._records

    def add(self, record: str, title: str, text: str) -> None:
        """Take in a record; one that is known already stays as it is."""
        if record not in self._records:
            named = words_of(title)
            here, elsewhere = array("l", self._numbered(named)), array("l", self._numbered(words_of(text) - named))
            self._records[record] = here, elsewhere
            for place, numbers in ((self._title, here), (self._text, elsewhere)):
                for number in numbers:
                    place.counts[number] += 1
                    place.fresh[number] += self._freshness(record)

    def listed(self, records: Iterable[str]) -> None:
        """One more answer lists these records: those that are missing are rather like records that few answers list."""
        for record in records:
            before = self._freshness(record)
            self._listed[record] += 1
            less = before - self._freshness(record)
            if less and record in self._records:
                self._count_less(record, less)

    def _count_less(self, record: str, less: float) -> None:
        for numbers, place in zip(self._records[record], (self._title, self._text), strict=True):
            for number in numbers:
                place.fresh[number] -= less

    def _freshness(self, record: str) -> float:
        return 0.5 ** max(0, self._listed[record] - 1)

    def frequency(self, word: str) -> float:
        """How many of the records read so far its answer should bring."""
        number = self._numbers.get(word)
        return 0.0 if number is None else self._frequency(number)

    def fresh(self, word: str) -> float:
        """The same, with each record counted less the more answers list it."""
        number = self._numbers.get(word)
        return 0.0 if number is None else self._fresh(number)

    def learn(self, word: str, returned: Set[str]) -> None:
        """From a whole answer to a word."""
        number = self._numbers.get(word)
        if number is None or self._text.answers > _MOST_LEARNT:
            return
        named, other = (
            {record for record, words in self._records.items() if number in words[place]} for place in (0, 1)
        )
        if self._is_everywhere(number) and 2 * len(returned & (named | other)) < len(named | other):
            self._barren.add(word)
        self._title.learn(named, returned)
        self._text.learn(other, returned)

    def ranked(self, asked: Set[str], brings: Callable[[float, float], float] | None = None) -> Iterator[str]:
        """The words that were not asked, most frequent first, or those that bring most by their frequency and by how
        fresh that is; of equal ones as their hashes have it, so that any two runs agree. Few are ever looked at: only
        those that come to be are hashed.
        """
        template, rates = len(self._barren) >= _MOST_BARREN, (self._title.rate, self._text.rate)
        left = [
            (-(brings(frequency, fresh) if brings else frequency), number)
            for number, (word, frequency, fresh) in enumerate(zip(self._words, *self._expected(*rates), strict=True))
            if word not in asked and not (template and self._is_everywhere(number))
        ]
        left.sort()
        for _, equal in groupby(left, key=itemgetter(0)):
            yield from sorted((self._words[number] for _, number in equal), key=lambda word: (_hash(word), word))

    def _expected(self, title: float, text: float) -> tuple[Iterator[float], Iterator[float]]:
        """Of every word, how many known records its answer should bring, and the same by how fresh they are."""
        named, other = self._title, self._text
        counts = (title * here + text * there for here, there in zip(named.counts, other.counts, strict=True))
        fresh = (title * here + text * there for here, there in zip(named.fresh, other.fresh, strict=True))
        return counts, fresh

    def names(self, asked: Set[str]) -> list[str]:
        """The words of titles that were not asked, the rarest first: they ask for one record rather than another."""
        counts = self._title.counts
        left = (word for number, word in enumerate(self._words) if counts[number] and word not in asked)
        return sorted(left, key=lambda word: (counts[self._numbers[word]], _hash(word)))

    def pool(self, asked: Set[str], most: float) -> list[str]:
        """The words to draw a check sample from: not asked, expected to bring two records or more and at most so many,
        and not on most pages, as words of a template are.
        """
        top = min(most, len(self._records) / 2)
        return [
            word for number, word in enumerate(self._words) if 2 <= self._frequency(number) <= top and word not in asked
        ]

    def reached(self, pool: Set[str]) -> float:
        """The share of the records that have a word of the pool."""
        numbers = {self._numbers[word] for word in pool}
        reached = (not numbers.isdisjoint(chain(*words)) for words in self._records.values())
        return sum(reached) / max(1, len(self._records))

    def degree(self, record: str, pool: Set[str]) -> float:
        """How many words of the pool should bring this record; at least the one that did."""
        found = (
            sum(self._words[number] in pool for number in words) * place.rate
            for words, place in zip(self._records[record], (self._title, self._text), strict=True)
        )
        return max(1.0, sum(found))

    def _frequency(self, number: int) -> float:
        title, text = self._title, self._text
        return title.counts[number] * title.rate + text.counts[number] * text.rate

    def _fresh(self, number: int) -> float:
        title, text = self._title, self._text
        return title.fresh[number] * title.rate + text.fresh[number] * text.rate

    def _is_everywhere(self, number: int) -> bool:
        with_it = self._title.counts[number] + self._text.counts[number]
        return with_it >= _EVERYWHERE * len(self._records)

    def _numbered(self, words: Iterable[str]) -> Iterator[int]:
        for word in words:
            if 2 <= len(word) <= _LONGEST:
                if word not in self._numbers:
                    self._numbers[word] = len(self._words)
                    self._words.append(word)
                    for place in (self._title, self._text):
                        place.counts.append(0)
                        place.fresh.append(0.0)
                yield self._numbers[word]


def drawn(words: Sequence[str], count: int, seed: str) -> list[str]:
    """As many of the words as `count` says, evenly and always the same."""
    return sorted(words, key=lambda word: _hash(f"{seed} {word}"))[:count]


def _hash(word: str) -> bytes:
    return blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
