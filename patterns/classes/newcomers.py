"""How probable it is of a page that came later to be of the class, by the pages that it was learnt from: what a crawl
goes by. It is what `belief` says of pages known from the start, but for links: what a pattern leads to is taken to be
linked as those believed are. The cut is where it tells best which of the known pages are targets, each judged so by the
others: of those that the pattern leads to, and of all; but where it leads, none that is rather believed than not is
turned away because of others.
"""

from collections.abc import Collection, Mapping, Set
from itertools import chain, pairwise
from math import fsum

from recorder.patterns.classes.aspects import ASPECTS, Terms, likenesses, said
from recorder.patterns.classes.belief import Beliefs, Camps, Sides, weighed
from recorder.patterns.classes.belief_tables import LATER, Numbers, learnt_tables
from recorder.patterns.classes.evidence import SeenPage, Urls
from recorder.patterns.classes.likeness import Likeness, shared_with
from recorder.patterns.classes.opinions import chance, log_odds
from recorder.patterns.classes.page_class import Gap


class _Aspect:
    """What a page is to those that were seen, in one aspect."""

    def __init__(self, likeness: Likeness, sides: Sides, camps: Camps, samples: Set[int], apart: Set[int]) -> None:
        self._likeness = likeness
        self._camps = camps
        pages = range(len(sides.inside))
        weights = (
            sides.inside,
            sides.outside,
            [1.0 for _ in pages],
            [float(page not in apart) for page in pages],
            [float(page in samples) for page in pages],
        )
        self._sums = tuple(map(likeness.summed, weights))
        self._inside, self._outside, self._samples = fsum(sides.inside), fsum(sides.outside), len(samples)

    def numbers(self, said: Terms) -> Numbers:
        vector = self._likeness.of_another(said)
        inside, outside, every, others, samples = (shared_with(whole, vector) for whole in self._sums)
        unlike = outside / self._outside if self._outside else 0.0
        neighbours = self._camps.neighbours(inside, outside, every, others)
        return self._camps.numbers(inside / self._inside, unlike, samples / self._samples, neighbours)


class Newcomers:
    """Judged by the pages that were seen: how far each is believed, and which of them are targets. The `samples` are
    among them, and the `repeats`, which say what targets say: by that the two cannot be told apart. The pattern leads
    to those that are `met`.
    """

    def __init__(
        self,
        pages: Collection[SeenPage],
        beliefs: Mapping[str, float],
        targets: Urls,
        repeats: Urls,
        samples: Urls,
        met: Urls,
    ) -> None:
        self._targets = targets
        self._seen = {page.url: _fingerprint(page) for page in pages}
        sampled = {place for place, page in enumerate(pages) if page.url in samples}
        apart = {place for place, page in enumerate(pages) if beliefs[page.url] == 0}
        aspects, believed = likenesses(pages), [beliefs[page.url] for page in pages]
        all_seen = Beliefs(aspects, sampled, apart)
        sides, rows = all_seen.sides(believed), all_seen.later_numbers(believed)
        camps = dict(zip(aspects, all_seen.camps(sides), strict=True))
        self._aspects = {name: _Aspect(aspects[name], sides, camps[name], sampled, apart) for name in ASPECTS}
        self._table = learnt_tables().later[-1]
        self._usual = tuple(weighed(column, sides.inside) for column in zip(*rows, strict=True))
        alone = ((page.url, self._believed(row[: self._told])) for page, row in zip(pages, rows, strict=True))
        known = {url: belief for url, belief in alone if url not in repeats}
        self._cut = crawl_cut(known, targets, met)
        self._cut_beside = max(self._cut, best_cut(known, targets))

    @property
    def _told(self) -> int:
        """How many numbers a page tells by itself."""
        return len(ASPECTS) * len(LATER)

    def takes(self, page: SeenPage, *, fits: bool, beside: bool = False) -> bool:
        """Whether it is a target; `fits`: its structure does, without which an error under the address of a target
        would be believed; `beside`: the pattern does not lead there. A page that is as it was is what it was.
        """
        if page.url in self._seen and self._seen[page.url] == _fingerprint(page):
            return page.url in self._targets
        return fits and self.belief(page) >= (self._cut_beside if beside else self._cut)

    def belief(self, page: SeenPage) -> float:
        """As far as the page itself tells."""
        of_aspects = (aspect.numbers(said(name, page)) for name, aspect in self._aspects.items())
        return self._believed(tuple(chain.from_iterable(of_aspects)))

    def _believed(self, told: Numbers) -> float:
        return self._table.chance(told + self._usual[len(told) :])


def crawl_cut(beliefs: Mapping[str, float], targets: Urls, met: Urls) -> float:
    """Where crawls meet none but targets, there is nothing to tell apart: what is rather believed than not is one."""
    among_met = best_cut({url: belief for url, belief in beliefs.items() if url in met}, targets)
    return max(among_met, min(best_cut(beliefs, targets), chance(0)))


def best_cut(beliefs: Mapping[str, float], targets: Urls) -> float:
    """Where those above are the targets rather than anywhere else, by F1; in the middle of the widest such gap."""
    ranked = sorted(((log_odds(belief), url in targets) for url, belief in beliefs.items()), reverse=True)
    number, hits = sum(is_target for _, is_target in ranked), 0
    best, most = Gap(0, 0), 0.0
    for above, ((high, is_target), (low, _)) in enumerate(pairwise([*ranked, (log_odds(0), False)]), start=1):
        hits += is_target
        f1, gap = 2 * hits / (number + above), Gap(low, high)
        if low < high and (f1, gap.width) > (most, best.width):
            best, most = gap, f1
    return chance(best.middle)


def _fingerprint(page: SeenPage) -> int:
    """Of all it says: kept instead of it."""
    return hash(tuple(said(name, page) for name in ASPECTS))
