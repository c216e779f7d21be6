"""What is remembered is what would be worked out again."""

from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.classes.clusters import cluster_pages, grow_together
from recorder.patterns.classes.contrast import Contrast, Own
from recorder.patterns.classes.memory import Memory
from recorder.patterns.classes.page_class import nearest
from recorder.patterns.classes.page_model import ABOVE, PageModel, PathTable
from recorder.patterns.pages.trees import Forest
from recorder.patterns.similarity.rtdm import Comparison
from tests.patterns.invented_pages import TEMPLATES, Press
from tests.patterns.oracle import planted, shapes

few_shapes = st.lists(shapes, min_size=1, max_size=4)


@given(few_shapes, few_shapes, few_shapes)
def test_a_memory_full_of_other_pages_says_what_a_new_one_says(some, others, before):
    forest = Forest()
    inside, outside, earlier = (
        [forest.fold(planted(forest, shape)) for shape in side] for side in (some, others, before)
    )
    memory, paths = Memory(), PathTable()
    memory.contrast(earlier, inside)
    plain = Contrast(PageModel(inside, paths), PageModel(outside, paths))
    for _ in range(2):
        contrast = memory.contrast(reversed(inside), outside)
        for tree in inside + outside + earlier:
            assert contrast.score(tree) == plain.score(tree)
        for tree in inside:
            assert contrast.score(tree, Own.INSIDE) == plain.score(tree, Own.INSIDE)
        for tree in outside:
            assert contrast.score(tree, Own.OUTSIDE) == plain.score(tree, Own.OUTSIDE)


@given(few_shapes, shapes)
def test_nearness_leaves_one_copy_of_the_page_itself_out(some, other):
    forest = Forest()
    trees, tree = [forest.fold(planted(forest, shape)) for shape in some], forest.fold(planted(forest, other))
    similarity = Comparison().similarity
    assert Memory().panel(trees).nearness(tree, own=False) == nearest(tree, trees, similarity)
    assert Memory().panel([*trees, tree]).nearness(tree, own=True) == nearest(tree, trees, similarity)
    assert Memory().panel([tree]).nearness(tree, own=True) == 1


def test_what_was_asked_before_is_not_worked_out_again():
    press, memory = Press(), Memory()
    trees = [press.page(name) for name in sorted(TEMPLATES) for _ in range(4)]
    for ask in (memory.clusters, memory.dendrogram, memory.panel):
        assert ask(trees) is ask(list(trees))
    assert memory.contrast(trees[:4], trees[4:]) is memory.contrast(trees[:4], trees[4:])
    assert memory.clusters(trees) == cluster_pages(trees, Comparison())
    assert memory.dendrogram(trees) == grow_together(trees, Comparison())


@given(few_shapes, shapes)
def test_a_row_has_every_root_path_and_strangers_leave_no_trace(some, other):
    forest, paths = Forest(), PathTable()
    trees, stranger = [forest.fold(planted(forest, shape)) for shape in some], forest.fold(planted(forest, other))
    rows = [paths.row(tree) for tree in trees]
    assert [len(row) for row in rows] == [len(set(row)) for row in rows] == [tree.size for tree in trees]
    assert all(paths.parents[path] in {ABOVE, *row} for row in rows for path in row)
    known = len(paths.parents)
    assert set(paths.known_row(stranger)) <= set().union(*rows)
    assert len(paths.parents) == known
    assert set(paths.known_row(trees[0])) == set(rows[0]) == set(paths.row(trees[0]))
