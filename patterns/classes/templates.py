"""Whether the pages taken for targets are of two templates, of which the sample has one: parts of them that stand in
folders, lists or under names or parameters of their own, and share what their templates say with their like alone; and
those that declare themselves to be something else.

The second judge weighs one aspect with the other, and takes both parts where all else is alike. What a template says is
said on every page of it: where each part agrees with itself in that, and with the other in nothing, they are two.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import accumulate
from statistics import fmean

from recorder.patterns.classes.aspects import said
from recorder.patterns.classes.evidence import Evidence, Urls
from recorder.patterns.classes.likeness import Likeness
from recorder.patterns.classes.url_cells import cell_of, folder_of, leading_word, said_of
from recorder.patterns.pages.declared_kinds import LISTS, things
from recorder.patterns.urls.editions import language_of

APART = 0.3
"""How much more each part must agree with itself than with the other. Of one recording of each of 49 sites of the
tuning half no part comes above .24, whether all of it is right or not; on three sites outside, .30, .50 and .89.
"""

LEAST, LEAST_SHARE = 10, 0.1
"""The fewest pages of a part, and the least share of those taken: a few may say the same by chance."""


def of_another_template(evidence: Evidence, targets: Urls) -> Urls:
    """The parts without a sample that are of another template than it."""
    least = max(LEAST, LEAST_SHARE * len(targets))
    ways = _declared_lists, _declared_otherwise, _of_other_fields, _of_other_words
    return next(filter(None, (way(evidence, targets, least) for way in ways)), frozenset())


def _declared_lists(evidence: Evidence, targets: Urls, _: float) -> Urls:
    """The pages that declare themselves to be lists of others, where samples do not."""
    lists = frozenset(url for url in targets if evidence.pages[url].declared & LISTS)
    return lists if lists.isdisjoint(evidence.samples) else frozenset()


def _declared_otherwise(evidence: Evidence, targets: Urls, _: float) -> Urls:
    """The pages that declare themselves to be other things than the samples do; and the parts that do not declare all
    that samples do, and have other fields, or fewer: a page of a product is one without a video, too.
    """
    declared = {url: evidence.pages[url].declared for url in targets}
    sample = _all(declared[url] for url in evidence.samples & targets)
    own, others = _sides(evidence, _grouped((declared[url] & sample, url) for url in targets), LEAST)
    if not others:
        return frozenset()
    strangers = frozenset(evidence.pages) - targets
    meant = things(sample)
    different = frozenset(url for url in _all(others) if declared[url] and meant.isdisjoint(things(declared[url])))
    lesser = (part - different for part in others)
    return different | _all(
        part for part in lesser if part and evidence.wording(own, part, strangers).has_fields_of_its_own
    )


def _of_other_fields(evidence: Evidence, targets: Urls, least: float) -> Urls:
    """The parts whose fields are called otherwise than those of the sample's part, of the way to part them by address
    in which most pages are.
    """
    strangers = frozenset(evidence.pages) - targets
    found = []
    for division in _divisions(targets):
        own, others = _sides(evidence, division, least)
        found.append(_all(each for each in others if evidence.wording(own, each, strangers).has_other_fields))
    return max(found, key=lambda part: (len(part), sorted(part)), default=frozenset())


def _sides(evidence: Evidence, division: Collection[Urls], least: float) -> tuple[Urls, list[Urls]]:
    """The parts with a sample, and each large one without; none if the first are few. In another language all fields
    are called otherwise: `variants` knows translations.
    """
    own = _all(part for part in division if part & evidence.samples)
    if len(own) < least:
        return own, []
    languages = set(map(language_of, own))
    foreign = (part for part in division if part.isdisjoint(evidence.samples) and len(part) >= least)
    return own, [part for part in foreign if languages & set(map(language_of, part))]


def _of_other_words(evidence: Evidence, targets: Urls, least: float) -> Urls:
    """The part that shares what its template says with its like alone; of several ways to part them the clearest."""
    urls = sorted(targets)
    likeness = Likeness([said("labels", evidence.pages[url]) for url in urls])
    parts = {part for division in _divisions(targets) for part in division} | set(_lists(evidence, targets))
    found = {
        part: _apart(likeness, [url in part for url in urls])
        for part in parts
        if min(len(part), len(urls) - len(part)) >= least and part.isdisjoint(evidence.samples)
    }
    best = max(found, key=lambda part: (found[part], sorted(part)), default=frozenset[str]())
    return best if best and found[best] >= APART else frozenset()


def _divisions(targets: Urls) -> Iterator[list[Urls]]:
    """By folders, to each depth; by shape of address, first word of a name, and value of a parameter."""
    ways: defaultdict[Hashable, list[tuple[Hashable, str]]] = defaultdict(list)
    for url in targets:
        for depth, above in enumerate(accumulate(folder_of(url), "{}/{}".format)):
            ways[depth].append((above, url))
        ways["shape"].append((cell_of(url), url))
        ways["word"].append((leading_word(url), url))
        for parameter in said_of(url):
            ways["?", parameter.partition("=")[0]].append((parameter, url))
    yield from map(_grouped, ways.values())


def _lists(evidence: Evidence, targets: Urls) -> Iterator[Urls]:
    links = ((page.url, link) for page in evidence.pages.values() for link in page.links if link.url in targets)
    yield from _grouped(((url, link.place), link.url) for url, link in links)


def _grouped(named: Iterable[tuple[Hashable, str]]) -> list[Urls]:
    groups = defaultdict[Hashable, set[str]](set)
    for name, url in named:
        groups[name].add(url)
    return list(map(frozenset, groups.values()))


def _all(parts: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*parts)


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
