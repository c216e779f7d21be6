"""Holding an ne-pattern against a page: does it accept it, at what cost, and what does each wildcard consume.

The cost model of the paper, on trees: a wildcard replaces a sub-tree at no cost; `+` and `*` go on over the siblings
that follow at no cost; leaving out `?` or `*` costs 1; everything else is not allowed. So plain nodes must all be
there, and nothing else may be, but what wildcards consume.

The page is anything with labels and children (a `PageNode`, a `Tree`), and only looked into as far as the pattern's
plain nodes reach. The work of one match is bounded: a page for which the bound is not enough is not accepted.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from lxml import etree

from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import OPAQUE, QUOTE, Tree
from recorder.patterns.records.ne_patterns import KLEENE, MAY_BE_MISSING, OPTION, SINGLE, VARIABLE, WILDCARDS

MOST_CELLS = 1_000_000
"""Most cells of all alignments of one match together."""

_IMPOSSIBLE = 1 << 60


class Labelled(Protocol):
    """A node as far as matching looks at it."""

    @property
    def label(self) -> str: ...
    @property
    def children(self) -> "Sequence[Labelled]": ...


Node = TypeVar("Node", bound=Labelled)


class PageNode:
    """An element of a page, or a text node with its words, labelled as in `Forest.tree(document, texts=True)`. Children
    are made when they are asked for: matching looks into little of a page."""

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

    def _children(self, element: etree._Element) -> "Iterator[PageNode]":
        yield from self._words(element.text)
        for child in element:
            yield PageNode(str(child.tag), child, element)
            yield from self._words(child.tail)

    def _words(self, text: str | None) -> "Iterator[PageNode]":
        if words := " ".join((text or "").split()):
            yield PageNode(QUOTE + words, None, self.element)


@dataclass(frozen=True)
class Consumed(Generic[Node]):
    """What a wildcard took: siblings, perhaps none. `position` is the wildcard's number in the pattern, in pre-
    order.
    """

    position: int
    wildcard: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class Match(Generic[Node]):
    """A cheapest match: its cost, and what the wildcards consumed, in pre-order."""

    cost: int
    consumed: tuple[Consumed[Node], ...]


@dataclass(frozen=True)
class _Alignment:
    """Which children of a page's node each child of a pattern's node went to: ends of half-open runs, and what is
    below."""

    cost: int
    spans: tuple[tuple[int, int], ...]
    below: "tuple[_Alignment, ...]"


_LEAVES = _Alignment(0, (), ())

_Question = tuple[Tree, Labelled]
_Solving = Generator[_Question, "_Alignment | None", "_Alignment | None"]


def accepting(patterns: Sequence[Tree], document: Document) -> list[int]:
    """The numbers of the patterns that accept a page, the cheapest first."""
    page = PageNode.of(document)
    matches = [(match(pattern, page), number) for number, pattern in enumerate(patterns)]
    return [number for _, number in sorted((found.cost, number) for found, number in matches if found)]


def match(pattern: Tree, page: Node) -> Match[Node] | None:
    """The cheapest match, or None if the pattern does not accept the page."""
    if pattern.label in WILDCARDS:
        return Match(0, (Consumed(0, pattern.label, (page,)),))
    if pattern.label != page.label:
        return None
    alignment = _Matcher().solve(pattern, page)
    if alignment is None:
        return None
    return Match(alignment.cost, tuple(_consumed(pattern, page, alignment)))


def _consumed(pattern: Tree, page: Node, alignment: _Alignment) -> Iterator[Consumed[Node]]:
    """In pre-order, without recursion."""
    stack: list[tuple[Tree, tuple[Node, ...], int, _Alignment]] = [(pattern, (page,), 0, alignment)]
    while stack:
        node, taken, position, aligned = stack.pop()
        if node.label in WILDCARDS:
            yield Consumed(position, node.label, taken)
            continue
        children: Sequence[Node] = taken[0].children  # type: ignore[assignment]  # a node's children are of its kind
        position += 1
        below = []
        for child, (start, end), deeper in zip(node.children, aligned.spans, aligned.below, strict=True):
            below.append((child, tuple(children[start:end]), position, deeper))
            position += child.size
        stack += reversed(below)


class _Matcher:
    """One match: remembers which pairs of nodes were tried, and how much work is left."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], _Alignment | None] = {}
        self._cells = MOST_CELLS

    def solve(self, pattern: Tree, page: Labelled) -> _Alignment | None:
        """Questions about children are put on a stack of our own: pages may be nested deeper than Python's."""
        stack = [self._children(pattern, page)]
        answer: _Alignment | None = None
        keys: list[tuple[int, int]] = [(0, 0)]
        while stack:
            try:
                node, other = stack[-1].send(answer)
            except StopIteration as done:
                stack.pop()
                answer = self._known[keys.pop()] = done.value
                continue
            key = (id(node), id(other))
            answer = self._known.get(key)
            if answer is None and key not in self._known:
                stack.append(self._children(node, other))
                keys.append(key)
        return answer

    def _children(self, pattern: Tree, page: Labelled) -> _Solving:
        """How the children align. At both ends, what takes exactly one node has no choice; only between is a table."""
        wanted, found = pattern.children, page.children
        if not wanted or not found:
            return None if found else _all_left_out(wanted)
        start = _fixed(wanted)
        end = min(_fixed(wanted[::-1]), len(wanted) - start)
        middle, late = wanted[start : len(wanted) - end], len(found) - end
        if start > late or (start < late and not middle):
            return None
        head = yield from self._one_by_one(wanted[:start], found[:start], 0)
        tail = (yield from self._one_by_one(wanted[len(wanted) - end :], found[late:], late)) if head else None
        between = (yield from self._table(middle, found[start:late], start)) if tail else None
        if head is None or tail is None or between is None:
            return None
        return _Alignment(
            head.cost + between.cost + tail.cost,
            head.spans + between.spans + tail.spans,
            head.below + between.below + tail.below,
        )

    def _one_by_one(self, wanted: Sequence[Tree], found: Sequence[Labelled], offset: int) -> _Solving:
        cost, below = 0, []
        for child, other in zip(wanted, found, strict=True):
            aligned: _Alignment | None = _LEAVES
            if child.label != SINGLE:
                aligned = (yield child, other) if child.label == other.label else None
            if aligned is None:
                return None
            cost += aligned.cost
            below.append(aligned)
        spans = tuple((place, place + 1) for place in range(offset, offset + len(found)))
        return _Alignment(cost, spans, tuple(below))

    def _table(self, wanted: Sequence[Tree], found: Sequence[Labelled], offset: int) -> _Solving:
        """The cheapest way to spend all of `found` on `wanted`: costs[j] is that for the first j, row by row."""
        self._cells -= len(wanted) * (len(found) + 1)
        if self._cells < 0:
            return None
        costs = [0] + [_IMPOSSIBLE] * len(found)
        origins: list[list[int]] = []
        answers: list[dict[int, _Alignment]] = []
        for child in wanted:
            answered: dict[int, _Alignment] = {}
            if child.label in WILDCARDS:
                costs, origin = _wild_row(child.label, costs)
            else:
                after, origin = [_IMPOSSIBLE] * len(costs), [0] * len(costs)
                for j, other in enumerate(found):
                    if costs[j] < _IMPOSSIBLE and other.label == child.label:
                        aligned = yield child, other
                        if aligned is not None:
                            after[j + 1], origin[j + 1], answered[j] = costs[j] + aligned.cost, j, aligned
                costs = after
            origins.append(origin)
            answers.append(answered)
        if costs[-1] >= _IMPOSSIBLE:
            return None
        runs = _runs(origins, len(found))
        below = tuple(answered.get(start, _LEAVES) for answered, (start, _) in zip(answers, runs, strict=True))
        return _Alignment(costs[-1], tuple((start + offset, end + offset) for start, end in runs), below)


