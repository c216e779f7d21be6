"""Pages that show a record in parts, by one parameter of their addresses: `?id=7&tab=people`. Knows addresses and
links; whether a page says more of its own record than of others has to be asked of what it says.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable

from recorder.patterns.classes.plain_addresses import RecordPart, part_of
from recorder.patterns.classes.telling_parameters import FEWEST
from recorder.patterns.urls.url import Url

InParts = dict[RecordPart, dict[str, list[tuple[str, str]]]]
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
