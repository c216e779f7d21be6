"""The table of the paper, its promotion and its rules of matching; and that composing loses no page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest, Tree
from recorder.patterns.records.matching import PageNode, match
from recorder.patterns.records.ne_patterns import NEAR, combined, compose, compose_all, promoted
from recorder.patterns.similarity.rtdm import Comparison

FOREST = Forest()

Shape = str | tuple[str, list["Shape"]]


def tree(shape: Shape) -> Tree:
    if isinstance(shape, str):
        return FOREST.node(shape)
    return FOREST.node(shape[0], [tree(child) for child in shape[1]])


def shape(node: Tree) -> Shape:
    return (node.label, [shape(child) for child in node.children]) if node.children else node.label


def composed(*shapes: Shape, near: int = NEAR) -> Shape:
    return shape(compose_all([tree(each) for each in shapes], FOREST, Comparison(), near))


TABLE = {
    ("*", "*"): "*", ("*", "+"): "*", ("*", "?"): "*", ("*", "."): "*", ("*", "n"): "*",
    ("+", "+"): "+", ("+", "."): "+", ("+", "?"): "*", ("+", "n"): "+",
    (".", "."): ".", (".", "?"): "?", (".", "n"): ".",
    ("?", "?"): "?", ("?", "n"): "?",
    ("n", "n"): "n", ("n", "m"): ".",
}  # fmt: skip


@pytest.mark.parametrize(("pair", "expected"), TABLE.items())
def test_the_table_of_the_paper(pair: tuple[str, str], expected: str) -> None:
    assert combined(*pair) == expected
    assert combined(*reversed(pair)) == expected


def test_different_words_become_a_wildcard_and_missing_parts_optional() -> None:
    assert composed(("p", ["b", '"Ada']), ("p", ["b", '"Bob'])) == ("p", ["b", "."])
    assert composed(("p", ["i", "b"]), ("p", ["b"])) == ("p", ["?", "b"])
    assert composed("i", "b") == "."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([".", "?", "?"], ["+"]),
        (["+", "?"], ["+"]),
        (["?", "?", "?"], ["*"]),
        (["*", "?"], ["*"]),
        (["?", ".", "b"], ["?", ".", "b"]),
        (["h1", ".", "?", "hr", "?"], ["h1", "+", "hr", "?"]),
        (["b"], ["b"]),
        ([], []),
    ],
)
def test_figure_8_a_wildcard_and_the_options_after_it_are_one_object(before: list[str], after: list[str]) -> None:
    assert [node.label for node in promoted([tree(label) for label in before], FOREST, near=0)] == after


def test_figure_8_from_pages_to_pattern() -> None:
    """Pages of one, two and three paragraphs: what all have and what some have is one passage."""
    body = [("td", [f'"{n}' for n in range(count)]) for count in (1, 2, 3)]
    varied = [("tr", ["th", ("td", [f'"{n} of {k}' for n in range(k)])]) for k in (1, 2, 3)]
    assert composed(*varied) == ("tr", ["th", ("td", ["+"])])
    assert composed(*body) == ("td", ['"0', "*"])


@pytest.mark.parametrize(
    ("before", "near", "after"),
    [
        (["+", "br", "br", "br", "."], 3, ["+"]),
        (["*", "br", "?"], 3, ["+"]),  # the line break must be there
        (["+", "br", "br", "br", "br", "."], 3, ["+", "br", "br", "br", "br", "."]),
        ([".", "br", "."], 3, [".", "br", "."]),  # nothing here was seen to vary in size
        (["+", "br", "."], 0, ["+", "br", "."]),
    ],
)
def test_wildcards_near_an_object_of_variable_size_are_part_of_it(
    before: list[str], near: int, after: list[str]
) -> None:
    assert [node.label for node in promoted([tree(label) for label in before], FOREST, near)] == after


def test_the_paragraphs_that_all_pages_have_belong_to_those_that_some_have() -> None:
    pages = [
        tree(("div", [("h1", [f'"title {n}']), *(("p", [f'"words {n} {k}']) for k in range(2 + n))])) for n in range(3)
    ]
    assert shape(compose_all(pages, FOREST, Comparison())) == ("div", [("h1", ["."]), "+"])


MATCHES: list[tuple[Shape, Shape, int | None]] = [
    (("a", ["b", "c"]), ("a", ["b", "c"]), 0),
    (("a", ["b", "c"]), ("a", ["b"]), None),  # a plain node must be there
    (("a", ["b"]), ("a", ["b", "c"]), None),  # and nothing else may be
    (("a", ["."]), ("a", [("b", ["c", "d"])]), 0),  # a wildcard takes a whole sub-tree
    (("a", ["."]), "a", None),
    (("a", ["."]), ("a", ["b", "c"]), None),
    (("a", ["?"]), "a", 1),  # an option that is left out costs 1
    (("a", ["?"]), ("a", ["b"]), 0),
    (("a", ["*"]), "a", 1),
    (("a", ["*"]), ("a", ["b", "c", "d"]), 0),
    (("a", ["+"]), "a", None),
    (("a", ["+"]), ("a", ["b", "c", "d"]), 0),
    (("a", ["*", "h", "+", "f"]), ("a", ["h", "x", "y", "f"]), 1),
    (("a", ["*", "h", "+", "f"]), ("a", ["x", "h", "h", "f"]), 0),
    (("a", ["?", "?", "b"]), ("a", ["c", "b"]), 1),
    ("b", "a", None),
    (".", ("a", ["b"]), 0),
]


@pytest.mark.parametrize(("pattern", "other", "cost"), MATCHES)
def test_the_rules_of_matching(pattern: Shape, other: Shape, cost: int | None) -> None:
    found = match(tree(pattern), tree(other))
    assert (None if found is None else found.cost) == cost


def test_wildcards_say_what_they_consumed_in_pre_order() -> None:
    found = match(tree(("a", ["?", ("b", ["."]), "*", "c", "+"])), tree(("a", [("b", ["x"]), "y", "z", "c", "v", "w"])))
    assert found is not None
    taken = [(each.position, each.wildcard, [node.label for node in each.nodes]) for each in found.consumed]
    assert taken == [(1, "?", []), (3, ".", ["x"]), (4, "*", ["y", "z"]), (6, "+", ["v", "w"])]


LABELS = st.sampled_from(["a", "b", "p", '"x', '"y'])
SHAPES = st.recursive(
    LABELS, lambda below: st.tuples(st.sampled_from("abp"), st.lists(below, min_size=1, max_size=5)), max_leaves=20
)


@given(st.lists(SHAPES, min_size=1, max_size=6), st.sampled_from([0, NEAR]))
def test_a_pattern_accepts_every_page_it_was_composed_from(shapes: list[Shape], near: int) -> None:
    pages = [tree(("html", [each])) for each in shapes]
    pattern = compose_all(pages, FOREST, Comparison(), near)
    assert all(match(pattern, page) for page in pages)


@st.composite
def template_pages(draw: st.DrawFn) -> list[bytes]:
    """Pages of one invented template: fixed parts, values, optional parts and lists of any length."""
    words = st.sampled_from(["red", "green", "blue", "a b c", "17"])
    parts = draw(st.lists(st.sampled_from(["fixed", "value", "optional", "list", "rows"]), min_size=1, max_size=6))

    def part(number: int, kind: str) -> str:
        if kind == "fixed":
            return f"<h2>Part {number}</h2>"
        if kind == "value":
            return f"<p class=v{number}><b>{draw(words)}</b> of {draw(words)}</p>"
        if kind == "optional":
            return f"<div><i>{draw(words)}</i></div>" if draw(st.booleans()) else ""
        rows = draw(st.lists(words, max_size=4))
        if kind == "list":
            return f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>"
        return f"<table>{''.join(f'<tr><th>{row}</th><td>{draw(words)}</td></tr>' for row in rows)}</table>"

    count = draw(st.integers(2, 6))
    return [
        f"<html><body>{''.join(part(number, kind) for number, kind in enumerate(parts))}</body></html>".encode()
        for _ in range(count)
    ]


@given(template_pages(), st.sampled_from([0, NEAR]))
def test_the_same_holds_for_pages_of_templates_read_lazily(bodies: list[bytes], near: int) -> None:
    documents = [Document.parse(body) for body in bodies]
    pattern = compose_all([FOREST.tree(page, texts=True) for page in documents], FOREST, Comparison(), near)
    assert all(match(pattern, PageNode.of(page)) for page in documents)


@given(SHAPES, SHAPES, SHAPES)
def test_composing_patterns_accepts_what_either_accepted(a: Shape, b: Shape, c: Shape) -> None:
    one, other = tree(("html", [a])), tree(("html", [b]))
    pattern = compose(compose(one, other, FOREST, Comparison()), tree(("html", [c])), FOREST, Comparison())
    assert match(pattern, one) and match(pattern, other)


def test_nesting_and_long_lists_are_bounded() -> None:
    deep = tree("b")
    for _ in range(5000):
        deep = FOREST.node("div", [deep])
    assert match(deep, deep)
    wide = FOREST.node("ul", [tree(("li", [f'"{n}'])) for n in range(10_000)])
    assert match(tree(("ul", ["*"])), wide)
    assert not match(FOREST.node("ul", [tree("*"), *[tree("li")] * 5_000, tree("*")]), wide)
