"""The fast comparison says what the definition says, in every corner, whatever it remembers or forgets."""

import random
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from recorder.patterns.pages.trees import Forest
from recorder.patterns.similarity.rtdm import Comparison, least_gain
from tests.patterns import oracle
from tests.patterns.oracle import mutated, planted, random_shape, shapes


@given(shapes, shapes, st.floats(0, 1))
def test_the_distance_is_the_definition(first, second, threshold):
    forest, comparison = Forest(), Comparison()
    a, b = planted(forest, first), planted(forest, second)
    assert comparison.distance(a, b) == oracle.distance(a, b)
    assert comparison.similarity(a, b) == comparison.similarity(b, a) == oracle.similarity(a, b)
    assert comparison.at_least(a, b, threshold) == (oracle.similarity(a, b) >= threshold)
    assert comparison.at_least(a, b, oracle.similarity(a, b))


@pytest.mark.parametrize("seed", range(400))
def test_a_session_of_random_pairs(seed):
    """50 pairs per seed: one forest and one comparison for all of them, with much, little or hardly any memory."""
    rng = random.Random(seed)
    forest = Forest(limit=rng.choice([5, 100, 100_000]))
    comparison = Comparison(limit=rng.choice([1, 100, 100_000]))
    labels = "abcdef"[: rng.randrange(1, 7)]
    depth, width = rng.choice([(1, 30), (2, 6), (3, 4), (6, 2), (4, 3)])
    shape = random_shape(rng, labels, depth, width)
    for _ in range(25):
        other = rng.choice([random_shape(rng, labels, depth, width), mutated(rng, shape, labels)])
        pages = planted(forest, shape), planted(forest, other)
        folded = forest.fold(pages[0]), forest.fold(pages[1])
        for a, b in (pages, folded):
            similarity = oracle.similarity(a, b)
            assert comparison.similarity(a, b) == similarity
            assert comparison.similarity(b, a) == similarity
            threshold = rng.choice([rng.random(), similarity, 0.8])
            assert Comparison().at_least(a, b, threshold) == (similarity >= threshold)
            assert comparison.at_least(a, b, threshold) == (similarity >= threshold)
    oracle.distance.cache_clear()


@given(shapes, shapes, st.integers(0, 200))
@example(("p", [("a", [("div", [])])]), ("p", [("a", [("p", [])]), ("a", [("p", []), ("p", [])])]), 64)
def test_what_is_not_known_is_a_lower_bound(first, second, budget):
    forest = Forest()
    a, b = planted(forest, first), planted(forest, second)
    comparison = Comparison(budget=budget)
    low = comparison.similarity(a, b)
    assert low <= oracle.similarity(a, b)
    assert comparison.similarity(a, b) == low
    assert not comparison.at_least(a, b, 0.5) or oracle.similarity(a, b) >= 0.5


def test_nothing_inexact_is_remembered():
    forest = Forest()
    rng = random.Random(3)
    shapes = [("x", [random_shape(rng, "abc", 3, 3) for _ in range(12)]) for _ in range(2)]
    a, b = (planted(forest, shape) for shape in shapes)
    comparison = Comparison(budget=500)
    assert comparison.similarity(a, b) < oracle.similarity(a, b)
    assert comparison._gains.count == 0
    for x in a.children:
        for y in b.children:
            assert comparison.similarity(x, y) <= oracle.similarity(x, y)


def test_deep_trees_are_compared_as_the_definition_says():
    """Deeper than one call goes, with pairs to work out on every level."""
    rng = random.Random(4)
    forest, comparison = Forest(), Comparison()
    for _ in range(5):
        a = b = forest.node("x")
        for _ in range(700):
            a, b = (
                forest.node("div", [rng.choice([tree, forest.node("p", [forest.node(rng.choice("ab"))])]), tree])
                if tree.size < 5_000
                else forest.node("div", [tree, forest.node(rng.choice("ab"))])
                for tree in (a, b)
            )
        assert comparison.distance(a, b) == comparison.distance(b, a) == _deep_oracle(a, b)


def _deep_oracle(a, b):
    """`oracle.distance` recurses: it is asked for the smaller pairs first."""
    for tree, other in zip(_spine(a), _spine(b), strict=False):
        for x in (tree, *tree.children):
            for y in (other, *other.children):
                oracle.distance(x, y)
    return oracle.distance(a, b)


def _spine(tree):
    path = [tree]
    while path[-1].children:
        path.append(max(path[-1].children, key=lambda child: child.size))
    return reversed(path)


def test_simple_pairs():
    forest, comparison = Forest(), Comparison()
    leaf, other = forest.node("a"), forest.node("b")
    parent = forest.node("a", [leaf, other])
    assert comparison.similarity(parent, parent) == 1
    assert comparison.distance(parent, parent) == 0
    assert comparison.distance(leaf, other) == 1
    assert comparison.distance(parent, other) == 3
    assert comparison.distance(parent, leaf) == comparison.distance(leaf, parent) == 2
    assert not comparison.at_least(leaf, other, 0.6)
    assert comparison.at_least(leaf, other, 0.5)


@given(st.integers(2, 10**6), st.floats(0, 1))
def test_the_least_gain_is_where_the_threshold_is_reached(nodes, threshold):
    gain = least_gain(nodes, threshold)
    assert gain / nodes >= threshold
    assert gain == 0 or (gain - 1) / nodes < threshold
    assert abs(gain - Fraction(threshold) * nodes) <= 1


def test_a_session_over_many_pages_does_not_grow():
    """Every page has the navigation bar, and content no other page has."""
    forest, comparison = Forest(limit=500), Comparison(limit=500)
    rng = random.Random(1)
    bar = random_shape(rng, "abc", 4, 3)
    sample = planted(forest, ("html", [bar, random_shape(rng, "pqr", 3, 4)]))
    sizes = []
    for number in range(600):
        page = planted(forest, ("html", [bar, ("main", [(f"p{number}-{item}", [("a", [])]) for item in range(10)])]))
        assert comparison.similarity(sample, page) == oracle.similarity(sample, page)
        assert comparison.distance(page, sample) == oracle.distance(page, sample)
        forest.fold(page)
        sizes.append((len(forest), comparison._gains.count))
    assert max(size for size, _ in sizes) <= 1000
    assert max(pairs for _, pairs in sizes) <= 2000
    assert planted(forest, bar) in page.children  # what every page has is not forgotten
