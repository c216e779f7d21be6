"""Whether two groups of pages are of one template or of two: which takes fewer words to describe, when every template
is described once (minimum description length)?

Told apart, each group is described at its own odds; but then it must be said of every page which group it is of. Nobody
needs to be told what is usual on the site: the frame, or what people write into any page. And two templates differ in
both directions, each has what the other has not; where one of two groups has nothing of its own, it is only the shorter
form of the other. No threshold is needed.
"""

from math import fsum, lgamma, log, sqrt

from recorder.patterns.classes.page_model import ABOVE, PageModel

DOUBT = 0.5
"""Added to every count of the site: nothing is impossible for having never been seen (Krichevsky-Trofimov)."""

BELIEF = 8.0
"""What is usual on the site is believed of a group until this many of its pages show otherwise. Measured on many sites,
4 to 12 differ little.
"""


class Description:
    """What it takes, in nats, to say which nodes the pages of a group have, on a site of which `site` are all pages."""

    def __init__(self, site: PageModel) -> None:
        self._site = site.counts
        self._parents = site.paths.parents
        self._costs: dict[tuple[int, int, int], float] = {}

    def saved_together(self, some: PageModel, others: PageModel) -> float:
        """What is saved by describing the pages of both as one template."""
        return membership(len(some), len(others)) - self.saved_apart(some, others)

    def saved_apart(self, some: PageModel, others: PageModel) -> float:
        """What is saved by describing each group at its own odds, as far as both have something of their own."""
        by_owner: dict[int, list[float]] = {-1: [], 0: [], 1: []}
        for path in (some.counts.keys() | others.counts.keys()) - {ABOVE}:
            more = some.counts.get(path, 0) * len(others) - others.counts.get(path, 0) * len(some)
            by_owner[(more > 0) - (more < 0)].append(self._saved_at(path, some, others))
        one, other = fsum(by_owner[1]), fsum(by_owner[-1])
        both = 2 * sqrt(one * other) if one > 0 and other > 0 else min(one, 0.0) + min(other, 0.0)
        return both + fsum(by_owner[0])

    def _saved_at(self, path: int, some: PageModel, others: PageModel) -> float:
        having, more = some.counts.get(path, 0), others.counts.get(path, 0)
        above = self._parents[path]
        of, more_of = some.counts.get(above, 0), others.counts.get(above, 0)
        return (
            self._cost(path, having + more, of + more_of)
            - self._cost(path, having, of)
            - self._cost(path, more, more_of)
        )

    def _cost(self, path: int, having: int, of: int) -> float:
        """Telling which of `of` pages have a node, at odds that start from what is usual and are learnt on the way."""
        known = self._costs.get((path, having, of))
        if known is None:
            usual = (self._site[path] + DOUBT) / (self._site[self._parents[path]] + 2 * DOUBT)
            present, absent = BELIEF * usual, BELIEF * (1 - usual)
            known = _log_beta(present, absent) - _log_beta(present + having, absent + of - having)
            self._costs[path, having, of] = known
        return known


def membership(some: int, others: int) -> float:
    """What is saved by no longer saying of each page which of the two groups it is of."""
    return some * log((some + others) / some) + others * log((some + others) / others)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)
