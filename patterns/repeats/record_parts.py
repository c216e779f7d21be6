"""Pages that show a record in parts, by one parameter of their addresses: `?id=7&tab=people`, where the sample has
`tab=summary`. Such pages say more of what their own record's page says than of any other's.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator

from recorder.patterns.repeats.plain_addresses import RecordPart, part_of
from recorder.patterns.repeats.sayings import COMPARED, FEWEST, LEAST, MOSTLY, Pair, Sayings, some_of
from recorder.patterns.urls.url import Url

InParts = dict[RecordPart, dict[str, list[Pair]]]
"""By what is shown of the records: pages of other parts, each with the target of which it is a part."""


def in_parts(
    seen: Iterable[str], targets: Collection[str], samples: Iterable[str], are_linked: Callable[[str, str], bool]
) -> InParts:
    """Pages that differ from a target in one parameter, each with the target, which has it as a sample does or not
    at all: if one links to the other as tabs do, or only the one does not say the parameter. Numbers are data, and
    what another sample has is meant.
    """
    addresses = {url: (Url(url).levels, dict(Url(url).parameters)) for url in seen}
    given = {each for sample in samples for each in Url(sample).parameters}
    times = Counter(name for _, said in addresses.values() for name in said)
    more = {name for name, often in times.items() if often >= FEWEST}.difference(name for name, _ in given)
    found: InParts = defaultdict(lambda: defaultdict(list))
    for name, value in sorted(given | {(name, "") for name in more}):
        if value.isdecimal():
            continue
        rest = {url: (at, frozenset(said.items() - {(name, said.get(name))})) for url, (at, said) in addresses.items()}
        own = {rest[url]: url for url, (_, said) in addresses.items() if said.get(name, "") == value}
        for url, (_, said) in addresses.items():
            other, original = said.get(name, ""), own.get(rest[url], "")
            is_meant = other == value or other.isdecimal() or (name, other) in given
            if original in targets and not is_meant and (not other or are_linked(url, original)):
                found[part_of(url, name, value)][other].append((url, original))
    return found


def true_parts(found: InParts, compared: Sayings) -> Iterator[RecordPart]:
    """Those whose pages say more of what their own originals say than of what others do. Of most parts a recording
    sees few pages: all that a parameter tells count together.
    """
    for whole, by_other in found.items():
        few = some_of(sorted({original for pairs in by_other.values() for _, original in pairs}))
        told = {
            other: [compared.nearest(url, (*few, original)) == original for url, original in sorted(pairs)[:COMPARED]]
            for other, pairs in by_other.items()
        }
        if sum(map(len, told.values())) >= FEWEST:
            mostly = (other for other, own in told.items() if sum(own) >= max(LEAST, MOSTLY * len(own)))
            yield from (whole._replace(other=other) for other in mostly)
