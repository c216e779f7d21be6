"""Which queries to try, and when enough was learnt: `QueryPlan` hands out batches and learns from their answers.

The paper asks every combination of values with every term [V06 §4.2]. That product explodes, so a plan has a budget and
spends it where most is learnt first, as a person would: only the text box filled, the rest as the page has it; then
each other field once, beside a term that found something; then pairs, then triples of fields, and never more. A field
whose values never change the answer is not tried again (`informativeness`).

What is to be learnt is which fields are parameters, not what the database holds: a few different good answers settle
a field, and pairs are tried only where single fields found nothing. A plan that is told nothing assumes nothing and
goes on until its budget is spent. It submits nothing; the same answers always give the same queries.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from recorder.forms.form import Form
from recorder.forms.informativeness import LEAST_EQUAL, Answer, Effect, FieldReport, report
from recorder.forms.submission import Query, Values, default_button
from recorder.forms.values import needed, varying_fields

BUDGET = 240
"""The largest number of queries in the paper's experiments [V06 Table 5.4]."""
BATCH = 5
"""Most queries that are handed out before their answers are learnt from."""
FIRST_TERMS = 15
"""Terms that a box is given, as in the paper. Those beyond are tried only if none of these worked."""

IN_VAIN = 120
"""Most answers without a good one: the filters of a table could be combined without end."""

_ENOUGH_GOOD = 3
"""Distinct good answers that settle a box, or a combination of fields."""
_PATIENCE = 4
"""Batches without news after which the next kind of query is tried."""
_CARRIERS = 3
"""Most terms beside which the other fields are tried."""

_Choice = dict[int, Values]


