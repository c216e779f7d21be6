"""Identical sub-trees are one object, whatever is forgotten; folding keeps the root paths."""

import random

import pytest
from hypothesis import given

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.generations import Generations
from recorder.patterns.pages.trees import Forest, Tree
from tests.patterns.oracle import planted, random_shape, shapes


def page(html: str) -> Document:
    return Document.parse(html.encode())


def shape_of(tree: Tree):
    return tree.label, [shape_of(child) for child in tree.children]


def paths(tree: Tree, above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    path = (*above, tree.label)
    return [path, *[below for child in tree.children for below in paths(child, path)]]


@given(shapes)
def test_one_class_is_one_object(shape):
    forest = Forest()
    tree = planted(forest, shape)
    assert tree is planted(forest, shape)
    assert shape_of(tree) == (shape[0], [shape_of(child) for child in tree.children])
    assert tree.size == len(list(tree.nodes())) == len(paths(tree))
    by_shape = {}
    for node in tree.nodes():
        assert by_shape.setdefault(repr(shape_of(node)), node) is node


def test_nodes_come_in_pre_order():
    tree = Forest().tree(page("<body><ul><li><a></a></li><li></li></ul><p></p></body>"))
    assert [node.label for node in tree.nodes()] == ["html", "body", "ul", "li", "a", "li", "p"]
    assert repr(tree) == "<Tree html, 1 children, 7 nodes>"


def test_a_page_is_its_elements():
    html = """<!DOCTYPE html><head><script>a<b></script><style>c</style></head><body>text<!-- c --><?pi?>
    <noscript><p>n</p></noscript><template><p>t</p></template><p>x<b>y</b>z</p></body>"""
    tree = Forest().tree(page(html))
    assert shape_of(tree) == (
        "html",
        [
            ("head", [("script", []), ("style", [])]),
            ("body", [("noscript", []), ("template", []), ("p", [("b", [])])]),
        ],
    )


def test_with_texts_a_page_is_its_elements_and_texts():
    html = "<body> a\n b<p>x<b> y </b>z</p> <script>s</script>end<noscript>n<i>i</i></noscript></body>"
    tree = Forest().tree(page(html), texts=True)
    assert shape_of(tree) == (
        "html",
        [
            (
                "body",
                [
                    ('"a b', []),
                    ("p", [('"x', []), ("b", [('"y', [])]), ('"z', [])]),
                    ("script", []),
                    ('"end', []),
                    ("noscript", []),
                ],
            )
        ],
    )
    assert [node.label for node in tree.nodes() if node.label.startswith('"')] == ['"a b', '"x', '"y', '"z', '"end']


def test_pages_share_what_they_have_in_common():
    forest = Forest()
    nav = "<ul><li><a href=1>one</a></li><li><a href=2>two</a></li></ul>"
    first = forest.tree(page(f"<body>{nav}<p>a</p></body>"))
    second = forest.tree(page(f"<body>{nav}<h1>b</h1></body>"))
    assert first.children[0].children[0] is second.children[0].children[0]
    assert first.children[0].children[0].children[0] is first.children[0].children[0].children[1]


def test_what_is_used_lives_on_and_the_rest_is_forgotten():
    forest = Forest(limit=20)
    bar = ("ul", [("li", [("a", [])]), ("li", [])])
    kept = planted(forest, bar)
    for number in range(500):
        forest.node(f"only here {number}")
        assert planted(forest, bar) is kept
        assert len(forest) <= 40


def test_a_page_larger_than_the_memory_is_built_all_the_same():
    rng = random.Random(1)
    items = "".join(f"<li>{'<b></b>' * rng.randrange(30)}</li>" for _ in range(200))
    small, large = Forest(limit=3), Forest()
    assert shape_of(small.tree(page(f"<ul>{items}</ul>"))) == shape_of(large.tree(page(f"<ul>{items}</ul>")))
    assert len(small) <= 6


@given(shapes)
def test_folding_keeps_each_path_once(shape):
    forest = Forest()
    tree = planted(forest, shape)
    folded = forest.fold(tree)
    assert paths(folded) == sorted(set(paths(tree)))
    assert forest.fold(folded) is folded
    assert forest.fold(tree) is folded
    assert all(forest.fold(node) is node for node in folded.nodes())


@given(shapes, shapes)
def test_trees_with_the_same_paths_fold_to_one(first, second):
    forest = Forest()
    a, b = planted(forest, first), planted(forest, second)
    assert (forest.fold(a) is forest.fold(b)) == (set(paths(a)) == set(paths(b)))


def test_what_is_folded_already_is_used_again():
    forest = Forest()
    item = planted(forest, ("li", [("a", []), ("a", [("b", [])])]))
    folded = forest.fold(item)
    assert forest.fold(forest.node("ul", [item])).children[0] is folded
    assert forest.fold(forest.node("ul", [item, item])).children[0] is folded


@pytest.mark.parametrize("depth", [50_000])
def test_depth_does_not_matter(depth):
    forest = Forest()
    tree = forest.node("a")
    for _ in range(depth):
        tree = forest.node("a", [tree, forest.node("b")])
    assert tree.size == 2 * depth + 1
    assert forest.fold(tree).size == tree.size
    assert sum(1 for _ in tree.nodes()) == tree.size


def test_the_old_generation_is_a_second_chance():
    memo: Generations[str, int] = Generations(limit=2)
    for number, key in enumerate("abc", 1):
        memo.put(key, number)
    assert (memo.get("a"), memo.get("c"), memo.get("z")) == (1, 3, None)
    memo.put("d", 4)
    assert len(memo) == 3
    assert (memo.get("a"), memo.get("b")) == (1, None)


def test_generated_sessions_agree_with_an_unbounded_one():
    rng = random.Random(5)
    small, large = Forest(limit=10), Forest()
    for _ in range(100):
        shape = random_shape(rng, "abc", 4, 3)
        assert shape_of(planted(small, shape)) == shape_of(planted(large, shape))
        assert shape_of(small.fold(planted(small, shape))) == shape_of(large.fold(planted(large, shape)))
