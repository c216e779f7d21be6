"""Asks for a few targets at plainer addresses than any page names: with the parameters that a sample has, and no more.
What a search adds to the addresses of its hits (`?id=7&from=search`) is known to make no other page only where the same
page was seen without it, and a print view (`print.asp?id=7`) where the page was seen that it is of.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set

from recorder.mapping.between import may_go_on
from recorder.mapping.mapper import Mapper
from recorder.patterns.classes.evidence import some_of
from recorder.patterns.repeats.plain_addresses import names_of, program_of, spelling_of
from recorder.patterns.urls.url import plain_address

_TRIED, _SORTS = 3, 3
"""Most addresses that are asked for of one sort, and most sorts, those of most targets first."""


async def look_plainly(mapper: Mapper) -> None:
    """At some of each sort of address that no plainer one was seen of; the judge concludes from them what it does."""
    site = mapper.site
    plainer = _plainer(site.targets & site.links.keys(), mapper.judge.samples_in(site))
    for sort in sorted(plainer, key=lambda sort: (-len(plainer[sort]), sorted(sort)))[:_SORTS]:
        waiting = frozenset(url for url in plainer[sort] if not site.fetched(url) and not site.ignores(url))
        for url in sorted(some_of(waiting, _TRIED)):
            if may_go_on(mapper):
                mapper.tries.add(url)
                await mapper.has(url)
    if mapper.tries:
        await mapper.view.judge_anew()


def _plainer(targets: Iterable[str], samples: Set[str]) -> Mapping[frozenset[str], set[str]]:
    """By the names of the parameters that targets have more than a sample, their addresses without these; by programs
    that are asked for the same, those of the sample's.
    """
    found: dict[frozenset[str], set[str]] = defaultdict(set)
    for sample in samples:
        own = names_of(sample)
        for url in targets:
            more = names_of(url) - own
            if more and own <= names_of(url) and program_of(url, own) == program_of(sample, own):
                found[more].add(plain_address(url, more))
            elif "?" in url and spelling_of(url).shows_as(spelling_of(sample)):
                found[frozenset([spelling_of(url).program])].add(spelling_of(sample).of(url))
    return found