class QueryPlan:
    """Ask for a batch, submit it, tell the answers, until a batch is empty."""

    def __init__(
        self,
        form: Form,
        terms: Sequence[str] = (),
        *,
        budget: int = BUDGET,
        batch: int = BATCH,
        button: int | None = None,
        by_hand: Mapping[int, Values] | None = None,
    ) -> None:
        """`button` is the one to press if it is not the one that Enter presses; `by_hand` what a person entered, by the
        number of the field: it is asked first, its texts are tried first in other combinations, too, and its options
        are kept where no other is tried.
        """
        said = by_hand or {}
        entered = (text for number, texts in said.items() if form.fields[number].is_typed for text in texts)
        terms = tuple(dict.fromkeys((*entered, *terms)))
        self.budget = budget
        self._batch = batch
        self._button = default_button(form) if button is None else button
        self._values = varying_fields(form, terms)
        self._texts = _texts_first(form, self._values)
        self._others = tuple(number for number in self._values if number not in self._texts)
        filled = ((number, needed(field, terms)) for number, field in enumerate(form.fields))
        self._always: _Choice = {number: values for number, values in filled if values is not None}
        for number in (each for each in said if each in self._values and not form.fields[each].is_typed):
            self._always[number] = said[number]
            self._values[number] += (form.fields[number].chosen,)  # what the page says is now another choice
        self._handed_out: dict[Query, None] = {}
        self._answers: dict[Query, Answer] = {}
        self._reports: dict[int, FieldReport] = {}
        self._quiet = 0
        self._stages = deque(
            (
                iter((dict(said),) if said else ()),
                self._terms_alone(),
                self._values_once(),
                self._values_alone(),
                self._combined(2),
                self._combined(3),
            )
        )

    @property
    def spent(self) -> int:
        """How many queries were handed out."""
        return len(self._handed_out)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All that was told, in the order the queries were handed out."""
        return tuple(self._answers[query] for query in self._handed_out if query in self._answers)

    @property
    def effects(self) -> Mapping[int, Effect]:
        """What is known of the fields that were tried, by number."""
        return {number: self._report(number).effect for number in self._values}

    def next_batch(self) -> tuple[Query, ...]:
        """The next few queries, none of them handed out before; empty when the plan is done."""
        if len(self._answers) >= IN_VAIN and all(answer.good is not True for answer in self._answers.values()):
            self._stages.clear()
        while self._stages and self.spent < self.budget:
            fresh = (query for choice in self._stages[0] if (query := self._query(choice)) not in self._handed_out)
            batch = tuple(self._taken(fresh, min(self._batch, self.budget - self.spent)))
            if batch:
                return batch
            self._stages.popleft()
        return ()

    def learn(self, answers: Iterable[Answer]) -> None:
        """Take in what came back; a later word on the same query replaces the earlier one."""
        known = {answer.fingerprint for answer in self._answers.values()}
        told = list(answers)
        self._answers |= {answer.query: answer for answer in told}
        before = {number: self._report(number) for number in self._values}
        self._reports = {number: report(number, len(self._values[number]), self.answers) for number in self._values}
        unlike = (answer for answer in told if answer.good is not False)  # excuses differ, and say nothing
        news = any(answer.fingerprint not in known for answer in unlike) or before != self._reports
        self._quiet = 0 if news or not told else self._quiet + 1
        if self._quiet >= _PATIENCE and self._stages:
            self._stages.popleft()
            self._quiet = 0

    def _taken(self, queries: Iterator[Query], most: int) -> Iterator[Query]:
        for query in islice(queries, max(most, 0)):
            self._handed_out[query] = None
            yield query

    def _query(self, choice: _Choice) -> Query:
        return Query.of(self._always | choice, self._button)

    def _report(self, field: int) -> FieldReport:
        return self._reports.get(field, _NOTHING_KNOWN)

    def _terms_alone(self) -> Iterator[_Choice]:
        """Each text box by itself, a few terms each in turn; and once the form as it is."""
        longest = max((len(self._values[field]) for field in self._texts), default=0)
        for start in range(0, longest, self._batch):
            if start >= FIRST_TERMS and self._good():
                return
            for field in self._texts:
                for values in self._values[field][start : start + self._batch]:
                    if len(self._good(field)) >= _ENOUGH_GOOD:
                        break
                    yield {field: values}
            if start == 0:
                yield {}
        if not self._texts:
            yield {}

    def _values_once(self) -> Iterator[_Choice]:
        """Each value of the other fields, beside a term that found much; fields of few values beside a few terms."""
        carriers = self._carriers() or [{}]
        for turn, carrier in enumerate(carriers):
            few = [field for field in self._others if not turn or turn * len(self._values[field]) < LEAST_EQUAL]
            longest = max((len(self._values[field]) for field in few), default=0)
            for at in range(longest):
                for field in few:
                    if at < len(self._values[field]) and not self._report(field).is_settled:
                        yield carrier | {field: self._values[field][at]}

    def _values_alone(self) -> Iterator[_Choice]:
        """What made a difference beside a term, without it: whether the text box may stay empty."""
        as_it_is = self._answers.get(self._query({}))
        if as_it_is is not None and as_it_is.good:
            return
        best: _Choice = {}
        for answer in sorted((each for each in self.answers if each.good), key=lambda each: each.size):
            best |= {field: values for field, values in answer.query.filled if field in self._others}
        telling = (field for field in best if self._report(field).effect is Effect.CHANGES)
        yield from ({field: best[field]} for field in islice(telling, self._batch))

    def _combined(self, size: int) -> Iterator[_Choice]:
        """Values of several fields at once: only for a form that answered to nothing less."""
        if self._good():
            return
        fields = [*self._texts, *self._others]
        for choice in _in_turn(self._products(chosen) for chosen in combinations(fields, size)):
            if len(self._good()) >= _ENOUGH_GOOD:
                return
            yield choice

    def _products(self, fields: tuple[int, ...]) -> Iterator[_Choice]:
        for values in _diagonally([self._values[field] for field in fields]):
            if any(self._report(field).effect is Effect.NONE for field in fields):
                return
            yield dict(zip(fields, values, strict=True))

    def _carriers(self) -> list[_Choice]:
        """The terms to try other fields with: those whose answers were good and large, or the first while unknown."""
        if not self._texts:
            return []
        choices = [{field: values} for field in self._texts for values in self._values[field]]
        alone = {self._query(choice): choice for choice in choices}
        heard = [answer for answer in self.answers if answer.query in alone]
        if not heard:
            return [{self._texts[0]: self._values[self._texts[0]][0]}]
        useful = [each for each in heard if each.good is not False]
        useful.sort(key=lambda answer: (not answer.good, -answer.size))
        distinct = {answer.fingerprint: alone[answer.query] for answer in reversed(useful)}
        return list(reversed(distinct.values()))[:_CARRIERS]

    def _good(self, field: int | None = None) -> set[str]:
        """The distinct good answers, of all or of those that say something in this field."""
        return {
            answer.fingerprint
            for answer in self._answers.values()
            if answer.good and (field is None or answer.query.said(field) is not None)
        }


_NOTHING_KNOWN = FieldReport(Effect.UNKNOWN, False)


def _texts_first(form: Form, values: Mapping[int, tuple[Values, ...]]) -> tuple[int, ...]:
    """The boxes for text, the most likely search box first."""
    texts = [number for number in values if form.fields[number].is_typed]
    return tuple(sorted(texts, key=lambda number: (form.fields[number].kind != "search", number)))


def _in_turn(many: Iterable[Iterator[_Choice]]) -> Iterator[_Choice]:
    """One from each, then the next from each."""
    waiting = deque(many)
    while waiting:
        each = waiting.popleft()
        found = next(each, None)
        if found is not None:
            waiting.append(each)
            yield found


def _diagonally(lists: Sequence[Sequence[Values]]) -> Iterator[tuple[Values, ...]]:
    """Every combination, those of the first values first."""
    for total in range(sum(map(len, lists)) - len(lists) + 1):
        yield from _adding_up_to(total, lists)


def _adding_up_to(total: int, lists: Sequence[Sequence[Values]]) -> Iterator[tuple[Values, ...]]:
    first, rest = lists[0], lists[1:]
    if not rest:
        if total < len(first):
            yield (first[total],)
        return
    for at in range(min(total, len(first) - 1) + 1):
        for more in _adding_up_to(total - at, rest):
            yield (first[at], *more)
