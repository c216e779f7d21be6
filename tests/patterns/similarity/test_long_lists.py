"""The ways around a table: by bits, in a band, roughly."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patterns.pages.trees import Forest
from patterns.similarity.alignment import differing, heaviest
from patterns.similarity.leaf_rows import alignment_gain, edit_distance
from patterns.similarity.rtdm import Comparison
from patterns.similarity.table_rows import Lanes, SumBySum
from patterns.similarity.wide_lists import band_gain, rough_gains
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
    assert heaviest(rows) == heaviest(turned) >= min(len(rows), 4)


@given(st.integers(1, 70), st.lists(st.integers(1, 9), min_size=1, max_size=12), st.sampled_from([1, 5_000, 10**9]))
def test_rows_in_lanes_are_rows(count, seeds, scale):
    rows = [[1 + (seed * 7919 + place * 104729) % 11 % 5 * scale for place in range(count)] for seed in seeds]
    lanes, singly = Lanes(count, 5 * scale * len(rows) + len(rows)), SumBySum(count)
    sums, sums_too = lanes.zeros, singly.zeros
    for row in rows:
        sums = lanes.next_row(sums, lanes.pack(row))
        sums_too = singly.next_row(sums_too, singly.pack(row))
        assert sums == lanes.pack(sums_too)
    assert lanes.last(sums) == singly.last(sums_too) == heaviest(rows)


def test_the_ends_that_differ():
    forest = Forest()
    a, b, c = (forest.node(label) for label in "abc")
    assert differing([a, b, c], [a, c, c]) == (1, 2, 2)
    assert differing([a, b], [a, b]) == (2, 2, 2)
    assert differing([a, a, a], [a]) == (1, 3, 1)
    assert differing([c, a], [b, c, a]) == (0, 0, 1)
    assert differing([], [a]) == (0, 0, 1)


def lists(rng, kinds, length, changes):
    left = [rng.choice(kinds) for _ in range(length)]
    right = list(left)
    for _ in range(changes):
        place = rng.randrange(len(right))
        right[place : place + rng.randrange(2)] = rng.choices(kinds, k=rng.randrange(2))
    return left, right


@pytest.mark.parametrize("seed", range(12))
def test_a_band_holds_the_truth(seed):
    rng = random.Random(seed)
    forest = Forest()
    kinds = [planted(forest, ("li", [random_shape(rng, "abc", 2, 3)])) for _ in range(4)]
    left, right = lists(rng, kinds, rng.choice([20, 150]), rng.choice([0, 3, 100]))
    a, b = forest.node("ul", left), forest.node("ul", right)
    rows = {x: {y: Comparison().gain(x, y) for y in kinds} for x in kinds}
    low, high = band_gain(left, right, rows)
    assert low <= a.size + b.size - oracle.distance(a, b) - 2 <= high


def test_two_long_lists_that_differ_little_are_compared_exactly():
    rng = random.Random(6)
    forest = Forest()
    kinds = [planted(forest, ("li", [random_shape(rng, "abc", 2, 3)])) for _ in range(4)]
    left, right = lists(rng, kinds, 400, 3)
    first, last = forest.node("hr"), forest.node("br")
    a, b = forest.node("ul", [first, *left, last]), forest.node("ul", [last, *right, first])
    banded = Comparison(budget=30_000)
    assert len(a.children) * len(b.children) > 100_000
    assert banded.interval(a, b).exact
    assert banded.similarity(a, b) == oracle.similarity(a, b)
    assert banded.at_least(a, b, 0.9)


def test_of_two_long_lists_that_differ_much_both_ends_are_told():
    rng = random.Random(7)
    forest = Forest()
    a, b = (planted(forest, ("ul", [random_shape(rng, "abc", 3, 3) for _ in range(300)])) for _ in range(2))
    low, high = Comparison(budget=10_000).interval(a, b)
    assert 0 < low <= Comparison().similarity(a, b) <= high < 1


@given(st.lists(st.tuples(shapes, shapes), max_size=4))
def test_rough_is_honest(pairs):
    forest = Forest()
    trees = [(planted(forest, ("x", [a])), planted(forest, ("x", [b]))) for a, b in pairs]
    for cells in (10**9, 0):
        for (a, b), (low, high) in zip(trees, rough_gains(trees, cells), strict=True):
            assert low <= a.size + b.size - oracle.distance(a, b) <= high


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
    """More children than an aligner takes, and more of them than one."""
    rng = random.Random(9)
    forest = Forest()
    a, b = (
        planted(
            forest, ("html", [("ul", [random_shape(rng, "ab", 1, 2) for _ in range(length)]) for length in lengths])
        )
        for lengths in ((3, 420, 30), (80, 4, 5))
    )
    assert Comparison().distance(a, b) == Comparison().distance(b, a) == oracle.distance(a, b)


def test_aligners_forget_before_they_grow_too_large():
    rng = random.Random(10)
    forest = Forest()
    items = [planted(forest, ("li", [random_shape(rng, "ab", 2, 3)])) for _ in range(40)]
    a, b = (
        forest.node("html", [forest.node("ul", rng.choices(items, k=length)) for _ in range(number)])
        for number, length in ((7, 20), (700, 60))
    )
    comparison = Comparison()
    comparison.gain(a, b)
    for _ in range(30):
        x, y = rng.choice(a.children), rng.choice(b.children)
        assert comparison.distance(x, y) == oracle.distance(x, y)
