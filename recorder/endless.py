"""Lists without end: a calendar that always has a next month, a filter that can be combined with itself.

A step that repeats is followed as long as it leads to something. That a site goes on for ever cannot be proved, so the
bound is generous: only after very many pages of lists in a row, over all lists, not one of which led to a new target,
are no further ones followed.
"""

from dataclasses import dataclass

MOST_BARREN = 500


@dataclass
class Lists:
    """How the lists of a run are doing."""

    _barren: int = 0

    def saw_target(self) -> None:
        """A target that was not known."""
        self._barren = 0

    def saw_list(self) -> None:
        """A page that a repeating step led to."""
        self._barren += 1

    @property
    def are_endless(self) -> bool:
        """Whether to follow none of them further, by all that was seen."""
        return self._barren >= MOST_BARREN

    @property
    def just_ended(self) -> bool:
        """Whether this is the moment to say so."""
        return self._barren == MOST_BARREN
