"""The mapping is one, it is restricted top-down, and it costs the distance."""

import random

from hypothesis import given

from recorder.patterns.pages.trees import Forest, Tree
from recorder.patterns.similarity.mapping import map_nodes
from recorder.patterns.similarity.rtdm import Comparison
from tests.patterns import oracle
from tests.patterns.oracle import mutated, planted, random_shape, shapes


def parents(tree: Tree) -> list[int]:
    """By pre-order number, the number of the parent; the root has none."""
    result, stack = [], [(tree, -1)]
    while stack:
        node, parent = stack.pop()
        stack.extend((child, len(result)) for child in reversed(node.children))
        result.append(parent)
    return result


def check(a: Tree, b: Tree, cost: int) -> None:
    mapping = map_nodes(a, b)
    left, right = list(a.nodes()), list(b.nodes())
    up, up_too = parents(a), parents(b)
    mapped = dict(mapping.pairs)
    assert len(mapped) == len(set(mapped.values())) == len(mapping.pairs)
    assert mapped[0] == 0
    assert sorted(mapping.pairs) == list(mapping.pairs)
    assert list(mapped.values()) == sorted(mapped.values())
    replaced = 0
    for i, j in mapping.pairs:
        if i:
            assert mapped[up[i]] == up_too[j]
            assert left[up[i]].label == right[up_too[j]].label
        replaced += left[i].label != right[j].label
    assert mapping.cost == len(left) + len(right) - 2 * len(mapped) + replaced == cost


@given(shapes, shapes)
def test_random_trees(first, second):
    forest = Forest()
    a, b = planted(forest, first), planted(forest, second)
    check(a, b, oracle.distance(a, b))


def test_pages_of_one_template():
    rng = random.Random(2)
    forest = Forest()
    for _ in range(50):
        shape = ("html", [random_shape(rng, "abcd", 4, 4), ("ul", [random_shape(rng, "li", 2, 3)] * 6)])
        a, b = planted(forest, shape), planted(forest, mutated(rng, shape, "abcd"))
        check(a, b, oracle.distance(a, b))


def test_a_comparison_at_hand_is_used():
    forest, comparison = Forest(), Comparison()
    a, b = (planted(forest, ("a", [("b", [("c", [])] * n), ("b", [("d", [])] * n)])) for n in (1, 3))
    assert map_nodes(a, b, comparison).cost == 4
    assert comparison._gains.count


def test_depth_does_not_matter():
    forest = Forest()
    a, b = forest.node("x"), forest.node("y")
    for _ in range(20_000):
        a, b = forest.node("a", [a]), forest.node("a", [b])
    assert map_nodes(a, b).cost == 1


def test_lists_too_long_for_care_are_mapped_first_with_first():
    forest = Forest()
    items = [forest.node(label, [forest.node("x")]) for label in "pqr" * 500]
    a, b = forest.node("ul", items), forest.node("ul", [*items[1:], forest.node("z")])
    mapping = map_nodes(a, b)
    assert mapping.pairs[:3] == ((0, 0), (1, 1), (3, 3))
    assert mapping.cost > Comparison().distance(a, b) == 3


def test_a_mapping_that_costs_too_much_goes_on_without_care():
    """Rows of which no two are alike, on neither page: every pair of them is worked out, and forgotten again."""
    forest = Forest()
    a, b = (
        forest.node(
            "table", [forest.node("tr", [forest.node(f"{page}{row}{cell}") for cell in range(6)]) for row in range(900)]
        )
        for page in "ab"
    )
    comparison = Comparison()
    mapping = map_nodes(a, b, comparison)
    assert len(mapping.pairs) == 1 + 900 * 7
    assert comparison.work < 12_000_000
