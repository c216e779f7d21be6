"""Tries a few addresses that no page names, where the addresses of targets are numbered. Changes nothing of what was
learnt: what it finds are targets seen, and say how many more there are (`recorder.patterns.navigation.numbering`).
"""

from recorder.mapping.mapper import Mapper
from recorder.patterns.classes.evidence import some_of
from recorder.patterns.navigation.numbering import Between, gaps_between

TRIED = 10
"""Most numbers that are tried. If none of ten is a target, of all hardly a fifth can be."""


async def look_between(mapper: Mapper) -> Between:
    """Some of the numbers that are missing, as if at random, but the same when a recording is resumed."""
    site = mapper.site
    known = {*site.inbound, *site.links, *site.dead, *site.aliases}
    gaps = [url for url in await mapper.apart(gaps_between, site.targets, known) if not site.ignores(url)]
    tried: list[str] = []
    for url in sorted(some_of(gaps, TRIED)):
        if _may_go_on(mapper):
            mapper.tries.add(url)
            await mapper.has(url)
            tried.append(url)
    verdicts = await mapper.apart(mapper.judge.verdicts, site)
    found = frozenset(url for url in map(site.final, tried) if verdicts.get(url) and url not in known)
    site.targets |= found
    return Between(len(gaps), len(tried), found)


def _may_go_on(mapper: Mapper) -> bool:
    """Whether another page may be fetched."""
    return not mapper.stop.requested and (mapper.limits.pages is None or mapper.arrived < mapper.limits.pages)
