"""How probable it is of each page seen that it is of the sample's class: the second of the judges that `lessons` asks.
`python -m bench belief` measures it.

At first pages are judged by what they share with the sample. Then, a few times, by what they share with those believed,
with those not believed, and with whatever is near them. Nothing decides alone: an address, a list or a template adds to
the belief or takes from it, by weights that were learnt from labelled sites (`belief_tables`).
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass
from itertools import starmap
from math import fsum, log, log1p

from recorder.patterns.classes.aspects import OFTEN_SILENT
from recorder.patterns.classes.belief_tables import Numbers, Tables
from recorder.patterns.classes.likeness import Likeness

ROUNDS = 3
"""After the first. More of them change hardly anything."""

_CLOSE = 0.1
"""Two kinds of pages no farther apart than this are not told apart by an aspect."""

_NEIGHBOUR = 0.5
"""A neighbour by chance: who has none is believed as much as pages are on the mean."""


class Beliefs:
    """About the pages of one site, seen from the samples. Those `apart` are known to be of another kind, as the entry
    page is. `aspects`: how much all pages share.
    """

    def __init__(self, aspects: Mapping[str, Likeness], samples: Set[int], apart: Set[int] = frozenset()) -> None:
        self._aspects = tuple(aspects.values())
        self._often_silent = [aspects[name].has_terms for name in OFTEN_SILENT]
        self.number = len(self._often_silent[0])
        self.apart = apart
        others = [float(page not in apart) for page in range(self.number)]
        self._to_all = [aspect.with_all([1.0] * self.number) for aspect in self._aspects]
        self._to_others = [aspect.with_all(others) for aspect in self._aspects]
        self._look_from(samples)

    def _look_from(self, samples: Set[int]) -> None:
        self.samples = samples
        sampled = [float(page in samples) for page in range(self.number)]
        self._to_samples = [_mean(aspect.with_all(sampled), sampled, [1.0] * self.number) for aspect in self._aspects]

    def seen_from(self, samples: Set[int]) -> "Beliefs":
        """About the same pages, if these were the samples."""
        other = copy(self)
        other._look_from(samples)
        return other

    def by(self, tables: Tables, rounds: int = ROUNDS) -> list[float]:
        """In every page, in their order."""
        found = self._with_known(map(tables.first.chance, self.first_numbers()))
        for number in range(rounds):
            found = self._with_known(map(tables.of_round(number).chance, self.later_numbers(found)))
        return found

    def _with_known(self, found: Iterable[float]) -> list[float]:
        return [
            1.0 if page in self.samples else 0.0 if page in self.apart else belief for page, belief in enumerate(found)
        ]

    def first_numbers(self) -> list[Numbers]:
        """For every page: how like the samples it is, and how much more than it is like any page; and whether both say
        anything at all.
        """
        columns: list[Sequence[float]] = []
        others = max(1, self.number - 2)
        for to_samples, to_all in zip(self._to_samples, self._to_all, strict=True):
            columns.append(to_samples)
            columns.append([one - (every - one) / others for one, every in zip(to_samples, to_all, strict=True)])
        for has_terms in self._often_silent:
            of_samples = any(has_terms[page] for page in self.samples)
            columns.append([float(has and of_samples) for has in has_terms])
        return list(zip(*columns, strict=True))

    def later_numbers(self, beliefs: Sequence[float]) -> list[Numbers]:
        """For every page and aspect: how like those believed it is, how like the rest, how typical of either, how like
        the samples, and how far those it is like are believed. The surer a belief, the more it counts.
        """
        sides = self.sides(beliefs)
        nothing = [0.0] * self.number
        columns: list[Sequence[float]] = []
        for n, aspect in enumerate(self._aspects):
            to_inside, to_outside = aspect.with_all(sides.inside), aspect.with_all(sides.outside)
            like = _mean(to_inside, sides.inside, self._to_samples[n])
            unlike = _mean(to_outside, sides.outside, nothing)
            camps = _camps(like, sides)
            near = zip(to_inside, to_outside, self._to_all[n], self._to_others[n], strict=True)
            told = zip(like, unlike, self._to_samples[n], starmap(camps.neighbours, near), strict=True)
            columns += zip(*starmap(camps.numbers, told), strict=True)
        return [(*row, *sides.sizes) for row in zip(*columns, strict=True)]

    def camps(self, sides: "Sides") -> list["Camps"]:
        """One for each aspect."""
        with_inside = (aspect.with_all(sides.inside) for aspect in self._aspects)
        pairs = zip(with_inside, self._to_samples, strict=True)
        return [_camps(_mean(to_inside, sides.inside, instead), sides) for to_inside, instead in pairs]

    def sides(self, beliefs: Sequence[float]) -> "Sides":
        inside = [max(0.0, 2 * belief - 1) for belief in beliefs]
        outside = [max(0.0, 1 - 2 * belief) for belief in beliefs]
        asked = [page for page in range(self.number) if page not in self.apart]
        usual = fsum(beliefs[page] for page in asked) / len(asked)
        return Sides(inside, outside, usual, (log1p(fsum(inside)), log(self.number)))


@dataclass(frozen=True)
class Sides:
    """How much every page counts as one of those believed, and as one of the rest."""

    inside: Sequence[float]
    outside: Sequence[float]
    usual: float
    """How far pages are believed on the mean."""
    sizes: Numbers
    """How many are believed, and how many there are."""


@dataclass(frozen=True)
class Camps:
    """How far those believed and the rest are apart in one aspect."""

    typical: float
    """How like those believed one of them is."""
    crossing: float
    """How like those believed one of the rest is."""
    usual: float

    def numbers(self, like: float, unlike: float, to_samples: float, neighbours: float) -> Numbers:
        """What a page is to them."""
        apart = max(self.typical - self.crossing, _CLOSE)
        on_their_side = max(-1.0, min(2.0, (like - self.crossing) / apart))
        return like, unlike, like - self.typical, on_their_side, to_samples, neighbours

    def neighbours(self, to_inside: float, to_outside: float, to_all: float, to_others: float) -> float:
        """How far those are believed that a page is like."""
        near = (to_inside - to_outside + to_all) / 2
        return (near + self.usual * _NEIGHBOUR) / (to_others + _NEIGHBOUR)


def _camps(like: Sequence[float], sides: Sides) -> Camps:
    return Camps(weighed(like, sides.inside), weighed(like, sides.outside), sides.usual)


def _mean(likeness: Sequence[float], weights: Sequence[float], otherwise: Sequence[float]) -> list[float]:
    """Of summed likeness the mean, as far as the other pages count; `otherwise` where none does."""
    whole = fsum(weights)
    found = zip(likeness, weights, otherwise, strict=True)
    return [much / (whole - own) if whole - own > 0 else instead for much, own, instead in found]


def weighed(values: Sequence[float], weights: Sequence[float]) -> float:
    whole = fsum(weights)
    return fsum(value * weight for value, weight in zip(values, weights, strict=True)) / whole if whole > 0 else 0.0
