"""The core is what nearly all exemplars have; the score punishes what is missing and what is foreign."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patterns.classes.template_core import TemplateCore
from patterns.pages.trees import Forest
from tests.patterns.invented_pages import TEMPLATES, Press
from tests.patterns.oracle import planted, shapes


@given(st.lists(shapes, min_size=1, max_size=6), shapes)
def test_scores_are_shares(some, other):
    forest = Forest()
    trees = [forest.fold(planted(forest, shape)) for shape in some]
    core = TemplateCore.of(trees)
    assert 0 <= core.score(forest.fold(planted(forest, other))) <= 1
    assert TemplateCore.of(trees[:1]).score(trees[0]) == 1


def test_missing_and_foreign_parts_are_counted():
    press = Press()
    whole = press.folded("<p><i></i></p>")
    core = TemplateCore.of([whole] * 10)
    assert whole.size == 4
    assert core.score(press.folded("<p></p>")) == pytest.approx(3 / 4)
    assert core.score(press.folded("<p><i></i></p><div></div>")) == pytest.approx(4 / 5)


def test_what_few_exemplars_have_is_known_but_not_core():
    press = Press()
    plain, rich = press.folded("<p></p>"), press.folded("<p></p><hr>")
    core = TemplateCore.of([plain] * 19 + [rich])
    assert core.score(plain) == core.score(rich) == 1


def test_without_exemplars_or_common_root_nothing_fits():
    forest = Forest()
    assert TemplateCore.of([]).score(forest.node("html")) == 0
    assert TemplateCore.of([forest.node("html"), forest.node("svg")]).score(forest.node("html")) == 0


@pytest.mark.parametrize("template", sorted(TEMPLATES))
def test_pages_of_the_template_score_above_all_others(template):
    press = Press(3)
    core = TemplateCore.of([press.page(template) for _ in range(15)])
    own = [core.score(press.page(template)) for _ in range(20)]
    others = [core.score(press.page(other)) for other in TEMPLATES if other != template for _ in range(10)]
    assert min(own) > max(others)
