"""What the sample's class is on this site, worked out from the pages seen so far.

1. *Exemplars*: the sample's siblings, purified, and the groups of pages alike (`patterns.classes.exemplars`).
2. *Settle*: what the exemplars are and what the rest is, each judged by the other, a few times. A page joins only
   where its links, its similarity and its contrast to the rest all say so.
3. *Calibrate*: how close is each exemplar to the others? The cut lies in the widest gap below the least typical of
   them, among all pages seen.
4. *Names*: where structure cannot tell and the sample's kind is named by a rule, pages named otherwise are left out,
   and said to be.

Everything is worked out anew from all pages, so an early mistake does not last. Nothing is fetched or chosen for
fetching here.
"""

from dataclasses import dataclass
from statistics import median

from patterns.classes.cuts import Gap, widest_gap
from patterns.classes.evidence import Evidence, Urls
from patterns.classes.exemplars import MANY, Beside, beside, purified, siblings_of_the_sample
from patterns.classes.page_class import FALL_BACK, FEW, PageClass
from patterns.classes.url_cells import common_word, name_of

REACH = 0.2
"""A page this far below the least typical exemplar is out of the question."""

CLOSE = 0.05
"""An exemplar may lie this far below the least typical one of those found first."""

DEEP = 0.3
"""The cut lies at most this far below the least typical exemplar."""

ROUNDS = 3

NAMED_OTHERWISE = "built like the sample, but named by another rule"
LONELY = "built like the sample, but the only ones in another folder"
TOLD_APART = "close to the sample, but the pages beside it are of another kind"


@dataclass(frozen=True)
class Lesson:
    """What was learnt: the model and the pages it is made of, which of the pages seen are targets, how close each is,
    which are doubtful.
    """

    page_class: PageClass
    targets: Urls
    scores: dict[str, float]
    exemplars: tuple[str, ...]
    counterparts: tuple[str, ...]
    doubts: dict[str, str]


def by_sample(evidence: Evidence, threshold: float, because: str) -> Lesson:
    """The similarity to the samples alone, and a cut that was given."""
    exemplars = tuple(sorted(evidence.samples))
    model = PageClass(evidence.trees(exemplars), threshold, evidence=(because,), comparison=evidence.memory.comparison)
    scores = {url: model.score(page.folded) for url, page in evidence.pages.items()}
    inside = frozenset(url for url, score in scores.items() if score >= threshold)
    return Lesson(model, (inside | evidence.samples) - evidence.kept_out, scores, exemplars, (), {})


def learn(evidence: Evidence) -> Lesson:
    """The class as far as the pages show it; by the sample alone where they show nothing."""
    siblings = siblings_of_the_sample(evidence)
    first = purified(evidence, siblings)
    if len(first) < FEW:
        return by_sample(evidence, FALL_BACK, "no other page of the sample's class is known yet: this is the usual cut")
    low = min(map(evidence.nearness(first).of, first))
    neighbours = beside(evidence, first, low - REACH)
    exemplars = first | neighbours.alike
    nearness = evidence.nearness(exemplars)
    far = {url for url in evidence.pages if nearness.of(url) < low - REACH}
    sides = exemplars, (evidence.kept_out | neighbours.different | far) - exemplars
    for _ in range(ROUNDS):
        sides = _settled(evidence, sides, siblings | neighbours.alike, neighbours.different, low - CLOSE)
    return _judged(evidence, *sides, neighbours)


def _settled(
    evidence: Evidence, sides: tuple[Urls, Urls], kin: Urls, different: Urls, lowest: float
) -> tuple[Urls, Urls]:
    """The exemplars and the rest, judged once more by what they have become; some pages are neither."""
    contrast, nearness = evidence.contrast(*sides), evidence.nearness(sides[0])
    inside, outside = set(evidence.samples), set(evidence.kept_out | different)
    for url in evidence.pages.keys() - inside - outside:
        fits = contrast.fits(url)
        near = nearness.of(url) >= lowest
        if fits and near and url in kin:
            inside.add(url)
        elif not fits and (not near or len(sides[1]) >= FEW):
            outside.add(url)
    return frozenset(inside), frozenset(outside)


def _judged(evidence: Evidence, exemplars: Urls, outside: Urls, neighbours: Beside) -> Lesson:
    scores = _scores(evidence, exemplars, outside)
    gap = _cut(scores, exemplars - evidence.samples, evidence.samples)
    accepted = frozenset(url for url, score in scores.items() if score >= gap.middle)
    doubts = dict.fromkeys(accepted & neighbours.different, TOLD_APART)
    nearness = evidence.nearness(exemplars)
    usual = median(map(nearness.of, exemplars))
    lonely = {url for url in accepted & neighbours.lonely if nearness.of(url) < usual}
    doubts |= dict.fromkeys(lonely, LONELY)
    accepted = (accepted - doubts.keys() - evidence.kept_out) | evidence.samples
    named_otherwise = _named_otherwise(evidence, accepted)
    doubts |= dict.fromkeys(named_otherwise, NAMED_OTHERWISE)
    model = PageClass(
        evidence.trees(exemplars),
        gap.middle,
        gap.width / 2,
        _words(gap, len(exemplars), len(outside)),
        evidence.trees(outside),
        evidence.memory.comparison,
    )
    return Lesson(model, accepted - named_otherwise, scores, tuple(sorted(exemplars)), tuple(sorted(outside)), doubts)


def _scores(evidence: Evidence, exemplars: Urls, outside: Urls) -> dict[str, float]:
    """Every page against the others, as `PageClass.score` would have it had it not seen the page."""
    nearness = evidence.nearness(exemplars)
    scores = {url: nearness.of(url) for url in evidence.pages}
    if len(outside) >= FEW:
        contrast = evidence.contrast(exemplars, outside)
        scores = {url: score * contrast.chance(url) for url, score in scores.items()}
    return scores


def _cut(scores: dict[str, float], exemplars: Urls, samples: Urls) -> Gap:
    """The widest gap not far below the least typical exemplar; an exemplar that the rest explains better is not
    typical.
    """
    typical = [scores[url] for url in exemplars if scores[url] > FALL_BACK / 4]
    low = min(typical, default=FALL_BACK)
    floor = max(low / 2, low - DEEP)
    below = [score for url, score in scores.items() if floor < score < low and url not in samples]
    return widest_gap([floor, low, *below]) or Gap(low, low)


def _named_otherwise(evidence: Evidence, accepted: Urls) -> Urls:
    """Where the sample's kind is named by a rule, the pages built alike that are named by another."""
    kind = accepted & evidence.at_home
    words = tuple(word for url in sorted(evidence.samples) if (word := common_word(url, kind)))
    if len(kind) < MANY or not words:
        return frozenset()
    return frozenset(url for url in accepted if not name_of(url).startswith(words)) - evidence.samples


def _words(gap: Gap, inside: int, outside: int) -> tuple[str, ...]:
    return (
        f"{inside} exemplars, found from where links to the sample stand, against {outside} pages of other kinds",
        f"no page seen scores between {gap.low:.2f} and {gap.high:.2f}: the cut is in the middle",
    )
