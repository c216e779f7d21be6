"""A bound is a bound, and a good one."""

import random

from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.trees import Forest
from recorder.patterns.similarity.bounds import least_distance
from tests.patterns import oracle
from tests.patterns.oracle import planted, random_shape, shapes


@given(shapes, shapes, st.integers(0, 60))
def test_the_distance_is_never_below(first, second, allowed):
    forest = Forest()
    a, b = planted(forest, first), planted(forest, second)
    assert least_distance(a, b) == least_distance(b, a) <= oracle.distance(a, b)
    early = least_distance(a, b, allowed)
    assert early <= least_distance(a, b)
    assert (early > allowed) == (least_distance(a, b) > allowed)


def test_what_each_level_adds():
    forest = Forest()

    def tree(*shape):
        return planted(forest, shape)

    leaf = ("x", [])
    a = tree("a", [leaf, leaf])
    assert least_distance(a, a) == 0
    assert least_distance(a, tree("b", [leaf])) == 4  # other labels: nothing below is mapped
    assert least_distance(a, tree("a", [leaf])) == 1  # sizes
    assert least_distance(a, tree("a", [leaf, ("y", [])])) == 1  # labels: one replacement
    assert least_distance(a, tree("a", [("y", [leaf]), leaf])) == 2  # and what stands below it
    deep = tree("a", [("y", [("p", [leaf])]), ("z", [("q", [])])])
    moved = tree("a", [("y", [("q", [])]), ("z", [("p", [leaf])])])
    assert least_distance(deep, moved) == 4  # the same labels on the same levels, but on other paths


def test_it_counts_what_order_cannot_hide():
    """Against the true distance of trees that differ much: nine tenths of it, or more."""
    rng = random.Random(4)
    forest = Forest()
    bound = true = 0
    for _ in range(100):
        a, b = (planted(forest, ("html", [random_shape(rng, "abcdefgh", 4, 4)])) for _ in range(2))
        bound += least_distance(a, b)
        true += oracle.distance(a, b)
    assert bound >= 0.9 * true
