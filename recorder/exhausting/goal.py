"""What a person asked an exhaustion for, and the reasons why it ends."""

from dataclasses import dataclass

WHOLE = "one answer, or the values of one field, list whatever the others do"
NO_WORDS = "there is no word left that was not asked"
DEAF = "the form answers the same to everything"
MUTE = "the form finds none of the records that are known"

_BUDGET, _LEAST_BUDGET = 0.5, 200
"""Most result pages, if nothing else is said, for each record believed to exist; and enough to see the end of few."""


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
