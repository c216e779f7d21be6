"""One case of `test_worst_cases`, in a process of its own: builds two trees, compares them, tells what came of it."""

import json
import random
import sys
from collections.abc import Callable

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest, Tree
from recorder.patterns.similarity.rtdm import Comparison
from tests.effort import Effort
from tests.patterns.oracle import Shape, planted, random_shape

Pair = tuple[Tree, Tree]


def chains(forest: Forest, rng: random.Random) -> Pair:
    trees = forest.node("x"), forest.node("y")
    for _ in range(50_000):
        trees = forest.node("div", [trees[0]]), forest.node("div", [trees[1]])
    return trees


def combs(forest: Forest, rng: random.Random) -> Pair:
    trees = forest.node("x"), forest.node("y")
    for depth in range(25_000):
        tooth = forest.node("abc"[depth % 3])
        trees = forest.node("div", [tooth, trees[0]]), forest.node("div", [trees[1], tooth])
    return trees


def leaves(forest: Forest, rng: random.Random) -> Pair:
    return _two(lambda: forest.node("ul", [forest.node(rng.choice("abcdefgh")) for _ in range(50_000)]))


def leaves_and_one_item(forest: Forest, rng: random.Random) -> Pair:
    def tree() -> Tree:
        items = [forest.node(rng.choice("abcdefgh")) for _ in range(50_000)]
        items[25_000] = forest.node("a", [forest.node(rng.choice("pqrstu"))])
        return forest.node("ul", items)

    return _two(tree)


def items(forest: Forest, rng: random.Random) -> Pair:
    return _two(lambda: forest.node("ul", [planted(forest, _item(rng)) for _ in range(20_000)]))


def items_of_few_kinds(forest: Forest, rng: random.Random) -> Pair:
    kinds = [planted(forest, _item(rng)) for _ in range(6)]
    return _two(lambda: forest.node("ul", rng.choices(kinds, k=20_000)))


def middling_lists(forest: Forest, rng: random.Random) -> Pair:
    """Many tables, each of a size that is filled gladly."""
    return _two(
        lambda: forest.node(
            "ul", [forest.node("li", [planted(forest, _item(rng)) for _ in range(8)]) for _ in range(500)]
        )
    )


def pages(forest: Forest, rng: random.Random) -> Pair:
    def tree() -> Tree:
        shape: Shape = ("body", [])
        open_ = [shape]
        for _ in range(20_000):
            node: Shape = (rng.choice(["div", "div", "p", "a", "ul", "li", "span"]), [])
            rng.choice(open_[-400:])[1].append(node)
            open_.append(node)
        return planted(forest, ("html", [("head", []), shape]))

    return _two(tree)


def deep_html(forest: Forest, rng: random.Random) -> Pair:
    """lxml cuts at 2,048; what is left is compared all the same."""
    return _two(lambda: forest.tree(Document.parse(b"<div>" * 50_000 + rng.choice([b"<p>", b"<b>", b"<i>"]))))


def wide_html(forest: Forest, rng: random.Random) -> Pair:
    return _two(
        lambda: forest.tree(
            Document.parse(b"".join(rng.choice([b"<p>a<b>b</b>", b"<hr>", b"<h2>c</h2>"]) for _ in range(50_000)))
        )
    )


def _two(make: Callable[[], Tree]) -> Pair:
    return make(), make()


def _item(rng: random.Random) -> Shape:
    return "li", [random_shape(rng, "abcde", 2, 3) for _ in range(rng.randrange(1, 4))]


CASES: dict[str, Callable[[Forest, random.Random], Pair]] = {
    case.__name__: case
    for case in (
        chains,
        combs,
        leaves,
        leaves_and_one_item,
        items,
        items_of_few_kinds,
        middling_lists,
        pages,
        deep_html,
        wide_html,
    )
}
KNOWN = {"chains": 1 - 1 / 100_002}


def main(name: str) -> None:
    forest, rng = Forest(), random.Random(11)
    a, b = CASES[name](forest, rng)
    comparison = Comparison()
    comparing = Effort()
    similarity = comparison.similarity(a, b)
    compared, deciding = comparing.millions, Effort()
    at_least = Comparison().at_least(a, b, 0.8)
    decided = deciding.millions
    forest.fold(a)
    told = {
        "similarity": similarity,
        "at_least": at_least,
        "millions": max(compared, decided),
        "nodes": a.size,
        "known": KNOWN.get(name),
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1])
