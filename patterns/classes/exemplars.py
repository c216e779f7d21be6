"""From one sample to many exemplars: its siblings, purified, and groups of pages of the same structure.

One sample is enough to find more: pages that links in the same place lead to, at URLs of the same shape, are mostly
of its class. Not all are, so first they are purified. Then pages of other folders and URL shapes are judged as
groups: a group that structure can tell from the exemplars is another class, however alike the frame; one that it
cannot tell apart joins them. The cut between in and out is not found here.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from recorder.patterns.classes.evidence import Evidence, Urls, some_of
from recorder.patterns.classes.page_class import FALL_BACK, FEW, Gap
from recorder.patterns.classes.url_cells import like_folders_of, namesakes_of, place_of
from recorder.patterns.urls.tokens import kind_of, tokenize

MANY = 8
"""Fewest pages from which a rule is concluded."""

SIBLINGS = 40
"""Most siblings that are compared; more tell nothing new."""

WIDE_JUMP = 0.1
"""A narrower jump between two merges of the siblings says nothing."""

FAMILIAR = 0.6
"""Least similarity for a page that list, folder and name already place in the class."""

TELLING = 0.77
"""From this balanced accuracy on, leaving one out, structure tells two groups of pages apart. Of one class it rarely
reaches 0.75.
"""

CERTAIN = 0.9
"""Balanced accuracy from which there is no doubt."""

MOST = 0.75
"""Share of the sample's family in the class from which its other pages have the benefit of the doubt."""

Folder = tuple[str, ...]


@dataclass(frozen=True)
class Beside:
    """The pages near the exemplars but not of the sample's cell: those of groups alike, those of groups told apart
    (and of these, those beyond doubt), and those of no group. `elsewhere`: pages, near or not, whose folder says that
    they are of another kind, however they are built; `otherwise`: those whose labels say so.
    """

    alike: Urls
    different: Urls
    certain: Urls
    lonely: Urls
    elsewhere: Urls
    otherwise: Urls


def siblings_of_the_sample(evidence: Evidence) -> Urls:
    """Pages that stand where the sample stands. Where there are many in folders called like its own, and of its cell,
    those alone; where all are few, those of its cell and of its folder as well.
    """
    pages, samples = evidence.pages, evidence.samples
    places = frozenset().union(*(pages[url].groups for url in samples))
    found = samples | {url for url, page in pages.items() if page.groups & places}
    namesakes = {url for url in found if evidence.kinds.of(url) in evidence.own_kinds}
    if len(namesakes) >= 2 * FEW:
        found = samples | namesakes
    homes = {place_of(url)[-1] for url in samples}
    at_home = {url for url in found if place_of(url)[-1] in homes}
    if len(at_home) < MANY:
        at_home |= evidence.at_home
    if len(at_home) >= MANY:
        found = samples | at_home
    if len(found) < 2 * FEW:
        found |= evidence.at_home
    if len(found) < 2 * FEW:
        found |= {url for url in pages if place_of(url) in evidence.own_folders}
    for kind in (namesakes_of, like_folders_of):
        if len(found) < 2 * FEW:
            kinds = {kind(url) for url in samples}
            found |= {url for url in pages if kind(url) in kinds}
    return found - evidence.kept_out


def closest_siblings(evidence: Evidence, siblings: Urls) -> Urls:
    """Those in the very lists that a sample stands in, of its folder and kind if there are enough: where a whole site
    has one template, its lists all stand in one place, and only which of them it is tells one kind from another. Of a
    short list nobody can tell what varies within the class; and what names a kind of its own, as the overview of
    every folder does, makes no list longer.
    """
    strange = {kind for kind in map(evidence.kinds.of, evidence.pages) if kind} - evidence.own_kinds
    together = {
        url for url, page in evidence.pages.items() if page.lists and evidence.kinds.of(url) not in strange
    } - evidence.kept_out
    homes = set(map(place_of, evidence.samples))
    at_home = {url for url in together if place_of(url) in homes}
    namesakes = {url for url in at_home if evidence.kinds.of(url) in evidence.own_kinds}
    for found in (namesakes, at_home):
        if len(found | evidence.samples) >= MANY:
            return evidence.samples | found
    return max(evidence.samples | together, siblings, key=len)


