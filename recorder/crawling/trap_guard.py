"""Lists without end: a calendar that always has a next month, a filter that can be combined with itself, an answer that
has a next page for ever.

A step that repeats is followed as long as it leads to something. That a site goes on for ever cannot be proved, so the
bounds are generous. Over all lists: only after very many pages of them in a row, not one of which led to a new target,
are no further ones followed. Along one answer, whose pages follow each other: only after several in a row showed
nothing that the page before them did not show.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import islice

MOST_BARREN = 500
MOST_REPEATING = 10


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


def repeats_itself(shown: Set[str], before: Iterator[Set[str]]) -> bool:
    """Whether a page of an answer that shows these links is the last of many that show no more than the one before
    each; `before` gives what those showed, the latest first, and is asked for as few as decide it.
    """
    count = 0
    for earlier in islice(before, MOST_REPEATING):
        if not shown <= earlier:
            return False
        shown, count = earlier, count + 1
    return count == MOST_REPEATING
