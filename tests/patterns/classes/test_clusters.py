"""Clusters are the templates, whatever the order of the pages; cutting is monotone."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.classes import clusters
from recorder.patterns.classes.clusters import Cluster, cluster_pages, grow_together, outline
from recorder.patterns.classes.page_model import PathTable
from recorder.patterns.similarity.rtdm import Comparison
from tests.patterns.invented_pages import TEMPLATES, Press
from tests.patterns.oracle import planted, shapes

NAMES = sorted(TEMPLATES)


def printed(count: int, seed: int = 0):
    press = Press(seed)
    names = [name for name in NAMES for _ in range(count)]
    return names, [press.page(name) for name in names]


def as_sets(found: tuple[Cluster, ...]) -> set[frozenset[int]]:
    return {frozenset(cluster.members) for cluster in found}


def test_clusters_are_the_templates_though_their_lists_differ_in_length():
    names, trees = printed(25)
    found = cluster_pages(trees, Comparison())
    assert as_sets(found) == {frozenset(n for n, name in enumerate(names) if name == one) for one in NAMES}


@pytest.mark.parametrize("seed", range(5))
def test_order_does_not_matter(seed):
    _, trees = printed(12, seed)
    order = random.Random(seed).sample(range(len(trees)), len(trees))
    shuffled = cluster_pages([trees[n] for n in order], Comparison())
    assert {frozenset(order[n] for n in cluster.members) for cluster in shuffled} == as_sets(
        cluster_pages(trees, Comparison())
    )


@given(st.lists(shapes, max_size=8), st.lists(st.floats(0, 1), min_size=2, max_size=4).map(sorted))
def test_every_page_is_in_one_cluster_and_a_higher_cut_only_splits(some, cuts):
    forest = Press().forest
    trees = [forest.fold(planted(forest, shape)) for shape in some]
    dendrogram = grow_together(trees, Comparison())
    for low, high in pairwise([as_sets(dendrogram.cut(cut)) for cut in cuts]):
        assert sorted(n for cluster in high for n in cluster) == list(range(len(trees)))
        assert all(any(part <= whole for whole in low) for part in high)
    assert len(dendrogram.cut(1.1)) >= len(set(trees)) - len(dendrogram.heights())
    assert sorted(n for cluster in cluster_pages(trees, Comparison()) for n in cluster.members) == list(
        range(len(trees))
    )


def test_same_tree_same_cluster_at_every_cut():
    _, trees = printed(3)
    for cut in (0.0, 0.5, 1.0):
        found = grow_together(trees * 2, Comparison()).cut(cut)
        by_page = {n: number for number, cluster in enumerate(found) for n in cluster.members}
        assert all(by_page[n] == by_page[n + len(trees)] for n in range(len(trees)))


def test_linkage_is_the_mean_over_pages():
    press = Press()
    a, b, c = (press.folded(f"<p></p>{more}") for more in ("", "<i></i>", "<i></i><b></b><u></u>"))
    comparison = Comparison()
    heights = grow_together([a, a, b, c], comparison).heights()
    assert heights[0] == comparison.similarity(a, b)
    assert heights[1] == pytest.approx((2 * comparison.similarity(a, c) + comparison.similarity(b, c)) / 3)


def test_nothing_and_one_page():
    assert cluster_pages([], Comparison()) == ()
    assert cluster_pages(printed(1)[1][:1], Comparison()) == (Cluster((0,)),)


def test_too_many_leaders_are_joined_and_too_many_seeds_too(monkeypatch):
    names, trees = printed(25)
    assert len(grow_together(trees, Comparison()).items) > 12
    monkeypatch.setattr(clusters, "MAX_LEADERS", 8)
    monkeypatch.setattr(clusters, "MAX_SEEDS", 5)
    dendrogram = grow_together(trees, Comparison())
    assert len(dendrogram.items) <= 8
    for cluster in cluster_pages(trees, Comparison()):
        assert len({names[n] for n in cluster.members}) == 1


def test_the_bound_never_hides_a_similar_leader():
    _, trees = printed(10)
    comparison = Comparison()
    paths = PathTable()
    leaders = clusters._distinct(trees, paths)
    for some in leaders:
        for other in leaders:
            assert some.may_reach(other, comparison.similarity(some.tree, other.tree))
    assert not leaders[0].may_reach(clusters._distinct([Press().folded("<p></p>")], paths)[0], 0.95)


@given(shapes, shapes)
def test_the_outline_tells_trees_apart(some, other):
    forest = Press().forest
    a, b = planted(forest, some), planted(forest, other)
    assert (outline(a) == outline(b)) == (a is b)


def test_thousands_of_pages_are_clustered_in_seconds():
    names, trees = printed(500)
    found = cluster_pages(trees, Comparison())
    assert len(found) == len(NAMES)
    assert len({frozenset(names[n] for n in cluster.members) for cluster in found}) == len(NAMES)
