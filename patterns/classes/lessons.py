"""What the sample's class is on this site, worked out from the pages seen so far: by two judges that err in different
ways. One begins at what stands beside the sample; the other weighs what pages share as it was learnt from other sites
(`belief`). Where they mostly agree, or the second is sure, it decides: it errs less. Else the class is in doubt, and a
page that either takes for one of it is of it. The first of them:

1. *Exemplars*: the sample's siblings, purified, and the groups of pages alike (`patterns.classes.exemplars`).
2. *Settle*: what the exemplars are and what the rest is, each judged by the other, a few times. A page joins only
   where its links, its similarity and its contrast to the rest all say so.
3. *Calibrate*: how close is each exemplar to the others? The cut lies in the widest gap below the least typical of
   them, among all pages seen.
4. *Names*: pages whose names say one other kind are one group, which structure may tell apart where it tells no page.

Everything is worked out anew from all pages, so an early mistake does not last. Nothing is fetched or chosen for
fetching here.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from statistics import median

from recorder.patterns.classes.aspects import likenesses
from recorder.patterns.classes.belief import Beliefs
from recorder.patterns.classes.belief_tables import learnt_tables
from recorder.patterns.classes.counterexamples import of_their_kind
from recorder.patterns.classes.evidence import Evidence, Urls, some_of
from recorder.patterns.classes.exemplars import (
    TELLING,
    Beside,
    beside,
    closest_siblings,
    kin_of_the_sample,
    purified,
    siblings_of_the_sample,
    trusted_family,
)
from recorder.patterns.classes.opinions import Opinions
from recorder.patterns.classes.page_class import FALL_BACK, FEW, Gap, PageClass, widest_gap
from recorder.patterns.classes.templates import of_another_template
from recorder.patterns.classes.url_cells import place_of

AGREED = 0.9
"""F1 of what one judge takes against what the other takes below which they disagree, and that the second expects of its
own where it is sure: below it a recording counts as failed, too. By two samples of each of 36 sites that neither was
fitted to, the mean F1 is .793 by the first judge alone, .880 by both, .866 where the first decides if they agree and
the second cuts at even odds. That the second decides where it is sure changes nothing there; a blog whose archives are
built like its posts needs it.
"""

MANY = 10
"""Least pages of a folder that may outvote a target in it."""

FEW_OF_MANY = 0.1
"""Share of targets below which the other pages of a folder outvote them."""

REACH = 0.2
"""A page this far below the least typical exemplar is out of the question."""

CLOSE = 0.05
"""An exemplar may lie this far below the least typical one of those found first."""

DEEP = 0.3
"""The cut lies at most this far below the least typical exemplar."""

ROUNDS = 3

NAMED = 0.82
"""Balanced accuracy that tells pages apart whose names do. By it the mean F1 judged on 50 sites is .843 at .65, .852
at .77, .867 at .82, .878 without the names; one manual, where names alone tell two kinds, needs it below .83.
"""

_PAGES = 16
"""Of every word; more of them tell nothing new."""
_WORDS = 12


@dataclass(frozen=True)
class Lesson:
    """The model and the pages it is made of, which of the pages seen are targets, and how close each is; which are
    `opposed` as of a kind that a person does not mean; and the opinions behind it, if there are two judges.
    """

    page_class: PageClass
    targets: Urls
    scores: dict[str, float]
    exemplars: tuple[str, ...]
    counterparts: tuple[str, ...]
    opposed: tuple[str, ...] = ()
    opinions: Opinions | None = None


def by_sample(evidence: Evidence, threshold: float, because: str) -> Lesson:
    """The similarity to the samples alone, and a cut that was given."""
    exemplars = tuple(sorted(evidence.samples))
    model = PageClass(
        evidence.trees(exemplars),
        threshold,
        evidence=(because,),
        opposed=evidence.trees(evidence.opposed),
        comparison=evidence.memory.comparison,
    )
    scores = {url: model.score(page.folded) for url, page in evidence.pages.items()}
    inside = frozenset(url for url, score in scores.items() if score >= threshold)
    targets = (inside | evidence.samples) - evidence.kept_out
    return Lesson(model, targets, scores, exemplars, (), tuple(sorted(evidence.opposed)))


def learn(evidence: Evidence) -> Lesson:
    """The class as the second judge sees it; as either of them does where they disagree and it is not sure."""
    if evidence.unlike:
        evidence = evidence.with_apart(_of_the_kind_not_meant(evidence))
    lesson = _by_both(evidence)
    while other := of_another_template(evidence, lesson.targets):
        evidence = evidence.with_apart(evidence.apart | other)
        lesson = _by_both(evidence)
    return lesson


def _by_both(evidence: Evidence) -> Lesson:
    lesson = by_siblings(evidence)
    opinions = Opinions(lesson.targets, _beliefs(evidence))
    decides = max(opinions.agreement, opinions.expected(opinions.believed)) >= AGREED
    targets = opinions.believed if decides else opinions.taken | opinions.believed
    if targets != opinions.taken:
        exemplars = opinions.believed - opinions.taken | targets & set(lesson.exemplars)
        outside = frozenset(lesson.counterparts or evidence.pages) | opinions.taken - targets
        lesson = replace(_modelled(evidence, exemplars, outside - exemplars, frozenset()), targets=targets)
    return replace(lesson, opinions=opinions)


def _of_the_kind_not_meant(evidence: Evidence) -> Urls:
    """Of the pages that would be targets, had nobody said what is not meant, those of the kind of such a page."""
    before = learn(evidence.without_unlike())
    unlike = evidence.unlike & before.targets
    if not unlike or before.opinions is None:
        return frozenset()
    taken = [page for url, page in evidence.pages.items() if url in before.targets]
    return of_their_kind(taken, before.opinions.beliefs, evidence.samples, unlike)


def _beliefs(evidence: Evidence) -> dict[str, float]:
    """How far each page is rather of the class than not, by all that speaks for it and against it."""
    places = {url: place for place, url in enumerate(evidence.pages)}
    samples, apart = ({places[url] for url in urls} for urls in (evidence.samples, evidence.kept_out))
    beliefs = Beliefs(likenesses(evidence.pages.values()), samples, apart).by(learnt_tables())
    return dict(zip(places, beliefs, strict=True))


def _without_outvoted(evidence: Evidence, lesson: Lesson) -> Lesson:
    """Without single targets in folders, other than the sample's, of which nearly no page is a target."""
    targets = lesson.targets
    own = {place_of(sample) for sample in evidence.samples}
    folders: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for url in evidence.pages:
        folders[place_of(url)].add(url)
    outvoted = frozenset(
        url
        for folder, urls in folders.items()
        if folder not in own and len(urls) >= MANY and len(urls & targets) < FEW_OF_MANY * len(urls)
        for url in urls & targets
    )
    return replace(lesson, targets=targets - outvoted)


