"""Tries a few addresses that no page names, where the addresses of targets are numbered. Changes nothing of what was
learnt: what it finds are targets seen, and say how many more there are (`recorder.patterns.navigation.numbering`).

What is found says something only if the site tells what is there from what is not: so a number that cannot be there is
asked for first, and where a page like a target comes, as an empty form does from some programs, nothing else is tried.
"""

from recorder.knowledge.pages_again import seen_page
from recorder.mapping.mapper import Mapper
from recorder.patterns.classes.evidence import some_of
from recorder.patterns.navigation.numbering import Between, gaps_in, numbering_of

TRIED = 10
"""Most numbers that are tried. If none of ten is a target, of all hardly a fifth can be."""


async def look_between(mapper: Mapper) -> Between:
    """Some of the numbers that are missing, as if at random, but the same when a recording is resumed."""
    site = mapper.site
    numbering = await mapper.apart(numbering_of, site.targets)
    if numbering is None or not may_go_on(mapper) or await _is_like_a_target(mapper, numbering.nowhere):
        return Between()
    known = {*site.inbound, *site.links, *site.dead, *site.aliases}
    gaps = [url for url in gaps_in(numbering, site.targets, known) if not site.ignores(url)]
    tried: list[str] = []
    for url in sorted(some_of(gaps, TRIED)):
        if may_go_on(mapper):
            mapper.tries.add(url)
            await mapper.has(url)
            tried.append(url)
    verdicts = await mapper.apart(mapper.judge.verdicts, site)
    found = frozenset(url for url in map(site.final, tried) if verdicts.get(url) and url not in known)
    site.targets |= found
    return Between(len(gaps), len(tried), found, tells=True)


async def _is_like_a_target(mapper: Mapper, url: str) -> bool:
    """Whether a page comes that is built like one. If another one does, it says that nothing is there, whatever its
    status: it is taken in as not meant, and so are those like it.
    """
    visit = await mapper.stop.unless_pressing(mapper.visitor.visit(url))
    if visit.page is None:
        return False
    learnt = await mapper.view.page_class()
    if learnt.accepts(seen_page(visit.page).folded, promised=True):
        return True
    mapper.judge.keep_out(url)
    mapper.tries.add(url)
    await mapper.has(url)
    return False


def may_go_on(mapper: Mapper) -> bool:
    """Whether another page may be fetched."""
    return not mapper.stop.requested and (mapper.limits.pages is None or mapper.arrived < mapper.limits.pages)
