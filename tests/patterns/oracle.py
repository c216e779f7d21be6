"""The restricted top-down distance as it is defined, transcribed: slow, and right by looking at it. And trees to try it
on."""

import random
from functools import cache

from hypothesis import strategies as st

from recorder.patterns.pages.trees import Forest, Tree


@cache
def distance(a: Tree, b: Tree) -> int:
    if a is b:
        return 0
    replaced = 0 if a.label == b.label else 1
    if replaced or not a.children or not b.children:
        return replaced + (a.size - 1) + (b.size - 1)
    table = {(0, 0): 0}
    for i in range(1, len(a.children) + 1):
        table[i, 0] = table[i - 1, 0] + a.children[i - 1].size
    for j in range(1, len(b.children) + 1):
        table[0, j] = table[0, j - 1] + b.children[j - 1].size
    for i, x in enumerate(a.children, 1):
        for j, y in enumerate(b.children, 1):
            table[i, j] = min(
                table[i - 1, j] + x.size,
                table[i, j - 1] + y.size,
                table[i - 1, j - 1] + distance(x, y),
            )
    return table[len(a.children), len(b.children)]


def similarity(a: Tree, b: Tree) -> float:
    return (a.size + b.size - distance(a, b)) / (a.size + b.size)


Shape = tuple[str, list["Shape"]]
"""A tree as plain data, of no forest."""


def planted(forest: Forest, shape: Shape) -> Tree:
    label, children = shape
    return forest.node(label, [planted(forest, child) for child in children])


LABELS = ["div", "p", "a", '"text', '"more text']
shapes = st.recursive(
    st.tuples(st.sampled_from(LABELS), st.just([])),
    lambda below: st.tuples(st.sampled_from(LABELS[:3]), st.lists(below, max_size=6)),
    max_leaves=25,
)


def random_shape(rng: random.Random, labels: str, depth: int, width: int) -> Shape:
    children = rng.randrange(width + 1) if depth else 0
    return rng.choice(labels), [random_shape(rng, labels, depth - 1, width) for _ in range(children)]


def mutated(rng: random.Random, shape: Shape, labels: str) -> Shape:
    """A page of the same template: some nodes renamed, left out, repeated."""
    label, children = shape
    if rng.random() < 0.03:
        label = rng.choice(labels)
    kept: list[Shape] = []
    for child in children:
        kept += [mutated(rng, child, labels)] * rng.choices([0, 1, 2], [1, 14, 1])[0]
    return label, kept
