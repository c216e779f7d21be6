"""Folding: the same-label siblings of a node become one node over the merged children of all of them, recursively and
bottom-up.

A repeat becomes one "one or more", so two pages of one template whose lists differ in length fold to nearly the same
tree. Folding knows tags only; it does not decide what is similar.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patterns.trees import Tree

Node = Callable[[str, "tuple[Tree, ...]"], "Tree"]


def fold(tree: "Tree", node: Node) -> "Tree":
    """The folded tree of a class, remembered on the class. `node` makes the class of a label and children."""
    stack = [tree]
    while stack:
        current = stack[-1]
        pending = [child for child in set(current.children) if child.folded is None]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        if current.folded is None:
            current.folded = _joined(current.label, [child.folded or child for child in current.children], node)
            current.folded.folded = current.folded
    return tree.folded or tree


@dataclass(slots=True)
class _Unfinished:
    """A node whose children are being merged: the groups of same-label siblings still to do (last first), and the
    children made so far."""

    label: str
    groups: "list[list[Tree]]"
    done: "list[Tree]" = field(default_factory=list)


def _joined(label: str, children: "Iterable[Tree]", node: Node) -> "Tree":
    """The node `label` over folded `children`, those of the same label merged, and so on down."""
    stack = [_Unfinished(label, _groups(children))]
    while True:
        current = stack[-1]
        if current.groups:
            group = current.groups.pop()
            if len(group) == 1:
                current.done.append(group[0])
            else:
                stack.append(_Unfinished(group[0].label, _groups(child for tree in group for child in tree.children)))
            continue
        stack.pop()
        tree = node(current.label, tuple(current.done))
        if not stack:
            return tree
        stack[-1].done.append(tree)


def _groups(trees: "Iterable[Tree]") -> "list[list[Tree]]":
    """The distinct ones of each label, the last label first."""
    by_label: dict[str, dict[Tree, None]] = {}
    for tree in trees:
        by_label.setdefault(tree.label, {})[tree] = None
    return [list(by_label[label]) for label in sorted(by_label, reverse=True)]
