"""The state of one exhaustion: fed with records and answers, it says what to ask next, whether to turn a page, how much
is missing, and when to end and why. The same records and answers lead to the same questions, so that a killed run is
fed from what was stored, and goes on.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass, field

from recorder.exhausting.answers import (
    Ask,
    Kind,
    Reply,
    differ,
    limit_of,
    lists_everything,
    most_told,
    overflows,
    same_to_everything,
    totals_end_at_a_limit,
)
from recorder.exhausting.check_sample import CheckSample, weigh, words_to_draw
from recorder.exhausting.choosing import WORDS_AT_ONCE, WordChoice, next_word, novelty, worth
from recorder.exhausting.estimate import Estimate
from recorder.exhausting.goal import DEAF, LEAST_NEW, MUTE, NO_WORDS, STALE, WHOLE, End, Goal, is_stale, requests_left
from recorder.exhausting.questions import FormQuestions, Given
from recorder.exhausting.totals import TotalReader
from recorder.exhausting.vocabulary import RecordWords, drawn

MOST_PROVING = 30
"""Requests within which a form must have answered two questions differently."""
_BEFORE = -1
"""Stands for the check sample before which a record was known, where that was before this run."""
_FIRST_CHECK, _FIRST_SHARE = 200, 0.05
"""Requests before the first check sample, or this share of the known records once the answers bring little new."""
_MOSTLY_KNOWN = 0.5
"""Share of new records among those listed, below which answers bring little new: a sample drawn before tells little."""
_BETWEEN, _AT_MOST, _MOST_OF_BUDGET = 4, 10, 0.25
"""Requests between two check samples, for each word of one, once enough seems to be known, and before; and the share of
all requests that may be kept for the last one."""


@dataclass
class Exhaustion:
    """Of one form."""

    questions: FormQuestions
    bounds: Goal = field(default_factory=Goal)
    earlier: dict[Given, tuple[int, int | None]] = field(default_factory=dict)
    """What was asked by the run before: how many new records it brought, and the total it told."""
    vocabulary: RecordWords = field(default_factory=RecordWords)
    totals: TotalReader = field(default_factory=TotalReader)
    answers: dict[int, Reply] = field(default_factory=dict)
    """By the numbers of their questions."""
    known: dict[str, int] = field(default_factory=dict)
    """Every record that was listed or collected, by the number of the check sample before which it was."""
    aliases: dict[str, str] = field(default_factory=dict)
    """The records at addresses that lead on to another; empty where there was none."""
    requests: int = 0
    """Result pages so far."""
    curve: list[tuple[int, int]] = field(default_factory=list)
    """How many records were known after how many requests, whenever that changed."""
    estimate: Estimate | None = None
    limit: int | None = None
    """The most records that an answer shows; None while nothing says that there is a limit."""
    is_sure: bool = True
    """Whether most words of the check sample were answered whole."""
    _checks: list[CheckSample] = field(default_factory=lambda: [CheckSample()])  # the last one is being asked, or was
    _settled: set[int] = field(default_factory=set)
    _out_of_words: bool = False
    proven: bool = False
    """Whether the form answered two questions differently."""

    def __post_init__(self) -> None:
        self.choice = WordChoice(self.questions, self.vocabulary, self.earlier)

    @property
    def _check(self) -> CheckSample:
        return self._checks[-1]

    def collect(self, record: str) -> None:
        """A record that an earlier run, or a crawl along links, has collected."""
        self.known.setdefault(record, _BEFORE)

    def read(self, address: str, record: str, title: str, text: str) -> None:
        """What an answer led to at this address: a record, perhaps known by another; or none, if it is empty."""
        if address != record:
            self.aliases[address] = record
            self.known.pop(address, None)
        if record:
            self.known.setdefault(record, self._check.number)
            self.vocabulary.add(record, title, text)

    def _meant(self, listed: Set[str]) -> set[str]:
        """The records at these addresses, as far as is known by now."""
        return {self.aliases.get(address, address) for address in listed} - {""}

    def ask(self, number: int, ask: Ask) -> None:
        """A question is being asked."""
        self.answers[number] = Reply(ask, total_before=self.earlier.get(ask.given, (0, None))[1])

    def hear(self, number: int, records: Set[str], text: str, *, missed: bool = False) -> None:
        """A page of the answer to a question has come; or it was `missed`: asked for, and not had."""
        answer = self.answers[number]
        answer.missed |= missed
        if answer.ask.round > self._check.number:
            self._begin_check(answer.ask.round)
        elif answer.ask.round == 0 and self._check.is_open and number > self._check.last:
            self._check.end(self.requests, len(self.known))
        self.requests += 1
        if not answer.pages:
            word = self.questions.word_of(answer.ask.given)
            answer.expected, answer.fresh = self.vocabulary.frequency(word), self.vocabulary.fresh(word)
        meant = self._meant(records)
        new = [record for record in meant if record not in self.known]
        check = self._check.number
        answer.earlier |= {record for record in meant if self.known.get(record, check) < check}
        self.known.update(dict.fromkeys(new, check))
        first_listed = self._meant(records - answer.records)
        answer.gained += sum(self.known[record] != _BEFORE for record in first_listed)
        self.vocabulary.listed(first_listed)
        answer.records |= records
        if not answer.pages:
            answer.text, answer.total = text, self.totals.read(text)
        answer.pages.append((len(records), len(new)))
        if new or not self.curve:
            self.curve.append((self.requests, len(self.known)))

    def settle(self, numbers: Iterable[int], cut: Set[int]) -> None:
        """No more pages of these answers will come; those that were `cut` were not turned to their end. In order, so
        that it is the same after a kill.
        """
        new = sorted(set(numbers) - self._settled)
        for number in new:
            answer = self.answers[number]
            answer.whole = number not in cut and not answer.missed
            if answer.whole and answer.records:
                self.totals.learn(answer.text, len(answer.records))
            answer.total = self.total_of(answer)
        self._settled.update(new)
        if new and totals_end_at_a_limit(self.answers):
            self.totals.refused = True
            for answer in self.answers.values():
                answer.total = None
        self.limit = limit_of(self.answers) if new else self.limit
        for number in new:
            if word := self._whole_word(self.answers[number]):
                self.vocabulary.learn(word, self.answers[number].records)
        if self._check.is_open and self._check.requests:
            self._weigh()

    def total_of(self, answer: Reply) -> int | None:
        """What it says that it has, also where that could not be read when it came."""
        return answer.total if answer.total is not None else self.totals.read(answer.text)

    def lane(self, waiting: Iterable[int]) -> int | None:
        """Of the answers with pages `waiting` to be turned, the one to go on with: values of fields, which may list
        everything once; then, if no check sample is due, what brings most; none while the next word brings more. The
        others go on waiting.
        """
        checked = [number for number in waiting if self.answers[number].ask.kind is Kind.CHECK]
        if self.is_spent or checked or self._check.is_open:
            return None if self.is_spent else min(checked, default=None)
        least, usual = self._least(), self._novelty()
        worth = {number: self._worth(number, usual) for number in waiting}
        wanted = sorted((-worth[number], number) for number in worth if worth[number] >= least)
        values = [number for _, number in wanted if self.answers[number].ask.kind is Kind.VALUE]
        if values:
            return values[0]
        return None if self._is_whole() or self._sample_now() else next((number for _, number in wanted), None)

    def turns(self, number: int) -> bool:
        """Whether one more page of this answer is worth a request."""
        return not self.is_spent and self._worth(number, self._novelty()) >= self._least()

    def _novelty(self) -> float:
        """The share of what the last answers listed that was new."""
        return novelty(list(self.answers.values())[-WORDS_AT_ONCE:])

    def _worth(self, number: int, usual: float) -> float:
        answer = self.answers[number]
        return worth(answer, self.vocabulary.frequency(self.questions.word_of(answer.ask.given)) or None, usual)

    def _least(self) -> float:
        """New records for which a page is turned."""
        return 0.0 if self._out_of_words else next_word(self.answers)

    def prove(self) -> tuple[Ask, ...] | End | None:
        """Ask until two questions were answered differently: before, no page is turned. None once that is seen."""
        self.proven = self.proven or differ(self.answers)
        if self.proven or self.is_spent:
            return None
        proving = self.questions.proving(self.vocabulary, self._asked())
        proving = proving[: min(MOST_PROVING, self.budget) - self.requests]
        return proving or End(DEAF if same_to_everything(self.answers) else MUTE, failed=True)

    def values(self) -> tuple[Ask, ...]:
        """The values of fields, which are asked before any page is turned."""
        return self.questions.values(self.answers, self._asked())[: max(0, self.budget - self.requests)]

    def next(self) -> tuple[Ask, ...] | End:
        """What to ask when no page is worth more; nothing where pages are to be looked at again, for want of words."""
        if self._check.is_open:
            self._weigh()
        asks = self._end() or self._asks()
        return asks if isinstance(asks, End) else asks[: max(1, self.budget - self.requests)]

    def _asks(self) -> tuple[Ask, ...] | End:
        asked, whole = self._asked(), self._is_whole()
        if not whole and (asks := self.questions.plain(self.answers, asked, self._overflowing(), self.vocabulary)):
            return asks
        no_words = whole or self.questions.box is None
        words = () if no_words else self.choice.next(self.answers, asked, self._overflowing(), self.limit)
        if self._check_is_due(at_the_end=not words) and (sample := self._sample(asked, whole=whole)):
            return sample
        if not (words or whole or self._out_of_words):
            self._out_of_words = True
            return ()
        return words or End(WHOLE if whole else NO_WORDS)

    @property
    def budget(self) -> int:
        """The most result pages."""
        return self.bounds.budget(max(self._believed, most_told(self.answers)))

    @property
    def is_spent(self) -> bool:
        """Whether as many result pages were asked for as are allowed."""
        return self.requests >= self.budget

    @property
    def size(self) -> Estimate | None:
        """How many records the form can find, by the last check samples, unless what is known now refutes them."""
        return self.estimate.after(len(self.known)) if self.estimate else None

    @property
    def _believed(self) -> int:
        return self.size.records if self.size else len(self.known)

    @property
    def requests_left(self) -> int | None:
        """About how many more result pages it takes; None while nothing tells."""
        if self.size is None:
            return None
        left = requests_left(self.curve, self.requests, self.size.records, self.bounds.coverage)
        return None if left is None else min(left, max(0, self.budget - self.requests))

    def _asked(self) -> frozenset[Given]:
        return frozenset(answer.ask.given for answer in self.answers.values())

    def _whole_word(self, answer: Reply) -> str:
        """The word that it is the whole answer to, if it is one."""
        of_words = answer.whole and answer.ask.kind in (Kind.WORD, Kind.CHECK) and not overflows(answer, self.limit)
        return self.questions.word_of(answer.ask.given) if of_words else ""

    def _is_whole(self) -> bool:
        """Whether an answer is the database, or the values of one field are."""
        if lists_everything(self.answers, self.known.keys(), self._meant, self.limit):
            return True
        return self.questions.is_partitioned(self.answers, self._overflowing(), len(self.known))

    def _overflowing(self) -> frozenset[int]:
        return frozenset(number for number, answer in self.answers.items() if overflows(answer, self.limit))

    def _check_is_due(self, *, at_the_end: bool) -> bool:
        if self._check.number == 0:
            soon = self.requests >= _FIRST_SHARE * len(self.known) and not self.choice.again(self._asked())
            few_new = soon and self._novelty() < _MOSTLY_KNOWN
            return at_the_end or few_new or self.requests >= _FIRST_CHECK
        since = self.requests - self._check.requests
        between = (_BETWEEN if self._seems_enough else _AT_MOST) * words_to_draw(self._believed)
        return since >= between or (at_the_end and since > 0) or self._looks_once_more()

    def _looks_once_more(self) -> bool:
        """Whether the requests end; or the words chosen find nothing, and those last drawn evenly told of more."""
        cost = self._check.pages(self.answers)
        is_affordable = cost + WORDS_AT_ONCE <= _MOST_OF_BUDGET * self.budget
        is_last = is_affordable and cost // 2 <= self.budget - self.requests <= cost + WORDS_AT_ONCE
        is_due = is_last and self.requests - self._check.requests >= cost > 0
        is_told = self._check.gained < LEAST_NEW or (self.is_sure and self._seems_enough)
        is_doubtful = not is_told and is_stale(self.curve, self.requests, len(self.known))
        return (is_due or is_doubtful) and bool(self._pool_now(self._asked()))

    @property
    def _seems_enough(self) -> bool:
        return self.size is None or len(self.known) >= self.bounds.coverage * self.size.records

    def _sample_now(self) -> bool:
        """Whether a check sample comes before what there is to turn: the first one had better wait."""
        late = self._check.number > 0 or self.requests >= _FIRST_CHECK
        return late and self._check_is_due(at_the_end=False) and bool(self._pool_now(self._asked()))

    def _sample(self, asked: Set[Given], *, whole: bool) -> tuple[Ask, ...]:
        number = self._check.number + 1
        words = drawn(self._pool_now(asked), words_to_draw(self._believed, whole=whole), f"check {number}")
        return tuple(self.questions.word(word, Kind.CHECK, number) for word in words)

    def _pool_now(self, asked: Set[Given]) -> list[str]:
        most = self.limit or len(self.known)
        return self.vocabulary.pool(self.questions.words_asked(asked), most) if self.questions.box else []

    def _begin_check(self, number: int) -> None:
        """Its first answer has come: what is known now was known before it. The words drawn are of the pool, too."""
        drawn = {
            n: self.questions.word_of(each.ask.given) for n, each in self.answers.items() if each.ask.round == number
        }
        self._checks.append(CheckSample(number, len(self.known), last=max(drawn), weighed=False))
        asked = {each.ask.given for n, each in self.answers.items() if n < min(drawn)}
        self._check.pool = frozenset((*self._pool_now(asked), *drawn.values()))
        self._check.reach = self.vocabulary.reached(self._check.pool)

    def _weigh(self) -> None:
        self._check.end(self.requests, len(self.known))
        # Once the form has listed everything, only what was drawn since can say that it has not.
        checks = self._checks[-1:] if self._is_whole() else self._checks
        told, self.is_sure = weigh(checks, self.answers, self.limit, self.vocabulary, most_told(self.answers))
        self.estimate = (told if self.is_sure else None) or self.estimate

    def _end(self) -> End | None:
        least = self.size.least_coverage(len(self.known)) if self.size and self.is_sure else 0.0
        if least >= self.bounds.coverage and self._check.requests == self.requests:
            return End(f"at least {self.bounds.coverage:.1%} of what this form can find is collected")
        if self.is_spent:
            return End(f"{self.requests} result pages were asked for, as many as were allowed", early=True)
        if is_stale(self.curve, self.requests, len(self.known)) and not self._looks_once_more():
            return End(STALE)
        return None