def purified(evidence: Evidence, closest: Urls, siblings: Urls) -> Urls:
    """Those of the closest siblings (of some, if they are many) that are of the sample's class."""
    asked = _asked(evidence, closest)
    if len(asked) < MANY and len(asked & evidence.family) < 2 * FEW:
        return _plainly_alike(evidence, asked)
    kept = grown = _grown_with_the_sample(evidence, asked)
    rest = _rest(evidence, siblings, kept)
    for _ in range(2):
        if len(rest) >= FEW and len(kept) >= FEW:
            contrast = evidence.contrast(kept, rest | (asked - kept))
            kept = evidence.samples | {url for url in asked if contrast.fits(url)}
    if len(kept) < len(grown) / 2:
        return grown  # the site has one template: what tells siblings from each other says nothing of the class
    return kept | (trusted_family(evidence, closest, kept) & asked)


def trusted_family(evidence: Evidence, closest: Urls, kept: Urls) -> Urls:
    """The sample's family, if most of those asked were kept: a page of it is then looked at twice before it is left
    out.
    """
    asked = _asked(evidence, closest) & evidence.family
    return evidence.family if len(asked & kept) >= MOST * len(asked) else frozenset()


def _asked(evidence: Evidence, closest: Urls) -> Urls:
    return evidence.samples | some_of(closest - evidence.samples, SIBLINGS)


def _plainly_alike(evidence: Evidence, siblings: Urls) -> Urls:
    """Of a few pages nobody can tell what varies within the class: the usual cut decides, a lower one for family."""
    nearness = evidence.nearness(evidence.samples)
    cuts = {url: FAMILIAR if url in evidence.family else FALL_BACK for url in siblings}
    return evidence.samples | {url for url, cut in cuts.items() if nearness.of(url) >= cut}


def _rest(evidence: Evidence, siblings: Urls, kept: Urls) -> Urls:
    """Pages that are safely not of the class: a contrast with unknown pages of the class itself would say nothing."""
    nearness = evidence.nearness(kept)
    usual = median(map(nearness.of, kept))
    strangers = evidence.pages.keys() - siblings - evidence.at_home - kin_of_the_sample(evidence)
    return frozenset(url for url in strangers if nearness.of(url) < usual) | evidence.kept_out


def _grown_with_the_sample(evidence: Evidence, siblings: Urls) -> Urls:
    """The siblings that grow together with the samples before the widest jump that leaves them company."""
    urls = sorted(siblings)
    dendrogram = evidence.memory.dendrogram(evidence.trees(urls))
    gaps = [Gap(low, high) for high, low in pairwise((1.0, *dendrogram.heights())) if high - low >= WIDE_JUMP]
    for gap in sorted(gaps, key=lambda gap: -gap.width):
        clusters = [{urls[n] for n in cluster.members} for cluster in dendrogram.cut(gap.high)]
        kept = frozenset().union(*(members for members in clusters if members & evidence.samples))
        if len(kept) >= max(FEW, len(siblings) / 3):
            return kept
    return siblings


def beside(evidence: Evidence, exemplars: Urls, kin: Urls, nearest: float) -> Beside:
    """Judge the groups of pages that are at least `nearest` to the exemplars and not of the sample's cell."""
    beside_it = evidence.pages.keys() - exemplars - evidence.at_home - evidence.kept_out - kin
    nearness = evidence.nearness(exemplars)
    near = {url for url in beside_it if nearness.of(url) >= nearest}
    groups = _groups(evidence, near)
    homes = {place_of(url) for url in evidence.samples}
    lonely = frozenset(url for url in near.difference(*groups) if place_of(url) not in homes)
    told = {group: evidence.told_apart(exemplars, group) for group in groups}
    far = frozenset(evidence.pages.keys() - near - exemplars - evidence.at_home - kin)
    told |= dict.fromkeys(_worded_alike(evidence, exemplars, told, far), 0.0)
    strangers = far | _all(group for group in groups if told[group] >= CERTAIN)
    not_told = [group for group in groups if told[group] < TELLING]
    otherwise = _worded_otherwise(evidence, exemplars, [*not_told, *map(_only, lonely)], strangers)
    alike = [left for group in not_told if (left := group - otherwise)]
    elsewhere = pages_of_other_kinds(evidence, alike, kin | exemplars)
    return Beside(
        _all(alike) - elsewhere,
        _all(group for group in groups if told[group] >= TELLING),
        _all(group for group in groups if told[group] >= CERTAIN),
        lonely,
        elsewhere,
        otherwise,
    )


def _worded_alike(evidence: Evidence, exemplars: Urls, told: Mapping[Urls, float], far: Urls) -> list[Urls]:
    """The groups told apart that are of the class all the same, by what the template says in words there: interfaces
    beside classes.
    """
    if len(far) < FEW:
        return []  # nobody knows what is the frame of the site
    apart = (group for group, accuracy in told.items() if accuracy >= TELLING)
    return [group for group in apart if evidence.wording(exemplars, group, far).is_the_same]


