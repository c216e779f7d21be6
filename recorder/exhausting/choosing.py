"""Which words to ask next: those of the known records that should bring most new records for each page, and values of
learnt columns as whole phrases. Once single words bring little, those that the site cut off are asked together with a
value of a field or with another word, as long as that brings more than the next single words do.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from heapq import merge
from itertools import chain, islice

from recorder.exhausting.answers import Ask, Kind, Reply
from recorder.exhausting.expectation import Expectation
from recorder.exhausting.questions import FormQuestions, Given
from recorder.exhausting.vocabulary import RecordWords
from recorder.patterns.pages.words import words_of

WORDS_AT_ONCE = 20
"""Words asked before they are ranked again; fewer while little is known, and more of many thousand records."""
_ONE_IN, _ONE_IN_MANY = 100, 500
"""Known records for each word asked at once: what few records say of their words changes fast."""
_MOST_IN_A_PHRASE = 6
"""More words than names have: what is longer is a sentence."""
_MANY_NEW = 0.5
"""Share of new records among those listed, down to which single words are not compared with others."""


@dataclass
class WordChoice:
    """For one form."""

    questions: FormQuestions
    vocabulary: RecordWords
    earlier: Mapping[Given, tuple[int, int | None]]
    """What was asked by the run before: how many new records it brought, and the total it told."""
    phrases: Counter[str] = field(default_factory=Counter)
    """Values of learnt columns, by how many records have them."""

    def learn(self, values: Iterable[object]) -> None:
        """Take in the values of one record's columns."""
        self.phrases.update({value for value in values if isinstance(value, str) and _is_name(value)})

    def next(
        self, answers: Mapping[int, Reply], asked: Set[Given], overflowing: Set[int], limit: int | None = None
    ) -> tuple[Ask, ...]:
        """The best that were not asked; what brought most in an earlier run comes first."""
        records = len(self.vocabulary)
        count = max(1, min(WORDS_AT_ONCE, records // _ONE_IN), records // _ONE_IN_MANY)
        again = self.again(asked)
        if len(again) >= count:
            return tuple(again[:count])
        single = [answer for answer in answers.values() if self._is_single(answer.ask)][-WORDS_AT_ONCE:]
        within = [answer for answer in answers.values() if self._is_within(answer.ask)][-WORDS_AT_ONCE:]
        plain = tuple(islice(chain(again, self._ranked(answers, asked, overflowing, limit)), count))
        if plain and (novelty(single) >= _MANY_NEW or (within and _brought(within) <= _brought(single))):
            return plain
        return self.questions.within(answers, asked, overflowing)[: max(count, len(within) or count)] or plain

    def again(self, asked: Set[Given]) -> list[Ask]:
        """The words that brought something in an earlier run, those that brought most first."""
        best = sorted((-new, given) for given, (new, _) in self.earlier.items() if new and given not in asked)
        return [Ask(Kind.WORD, given) for _, given in best]

    def _ranked(
        self, answers: Mapping[int, Reply], asked: Set[Given], overflowing: Set[int], limit: int | None
    ) -> Iterator[Ask]:
        said, expectation = self.questions.words_asked(asked), Expectation(answers, overflowing, limit)
        whole = {self.questions.word_of(one.ask.given) for number, one in answers.items() if number not in overflowing}
        phrases = [
            phrase
            for phrase, count in self.phrases.items()
            if count > 1 and phrase not in said and not words_of(phrase) & whole
        ]
        phrases.sort(key=lambda phrase: (-self._brings(phrase, expectation), phrase))
        words = self.vocabulary.ranked(said, expectation.brings)
        return map(self.questions.word, merge(words, phrases, key=lambda text: -self._brings(text, expectation)))

    def _brings(self, text: str, expectation: Expectation) -> float:
        """New records for each page; a phrase is no fresher than its words are."""
        count, known = self.phrases.get(text), self.vocabulary
        if count is None:
            return expectation.brings(known.frequency(text), known.fresh(text))
        shares = (known.fresh(word) / known.frequency(word) for word in words_of(text) if known.frequency(word))
        return expectation.brings(count, count * min(shares, default=1.0))

    def _is_single(self, ask: Ask) -> bool:
        return ask.kind is Kind.WORD and bool(word := self.questions.word_of(ask.given)) and " " not in word

    def _is_within(self, ask: Ask) -> bool:
        return (
            ask.kind is Kind.WORD and not self._is_single(ask) and self.questions.word_of(ask.given) not in self.phrases
        )


def novelty(answers: Iterable[Reply]) -> float:
    """The share of what these answers list that was new."""
    pages = [page for answer in answers for page in answer.pages]
    return sum(new for _, new in pages) / max(1, sum(listed for listed, _ in pages))


def _brought(answers: Iterable[Reply]) -> float:
    """New records for each result page."""
    pages = [new for answer in answers for _, new in answer.pages]
    return sum(pages) / max(1, len(pages))


def _is_name(value: str) -> bool:
    return 2 <= len(value.split()) <= _MOST_IN_A_PHRASE
