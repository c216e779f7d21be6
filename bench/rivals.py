"""Other ways to compare two trees, for the benchmark: two written here as their papers describe them, three from
libraries.

They do not all compute the same distance (`zss`, `apted` and `edist` allow any mapping that keeps ancestry), but all
answer the same question: how far apart are these two pages? Nothing here is used by the product.
"""

from collections.abc import Callable

import zss
from apted import APTED
from apted.helpers import Tree as AptedTree
from edist import ted

from recorder.patterns.pages.trees import Tree


def plain_recursion(a: Tree, b: Tree) -> int:
    """RTDM as it is defined, with nothing remembered and nothing cut off. Returns the distance."""
    if a.label != b.label or not a.children or not b.children:
        return (a.label != b.label) + a.size + b.size - 2
    row = [0]
    for right in b.children:
        row.append(row[-1] + right.size)
    for left in a.children:
        above, row = row, [row[0] + left.size]
        for place, right in enumerate(b.children):
            replaced = above[place] + plain_recursion(left, right)
            row.append(min(replaced, above[place + 1] + left.size, row[place] + right.size))
    return row[-1]


def chawathe(a: Tree, b: Tree) -> int:
    """Selkow's top-down distance by Chawathe's table (VLDB 1999): a cell for each pair of nodes, in pre-order."""
    left, right = _levels(a), _levels(b)
    depths = [depth for _, depth in right] + [0]
    row = [0]
    for _ in right:
        row.append(row[-1] + 1)
    infinite = len(left) + len(right) + 1
    for number, (label, depth) in enumerate(left):
        below = left[number + 1][1] if number + 1 < len(left) else 0
        above, row = row, [row[0] + 1]
        for place, (other, level) in enumerate(right):
            best = above[place] + (label != other) if depth == level else infinite
            if depths[place + 1] <= depth and above[place + 1] < best:
                best = above[place + 1] + 1
            if below <= level and row[place] < best:
                best = row[place] + 1
            row.append(best)
    return row[-1]


def _levels(tree: Tree) -> list[tuple[str, int]]:
    nodes, stack = [], [(tree, 1)]
    while stack:
        node, depth = stack.pop()
        nodes.append((node.label, depth))
        stack.extend((child, depth + 1) for child in reversed(node.children))
    return nodes


Prepared = Callable[[], object]
"""A comparison whose input is made ready: only calling it is timed."""


def prepared_zss(a: Tree, b: Tree) -> Prepared:
    left, right = _zss(a), _zss(b)
    return lambda: zss.simple_distance(left, right, label_dist=lambda x, y: int(x != y))


def prepared_apted(a: Tree, b: Tree) -> Prepared:
    left, right = (AptedTree.from_text(_brackets(tree)) for tree in (a, b))
    return lambda: APTED(left, right).compute_edit_distance()


def prepared_edist(a: Tree, b: Tree) -> Prepared:
    """`edist.ted.standard_ted`: Zhang and Shasha's distance with unit costs, compiled. The closest that library has."""
    left, right = _adjacency(a), _adjacency(b)
    return lambda: ted.standard_ted(*left, *right)


def _zss(tree: Tree) -> zss.Node:
    return zss.Node(tree.label, [_zss(child) for child in tree.children])


def _brackets(tree: Tree) -> str:
    return "{" + tree.label + "".join(_brackets(child) for child in tree.children) + "}"


def _adjacency(tree: Tree) -> tuple[list[str], list[list[int]]]:
    labels: list[str] = []
    children: list[list[int]] = []
    stack: list[tuple[Tree, int]] = [(tree, -1)]
    while stack:
        node, parent = stack.pop()
        if parent >= 0:
            children[parent].append(len(labels))
        stack.extend((child, len(labels)) for child in reversed(node.children))
        labels.append(node.label)
        children.append([])
    return labels, children