def by_siblings(evidence: Evidence) -> Lesson:
    """The class as far as the pages show it; by the sample alone where they show nothing."""
    evidence = with_words_believed(evidence)
    siblings = siblings_of_the_sample(evidence)
    closest = closest_siblings(evidence, siblings)
    first = purified(evidence, closest, siblings)
    if len(first) < FEW:
        because = "no other page of the sample's class is known yet: this is the usual cut"
        return _without_outvoted(evidence, by_sample(evidence, FALL_BACK, because))
    low = min(map(evidence.nearness(first).of, first))
    kin = kin_of_the_sample(evidence)
    neighbours = beside(evidence, first, kin, low - REACH)
    exemplars = first | neighbours.alike
    nearness = evidence.nearness(exemplars)
    far = {url for url in evidence.pages if nearness.of(url) < low - REACH}
    sides = exemplars, (evidence.kept_out | neighbours.different | far) - exemplars - kin
    kept_out = evidence.kept_out | neighbours.certain
    may_join = (siblings | neighbours.alike | kin | neighbours.different) - neighbours.elsewhere - neighbours.otherwise
    trusted = trusted_family(evidence, closest, first)
    for _ in range(ROUNDS):
        sides = _settled(evidence, sides, may_join, kept_out, trusted, low - CLOSE)
    otherwise = _named_otherwise(evidence, sides[0])
    lesson = _judged(evidence, sides[0] - otherwise, sides[1] | otherwise, neighbours, trusted)
    return _without_outvoted(evidence, lesson)


def _settled(
    evidence: Evidence, sides: tuple[Urls, Urls], may_join: Urls, kept_out: Urls, trusted: Urls, lowest: float
) -> tuple[Urls, Urls]:
    """The exemplars and the rest, judged once more by what they have become; some pages are neither."""
    contrast, nearness = evidence.contrast(*sides, trusted), evidence.nearness(sides[0])
    inside, outside = set(evidence.samples), set(kept_out)
    for url in evidence.pages.keys() - inside - outside:
        fits = contrast.fits(url)
        near = nearness.of(url) >= lowest
        if fits and near and url in may_join:
            inside.add(url)
        elif not fits and (not near or len(sides[1]) >= FEW):
            outside.add(url)
    return frozenset(inside), frozenset(outside)


