"""What came of a suite of a standard: its cases, the names of those that came out otherwise, and of those the ones that
are excused: why the program means to do otherwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Suite:
    """What came of one suite."""

    name: str
    bar: float
    """Least share of the cases that count."""
    cases: int
    otherwise: Mapping[str, str]
    """What came out, by the case."""
    excuses: Mapping[str, str] = field(default_factory=dict)
    """Why the program does otherwise, by the beginning of the case's name."""

    def excuse(self, case: str) -> str:
        """Why the program means to do otherwise in a case; empty if it does not."""
        return next((why for beginning, why in self.excuses.items() if case.startswith(beginning)), "")

    @property
    def excused(self) -> Mapping[str, str]:
        return {case: why for case in self.otherwise if (why := self.excuse(case))}

    @property
    def failed(self) -> Mapping[str, str]:
        return {case: found for case, found in self.otherwise.items() if not self.excuse(case)}

    @property
    def passed(self) -> float:
        """The share of the cases that count."""
        counting = self.cases - len(self.excused)
        return (counting - len(self.failed)) / counting
