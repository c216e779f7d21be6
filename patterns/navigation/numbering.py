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
class Between:
    """How many addresses among those of targets no page names, how many of these were tried, and which are targets."""

    gaps: int = 0
    tried: int = 0
    found: frozenset[str] = frozenset()

    @property
    def expected(self) -> Amount:
        """How many of those that were not tried are targets."""
        return members_expected(len(self.found), self.tried, self.gaps - self.tried)


def gaps_between(targets: Collection[str], known: Set[str]) -> list[str]:
    """Those of the `numbers_between` that are not known; none if they are few."""
    gaps = [url for url in numbers_between(targets) if url not in known]
    return gaps if len(gaps) > SPARSE * len(targets) else []


def numbers_between(targets: Collection[str]) -> Iterator[str]:
    """The addresses that differ from those of most targets in a number alone, from their least to their greatest."""
    numbered: dict[tuple[str, str], set[str]] = defaultdict(set)
    for url in targets:
        path = url.find("/", url.find("//") + 2)
        for number in _NUMBER.finditer(url, max(path, 0)):
            numbered[url[: number.start()], url[number.end() :]].add(number.group())
    ways = sorted(numbered, key=lambda way: (len(numbered[way]), way))
    if not ways or len(numbers := numbered[ways[-1]]) < max(FEW, len(targets) / 2):
        return
    low, high = (choose(map(int, numbers)) for choose in (min, max))
    width = len(min(numbers, key=len)) if any(number.startswith("0") for number in numbers) else 0
    if len(numbers) >= SPARSE * (high - low + 1):
        before, after = ways[-1]
        yield from (f"{before}{number:0{width}}{after}" for number in range(low, high + 1))
