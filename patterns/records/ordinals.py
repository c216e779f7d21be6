"""What only counts siblings, "note 1", "note 2", and so does not tell kinds of them apart: not all pages have the same
ones, and everywhere each is one more than the one before, but for those that are missing. And what says how many of
something there are, "3 votes", "12 votes": it begins with a number, and is more different things than one page has.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from recorder.patterns.records.sightings import NEARLY_ALL

_ONE_NUMBER = re.compile(r"(?P<before>\D*?)(?P<number>(?:^-)?[0-9]{1,4})(?P<after>\D*)")

_Stem = tuple[str, str]


def ordinals(groups: Iterable[Sequence[str]]) -> frozenset[str]:
    """Of what siblings are called, parent by parent and in their order, the words that count."""
    numbers: dict[_Stem, list[tuple[int, ...]]] = defaultdict(list)
    for group in groups:
        here: dict[_Stem, list[int]] = defaultdict(list)
        for words in filter(None, map(_ONE_NUMBER.fullmatch, group)):
            here[words["before"], words["after"]].append(int(words["number"]))
        for stem, found in here.items():
            numbers[stem].append(tuple(found))
    counting = {stem: set(found) for stem, found in numbers.items() if _count(set(found)) or _measure(stem, found)}
    return frozenset(
        f"{before}{number}{after}" for (before, after), found in counting.items() for number in set().union(*found)
    )


def _count(found: set[tuple[int, ...]]) -> bool:
    steps = [after - before for each in found for before, after in pairwise(each)]
    return len(found) > 1 and min(steps, default=0) > 0 and steps.count(1) >= NEARLY_ALL * len(steps)


def _measure(stem: _Stem, found: Collection[tuple[int, ...]]) -> bool:
    return not any(map(str.isalpha, stem[0])) and len(set().union(*found)) > max(len(set(each)) for each in found)
