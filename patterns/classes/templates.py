"""Whether the pages taken for targets are of two templates, of which the sample has one: parts of them that stand in
folders, lists or under names of their own, and share what their templates say with their like alone.

The second judge weighs one aspect with the other, and takes both parts where all else is alike. What a template says is
said on every page of it: where each part agrees with itself in that, and with the other in nothing, they are two.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import accumulate
from statistics import fmean

from recorder.patterns.classes.aspects import said
from recorder.patterns.classes.evidence import Evidence, SeenPage, Urls
from recorder.patterns.classes.likeness import Likeness
from recorder.patterns.classes.url_cells import cell_of, folder_of, leading_word

APART = 0.3
"""How much more each part must agree with itself than with the other. Of one recording of each of 49 sites of the
tuning half no part comes above .24, whether all of it is right or not; on three sites outside, .30, .50 and .89.
"""

LEAST, LEAST_SHARE = 10, 0.1
"""The fewest pages of a part, and the least share of those taken: a few may say the same by chance."""


def of_another_template(evidence: Evidence, targets: Urls) -> Urls:
    """The part without a sample, if there are two; of several ways to part them the clearest."""
    urls = sorted(targets)
    likeness = Likeness([said("labels", evidence.pages[url]) for url in urls])
    least = max(LEAST, LEAST_SHARE * len(urls))
    found = {
        part: _apart(likeness, [url in part for url in urls])
        for part in set(_parts(evidence.pages.values(), targets))
        if min(len(part), len(urls) - len(part)) >= least and part.isdisjoint(evidence.samples)
    }
    best = max(found, key=lambda part: (found[part], sorted(part)), default=frozenset[str]())
    return best if best and found[best] >= APART else frozenset()


def _parts(pages: Iterable[SeenPage], targets: Urls) -> Iterator[Urls]:
    """The targets of each folder with those below it, shape of address and first word of a name, and of each list."""
    yield from _grouped((above, url) for url in targets for above in accumulate(folder_of(url), "{}/{}".format))
    yield from _grouped((cell_of(url), url) for url in targets)
    yield from _grouped((leading_word(url), url) for url in targets)
    links = ((page.url, link) for page in pages for link in page.links if link.url in targets)
    yield from _grouped(((url, link.place), link.url) for url, link in links)


def _grouped(named: Iterable[tuple[Hashable, str]]) -> Iterator[Urls]:
    groups = defaultdict[Hashable, set[str]](set)
    for name, url in named:
        groups[name].add(url)
    yield from map(frozenset, groups.values())


def _apart(likeness: Likeness, inside: Sequence[bool]) -> float:
    """How much more either part agrees with itself than with the other."""
    theirs, ours = ([float(each is of) for each in inside] for of in (True, False))
    to_theirs, to_ours = likeness.with_all(theirs), likeness.with_all(ours)
    number = sum(inside)
    rest = len(inside) - number
    within = fmean(to for to, each in zip(to_theirs, inside, strict=True) if each) / (number - 1)
    among_ours = fmean(to for to, each in zip(to_ours, inside, strict=True) if not each) / (rest - 1)
    across = fmean(to for to, each in zip(to_ours, inside, strict=True) if each) / rest
    return min(within, among_ours) - across
