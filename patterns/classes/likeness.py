"""How much pages share in one aspect: the cosine of what they say, where what is rare on the site counts more and what
only one page says counts nothing.

No two pages are ever compared. What a page shares with many, weighed one by one, is the product of its own vector with
their weighed sum: the work grows with the number of pages, not with its square. Pages that say the same are one vector.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence, Set
from itertools import starmap
from math import log, sqrt
from operator import mul

RARE = 0.02
"""Weight of what all pages say: a little, so that pages which say nothing else are not taken to say nothing."""

_Vector = tuple[tuple[int, ...], tuple[float, ...]]
"""The numbers of some terms, and how much each counts."""


class Likeness:
    """One aspect of some pages, each given by what it says."""

    def __init__(self, pages: Sequence[Set[Hashable]]) -> None:
        said = [frozenset(page) for page in pages]
        copies = Counter(said)
        numbers = {terms: number for number, terms in enumerate(copies)}
        self.vector_of = [numbers[terms] for terms in said]
        self.terms, self.vectors = _vectors(copies)
        self.has_terms = [bool(self.vectors[number][0]) for number in self.vector_of]

    def with_all(self, weights: Sequence[float]) -> list[float]:
        """For every page the sum of its likeness to each of the others, times the weight of that one."""
        of_vectors = [0.0] * len(self.vectors)
        for number, weight in zip(self.vector_of, weights, strict=True):
            of_vectors[number] += weight
        whole = [0.0] * self.terms
        for weight, (terms, values) in zip(of_vectors, self.vectors, strict=True):
            if weight:
                for term, value in zip(terms, values, strict=True):
                    whole[term] += weight * value
        shared = [sum(map(mul, values, map(whole.__getitem__, terms))) for terms, values in self.vectors]
        own = starmap(mul, zip(weights, self.has_terms, strict=True))
        return [shared[number] - itself for number, itself in zip(self.vector_of, own, strict=True)]


def _vectors(copies: Mapping[frozenset[Hashable], int]) -> tuple[int, list[_Vector]]:
    """Vectors of length 1, empty for pages that share nothing with any other. Terms that the very same pages have are
    one term: a frame of two hundred elements is counted once.
    """
    times = list(copies.values())
    number = sum(times)
    holders: defaultdict[Hashable, list[int]] = defaultdict(list)
    for vector, terms in enumerate(copies):
        for term in terms:
            holders[term].append(vector)
    together = Counter(map(tuple, holders.values()))
    vectors: list[tuple[list[int], list[float]]] = [([], []) for _ in copies]
    kept = 0
    for found in sorted(together):
        pages = sum(map(times.__getitem__, found))
        if pages > 1:
            value = sqrt(together[found]) * (log(number / pages) + RARE)
            for vector in found:
                vectors[vector][0].append(kept)
                vectors[vector][1].append(value)
            kept += 1
    return kept, [(tuple(terms), _of_length_one(values)) for terms, values in vectors]


def _of_length_one(values: Sequence[float]) -> tuple[float, ...]:
    length = sqrt(sum(value * value for value in values))
    return tuple(value / length for value in values)
