"""What a benchmark hands back: a named figure, the bar it is held to, and whether it passed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    unit: str
    bar: str
    passed: bool