def _judged(evidence: Evidence, exemplars: Urls, outside: Urls, neighbours: Beside, trusted: Urls) -> Lesson:
    lesson = _modelled(evidence, exemplars, outside, trusted)
    nearness = evidence.nearness(exemplars)
    usual = median(map(nearness.of, exemplars))
    far = {url for url in neighbours.different | neighbours.lonely if nearness.of(url) < usual}
    accepted = lesson.targets - far - neighbours.elsewhere - neighbours.otherwise - evidence.kept_out
    accepted |= evidence.samples
    return replace(lesson, targets=accepted - _named_otherwise(evidence, accepted))


def _modelled(evidence: Evidence, exemplars: Urls, outside: Urls, trusted: Urls) -> Lesson:
    """A class made of these pages, with all that lie above its cut."""
    scores = _scores(evidence, exemplars, outside, trusted)
    gap = _cut(scores, exemplars - evidence.samples, evidence.samples)
    accepted = frozenset(url for url, score in scores.items() if score >= gap.middle)
    model = PageClass(
        evidence.trees(exemplars),
        gap.middle,
        gap.width / 2,
        _words(gap, len(exemplars), len(outside)),
        evidence.trees(outside),
        evidence.trees(evidence.opposed),
        evidence.memory.comparison,
    )
    inside, others, opposed = (tuple(sorted(urls)) for urls in (exemplars, outside, evidence.opposed))
    return Lesson(model, accepted, scores, inside, others, opposed)


def _scores(evidence: Evidence, exemplars: Urls, outside: Urls, trusted: Urls) -> dict[str, float]:
    """Every page against the others. `PageClass.score` gives pages near the exemplars the benefit of the doubt, for it
    judges what a pattern has led to; here nothing else speaks for a page yet.
    """
    nearness = evidence.nearness(exemplars)
    scores = {url: nearness.of(url) for url in evidence.pages}
    if len(outside) >= FEW:
        contrast = evidence.contrast(exemplars, outside, trusted)
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
    """The pages whose names say one kind, that is not the sample's, where structure tells that kind apart as well."""
    own = frozenset(url for url in accepted if evidence.kinds.of(url) in evidence.own_kinds)
    if len(own) < FEW:
        return frozenset()
    kinds: dict[str, set[str]] = defaultdict(set)
    for url in filter(evidence.is_named_otherwise, evidence.pages.keys() - evidence.samples):
        kinds[evidence.kinds.of(url)].add(url)
    groups = [frozenset(kinds[kind]) for kind in sorted(kinds) if kinds[kind] & accepted]
    return accepted & frozenset().union(*(urls for urls in groups if evidence.told_apart(own, urls) >= NAMED))


def _words(gap: Gap, inside: int, outside: int) -> tuple[str, ...]:
    return (
        f"pages linked from the same places as your sample: {inside}, pages of other kinds: {outside}",
        f"no page seen scores between {gap.low:.2f} and {gap.high:.2f}: the cut is in the middle",
    )


def with_words_believed(evidence: Evidence) -> Evidence:
    """The evidence, or the same without what first words say, where they say no kinds. In doubt they do."""
    own = some_of(_own(evidence), _PAGES)
    others = _others(evidence)
    if len(own) < FEW or not others:
        return evidence
    says_kinds = median(evidence.told_apart(own, other) for other in others) >= TELLING
    return evidence if says_kinds else evidence.without_words()


def _own(evidence: Evidence) -> Urls:
    """The pages with the sample's word; where it has none, those of its cell."""
    words = set(filter(evidence.kinds.is_word, evidence.own_kinds))
    return frozenset(url for url in evidence.pages if evidence.kinds.of(url) in words) if words else evidence.at_home


def _others(evidence: Evidence) -> list[Urls]:
    """Some pages of every word that many have, the sample's apart, and some that have none."""
    pages: dict[str, set[str]] = defaultdict(set)
    for url in evidence.pages.keys() - evidence.kept_out:
        kind = evidence.kinds.of(url)
        if kind not in evidence.own_kinds and (kind == "" or evidence.kinds.is_word(kind)):
            pages[kind].add(url)
    most = sorted(pages, key=lambda kind: (-len(pages[kind]), kind))[:_WORDS]
    return [some_of(pages[kind], _PAGES) for kind in most if len(pages[kind]) >= FEW]
