"""The ways around a table: cut ends, by bits, in a band, an estimate."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.trees import Forest
from recorder.patterns.similarity.alignment import alignment_gain, differing, edit_distance, last_row, window
from recorder.patterns.similarity.gains import RoughGains
from recorder.patterns.similarity.rtdm import Comparison
from tests.patterns import oracle
from tests.patterns.oracle import planted, random_shape, shapes

words = st.text("abc", max_size=200)


def levenshtein(left, right):
    row = list(range(len(right) + 1))
    for i, x in enumerate(left, 1):
        above, row = row, [i]
        for j, y in enumerate(right, 1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y)))
    return row[-1]


@given(words, words)
def test_by_bits_it_is_the_edit_distance(left, right):
    assert edit_distance(left, right) == levenshtein(left, right)
    assert alignment_gain(left, right) == len(left) + len(right) - levenshtein(left, right)


@given(st.lists(st.lists(st.integers(1, 9), min_size=4, max_size=4), min_size=1, max_size=9))
def test_an_alignment_is_the_same_from_both_sides(rows):
    turned = [list(column) for column in zip(*rows, strict=True)]
    assert last_row(rows)[-1] == last_row(turned)[-1] >= min(len(rows), 4)


def test_the_ends_that_differ():
    forest = Forest()
    a, b, c = (forest.node(label) for label in "abc")
    assert window([a, b, c], [a, c, c]) == (1, 2, 2)
    assert window([a, b], [a, b]) == (2, 2, 2)
    assert window([a, a, a], [a]) == (1, 3, 1)
    assert window([c, a], [b, c, a]) == (0, 0, 1)
    assert window([], [a]) == (0, 0, 1)
    assert differing([a, b, c], [a, c, c]) == ([b], [c])


def lists(rng, kinds, length, changes):
    left = [rng.choice(kinds) for _ in range(length)]
    right = list(left)
    for _ in range(changes):
        place = rng.randrange(len(right))
        right[place : place + rng.randrange(2)] = rng.choices(kinds, k=rng.randrange(2))
    return left, right


@pytest.mark.parametrize("seed", range(24))
def test_a_band_says_no_more_than_the_truth(seed):
    rng = random.Random(seed)
    forest = Forest()
    kinds = [planted(forest, ("li", [random_shape(rng, "abc", 2, 3)])) for _ in range(4)]
    kinds.append(forest.node("hr"))
    left, right = lists(rng, kinds, rng.choice([20, 150]), rng.choice([0, 3, 100]))
    left, right = [kinds[0], *left, kinds[1]], [kinds[1], *right, kinds[0]]
    a, b = forest.node("ul", left), forest.node("ul", right)
    table = len(left) * len(right)
    band = len(right) * (abs(len(left) - len(right)) + 32)
    assert RoughGains().gain(a, b, min(table, band + 1000)) <= a.size + b.size - oracle.distance(a, b)


def test_two_long_lists_that_differ_little_are_compared_exactly():
    rng = random.Random(6)
    forest = Forest()
    kinds = [planted(forest, ("li", [random_shape(rng, "abc", 2, 3)])) for _ in range(4)]
    left, right = lists(rng, kinds, 400, 3)
    first, last = forest.node("hr"), forest.node("br")
    a, b = forest.node("ul", [first, *left, last]), forest.node("ul", [last, *right, first])
    banded = Comparison(budget=100_000)
    assert len(a.children) * len(b.children) > 100_000
    assert banded.similarity(a, b) == oracle.similarity(a, b)
    assert banded.at_least(a, b, 0.9)


def test_of_two_long_lists_that_differ_much_a_lower_bound_is_told():
    rng = random.Random(7)
    forest = Forest()
    a, b = (planted(forest, ("ul", [random_shape(rng, "abc", 3, 3) for _ in range(300)])) for _ in range(2))
    assert 0 < Comparison(budget=10_000).similarity(a, b) <= Comparison().similarity(a, b) < 1


@given(shapes, shapes)
def test_estimates_are_honest(first, second):
    forest = Forest()
    a, b = planted(forest, ("x", [first])), planted(forest, ("x", [second]))
    for cells in (10**9, 0):
        assert RoughGains(cells).gain(a, b, 0) <= a.size + b.size - oracle.distance(a, b)


def test_flat_lists_are_aligned_by_bits_inside_trees():
    rng = random.Random(8)
    forest = Forest()
    deep = ("p", [("q", [])])
    one = ("ul", [rng.choice([("a", []), ("b", []), ("p", [])]) for _ in range(60)])
    two = ("ul", [rng.choice([("a", []), ("b", []), deep]) for _ in range(60)])
    other = ("ul", [rng.choice([("a", []), ("b", []), ("p", [("r", [])])]) for _ in range(120)])
    comparison = Comparison()
    for first, second in ((one, two), (two, one), (two, other), (other, one)):
        a, b = planted(forest, first), planted(forest, second)
        assert comparison.distance(a, b) == oracle.distance(a, b)


def test_many_long_lists_meet_many():
    rng = random.Random(9)
    forest = Forest()
    a, b = (
        planted(
            forest, ("html", [("ul", [random_shape(rng, "ab", 1, 2) for _ in range(length)]) for length in lengths])
        )
        for lengths in ((3, 420, 30), (80, 4, 5))
    )
    assert Comparison().distance(a, b) == Comparison().distance(b, a) == oracle.distance(a, b)
