"""Two groups are one template where that is described shorter, against a literal transcription."""

from collections import Counter
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.classes.page_model import BELIEF, DOUBT, Description, PageModel, PathTable, membership
from recorder.patterns.pages.trees import Forest, Tree
from tests.patterns.invented_pages import Press
from tests.patterns.oracle import planted, shapes

groups = st.lists(shapes, min_size=1, max_size=4)


def described(some: list[Tree], others: list[Tree], rest: list[Tree]) -> tuple[Description, PageModel, PageModel]:
    paths = PathTable()
    description = Description(PageModel([*some, *others, *rest], paths))
    return description, PageModel(some, paths), PageModel(others, paths)


def saved_together(some: list[Tree], others: list[Tree]) -> float:
    description, one, other = described(some, others, [])
    return description.saved_together(one, other)


def paths_of(tree: Tree, above: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    path = (*above, tree.label)
    return {path}.union(*(paths_of(child, path) for child in tree.children))


def told(pages: list[set[tuple[str, ...]]], path: tuple[str, ...], usual: float) -> float:
    """Page by page: what does it cost to say whether it has the path, by what was said of the pages before?"""
    cost, said = 0.0, Counter[bool]()
    for page in pages:
        if not path[:-1] or path[:-1] in page:
            odds = {True: BELIEF * usual, False: BELIEF * (1 - usual)}
            has = path in page
            cost -= log((odds[has] + said[has]) / (BELIEF + said.total()))
            said[has] += 1
    return cost


def literal(some: list[Tree], others: list[Tree], rest: list[Tree]) -> float:
    left, right, site = ([paths_of(tree) for tree in trees] for trees in (some, others, [*some, *others, *rest]))
    directions = {1: 0.0, 0: 0.0, -1: 0.0}
    for path in set().union(*left, *right):
        of = sum(not path[:-1] or path[:-1] in page for page in site)
        usual = (sum(path in page for page in site) + DOUBT) / (of + 2 * DOUBT)
        shares = [sum(path in page for page in side) * len(of) for side, of in ((left, right), (right, left))]
        saved = told([*left, *right], path, usual) - told(left, path, usual) - told(right, path, usual)
        directions[(shares[0] > shares[1]) - (shares[0] < shares[1])] += saved
    one, other = directions[1], directions[-1]
    both = 2 * sqrt(one * other) if min(one, other) > 0 else min(one, 0) + min(other, 0)
    return both + directions[0]


@given(groups, groups, st.lists(shapes, max_size=3))
def test_what_is_saved_apart_is_the_definition(some, others, rest):
    forest = Forest()
    sides = [[forest.fold(planted(forest, shape)) for shape in side] for side in (some, others, rest)]
    description, one, other = described(*sides)
    saved = description.saved_apart(one, other)
    assert saved == pytest.approx(literal(*sides), abs=1e-5)
    assert description.saved_apart(other, one) == pytest.approx(saved)
    assert description.saved_together(one, other) == membership(len(one), len(other)) - saved


@given(groups, groups)
def test_it_depends_on_the_pages_only_not_on_their_order(some, others):
    forest = Forest()
    sides = [[forest.fold(planted(forest, shape)) for shape in side] for side in (some, others)]
    assert saved_together(*sides) == pytest.approx(saved_together(*(side[::-1] for side in sides)))


def test_one_template_is_described_shorter_together_two_apart():
    press = Press()
    some, more = ([press.page("book") for _ in range(12)] for _ in range(2))
    others = [press.page("author") for _ in range(12)]
    assert saved_together(some, more) > 0 > saved_together(some, others)


def test_a_section_more_is_the_longer_form_of_one_template_a_section_each_is_two():
    press = Press()
    one, other = "<section><h2></h2><ol><li></li></ol></section>", "<table><tr><td><b></b></td></tr></table>"
    plain, longer, different = (
        [press.folded(f"<h1></h1><p>{'<i></i>' * (n % 2)}</p>{more}") for n in range(30)] for more in ("", one, other)
    )
    assert saved_together(plain, longer) > 0
    assert saved_together(longer, different) < 0
