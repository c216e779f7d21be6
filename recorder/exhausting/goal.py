"""What a person asked an exhaustion for, how far off that is, and the reasons why it ends. A curve says how many
records were known after how many requests.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

WHOLE = "one answer, or the values of one field, list whatever the others do"
NO_WORDS = "there is no word left that was not asked"
DEAF = "the form answers the same to everything"
MUTE = "the form finds none of the records that are known"

_BUDGET, _LEAST_BUDGET = 0.5, 200
"""Most result pages, if nothing else is said, for each record believed to exist; and enough to see the end of few."""
LATE, LEAST_NEW = 100, 2
"""Requests that brought fewer new records than that are the end, or nearly."""
STALE = f"the last {LATE} requests brought fewer than {LEAST_NEW} new records"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a person asked for."""

    coverage: float = 0.99
    requests: int | None = None

    def budget(self, records: int) -> int:
        """The most result pages, if so many records are believed to exist."""
        return self.requests or max(_LEAST_BUDGET, round(_BUDGET * records))


@dataclass(frozen=True, slots=True)
class End:
    """Why no more is asked. `early`: a limit was reached; `failed`: the form cannot be exhausted."""

    why: str
    early: bool = False
    failed: bool = False


def is_stale(curve: Sequence[tuple[int, int]], requests: int, known: int) -> bool:
    """Whether the last requests brought hardly anything new."""
    before = [count for at, count in curve if at <= requests - LATE]
    return bool(before) and known - before[-1] < LEAST_NEW


def requests_left(curve: Sequence[tuple[int, int]], requests: int, records: int, coverage: float) -> int | None:
    """About how many more requests there are until `coverage` of the records is known, if each record that is missing
    has the chance to be found that it had in the last half of them; None where that half found nothing.
    """
    before = max((known for at, known in curve if at <= requests // 2), default=0)
    was_missing, missing = records - before, records - max((known for _, known in curve), default=0)
    allowed = max(1.0, (1 - coverage) * records)
    if missing <= allowed:
        return 0
    if was_missing <= missing:
        return None
    chance = math.log(was_missing / missing) / (requests - requests // 2)
    return math.ceil(math.log(missing / allowed) / chance)
