"""Which words to ask next: those of the known records that should bring most new records for each page, and values of
learnt columns as whole phrases. Once single words bring little, those that the site cut off are asked together with a
value of a field or with another word, as long as that brings more than the next single words do. And what the next
page of an answer is worth, beside the first page of the next word.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from heapq import merge
from itertools import chain, islice

from recorder.exhausting.answers import Ask, Kind, Reply
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
_LAST, _LAST_COUNTED = 20, 10
"""Answers that say how many of the listed records are new, and by how much an answer exceeds what is known of it."""
_USUAL_PAGE = 20
"""Records on a page, while none was seen."""
_LAST_PAGES, _MANY_PAGES = 3, 10
"""Pages that say what the next one brings: a single page may be an odd one."""
_LEAST_NEW = 0.1
"""Share of what values of a field list that must be new: one that lists what is known is no slice worth having."""
_HARDLY_ANY = 0.02
"""New records on a page: fewer end a run, so no page is turned for them."""
_A_PAGE = 20
"""Records for which an expectation counts, beside those that were listed."""
_TELLING, _LESS = 10, 0.4
"""New records by the last words that say what the next one brings: as those come first that promise most, less."""


class Expectation:
    """What a word should bring, by what the last words brought: how many records its answer has, how many of them the
    site shows, and how many of those are new.

    A limit of results is what makes the difference. A site that sorts all its answers alike shows the same records
    again for every word that it cuts off; only words whose answers it shows whole lead to the others.
    """

    def __init__(self, answers: Mapping[int, Reply], overflowing: Set[int], limit: int | None) -> None:
        self._limit = limit
        words = [
            (number, answer)
            for number, answer in answers.items()
            if answer.ask.kind in (Kind.WORD, Kind.CHECK) and answer.expected and answer.pages
        ]
        self._page = max((listed for _, answer in words for listed, _ in answer.pages), default=0) or _USUAL_PAGE
        cut = {number for number, one in words if number in overflowing or (limit and (one.total or 0) > limit)}
        self._fresh_cut = self._freshness([answer for number, answer in words if number in cut])
        self._fresh_whole = self._freshness([answer for number, answer in words if number not in cut])
        counted = [
            (len(answer.records) if answer.total is None else answer.total, answer.expected)
            for number, answer in words
            if answer.total is not None or (answer.whole and number not in overflowing)
        ][-_LAST_COUNTED:]
        expected = sum(each for _, each in counted)
        self._growth = max(1.0, sum(size for size, _ in counted) / max(1.0, expected))

    def brings(self, frequency: float, fresh: float) -> float:
        """New records for each page of the answer to a word that so many known records have; `fresh`: the same, but
        each record counted less the more answers listed it.
        """
        if not frequency:
            return 0.0
        size = self._growth * frequency
        is_cut = self._limit is not None and size > self._limit
        shown = min(size, self._limit or size)
        share = (self._fresh_cut if is_cut else self._fresh_whole) * fresh / frequency
        return shown * share / (1 + shown / self._page)

    def _freshness(self, answers: Sequence[Reply]) -> float:
        """How many new records these answers brought for each that was expected; about 1 while little is known."""
        last = answers[-_LAST:]
        brought = sum(answer.new for answer in last)
        expected = sum(listed * answer.fresh / answer.expected for answer in last for listed, _ in answer.pages)
        return (brought + self._page) / (expected + self._page)


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


def worth(answer: Reply, known: float | None, usual: float) -> float:
    """New records that its next page should list: as its last pages did, and as its total lets one expect, if so many
    records are `known` that it should list; or else as answers do in general (`usual`).
    """
    if answer.ask.kind is Kind.CHECK or not answer.pages:  # a word of a check sample must be known whole
        return math.inf
    if answer.total is not None and answer.total_before is not None:
        return math.inf if answer.gained < answer.total - answer.total_before else 0.0
    if answer.total == len(answer.records):
        return 0.0
    if not answer.records:  # what leads to lists lists nothing itself
        return math.inf if len(answer.pages) < _LAST_PAGES else 0.0
    if answer.ask.kind is Kind.VALUE:
        listed, new = answer.late(_LAST_PAGES)
        return math.inf if new >= _LEAST_NEW * listed > 0 else 0.0
    listed, new = answer.late(_MANY_PAGES)
    share = usual
    if answer.total is not None and known is not None:
        share = max(0.0, min(1.0, (answer.total - known) / max(1, answer.total - len(answer.records))))
    return listed / min(_MANY_PAGES, len(answer.pages)) * (new + _A_PAGE * share) / (listed + _A_PAGE)


def next_word(answers: Mapping[int, Reply]) -> float:
    """New records that the first page of the next word will bring, as those of the last ones did."""
    new, words = 0, 0
    for answer in reversed(list(answers.values())):
        if answer.ask.kind is Kind.WORD and answer.pages:
            new, words = new + answer.pages[0][1], words + 1
        if new >= _TELLING:
            break
    return max(_HARDLY_ANY, _LESS * new / max(1, words))


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
