"""The curve of an exhaustion: how many records were known after how many requests, and what that says of the next."""

import math
from collections.abc import Sequence

LATE, LEAST_NEW = 100, 2
"""Requests that brought fewer new records than that are the end, or nearly."""


def finds_nothing(curve: Sequence[tuple[int, int]], requests: int, known: int) -> bool:
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
