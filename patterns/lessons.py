"""Working out what the sample's class is, from the pages seen so far.

One sample is enough to find more samples: pages that links in the same place lead to, at URLs of the same shape, are
mostly its siblings. From there:

1. *Purify*: of the siblings only those stay that grow together with the sample, and that the rest of the site does
   not explain better.
2. *Cells before pages*: pages fall into cells by folder and shape of URL. A cell whose pages structure can tell from
   the exemplars is another class, however alike the frame; one whose pages it cannot tell apart joins them.
3. *Calibrate*: how close is each exemplar to the others? The cut lies in the widest gap below, among all pages seen.
4. *Names*: where structure cannot tell and the sample's kind is named by a rule, pages named otherwise are left out,
   and said to be.

Everything is worked out anew from all pages, so an early mistake does not last. Nothing is fetched or chosen for
fetching here.
"""

from dataclasses import dataclass
from itertools import pairwise

from patterns.clusters import grow_together
from patterns.cuts import Gap, widest_gap
from patterns.evidence import Evidence, Urls
from patterns.page_class import FALL_BACK, FEW, PageClass
from patterns.url_cells import cell_of, common_word, folder_of, name_of

MANY = 8
"""So many pages make a rule."""

TELLING = 0.77
"""From this balanced accuracy on, leaving one out, structure tells two groups of pages apart."""

REACH = 0.2
"""A page this far below the least typical exemplar is out of the question."""

WIDE_JUMP = 0.1
"""A narrower jump between two merges of the siblings says nothing."""

ROUNDS = 3

DEEP = 0.3
"""How far below the least typical exemplar the cut may lie."""


@dataclass(frozen=True)
class Lesson:
    """What was learnt: the model and the pages it is made from, which pages seen are targets, how close each is, and
    which are doubtful.
    """

    page_class: PageClass
    targets: Urls
    scores: dict[str, float]
    doubts: dict[str, str]
    exemplars: tuple[str, ...]
    counterparts: tuple[str, ...] = ()


def by_sample(evidence: Evidence, threshold: float = FALL_BACK) -> Lesson:
    """The similarity to the samples alone, and a cut that was given."""
    exemplars = tuple(sorted(evidence.samples))
    model = PageClass(evidence.trees(exemplars), threshold, comparison=evidence.comparison)
    scores = {url: model.score(page.folded) for url, page in evidence.pages.items()}
    inside = frozenset(url for url, score in scores.items() if score >= threshold)
    return Lesson(model, (inside | evidence.samples) - {evidence.entry}, scores, {}, exemplars)


def learn(evidence: Evidence) -> Lesson:
    """The class as far as the pages show it; by the sample alone where they show nothing."""
    exemplars = _purified(evidence, _siblings(evidence))
    if len(exemplars) < FEW:
        return by_sample(evidence)
    low = min(evidence.nearness(url, exemplars) for url in exemplars)
    alike, different = _cells_beside(evidence, exemplars, low)
    exemplars |= alike
    outside = frozenset(
        url
        for url in evidence.pages.keys() - exemplars
        if url in different or url == evidence.entry or evidence.nearness(url, exemplars) < low - REACH
    )
    for _ in range(ROUNDS):
        exemplars, outside = _settled(evidence, exemplars, outside, different, low)
    return _judged(evidence, exemplars, outside, different)


def _siblings(evidence: Evidence) -> Urls:
    """Pages that stand where the sample stands; if they are few, those of its cell; if they are few, those of its
    folder.
    """
    pages, samples = evidence.pages, evidence.samples
    places = frozenset().union(*(pages[url].groups for url in samples))
    found = samples | {url for url, page in pages.items() if page.groups & places}
    if len(found) < 2 * FEW:
        found |= {url for cell in evidence.home for url in evidence.cells[cell]}
    if len(found) < 2 * FEW and evidence.entry:
        folders = {folder_of(url) for url in samples} - {folder_of(evidence.entry)}
        found |= {url for url in pages if folder_of(url) in folders}
    return found - {evidence.entry}


def _purified(evidence: Evidence, siblings: Urls) -> Urls:
    kept = _grown_with_the_sample(evidence, siblings)
    near_by = {url for cell in evidence.home for url in evidence.cells[cell]}
    rest = frozenset(evidence.pages) - siblings - near_by
    for _ in range(2):
        if len(rest) < FEW or len(kept) < FEW:
            break
        contrast = evidence.contrast(kept, rest | (siblings - kept))
        kept = evidence.samples | {url for url in siblings if contrast.fits(url)}
    return kept


