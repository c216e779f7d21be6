"""What can be asked of one form: its box for words, its fields of a few values, and the questions made of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations, islice

from recorder.exhausting.answers import Ask, Kind, Reply
from recorder.exhausting.vocabulary import RecordWords
from recorder.forms.form import TYPED_KINDS
from recorder.forms.terms import FUNCTION_WORDS
from recorder.patterns.navigation.pattern import FormStep, Parameter

Given = tuple[tuple[str, str], ...]

_EVERYTHING = ("*", "%", " ", "a", "e", "i", "o")
"""What some forms take for everything: wildcards, a blank, letters that most texts have."""
_FUNCTION_WORDS = 2
_PROVING = 4
"""Words that show whether a form answers one question otherwise than another."""
_MOST_VALUES = 100
"""A field of more values is a list of names, which words find as well."""
_ONE, _SEVERAL = range(1, 2), range(2, _MOST_VALUES + 1)
_TRIED = 8
"""Values of a field that are tried before the others are."""
_INFORMATIVE = 0.25
"""Share of the answers to the values of a field that must differ (Madhavan et al. 2008 ask for 0.2)."""


@dataclass(frozen=True)
class FormQuestions:
    """Of one form: `box` is the parameter that takes words, `fields` those of a few values, `orders` those of one
    beside the usual one.
    """

    box: Parameter | None
    fields: tuple[Parameter, ...]
    orders: tuple[Parameter, ...] = ()

    @classmethod
    def of(cls, step: FormStep) -> "FormQuestions":
        typed = [each for each in step.parameters if each.kind in TYPED_KINDS]
        box = next((each for each in typed if each.was_hit), next(iter(typed), None))
        few = [each for each in step.parameters if len(_values(each)) <= _MOST_VALUES and each.kind != "checkbox"]
        few.sort(key=lambda each: len(each.options))
        fields, orders = (tuple(each for each in few if len(_values(each)) in count) for count in (_SEVERAL, _ONE))
        return cls(box, fields, orders)

    def word(self, word: str, kind: Kind = Kind.WORD, number: int = 0) -> Ask:
        """The question for one word."""
        assert self.box is not None  # or there are no words to ask
        return Ask(kind, ((self.box.name, word),), number)

    def word_of(self, given: Given) -> str:
        """The word that a question asks for and nothing else; empty if it asks otherwise."""
        return given[0][1] if self.box and len(given) == 1 and given[0][0] == self.box.name else ""

    def words_asked(self, asked: Set[Given]) -> frozenset[str]:
        """The words among these questions."""
        return frozenset(filter(None, map(self.word_of, asked)))

    def proving(self, vocabulary: RecordWords, asked: Set[Given]) -> tuple[Ask, ...]:
        """The form as it is, words that many records have and words of titles; if that proves nothing, more of them."""
        first = () if () in asked else (Ask(Kind.PROBE, ()),)
        if self.box is None:
            return (*first, *self._some_values(asked))
        known = self.words_asked(asked)
        universal = () if first else self._universal(vocabulary, asked)
        words = [*islice(vocabulary.ranked(known), _PROVING // 2), *vocabulary.names(known)[: _PROVING // 2]]
        return (*first, *map(self.word, dict.fromkeys(words)), *universal)

    def values(self, answers: Mapping[int, Reply], asked: Set[Given]) -> tuple[Ask, ...]:
        """The values of a field that were not asked: some of them first, the others if those tell anything."""
        for each in self._informative(answers):
            left = [value for value in _values(each) if ((each.name, value),) not in asked]
            if left:
                return _of_values(each, left if len(left) < len(_values(each)) else left[:_TRIED])
        return ()

    def plain(
        self, answers: Mapping[int, Reply], asked: Set[Given], overflowing: Set[int], vocabulary: RecordWords
    ) -> tuple[Ask, ...]:
        """The other questions that need no word of a record: values of two fields where those of one overflow, and what
        may stand for everything.
        """
        full = [answers[number].ask.given for number in overflowing if answers[number].ask.kind is Kind.VALUE]
        pairs = (ask for given in full if len(given) == 1 for ask in self._pairs(given) if ask.given not in asked)
        return tuple(pairs)[:_MOST_VALUES] or self._universal(vocabulary, asked)

    def within(self, answers: Mapping[int, Reply], asked: Set[Given], overflowing: Set[int]) -> tuple[Ask, ...]:
        """Of the words that were cut off, those with most first, a slice by a value of a field, or the same in another
        order, where one of them sorts; where no field tells anything, two such words together.
        """
        cut = [answers[number] for number in sorted(overflowing) if self.word_of(answers[number].ask.given)]
        cut.sort(key=lambda answer: -(answer.total or 0))
        values = [(each.name, value) for each in self._slicing(answers) for value in _values(each)]
        whole = {one.ask.given for number, one in answers.items() if one.records and number not in overflowing}
        sliced = [tuple(sorted((*one.ask.given, each))) for one in cut for each in values if (each,) not in whole]
        if not sliced:
            words = [word for answer in cut if " " not in (word := self.word_of(answer.ask.given))]
            sliced = [self.word(f"{one} {other}").given for one, other in combinations(words[:_MOST_VALUES], 2)]
        left = [Ask(Kind.WORD, given) for given in sliced if given not in asked]
        tried = any(len(given) > 1 and self._says_word(given) for given in asked)
        return tuple(left if tried else left[:_TRIED])

    def _slicing(self, answers: Mapping[int, Reply]) -> Iterator[Parameter]:
        """The fields whose values together with a word, as far as they were tried, show more than the word alone."""
        alone = {word: one.records for one in answers.values() if (word := self.word_of(one.ask.given))}
        for each in (*self.fields, *self.orders):
            tried = [
                bool(one.records - alone.get(dict(one.ask.given)[self.box.name], set()))
                for one in answers.values()
                if self.box and {name for name, _ in one.ask.given} == {self.box.name, each.name}
            ]
            if sum(tried) >= _INFORMATIVE * len(tried):
                yield each

    def _says_word(self, given: Given) -> bool:
        return self.box is not None and self.box.name in dict(given)

    def is_partitioned(self, answers: Mapping[int, Reply], overflowing: Set[int], known: int) -> bool:
        """Whether the values of one field, none of which overflows, list together all that is known."""
        by_given = {answer.ask.given: (number, answer) for number, answer in answers.items()}
        for each in self.fields:
            found = [by_given.get(((each.name, value),)) for value in _values(each)]
            if all(one and one[0] not in overflowing and one[1].whole for one in found):
                listed = {record for one in found if one for record in one[1].records}
                if len(listed) >= known:
                    return True
        return False

    def _informative(self, answers: Mapping[int, Reply]) -> Iterator[Parameter]:
        """The fields whose values, as far as they were tried, are answered differently."""
        for each in self.fields:
            tried = [answer for answer in answers.values() if [name for name, _ in answer.ask.given] == [each.name]]
            if len(tried) < 2 or _differ(tried):
                yield each

    def _some_values(self, asked: Set[Given]) -> Iterator[Ask]:
        for each in self.fields:
            left = [value for value in _values(each) if ((each.name, value),) not in asked]
            yield from _of_values(each, left[:_PROVING])

    def _pairs(self, given: Given) -> Iterator[Ask]:
        others = (each for each in self.fields if each.name != given[0][0])
        pairs = (tuple(sorted((*given, (each.name, value)))) for each in others for value in _values(each))
        return (Ask(Kind.VALUE, pair) for pair in pairs)

    def _universal(self, vocabulary: RecordWords, asked: Set[Given]) -> tuple[Ask, ...]:
        """What may stand for everything, and the function words that the records have most of; once."""
        if self.box is None or ((self.box.name, _EVERYTHING[0]),) in asked:
            return ()
        own = (word for word in vocabulary.ranked(self.words_asked(asked)) if word in FUNCTION_WORDS)
        words = dict.fromkeys((*_EVERYTHING, *islice(own, _FUNCTION_WORDS)))
        return tuple(Ask(Kind.PROBE, ((self.box.name, text),)) for text in words)


def _differ(answers: Sequence[Reply]) -> bool:
    different = {frozenset(answer.records) for answer in answers if answer.records}
    return len(different) > 1 and len(different) >= _INFORMATIVE * len(answers)


def _values(parameter: Parameter) -> tuple[str, ...]:
    """What it may be given, but for what stands for no choice."""
    return tuple(value for value in parameter.options if value and (value,) != parameter.default)


def _of_values(parameter: Parameter, values: Iterable[str]) -> tuple[Ask, ...]:
    return tuple(Ask(Kind.VALUE, ((parameter.name, value),)) for value in values)
