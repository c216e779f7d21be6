"""Search ids: `results?search=4f2a&start=10` continues one answer, and the same query sent again gets another id.

A search id is no part of the query, nor of what the answer lists. It is found in the links that turn the page: the same
in all of them on one page, another one on every other page.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from recorder.patterns.pages.links import Link, turns_the_page
from recorder.patterns.urls.url import Url

_Slots = dict[str, set[str]]
"""The values at every slot of the addresses of one shape."""


class SearchId(NamedTuple):
    """With the key of its slot in an address: in another slot the same number may mean something else."""

    key: str
    value: str


def search_ids(pages: Sequence[Iterable[Link]]) -> list[frozenset[SearchId]]:
    """The search ids of each page, from its links."""
    found = [_turning(links) for links in pages]
    shapes = {shape for shaped in found for shape in shaped}
    names = {
        (shape, key) for shape in shapes for key in shape if _names_pages([each.get(shape) for each in found], key)
    }
    return [frozenset(_values(shaped, names)) for shaped in found]


def without_search_ids(url: str, known: Collection[SearchId]) -> str:
    """The same for addresses that differ in their search ids alone."""
    if not known:
        return url
    slots = ((key, value.removeprefix("=")) for key, value in Url(url).slots)
    kept = (f"{key}={'' if (key, value) in known else value}" for key, value in slots)
    return "\n".join((Url(url).origin, *kept))


def _turning(links: Iterable[Link]) -> dict[tuple[str, ...], _Slots]:
    found: defaultdict[tuple[str, ...], _Slots] = defaultdict(lambda: defaultdict(set))
    for url in {link.url for link in links if turns_the_page(link)}:
        cut = Url(url)
        for key, value in cut.slots:
            found[cut.keys][key].add(value.removeprefix("="))
    return found


def _names_pages(pages: Iterable[_Slots | None], key: str) -> bool:
    """Whether a slot holds search ids. A number may be that of the page, unless another slot counts the pages."""
    known = [slots for slots in pages if slots is not None]
    values = [value for slots in known for value in slots[key]]
    if len(values) > len(known) or len(set(values)) < 2:
        return False
    counts = any(len(others) > 1 for slots in known for others in slots.values())
    return counts or not all(value.isdecimal() for value in values)


def _values(
    shaped: dict[tuple[str, ...], _Slots], names: Collection[tuple[tuple[str, ...], str]]
) -> Iterator[SearchId]:
    return (SearchId(key, value) for shape, key in names if shape in shaped for value in shaped[shape][key])
