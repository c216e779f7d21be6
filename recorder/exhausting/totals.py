"""Learning where an answer says how many records it has: the number that stands among the same words in several answers
and equals what was counted by turning all their pages. Before that is seen, no number is believed.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

_LEAST = 5
"""Answers whose number must equal the count."""
_NUMBER = re.compile(r"(?<![\w.,-])(?:[0-9]{1,3}(?:[.,'\u00a0\u202f ][0-9]{3}){1,4}|[0-9]{1,9})(?![\w-]|[.,][0-9])")
_BEFORE, _AFTER = re.compile(r"([^\W\d_]+)\W{0,3}$"), re.compile(r"\W{0,3}([^\W\d_]+)")
_NEAR = 40
"""Characters that are looked at for the word before a number."""


@dataclass
class _Place:
    equal: set[int] = field(default_factory=set)
    agreed: int = 0
    refuted: int = 0


@dataclass
class TotalReader:
    """Where one site's answers have their total."""

    believed: set[str] = field(default_factory=set)
    """The words around numbers that proved to be totals, in this run or in an earlier one."""
    refused: bool = False
    """Whether what seemed to be totals are none."""
    _places: defaultdict[str, _Place] = field(default_factory=lambda: defaultdict(_Place))

    def learn(self, text: str, counted: int) -> None:
        """From an answer whose pages were all turned. Its total may be larger, if it was cut off; it is never less."""
        for where, number in _numbers(text):
            place = self._places[where]
            if number == counted:
                place.agreed += 1
                place.equal.add(counted)
            elif number < counted:
                place.refuted += 1
            # Different counts must have been equal: a number that never changes is none.
            if place.refuted:
                self.believed.discard(where)
            elif place.agreed >= _LEAST and len(place.equal) > 1:
                self.believed.add(where)

    def read(self, text: str) -> int | None:
        """The total that an answer shows; None if it shows none that is believed."""
        if self.refused:
            return None
        return max((number for where, number in _numbers(text) if where in self.believed), default=None)


def _numbers(text: str) -> Iterator[tuple[str, int]]:
    """Each number of a page by the words around it, but where the same words surround several."""
    found: dict[str, int | None] = {}
    for match in _NUMBER.finditer(text):
        before = _BEFORE.search(text[max(0, match.start() - _NEAR) : match.start()])
        after = _AFTER.match(text, match.end())
        number = int(re.sub(r"\D", "", match[0]))
        for where in filter(None, (before and f"{before[1]} *", after and f"* {after[1]}")):
            known = found.get(where, number)
            found[where] = number if known == number else None
    yield from ((where, number) for where, number in found.items() if number is not None)
