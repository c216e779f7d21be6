"""A page class judges by exemplars and counterparts alone, and the same every time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.classes.page_class import ASKED, CLEAR, DOUBTFUL, FALL_BACK, PageClass, nearest
from recorder.patterns.pages.trees import Forest
from recorder.patterns.similarity.rtdm import Comparison
from tests.patterns.invented_pages import NAV, Press
from tests.patterns.oracle import planted, shapes


@given(shapes, shapes)
def test_one_exemplar_is_plain_similarity_and_the_usual_cut(some, other):
    forest = Forest()
    sample, page = planted(forest, some), planted(forest, other)
    model = PageClass((sample,))
    assert model.score(page) == Comparison().similarity(page, sample)
    assert model.accepts(sample)
    assert model.accepts(page) == (model.score(page) >= FALL_BACK)


@given(st.lists(shapes, min_size=1, max_size=6), shapes)
def test_scores_are_shares_and_copies_beyond_the_best_change_nothing(some, other):
    forest = Forest()
    trees = tuple(planted(forest, shape) for shape in some)
    page = planted(forest, other)
    score = PageClass(trees * 3).score(page)
    assert 0 <= score <= 1
    assert score == PageClass(trees * 5).score(page)
    assert score == pytest.approx(max(Comparison().similarity(page, tree) for tree in trees))


def test_nearest_is_the_mean_of_the_best_three():
    scores = {"a": 0.1, "b": 0.9, "c": 0.6, "d": 0.3}
    forest = Forest()
    trees = [forest.node(label) for label in scores]
    assert nearest(forest.node("x"), trees, lambda _, other: scores[other.label]) == (0.9 + 0.6 + 0.3) / 3
    assert nearest(forest.node("x"), [], Comparison().similarity) == 0


class Counting(Comparison):
    """Counts what it is asked."""

    asked = 0

    def similarity(self, a, b):
        self.asked += 1
        return super().similarity(a, b)


def test_of_many_exemplars_a_page_is_compared_with_some_of_the_first_to_the_last():
    forest, comparison = Forest(), Counting()
    pages = [
        forest.node("div", [forest.node(label, [forest.node("p")] * (n + 200))]) for label in "ab" for n in range(200)
    ]
    model = PageClass(tuple(pages), comparison=comparison)
    scores = [model.score(page) for page in pages]
    assert min(scores) > 0.9  # of those at either end as well
    assert comparison.asked <= ASKED * len(pages)


def test_counterparts_of_the_same_frame_are_told_apart():
    press = Press()
    books = tuple(press.page("book") for _ in range(8))
    helps = tuple(press.page("help") for _ in range(8))
    page, other = press.page("book"), press.page("help")
    alone, against = PageClass(books), PageClass(books, counterparts=helps)
    assert alone.contrast is None
    assert against.score(other) < 0.01 < alone.score(other)
    assert against.score(page) > 0.9 * alone.score(page)
    assert PageClass(books, counterparts=helps[:2]).contrast is None


def test_a_narrow_margin_is_not_clear():
    sample = Forest().node("html")
    assert PageClass((sample,), margin=CLEAR).is_clear
    assert not PageClass((sample,), margin=CLEAR / 2).is_clear


def test_without_exemplars_every_page_is_taken_at_its_word() -> None:
    assert PageClass(()).accepts(Forest().node("html"))


shapes_of_a_side = st.lists(shapes, min_size=3, max_size=6)


@given(shapes, shapes_of_a_side, shapes_of_a_side)
def test_the_benefit_of_the_doubt_never_makes_a_short_page_closer_than_its_similarity(some, inside, outside):
    forest = Forest()
    page, exemplars, counterparts = (
        forest.fold(planted(forest, some)),
        *(tuple(forest.fold(planted(forest, shape)) for shape in side) for side in (inside, outside)),
    )
    model = PageClass(exemplars, counterparts=counterparts)
    closeness = PageClass(exemplars).score(page)
    assert model.contrast is not None
    strict = closeness * min(1.0, 2 * model.contrast.chance(page))
    least_typical = min(
        PageClass((*exemplars[:n], *exemplars[n + 1 :])).score(tree) for n, tree in enumerate(exemplars)
    )
    assert strict <= model.score(page) <= 1
    if closeness < least_typical and page.size <= min(tree.size for tree in exemplars):
        assert model.score(page) == strict <= closeness
    if closeness >= least_typical:
        for_the_page = model.contrast.score(page) + DOUBTFUL * page.size
        assert (model.score(page) == closeness) == (for_the_page >= -1e-15)


def test_a_page_like_the_others_is_refused_only_where_it_is_clearly_of_the_rest():
    press = Press()

    def page(body: str):
        return press.folded(f"{NAV}<main><h1></h1>{body}</main>")

    usual = [page(f"<p></p><table></table><dl></dl><hr>{'<i></i>' * (n % 2)}") for n in range(30)]
    odd = page("<p></p><ul></ul><ol></ol><pre></pre><h2></h2><h3></h3><b></b><u></u><s></s>")
    rest = tuple(page(f"<h4></h4><h5></h5><h6></h6>{'<i></i>' * (n % 2)}") for n in range(30))
    model = PageClass((*usual, odd), counterparts=rest, threshold=0.5)
    assert model.contrast is not None
    short = page("")
    assert model.contrast.score(rest[0]) < model.contrast.score(short) < 0 < model.contrast.score(usual[0])
    assert model.accepts(short)
    assert PageClass((*usual, odd), threshold=0.5).accepts(rest[0])
    assert not model.accepts(rest[0])


def test_a_long_page_is_as_near_as_its_length_allows():
    press = Press()
    usual = tuple(press.folded(f"{NAV}<p>{'<i></i>' * (n % 2)}</p>") for n in range(9))
    rest = tuple(press.folded(f"{NAV}<p></p><ul><li></li></ul><dl></dl>{'<i></i>' * (n % 2)}") for n in range(9))
    tags = ("table", "ul", "dl", "pre", "h2", "h3", "h4", "h5", "ol", "b", "u", "s", "big", "tt", "em")
    long = press.folded(f"{NAV}<p></p>" + "".join(f"<{tag}></{tag}>" for tag in tags))
    model = PageClass(usual, counterparts=rest, threshold=0.4)
    assert model.contrast is not None and model.contrast.score(long) < 0
    assert PageClass(usual).score(long) < min(PageClass(usual).score(tree) for tree in usual)
    assert model.score(long) > 0.9
    assert not model.accepts(press.folded(f"<article>{'<b><u><s></s></u></b>' * 9}</article><ul></ul><dl></dl>"))