def _grown_with_the_sample(evidence: Evidence, siblings: Urls) -> Urls:
    """The siblings that grow together with the samples before the widest jump that leaves them company."""
    urls = sorted(siblings)
    dendrogram = grow_together(evidence.trees(urls), evidence.comparison)
    heights = [1.0, *dendrogram.heights()]
    gaps = [Gap(low, high) for high, low in pairwise(heights) if high - low >= WIDE_JUMP]
    for gap in sorted(gaps, key=lambda gap: -gap.width):
        kept = evidence.samples
        for cluster in dendrogram.cut(gap.high):
            members = {urls[n] for n in cluster.members}
            if members & evidence.samples:
                kept |= members
        if len(kept) >= max(FEW, len(siblings) / 3):
            return kept
    return siblings


def _cells_beside(evidence: Evidence, exemplars: Urls, low: float) -> tuple[Urls, Urls]:
    """Of the cells beside the sample's: the pages that are alike, and those that structure can tell from the exemplars."""
    alike: set[str] = set()
    different: set[str] = set()
    for cell, urls in evidence.cells.items():
        near = {url for url in urls if evidence.nearness(url, exemplars) >= low - REACH} - exemplars - {evidence.entry}
        if cell in evidence.home or len(near) < FEW:
            continue
        told_apart = evidence.told_apart(exemplars - set(urls) or exemplars, frozenset(near)) >= TELLING
        (different if told_apart else alike).update(near)
    return frozenset(alike), frozenset(different)


def _settled(evidence: Evidence, exemplars: Urls, outside: Urls, different: Urls, low: float) -> tuple[Urls, Urls]:
    """Both sides judged once more by what they have become."""
    contrast = evidence.contrast(exemplars, outside)
    grown, rest = set(evidence.samples), set()
    for url in evidence.pages.keys() - evidence.samples:
        fits = contrast.fits(url)
        near = evidence.nearness(url, exemplars) >= low - REACH / 4
        if url in different or url == evidence.entry or not (fits or near):
            rest.add(url)
        elif fits and near and (url in exemplars or cell_of(url) in evidence.home):
            grown.add(url)
        elif not fits and len(outside) >= FEW:
            rest.add(url)
    return frozenset(grown), frozenset(rest)


def _judged(evidence: Evidence, exemplars: Urls, outside: Urls, different: Urls) -> Lesson:
    contrast = evidence.contrast(exemplars, outside) if len(outside) >= FEW else None
    scores = {
        url: evidence.nearness(url, exemplars) * (contrast.chance(url) if contrast else 1.0) for url in evidence.pages
    }
    gap = _cut(scores, exemplars, evidence)
    accepted = {url for url, score in scores.items() if score >= gap.middle} - different - {evidence.entry}
    accepted |= evidence.samples
    foreign = _other_names(evidence, frozenset(accepted))
    model = PageClass(
        evidence.trees(exemplars),
        gap.middle,
        gap.width / 2,
        (),
        evidence.trees(outside),
        comparison=evidence.comparison,
    )
    doubts = dict.fromkeys(sorted(foreign), "built like the sample, but named by another rule")
    return Lesson(
        model, frozenset(accepted) - foreign, scores, doubts, tuple(sorted(exemplars)), tuple(sorted(outside))
    )


def _cut(scores: dict[str, float], exemplars: Urls, evidence: Evidence) -> Gap:
    low = min(scores[url] for url in exemplars - evidence.samples or exemplars)
    floor = max(0.0, low - DEEP)
    below = [score for url, score in scores.items() if floor < score < low and url not in evidence.samples]
    return widest_gap([floor, low, *below]) or Gap(low, low)


def _other_names(evidence: Evidence, accepted: Urls) -> Urls:
    """Where the sample's kind is named by a rule, the pages built alike that are named otherwise."""
    kind = [url for url in accepted if cell_of(url) in evidence.home]
    words = tuple(word for url in sorted(evidence.samples) if (word := common_word(url, kind)))
    if len(kind) < MANY or not words:
        return frozenset()
    return frozenset(url for url in accepted if not name_of(url).startswith(words)) - evidence.samples
