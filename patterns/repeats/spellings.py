"""One address written in several ways: `/View.asp?id=7&t=b`, `/VIEW.ASP?T=b&ID=7`, `/Acts/A7`, `/acts/a7`; and another
program of the same folder that is asked for the same: `/print.asp?id=7&t=b`. Addresses only.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from recorder.patterns.repeats.plain_addresses import Spelling, spelling_of
from recorder.patterns.repeats.sayings import Pair
from recorder.patterns.repeats.telling_parameters import unlike


def spelt(seen: Iterable[str], samples: Iterable[str]) -> dict[Spelling, list[Pair]]:
    """Pages whose addresses are written otherwise than those of a sample, or most, each with the address as these would
    write it; by how that is.
    """
    ways: dict[Spelling, dict[Spelling, list[str]]] = defaultdict(lambda: defaultdict(list))
    for url in seen:
        if "?" in url:
            spelling = spelling_of(url)
            ways[spelling.folded][spelling].append(url)
    meant = set(map(spelling_of, samples))
    found = {}
    for spellings in ways.values():
        kept = max(sorted(spellings), key=lambda each: (each in meant, len(spellings[each])))
        if others := [url for spelling, urls in spellings.items() if spelling != kept for url in urls]:
            found[kept] = [(url, kept.of(url)) for url in others]
    return found


def cased(urls: Iterable[str], samples: Collection[str] = ()) -> Iterator[list[str]]:
    """Addresses that differ in capitals alone, the most like a sample first."""
    alike: dict[str, list[str]] = defaultdict(list)
    for url in sorted(sorted(urls), key=unlike(samples)):
        alike[url.casefold()].append(url)
    return (several for several in alike.values() if len(several) > 1)


def shown_otherwise(seen: Iterable[str], samples: Collection[str]) -> dict[tuple[Spelling, Spelling], list[Pair]]:
    """Pages of other programs than a sample's that are asked for the same, each with the page of that."""
    meant = {spelling_of(sample) for sample in samples if "?" in sample}
    found: dict[tuple[Spelling, Spelling], list[Pair]] = defaultdict(list)
    for url in seen if meant else ():
        own = spelling_of(url)
        for kept in filter(own.shows_as, meant):
            found[own.folded, kept].append((url, kept.of(url)))
    return found
