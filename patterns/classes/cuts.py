"""Where to cut a row of numbers: in its widest gap. It knows nothing of what the numbers mean."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Gap:
    """Nothing lies between `low` and `high`."""

    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


def widest_gap(numbers: Iterable[float]) -> Gap | None:
    """The widest gap between neighbours, the highest of equally wide ones; None where there are no two numbers."""
    gaps = [Gap(low, high) for low, high in pairwise(sorted(numbers))]
    return max(gaps, key=lambda gap: (gap.width, gap.high), default=None)
