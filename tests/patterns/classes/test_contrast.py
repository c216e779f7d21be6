"""The contrast is the log-likelihood ratio, against a literal transcription; a page never testifies for itself."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.classes.contrast import DOUBT, Contrast, Own
from recorder.patterns.classes.page_model import PageModel, PathTable
from recorder.patterns.pages.trees import Forest, Tree
from tests.patterns.invented_pages import Press
from tests.patterns.oracle import planted, shapes


def paths_of(tree: Tree, above: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    path = (*above, tree.label)
    return {path}.union(*(paths_of(child, path) for child in tree.children))


def literal(page: Tree, inside: list[Tree], outside: list[Tree]) -> float:
    """Of every path that either side knows and whose parent the page has: is it there, and at whose odds?"""
    sides = [[paths_of(tree) for tree in side] for side in (inside, outside)]
    known = set().union(*sides[0], *sides[1])
    own = paths_of(page)
    total = 0.0
    for path in known:
        parent = path[:-1]
        if parent and parent not in own:
            continue
        for side, sign in zip(sides, (1, -1), strict=True):
            of = sum(not parent or parent in paths for paths in side)
            having = sum(path in paths for paths in side)
            total += sign * log(((having if path in own else of - having) + DOUBT) / (of + 2 * DOUBT))
    return total


def contrast_of(inside: list[Tree], outside: list[Tree]) -> Contrast:
    paths = PathTable()
    return Contrast(PageModel(inside, paths), PageModel(outside, paths))


some_shapes = st.lists(shapes, max_size=5)


@given(shapes, some_shapes, some_shapes)
def test_score_is_the_definition(page, inside, outside):
    forest = Forest()
    tree, left, right = (
        forest.fold(planted(forest, page)),
        *([forest.fold(planted(forest, shape)) for shape in side] for side in (inside, outside)),
    )
    contrast = contrast_of(left, right)
    assert contrast.score(tree) == pytest.approx(literal(tree, left, right))
    assert contrast_of(right, left).score(tree) == pytest.approx(-contrast.score(tree))
    assert 0 <= contrast.chance(tree) <= 1
    assert (contrast.chance(tree) > 0.5) == (contrast.score(tree) > 1e-15)


@given(shapes, some_shapes, some_shapes)
def test_its_own_testimony_is_left_out(page, inside, outside):
    forest = Forest()
    tree, left, right = (
        forest.fold(planted(forest, page)),
        *([forest.fold(planted(forest, shape)) for shape in side] for side in (inside, outside)),
    )
    without = contrast_of(left, right).score(tree)
    among_left = contrast_of([*left, tree], right)
    among_right = contrast_of(left, [*right, tree])
    assert among_left.score(tree, Own.INSIDE) == pytest.approx(without)
    assert among_right.score(tree, Own.OUTSIDE) == pytest.approx(without)


def test_a_shared_frame_weighs_nothing():
    press = Press()
    page = press.folded("<nav><ul><li></li></ul></nav>")
    assert contrast_of([page] * 4, [page] * 4).score(page) == 0


def test_certain_pages_do_not_overflow():
    forest = Forest()
    here = forest.node("html", [forest.node(f"a{n}") for n in range(400)])
    there = forest.node("html", [forest.node(f"b{n}") for n in range(400)])
    contrast = contrast_of([here] * 50, [there] * 50)
    assert contrast.chance(here) == 1
    assert contrast.chance(there) < 1e-300