def _worded_otherwise(evidence: Evidence, exemplars: Urls, groups: Iterable[Urls], strangers: Urls) -> Urls:
    """The pages that are not of the class, by what the template says in words there. Pages of several folders may be of
    several kinds: each is judged alone.
    """
    found: set[str] = set()
    for group in groups:
        parts = [group] if len(set(map(place_of, group))) == 1 else map(_only, group)
        found |= _all(part for part in parts if evidence.wording(exemplars, part, strangers - part).is_another)
    return frozenset(found)


def _only(url: str) -> Urls:
    return frozenset({url})


def _all(groups: Iterable[Urls]) -> Urls:
    return frozenset().union(*groups)


def kin_of_the_sample(evidence: Evidence) -> Urls:
    """The pages named as the sample is, wherever they are."""
    kinds = evidence.own_kinds - {""}
    return frozenset(url for url in evidence.pages if evidence.kinds.of(url) in kinds) - evidence.kept_out


def _groups(evidence: Evidence, near: set[str]) -> list[Urls]:
    """The pages by cell; what is too little by name and by like folders; what is too little still by depth, one group
    for each template, since depth alone mixes them. In a folder of the sample's own a few pages of another shape are
    no group: they are judged one by one.
    """
    own = {url for url in near if place_of(url) in evidence.own_folders}
    groups = [group for group in _by(evidence.cell, own) if len(group) >= MANY]
    left = near - own
    for key in (evidence.cell, namesakes_of, like_folders_of, place_of):
        found = [group for group in _by(key, left) if len(group) >= FEW]
        groups += found
        left = left.difference(*found)
    return groups + [part for pool in _by(_depth_of, left) for part in _templates(evidence, pool) if len(part) >= FEW]


def _templates(evidence: Evidence, pool: Urls) -> list[Urls]:
    urls = sorted(pool)
    found = evidence.memory.clusters(evidence.trees(urls))
    return [frozenset(urls[n] for n in cluster.members) for cluster in found]


def _by(key: Callable[[str], object], urls: set[str]) -> list[Urls]:
    found: dict[object, set[str]] = defaultdict(set)
    for url in sorted(urls):
        found[key(url)].add(url)
    return [frozenset(group) for group in found.values()]


def _depth_of(url: str) -> int:
    return len(place_of(url))


def pages_of_other_kinds(evidence: Evidence, alike: Collection[Urls], known: Urls) -> Urls:
    """The pages in folders beside the samples', where the names of folders say kinds. `/crime/` and `/poetry/` of a
    bookshop are parts of one class, `/howto/` and `/faq/` of a manual are two kinds, however alike their pages are
    built: where most folders beside the samples' are told apart by structure, their names say kinds. `alike` are groups
    of pages there that structure cannot tell from the samples' class, `known` are taken for it already.
    """
    homes = {place_of(url) for url in evidence.samples}
    levels: dict[Folder, dict[Folder, set[str]]] = defaultdict(lambda: defaultdict(set))
    for url in evidence.pages.keys() - evidence.kept_out:
        folder = place_of(url)
        shared, home = max((_shared(folder, home), home) for home in homes)
        if shared < len(home):
            levels[home[: shared + 1]][folder[: shared + 1]].add(url)
    return frozenset(
        url
        for own, branches in levels.items()
        if _are_kinds(own, branches, alike, known)
        for urls in branches.values()
        for url in urls
    )


def _shared(folder: Folder, home: Folder) -> int:
    differing = (n for n, (a, b) in enumerate(zip(folder, home, strict=False)) if a != b)
    return next(differing, min(len(folder), len(home)))


def _are_kinds(own: Folder, branches: Mapping[Folder, set[str]], alike: Collection[Urls], known: Urls) -> bool:
    """Whether most of the folders beside the samples' own hold nothing alike, of those that are named like it, in
    letters or in numbers: a year beside categories says nothing of other years.
    """
    named_alike = [urls for folder, urls in branches.items() if _shape(folder) == _shape(own) and len(urls) >= FEW]
    different = sum(not (urls & known or any(group <= urls for group in alike)) for urls in named_alike)
    return different >= FEW and different > (len(named_alike) + 1) / 2


def _shape(folder: Folder) -> tuple[int, tuple[str, ...]]:
    return len(folder), tuple(kind_of(token) for token in tokenize(folder[-1]))
