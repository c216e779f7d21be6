"""Pages as labelled ordered trees, hash-consed: in one forest an identical sub-tree *is* the same object, so
"identical?" is `is`.

This is the equivalence class of the RTDM paper: same label, same sequence of child classes, same class. A navigation
bar on ten thousand pages is built, kept, folded and compared once. Nothing here compares trees, and nothing recurses: a
page may be nested as deep as it likes.
"""

from collections.abc import Iterable, Iterator

from lxml import etree

from patterns.documents import Document
from patterns.folding import fold
from patterns.generations import Generations

_OPAQUE = frozenset({"script", "style", "noscript", "template"})
"""What stands inside these is not part of the page a person sees."""

QUOTE = '"'
"""Starts the label of a text leaf. No tag name starts with it."""


class Tree:
    """A node with its children: immutable, compared by identity, made by a `Forest` only."""

    __slots__ = ("children", "folded", "label", "size")

    def __init__(self, label: str, children: "tuple[Tree, ...]") -> None:
        self.label = label
        self.children = children
        self.size: int = 1 + sum([child.size for child in children])
        self.folded: Tree | None = None
        """Belongs to `Forest.fold`, which works it out once per class."""

    @property
    def is_text(self) -> bool:
        return self.label.startswith(QUOTE)

    def nodes(self) -> "Iterator[Tree]":
        """Every node in pre-order; a class that occurs twice comes twice."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def __repr__(self) -> str:
        return f"<Tree {self.label}, {len(self.children)} children, {self.size} nodes>"


class Forest:
    """The table of classes of a session. It remembers the classes used lately, `2 * limit` at most: one that was
    forgotten and comes back is a new object, which costs comparisons time but never changes what they say."""

    def __init__(self, limit: int = 200_000) -> None:
        self._classes: Generations[str | tuple[str, tuple[Tree, ...]], Tree] = Generations(limit)

    def __len__(self) -> int:
        return len(self._classes)

    def node(self, label: str, children: Iterable[Tree] = ()) -> Tree:
        """The class with this label over these children."""
        children = tuple(children)
        key = (label, children) if children else label
        tree = self._classes.get(key)
        if tree is None:
            tree = Tree(label, children)
            self._classes.put(key, tree)
        return tree

    def tree(self, document: Document, *, texts: bool = False) -> Tree:
        """The elements of a page, labelled by tag; with `texts`, its text nodes too, as leaves labelled `"` + text."""
        elements = list(document.root.iter())
        if texts:
            return self._built_with_texts(elements)
        return self._built([element.tag for element in elements], list(map(len, elements)))

    def fold(self, tree: Tree) -> Tree:
        """See `patterns.folding`."""
        return fold(tree, self.node)

    def _built(self, labels: list[str], counts: list[int]) -> Tree:
        """From labels and numbers of children in pre-order. Backwards, the children of a node are on top of the stack
        when it comes, first on top."""
        stack: list[Tree] = []
        known = self._classes.young.get
        for label, count in zip(reversed(labels), reversed(counts), strict=True):
            if count == 0:
                stack.append(known(label) or self.node(label))
                continue
            children = tuple(stack[: -count - 1 : -1])
            del stack[-count:]
            if label in _OPAQUE:
                children = ()
            stack.append(known((label, children)) or self.node(label, children))
        return stack.pop()

    def _built_with_texts(self, elements: list[etree._Element]) -> Tree:
        stack: list[list[Tree]] = []
        for element in reversed(elements):
            count = len(element)
            children = self._text(element.text)
            for below in stack[: -count - 1 : -1] if count else ():
                children += below
            del stack[len(stack) - count :]
            tree = self.node(element.tag, () if element.tag in _OPAQUE else children)
            stack.append([tree, *self._text(element.tail)])
        return stack.pop()[0]

    def _text(self, text: str | None) -> list[Tree]:
        words = (text or "").split()
        return [self.node(QUOTE + " ".join(words))] if words else []
