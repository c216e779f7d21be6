"""A parsed page as a tree whose children are made when they are asked for: for matching, which looks into little of a
page.

The labels are those of `Forest.tree(document, texts=True)`, so a pattern composed of such trees fits both.
"""

from collections.abc import Iterator
from functools import cached_property

from lxml import etree

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import OPAQUE, QUOTE


class PageNode:
    """An element, or a text node with its words."""

    def __init__(self, label: str, element: etree._Element | None = None, parent: etree._Element | None = None) -> None:
        self.label = label
        self.element = element
        self.parent = parent

    @classmethod
    def of(cls, document: Document) -> "PageNode":
        return cls(str(document.root.tag), document.root)

    @cached_property
    def children(self) -> "tuple[PageNode, ...]":
        if self.element is None or self.label in OPAQUE:
            return ()
        return tuple(self._children(self.element))

    @cached_property
    def text(self) -> str:
        """All words in it, in order."""
        if self.element is None:
            return self.label[len(QUOTE) :]
        return words_of(self.element)

    def _children(self, element: etree._Element) -> "Iterator[PageNode]":
        yield from _words(element.text, element)
        for child in element:
            yield PageNode(str(child.tag), child, element)
            yield from _words(child.tail, element)


def words_of(element: etree._Element) -> str:
    """The words a person sees in an element, scripts and the like left out."""
    if element.tag in OPAQUE:
        return ""
    hidden = {id(each) for tag in OPAQUE for each in element.iter(tag)}
    return " ".join(" ".join(_pieces(element) if hidden else map(str, element.itertext())).split())


def _pieces(element: etree._Element) -> Iterator[str]:
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, each in walk:
        if event == "end":
            yield (each.tail or "") if each is not element else ""
        elif each.tag in OPAQUE:
            walk.skip_subtree()
        else:
            yield each.text or ""


def _words(text: str | None, parent: etree._Element) -> Iterator[PageNode]:
    words = (text or "").split()
    if words:
        yield PageNode(QUOTE + " ".join(words), None, parent)
