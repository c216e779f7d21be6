"""A check sample: words drawn evenly from those that were not asked, and how much of what they find was known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from recorder.exhausting.answers import Reply, overflows
from recorder.exhausting.estimate import Drawn, Estimate, Sample, estimate
from recorder.exhausting.vocabulary import RecordWords

_LEAST_REACHED = 0.5
"""Share of the known records that a pool must reach to tell of all."""
_MOST_DRAWN, _DRAWN_SHARE, _LEAST_DRAWN = 150, 0.03, 10
"""Words of a check sample: 3 % of the records, within bounds."""


def words_to_draw(records: int, *, whole: bool = False) -> int:
    """Of so many records; where the `whole` is believed to be known, a third tells whether that is wrong."""
    count = max(_LEAST_DRAWN, min(_MOST_DRAWN, round(_DRAWN_SHARE * records)))
    return max(_LEAST_DRAWN // 2, count // 3) if whole else count


@dataclass
class CheckSample:
    """The one that is being asked, or was asked last."""

    number: int = 0
    known_before: int = 0
    last: int = 0
    """The number of its last question."""
    pool: frozenset[str] = frozenset()
    """The words that it was drawn from."""
    reach: float = 1.0
    """The share of the known records that have one of those words: of the others it tells nothing."""
    weighed: bool = True
    requests: int = 0
    """When it was over; 0 as long as it is not."""
    known_after: int = 0

    @property
    def is_open(self) -> bool:
        """Whether its answers are still coming, or were not weighed."""
        return not self.weighed

    @property
    def gained(self) -> int:
        """New records that it brought."""
        return self.known_after - self.known_before

    def end(self, requests: int, known: int) -> None:
        """All its answers have come."""
        if not self.requests:
            self.requests, self.known_after = requests, known

    def pages(self, answers: Mapping[int, Reply]) -> int:
        """How many result pages it took; 0 before there was one."""
        return sum(len(each.pages) for each in answers.values() if each.ask.round == self.number > 0)

    def found(self, answers: Mapping[int, Reply], limit: int | None, vocabulary: RecordWords) -> tuple[Sample, bool]:
        """What its words found, and whether that tells of all: most of them were answered whole, as what is cut off may
        hide any number of records; and the pool reaches most of those that are known.
        """
        drawn = [answer for answer in answers.values() if answer.ask.round == self.number and not answer.missed]
        whole = [answer for answer in drawn if not overflows(answer, limit)]
        is_whole = 2 * len(whole) >= len(drawn)
        words = tuple(self._found(answer, vocabulary) for answer in (whole if is_whole else drawn))
        return Sample(words, self.known_before), is_whole and self.reach >= _LEAST_REACHED

    def _found(self, answer: Reply, vocabulary: RecordWords) -> Drawn:
        weights = {
            record: 1 / vocabulary.degree(record, self.pool) for record in answer.records if record in vocabulary
        }
        known, missing = weights.keys() & answer.earlier, weights.keys() - answer.earlier
        return Drawn(tuple(weights[each] for each in known), tuple(weights[each] for each in missing))


def weigh(
    checks: Sequence[CheckSample],
    answers: Mapping[int, Reply],
    limit: int | None,
    vocabulary: RecordWords,
    shown: int,
) -> tuple[Estimate | None, bool]:
    """How many records there are by the last check sample, and by those before it that are sure; and whether it is
    sure itself.
    """
    checks[-1].weighed = True
    *before, (last, is_sure) = [each.found(answers, limit, vocabulary) for each in checks if each.number]
    samples = [*(sample for sample, was_sure in before if was_sure), last]
    return estimate(samples, checks[-1].known_after, shown), is_sure
