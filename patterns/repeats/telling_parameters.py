"""Which parameters tell the record, where its addresses have more: where somebody came from, which hit of a list it
was, a number that confirms the others (`?news=7&backPid=40&cHash=7f3e`); a plain address may be known, or none. A guess
is made of addresses alone; whether it is true, pages say.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations

from recorder.patterns.repeats.plain_addresses import IdleKind, address_of
from recorder.patterns.repeats.sayings import FEWEST, MOSTLY, Sayings, some_of
from recorder.patterns.urls.sorts import Folder, folder_of, sort_of
from recorder.patterns.urls.url import Url

_MOST_TELLING = 3
"""Most parameters by which a record is known, beside those that are the same in all addresses: a language, a board, a
topic.
"""
_MOST_VARYING = 10
"""Of more parameters that take turns nobody needs to guess: filters combine without end."""


@dataclass(frozen=True)
class Guess:
    """`again` are the pages that would show a record once more, by the one that is kept of it: a plain one, if any is
    seen.
    """

    kinds: frozenset[IdleKind]
    again: Mapping[str, Sequence[str]]

    def is_true(self, compared: Sayings) -> bool:
        """Whether they do, whichever parameter differs."""
        records = some_of(sorted(self.again))
        differing: dict[str, list[bool]] = defaultdict(list)
        for kept in records if len(records) >= FEWEST else ():
            for url in self.again[kept][:FEWEST]:
                same = compared.is_own(url, kept, records)
                for name in _different(url, kept):
                    differing[name].append(same)
            if any(sum(same) < MOSTLY * len(same) - 1 for same in differing.values()):
                return False
        return bool(differing) and all(sum(same) >= MOSTLY * len(same) for same in differing.values())


def guesses(alike: Iterable[str], samples: Iterable[str], found: Set[str] = frozenset()) -> Iterator[list[Guess]]:
    """Of each folder, those by which there would be fewest records first, and none by which two samples are one. What
    is `found` to show a record once more stands for none.
    """
    given = sorted(samples)
    folders: dict[Folder, dict[str, Mapping[str, str]]] = defaultdict(dict)
    for url in alike:
        folders[folder_of(url)][url] = dict(Url(url).parameters)
    for folder, addresses in folders.items():
        if any(addresses.values()) and (few := list(_of_folder(folder, addresses, given, found))):
            yield few


def _of_folder(
    folder: Folder, addresses: Mapping[str, Mapping[str, str]], samples: Sequence[str], found: Set[str]
) -> Iterator[Guess]:
    said = list(addresses.values())
    names = sorted(frozenset().union(*said))
    varying = [name for name in names if len({each.get(name) for each in said}) > 1]
    if len(varying) > _MOST_VARYING:
        return
    always = frozenset(names).intersection(*said)
    far = unlike(samples)
    order = sorted(sorted(addresses), key=lambda url: (url in found, *far(url)))
    where = {url: Url(url).levels for url in order}
    for telling in (some for many in range(_MOST_TELLING + 1) for some in combinations(varying, many)):
        more = frozenset(varying).difference(telling)
        plain = {url for url, said in addresses.items() if more.isdisjoint(said)}
        records: dict[Hashable, list[str]] = defaultdict(list)
        for url in sorted(order, key=lambda url: (url in found, url not in samples and url not in plain)):
            records[where[url], *map(addresses[url].get, telling)].append(url)
        again = {kept: others for kept, *others in records.values() if others}
        if again and len({address_of(sample, more) for sample in samples}) == len(samples):
            beside = always.union(telling) - more
            longer = _fewest(more.intersection(said) for url, said in addresses.items() if plain and url not in plain)
            kinds = [IdleKind(folder, each, beside) for each in longer] or [IdleKind(folder, more, beside, unseen=True)]
            yield Guess(frozenset(kinds), again)


def _fewest(several: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    """Those of these sets that hold no other one of them."""
    found = set(several)
    return [each for each in found if not any(other < each for other in found)]


def unlike(samples: Collection[str]) -> Callable[[str], tuple[bool, bool, int]]:
    """How little an address is like those of samples: which of several is kept."""
    sorts = set(map(sort_of, samples))
    said = frozenset().union(*map(_said_in, samples))
    return lambda url: (url not in samples, sort_of(url) not in sorts, -len(said & _said_in(url)))


def _said_in(url: str) -> frozenset[object]:
    parts = Url(url)
    return frozenset([*parts.levels, *parts.parameters])


def told(guessed: Iterable[Sequence[Guess]], compared: Sayings) -> list[Guess]:
    """Of the guesses of each folder the first that is true."""
    first = (next((guess for guess in few if guess.is_true(compared)), None) for few in guessed)
    return list(filter(None, first))


def _different(one: str, other: str) -> set[str]:
    """The parameters in which two addresses differ."""
    own, others = (frozenset(Url(url).parameters) for url in (one, other))
    return {name for name, _ in own ^ others}
