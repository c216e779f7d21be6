"""How much pages share in one aspect: the cosine of what they say, where what is rare on the site counts more and what
only one page says counts nothing.

No two pages are ever compared. What a page shares with many, weighed one by one, is the product of its own vector with
their weighed sum: the work grows with the number of pages, not with its square. Pages that say the same are one vector.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from functools import cached_property
from itertools import starmap
from math import log, sqrt
from operator import mul
from typing import NamedTuple

RARE = 0.02
"""Weight of what all pages say: a little, so that pages which say nothing else are not taken to say nothing."""

Vector = tuple[tuple[int, ...], tuple[float, ...]]
"""The numbers of some bundles of terms, and how much each counts."""

Sum = Sequence[float]
"""How much each bundle counts in some vectors together."""

_Holders = tuple[int, ...]


class _Bundle(NamedTuple):
    """Terms that the very same pages have are one: a frame of two hundred elements is looked at once."""

    holders: _Holders
    """The vectors that have them."""
    terms: int
    worth: float
    """Of each of the terms."""


class Likeness:
    """One aspect of some pages, each given by what it says."""

    def __init__(self, pages: Sequence[Set[Hashable]]) -> None:
        said = [frozenset(page) for page in pages]
        self._copies = Counter(said)
        numbers = {terms: number for number, terms in enumerate(self._copies)}
        self.vector_of = [numbers[terms] for terms in said]
        self._bundles = _bundles(self._copies)
        self.terms, self.vectors = len(self._bundles), _vectors(len(self._copies), self._bundles)
        self.has_terms = [bool(self.vectors[number][0]) for number in self.vector_of]

    def with_all(self, weights: Sequence[float]) -> list[float]:
        """For every page the sum of its likeness to each of the others, times the weight of that one."""
        whole = self.summed(weights)
        shared = [shared_with(whole, vector) for vector in self.vectors]
        own = starmap(mul, zip(weights, self.has_terms, strict=True))
        return [shared[number] - itself for number, itself in zip(self.vector_of, own, strict=True)]

    def summed(self, weights: Sequence[float]) -> Sum:
        """The vectors of all pages, each times its weight."""
        of_vectors = [0.0] * len(self.vectors)
        for number, weight in zip(self.vector_of, weights, strict=True):
            of_vectors[number] += weight
        whole = [0.0] * self.terms
        for weight, (terms, values) in zip(of_vectors, self.vectors, strict=True):
            if weight:
                for term, value in zip(terms, values, strict=True):
                    whole[term] += weight * value
        return whole

    def of_another(self, said: Set[Hashable]) -> Vector:
        """Of one more page: what it says that several of these pages say."""
        bundles = Counter(number for term in said if (number := self._numbers.get(term)) is not None)
        terms, values, length = [], [], 0.0
        for number, times in bundles.items():
            _, of_bundle, worth = self._bundles[number]
            terms.append(number)
            values.append(times / sqrt(of_bundle) * worth)
            length += times * worth * worth
        return tuple(terms), _divided(values, sqrt(length))

    @cached_property
    def _numbers(self) -> Mapping[Hashable, int]:
        """The bundle of each term."""
        numbers = {bundle.holders: number for number, bundle in enumerate(self._bundles)}
        held = ((term, numbers.get(tuple(found))) for term, found in _holders(self._copies).items())
        return {term: number for term, number in held if number is not None}


def shared_with(whole: Sum, vector: Vector) -> float:
    """The likeness of one page to those that were summed, each times its weight."""
    terms, values = vector
    found: float = sum(map(mul, values, map(whole.__getitem__, terms)))
    return found


def _holders(copies: Iterable[frozenset[Hashable]]) -> Mapping[Hashable, list[int]]:
    """The vectors that have a term."""
    holders: defaultdict[Hashable, list[int]] = defaultdict(list)
    for vector, terms in enumerate(copies):
        for term in terms:
            holders[term].append(vector)
    return holders


def _bundles(copies: Mapping[frozenset[Hashable], int]) -> list[_Bundle]:
    """Those that more than one page has."""
    times = list(copies.values())
    number = sum(times)
    together = Counter(map(tuple, _holders(copies).values()))
    shared = ((found, sum(map(times.__getitem__, found))) for found in sorted(together))
    return [_Bundle(found, together[found], log(number / pages) + RARE) for found, pages in shared if pages > 1]


def _vectors(number: int, bundles: Iterable[_Bundle]) -> list[Vector]:
    """Vectors of length 1, empty for pages that share nothing with any other."""
    vectors: list[tuple[list[int], list[float]]] = [([], []) for _ in range(number)]
    for bundle, (holders, terms, worth) in enumerate(bundles):
        for vector in holders:
            vectors[vector][0].append(bundle)
            vectors[vector][1].append(sqrt(terms) * worth)
    return [(tuple(terms), _divided(values, sqrt(sum(map(mul, values, values))))) for terms, values in vectors]


def _divided(values: Iterable[float], length: float) -> tuple[float, ...]:
    return tuple(value / length for value in values)
