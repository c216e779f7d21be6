"""How many records a form can find: the ratio of known to found records in a check sample of words, each record weighed
by the number of words that could have found it (Broder et al. 2006; Bar-Yossef and Gurevich 2007).

A record that many words of the pool find is drawn more often than one that few find, and is also more likely to be
known. Weighed by 1 / its pool degree, every record that the pool reaches counts alike. Records that no word of the pool
reaches are not estimated. Of Chao1, Horvitz and Thompson's and Lu and Li's estimators, measured on the same samples,
none was within 10 % of the truth as often.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

_RESAMPLED = 200
"""Times that the words are drawn anew: the ends of the range then stand to two digits."""
_MISSED = 3
"""Records of which at least one would have been found, but for one sample in twenty: the rule of three."""
_CUT = 0.05
"""Left out at either end: the range is one of 90 %."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What one word of a check sample found: the weights of all its records, and of those that were known before; and
    how many they were.
    """

    known: float
    found: float
    records: int = 1


@dataclass(frozen=True, slots=True)
class Estimate:
    """About so many `records` can be found, from `low` to `high`."""

    records: int
    low: int
    high: int

    def coverage(self, known: int) -> tuple[float, float, float]:
        """The share that so many are: by the estimate, at least and at most."""
        return tuple(min(1.0, known / max(1, each)) for each in (self.records, self.high, self.low))  # type: ignore[return-value]


def estimate(sample: Sequence[Drawn], known_before: int, known: int, shown: int, seed: str = "") -> Estimate | None:
    """From a check sample before which `known_before` were known, and `known` after it; None if it found nothing known.
    An answer has `shown` a total of so many: there are no fewer.
    """
    least = max(known, shown)
    whole = _records(sample, known_before)
    if whole is None:
        return None
    chance = random.Random(f"bootstrap {seed}")
    again = [_records(chance.choices(sample, k=len(sample)), known_before) for _ in range(_RESAMPLED)]
    ordered = sorted(each for each in again if each is not None)
    cut = int(_CUT * len(ordered))
    low, high = ordered[cut], max(ordered[-1 - cut], _with_those_missed(sample, whole))
    return Estimate(*(max(least, round(each)) for each in (whole, low, high)))


def _with_those_missed(sample: Sequence[Drawn], whole: float) -> float:
    """With as many records as a sample may have missed by chance: one that found only what was known is no proof."""
    return whole * (1 + _MISSED / max(1, sum(each.records for each in sample)))


def _records(sample: Sequence[Drawn], known_before: int) -> float | None:
    known, found = sum(each.known for each in sample), sum(each.found for each in sample)
    return known_before * found / known if known else None


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
