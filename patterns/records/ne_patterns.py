"""ne-patterns (node extraction patterns): one tree that stands for all pages of a template, with wildcards where they
differ.

An ne-pattern is a `Tree` like that of any page, text nodes included, but some of its leaves are wildcards; so every
page is a pattern without wildcards, and "equal" means what RTDM takes it to mean: the same label. `compose` makes
one pattern of two along a cheapest mapping of their nodes, and accepts whatever either of them accepted. How a
pattern is held against a page is in `patterns.records.matching`; what it finds there has no names yet.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from recorder.patterns.pages.trees import Forest, Tree
from recorder.patterns.similarity.mapping import map_nodes
from recorder.patterns.similarity.rtdm import Comparison

SINGLE, PLUS, OPTION, KLEENE = ".", "+", "?", "*"
"""One sub-tree; one or more siblings; one or none; any number. No tag is called so, and a text's label starts with a
quotation mark."""

WILDCARDS = frozenset({SINGLE, PLUS, OPTION, KLEENE})
VARIABLE = frozenset({PLUS, KLEENE})
MAY_BE_MISSING = frozenset({OPTION, KLEENE})

_MOST_WORK = 40_000_000
"""Most work of all comparisons for one pattern: it grows little after the first ten pages."""

NEAR = 3
"""Most plain nodes between two wildcards of one object of variable size."""


def combined(one: str, other: str) -> str:
    """The paper's table f(a, b): the label that stands for two labels mapped to each other.

    It says no more than this: missing somewhere is missing everywhere, many somewhere is many everywhere."""
    if one == other:
        return one
    both = {one, other} & WILDCARDS
    may_be_missing = bool(both & MAY_BE_MISSING)
    if both & VARIABLE:
        return KLEENE if may_be_missing else PLUS
    return OPTION if may_be_missing else SINGLE


def compose_all(trees: Iterable[Tree], forest: Forest, comparison: Comparison, near: int = NEAR) -> Tree:
    """The pattern of one or more pages, composed one after the other, until they have cost too much work."""
    pattern, *others = trees
    most = comparison.work + _MOST_WORK
    for tree in others:
        if comparison.work > most:
            break
        pattern = compose(pattern, tree, forest, comparison, near)
    return pattern


def compose(one: Tree, other: Tree, forest: Forest, comparison: Comparison, near: int = NEAR) -> Tree:
    """A pattern that accepts all that either accepts. Mapped nodes are combined, and what is not mapped becomes
    optional. Wildcards are leaves: below one, nothing is kept."""
    if one is other:
        return one
    pairs = map_nodes(one, other, comparison).pairs
    partner = dict(pairs)
    left, right = list(one.nodes()), list(other.nodes())
    composed: dict[int, Tree] = {}
    for i, j in reversed(pairs):  # from the leaves up
        a, b = left[i], right[j]
        if a is b:
            composed[i] = a
            continue
        label = combined(a.label, b.label)
        children: Iterable[Tree] = ()
        if a.label == b.label:
            children = promoted(
                list(_merged(_numbered(a, i), _numbered(b, j), partner, composed, forest)), forest, near
            )
        composed[i] = forest.node(label, children)
    return composed[0]


def _numbered(node: Tree, number: int) -> list[tuple[int, Tree]]:
    """The children with their numbers in pre-order."""
    numbers = accumulate((child.size for child in node.children), initial=number + 1)
    return list(zip(numbers, node.children, strict=False))


def _merged(
    left: Sequence[tuple[int, Tree]],
    right: Sequence[tuple[int, Tree]],
    partner: dict[int, int],
    composed: dict[int, Tree],
    forest: Forest,
) -> Iterator[Tree]:
    waiting = iter(right)
    for i, child in left:
        if i not in partner:
            yield forest.node(combined(child.label, OPTION))
            continue
        for j, before in waiting:
            if j == partner[i]:
                break
            yield forest.node(combined(before.label, OPTION))
        yield composed[i]
    for _, rest in waiting:
        yield forest.node(combined(rest.label, OPTION))


def promoted(children: Sequence[Tree], forest: Forest, near: int = NEAR) -> list[Tree]:
    """The paper's Figure 8: a wildcard followed by options is an object of variable size, and takes in the wildcards
    near it.

    `.` and `+` become `+`, `?` and `*` become `*`. Taking in what must be there leaves something that must be there.
    """
    found: list[Tree] = []
    for child in children:
        last = found[-1].label if found else ""
        if child.label == OPTION and last in WILDCARDS:
            found[-1] = forest.node(KLEENE if last in MAY_BE_MISSING else PLUS)
        else:
            found.append(child)
    return _with_neighbours(found, forest, near) if near else found


def _with_neighbours(children: list[Tree], forest: Forest, near: int) -> list[Tree]:
    """Where an object of variable size was found, wildcards at most `near` plain nodes away are of it, and so are the
    like sub-trees beside it that hold little but wildcards: the first paragraphs, which all pages have, and the others.
    """
    found: list[Tree] = []
    for child in children:
        found.append(child)
        start = _start_of_object(found, near)
        if start is not None:
            required = any(node.label not in MAY_BE_MISSING for node in found[start:])
            found[start:] = [forest.node(PLUS if required else KLEENE)]
    return found


def _start_of_object(siblings: Sequence[Tree], near: int) -> int | None:
    """Where the object begins that the last sibling ends, if it takes in more than that one."""
    last = siblings[-1]
    if last.label in WILDCARDS:
        for distance in range(2, min(near + 2, len(siblings)) + 1):
            label = siblings[-distance].label
            if label in WILDCARDS:
                return len(siblings) - distance if last.label in VARIABLE or label in VARIABLE else None
    if last.label in VARIABLE and len(siblings) > 1 and _is_thin(siblings[-2], near):
        alike = len(siblings) - 2
        while alike and siblings[alike - 1] is siblings[-2]:
            alike -= 1
        return alike
    if _is_thin(last, near) and len(siblings) > 2 and siblings[-2].label in VARIABLE and siblings[-3] is last:
        return len(siblings) - 2
    return None


def _is_thin(tree: Tree, near: int) -> bool:
    """It holds a wildcard, and at most `near` nodes besides."""
    if tree.label in WILDCARDS or tree.size > 2 * near + 1:
        return False
    wild = sum(node.label in WILDCARDS for node in tree.nodes())
    return bool(wild) and tree.size - wild <= near
