"""What each question brought: the records that its pages list, how many of them were new, whether all its pages were
turned, and whether it was cut off at a limit of the site.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations

_TELLING = 3
"""Answers that end at one count, and list other records, from which that count is the site's limit."""
_ROUND = 10
"""Fewest records of a limit: that several words have the same few is nothing special."""


_LEAST_OTHERS = 3
"""Answers to other questions beside which one that lists all that is known is taken for the database."""
_ALIKE = 0.5
"""Share of the records of two answers that both list, from which they are taken for one answer."""


class Kind(StrEnum):
    """Why a question is asked."""

    PROBE = "probe"
    VALUE = "value"
    WORD = "word"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Ask:
    """One question: what is given to which parameter, and why. `round`: which check sample it belongs to."""

    kind: Kind
    given: tuple[tuple[str, str], ...]
    round: int = 0

    @property
    def text(self) -> str:
        """What is said, for a person to read."""
        return ", ".join(value for _, value in self.given) or "(nothing)"


@dataclass
class Reply:
    """To one question, as far as its pages were turned."""

    ask: Ask
    text: str = ""
    """Of its first page."""
    records: set[str] = field(default_factory=set)
    earlier: set[str] = field(default_factory=set)
    """Those of them that were known when it was asked."""
    pages: list[tuple[int, int]] = field(default_factory=list)
    """Of each page, how many records it lists and how many of them were new."""
    whole: bool = False
    """Whether all its pages were turned."""
    missed: bool = False
    """Whether a page of it did not come: what it would have listed is not known."""
    total: int | None = None
    """What it says that it has."""
    total_before: int | None = None
    """What an earlier run was told."""
    expected: float = 0.0
    """Records that were known to have its word when its first page came."""
    fresh: float = 0.0
    """The same, with each record counted less the more answers had listed it."""
    gained: int = 0
    """Records that no earlier run had collected."""

    @property
    def new(self) -> int:
        """Records that no question before it had found."""
        return sum(new for _, new in self.pages)

    def late(self, pages: int) -> tuple[int, int]:
        """How many records its last pages list, and how many of them were new."""
        last = self.pages[-pages:]
        return sum(listed for listed, _ in last), sum(new for _, new in last)


def limit_of(answers: Mapping[int, Reply]) -> int | None:
    """The most records that an answer of this site shows; None while nothing says that there is a limit."""
    largest, alike = _largest(answers)
    told = [answer for answer in alike if answer.total is not None]
    cut_off = [answer for answer in told if answer.total != largest] if told else alike
    return largest if _tell(cut_off) else None


def totals_end_at_a_limit(answers: Mapping[int, Reply]) -> bool:
    """Whether what seems to be a total stops where the answers do: several words do not have the same many records by
    chance, as values of a field may.
    """
    largest, alike = _largest(answers)
    words = [each for each in alike if each.total == largest and each.ask.kind in (Kind.WORD, Kind.CHECK)]
    return largest >= _ROUND and _tell(words) and all((each.total or 0) <= largest for each in answers.values())


def _largest(answers: Mapping[int, Reply]) -> tuple[int, list[Reply]]:
    """The most records of a whole answer, and the answers that have as many."""
    whole = [answer for answer in answers.values() if answer.whole and answer.records]
    largest = max((len(answer.records) for answer in whole), default=0)
    return largest, [answer for answer in whole if len(answer.records) == largest]


def _tell(answers: Iterable[Reply]) -> bool:
    return len({frozenset(answer.records) for answer in answers}) >= _TELLING


def overflows(answer: Reply, limit: int | None) -> bool:
    """Whether the form has more of it than it shows."""
    if answer.total is not None:
        return answer.whole and answer.total > len(answer.records)
    return limit is not None and len(answer.records) >= limit


def most_told(answers: Mapping[int, Reply]) -> int:
    """The largest total that an answer told."""
    return max((answer.total or 0 for answer in answers.values()), default=0)


def differ(answers: Mapping[int, Reply]) -> bool:
    """Whether two questions were answered differently: a page that is the same for everybody may have a record that is
    drawn by lot.
    """
    listed = {frozenset(answer.records) for answer in answers.values() if answer.records}
    return any(len(one & other) < _ALIKE * len(one | other) for one, other in combinations(listed, 2))


def same_to_everything(answers: Mapping[int, Reply]) -> bool:
    """Whether all that was listed was listed by all that listed anything."""
    return sum(bool(answer.records) for answer in answers.values()) > 1 and not differ(answers)


def lists_everything(
    answers: Mapping[int, Reply], known: Set[str], meant: Callable[[Set[str]], set[str]], limit: int | None
) -> bool:
    """Whether an answer to what may stand for everything lists all that is `known`; `meant`: records by addresses."""
    if sum(bool(answer.records) for answer in answers.values()) <= _LEAST_OTHERS:
        return False
    probes = (answer for answer in answers.values() if answer.ask.kind is Kind.PROBE and answer.whole)
    return any(meant(answer.records) >= known and not overflows(answer, limit) for answer in probes)
