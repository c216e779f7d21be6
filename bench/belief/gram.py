"""Likeness of every page to every other as one matrix: faster where the same pages are asked for again and again, as
learning does. Needs numpy, which the benchmarks have and the program does not.
"""

from collections.abc import Sequence

import numpy

from recorder.patterns.classes.likeness import Likeness


class Gram(Likeness):
    """Says what the likeness it is made of says."""

    def __init__(self, likeness: Likeness) -> None:
        self.has_terms = likeness.has_terms
        vectors = numpy.zeros((len(likeness.vectors), max(1, likeness.terms)), numpy.float32)
        for row, (terms, values) in zip(vectors, likeness.vectors, strict=True):
            row[list(terms)] = values
        distinct = (vectors @ vectors.T).astype(numpy.float16)
        self._matrix = distinct[numpy.ix_(likeness.vector_of, likeness.vector_of)]
        numpy.fill_diagonal(self._matrix, 0)

    def with_all(self, weights: Sequence[float]) -> list[float]:
        found: list[float] = (self._matrix.astype(numpy.float32) @ numpy.array(weights, numpy.float32)).tolist()
        return found
