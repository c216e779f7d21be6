"""Targets whose addresses are numbered: which numbers among theirs no page names. Some may be targets all the same, as
what a list leaves out unless it is asked for it. A few that are drawn by chance say how many: no list has chosen them.
Fetches nothing.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass

from recorder.patterns.navigation.estimate import Amount, members_expected

FEW = 10
"""Fewest targets from whose numbers anything is concluded."""

SPARSE = 0.1
"""Share of the numbers between the least and the greatest below which they count something else than targets, or
nothing. Fewer gaps than this share of the targets are not worth a request.
"""

_NUMBER = re.compile("(?<![0-9])[0-9]{1,9}(?![0-9])")
"""Longer ones are no counts."""


@dataclass(frozen=True)
class Numbering:
    """Addresses that differ in a number alone, and the numbers of the targets among them, from the least to the
    greatest. `width`: of numbers with noughts before them.
    """

    before: str
    after: str
    width: int
    low: int
    high: int

    def __iter__(self) -> Iterator[str]:
        return map(self._address, range(self.low, self.high + 1))

    @property
    def nowhere(self) -> str:
        """The address of a number so much greater than all others that nothing can be there."""
        return self._address(10 ** (len(str(self.high)) + 2) - 1)

    def _address(self, number: int) -> str:
        return f"{self.before}{number:0{self.width}}{self.after}"


@dataclass(frozen=True)
class Between:
    """How many addresses among those of targets no page names, how many of these were tried, and which are targets.
    `tells`: whether the site says of a number if anything is there.
    """

    gaps: int = 0
    tried: int = 0
    found: frozenset[str] = frozenset()
    tells: bool = False

    @property
    def expected(self) -> Amount:
        """How many of those that were not tried are targets."""
        return members_expected(len(self.found), self.tried, self.gaps - self.tried)


def numbering_of(targets: Collection[str]) -> Numbering | None:
    """The one of most targets; None if it is that of few, or counts something else."""
    numbered: dict[tuple[str, str], set[str]] = defaultdict(set)
    for url in targets:
        path = url.find("/", url.find("//") + 2)
        for number in _NUMBER.finditer(url, max(path, 0)):
            numbered[url[: number.start()], url[number.end() :]].add(number.group())
    ways = sorted(numbered, key=lambda way: (len(numbered[way]), way))
    if not ways or len(numbers := numbered[ways[-1]]) < max(FEW, len(targets) / 2):
        return None
    width = len(min(numbers, key=len)) if any(number.startswith("0") for number in numbers) else 0
    found = Numbering(*ways[-1], width, min(map(int, numbers)), max(map(int, numbers)))
    return found if len(numbers) >= SPARSE * (found.high - found.low + 1) else None


def gaps_in(numbering: Numbering, targets: Collection[str], known: Set[str]) -> list[str]:
    """The addresses that are not known; none if they are few."""
    gaps = [url for url in numbering if url not in known]
    return gaps if len(gaps) > SPARSE * len(targets) else []