def _runs(origins: Sequence[Sequence[int]], place: int) -> list[tuple[int, int]]:
    """The way back through the table, as what each row consumed."""
    runs = []
    for origin in reversed(origins):
        runs.append((origin[place], place))
        place = origin[place]
    return runs[::-1]


def _fixed(children: Sequence[Tree]) -> int:
    """How many of the first children consume exactly one node each."""
    return next(
        (n for n, child in enumerate(children) if child.label in MAY_BE_MISSING or child.label in VARIABLE),
        len(children),
    )


def _all_left_out(wanted: Sequence[Tree]) -> _Alignment | None:
    if any(child.label not in MAY_BE_MISSING for child in wanted):
        return None
    return _Alignment(len(wanted), ((0, 0),) * len(wanted), (_LEAVES,) * len(wanted))


def _wild_row(wildcard: str, costs: Sequence[int]) -> tuple[list[int], list[int]]:
    """The next row of the table, and where each of its costs comes from: consumed if possible, left out if it may
    be.
    """
    after, origin = [_IMPOSSIBLE] * len(costs), list(range(len(costs)))
    best = 0
    for j in range(1, len(costs)):
        best = best if wildcard in VARIABLE and costs[best] <= costs[j - 1] else j - 1
        after[j], origin[j] = costs[best], best
    if wildcard in (OPTION, KLEENE):
        for j, cost in enumerate(costs):
            if cost + 1 < after[j]:
                after[j], origin[j] = cost + 1, j
    return after, origin
