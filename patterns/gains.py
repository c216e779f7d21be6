"""The gains of pairs of classes: what RTDM's best mapping keeps of two sub-trees of one label. The engine room of `patterns.rtdm`.

A pair's gain stands on the gains of its children's pairs. These are found from the top down and worked out from the bottom up, one
class of the left side at a time against *all* classes it meets: a child's class is smaller than its parent's, so going by size each
class is settled before it is needed, and nothing recurses. What a class needs for its own side is prepared once, and so are the weights
of its children against some class: the items of a template consist of the same few classes.

Pairs with too many children for a table are in `patterns.wide_lists`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from operator import attrgetter

from patterns import wide_lists
from patterns.alignment import differing, heaviest
from patterns.leaf_rows import alignment_gain
from patterns.trees import Tree

Row = dict[Tree, int]
"""The gains of one class against others of its label. Any other class is worth 1."""

_SMALL = 48
"""Up to so many cells a table is filled in less time than its equal ends are found."""
_LONG = 600
"""From so many cells on it pays to see whether the lists are flat."""
_PAIR = 30
"""What working out a pair costs beside its cells, in cells."""

_size = attrgetter("size")


class Gains:
    """The gains known so far, by class and class. Bounded: when `limit` is passed the rows become the old ones, and the old ones are forgotten."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.rows: dict[Tree, Row] = {}
        self._old: dict[Tree, Row] = {}
        self._entries = 0

    def __len__(self) -> int:
        return sum(map(len, self.rows.values())) + sum(map(len, self._old.values()))

    def make_room(self) -> None:
        """To be called between comparisons: within one, a row must not go."""
        if self._entries >= self.limit:
            self._old, self.rows, self._entries = self.rows, {}, 0

    def row(self, left: Tree) -> Row:
        row = self.rows.get(left)
        if row is None:
            row = self.rows[left] = {left: 2 * left.size}
        return row

    def missing(self, left: Tree, rights: set[Tree]) -> set[Tree]:
        """Those of `rights` whose gain with `left` is still to be worked out. All are of one label."""
        row = self.row(left)
        missing = rights.difference(row)
        if missing and left in self._old:
            old = self._old[left]
            row.update({right: old[right] for right in missing if right in old})
            missing.difference_update(row)
        self._entries += len(rights)
        if missing and not left.children:
            row.update(dict.fromkeys(missing, 2))
            missing.clear()
        return missing


@dataclass(slots=True)
class Agenda:
    """The pairs whose gains are to be worked out: by a table, in a band of one, or, for want of budget, only roughly."""

    tables: dict[Tree, set[Tree]] = field(default_factory=dict)
    bands: dict[Tree, set[Tree]] = field(default_factory=dict)
    beyond: list[tuple[Tree, Tree]] = field(default_factory=list)

    @property
    def exact(self) -> bool:
        return not self.bands and not self.beyond


def needed(a: Tree, b: Tree, known: Gains, budget: int) -> Agenda:
    """All that the gain of `a` and `b` stands on and that is not known, as far as `budget` (in table cells) goes."""
    agenda = Agenda({a: {b}})
    known.row(a)
    order = count()
    queue = [(-a.size, next(order), a)]
    while queue:
        left = heappop(queue)[2]
        rights = agenda.tables[left]
        cost = len(left.children) * sum([len(right.children) for right in rights]) + _PAIR * len(rights)
        if cost > budget:
            cost = _share_out(budget, left, agenda)
            rights = rights | agenda.bands.get(left, set())
        budget -= cost
        for child, met in _meetings(left, rights):
            missing = known.missing(child, met)
            if not missing:
                continue
            if child in agenda.tables:
                agenda.tables[child] |= missing
            else:
                agenda.tables[child] = missing
                heappush(queue, (-child.size, next(order), child))
    return agenda


def _share_out(budget: int, left: Tree, agenda: Agenda) -> int:
    """Keep the tables of `left` that the budget allows, the cheapest first. Returns what they cost."""
    spent = 0
    rights = agenda.tables[left]
    windows = {right: Window(left, right) for right in rights}
    for right in sorted(rights, key=lambda right: (windows[right].cells, right.size)):
        window = windows[right]
        cost = _PAIR + window.cells
        if spent + cost > budget:
            rights.discard(right)
            cost = wide_lists.band_cost(window.left, window.right, _PAIR)
            if spent + cost > budget:
                agenda.beyond.append((left, right))
                continue
            agenda.bands.setdefault(left, set()).add(right)
        spent += cost
    return spent


def _meetings(left: Tree, rights: set[Tree]) -> Iterator[tuple[Tree, set[Tree]]]:
    """The children of `left`, each class once, with the classes of their label that they meet."""
    children: Sequence[Tree] = left.children
    if len(rights) == 1:
        window = Window(left, *rights)
        children, met = window.left, set(window.right)
    else:
        met = set[Tree]().union(*[right.children for right in rights])
    by_label: dict[str, set[Tree]] = {}
    for other in met:
        group = by_label.get(other.label)
        if group is None:
            by_label[other.label] = {other}
        else:
            group.add(other)
    for child in dict.fromkeys(children):
        group = by_label.get(child.label)
        if group is not None:
            yield child, group


class Window:
    """The children of two nodes without the ends they have in common."""

    __slots__ = ("common", "left", "right", "start")

    def __init__(self, left: Tree, right: Tree) -> None:
        self.start, left_end, right_end = differing(left.children, right.children)
        self.left = left.children[self.start : left_end]
        self.right = right.children[self.start : right_end]
        self.common = 2 + 2 * (sum(map(_size, left.children)) - sum(map(_size, self.left)))
        """What the nodes themselves and the common ends are worth."""

    @property
    def cells(self) -> int:
        cells = len(self.left) * len(self.right)
        return cells // 64 if cells > _LONG and self.is_flat else cells

    @property
    def is_flat(self) -> bool:
        """No pair of one label has anything below both of its nodes: every pair is worth 2 or 1."""
        deep = {child.label for child in self.left if child.children}
        return deep.isdisjoint([child.label for child in self.right if child.children])


def fill(agenda: Agenda, rows: dict[Tree, Row], *, high: bool = False) -> None:
    """Work out the tables into `rows`, from the smallest class up. In bands, take the low (or `high`) end of what is known."""
    for left in sorted(agenda.tables, key=_size):
        row = rows[left]
        rights = agenda.tables[left]
        if rights:
            row.update(zip(rights, _gains(left, rights, rows), strict=True))
        for right in agenda.bands.get(left, ()):
            window = Window(left, right)
            row[right] = window.common + wide_lists.band_gain(window.left, window.right, rows)[high]


class _Columns(dict[Tree, list[int]]):
    """By class: what each child of one node is worth against it."""

    def __init__(self, children: Iterable[Tree], rows: dict[Tree, Row]) -> None:
        super().__init__()
        nothing: Row = {}
        self._weights = [rows.get(child, nothing).get for child in children]

    def __missing__(self, other: Tree) -> list[int]:
        column = self[other] = [weight(other, 1) for weight in self._weights]
        return column


def _gains(left: Tree, rights: set[Tree], rows: dict[Tree, Row]) -> list[int]:
    width = len(left.children)
    if len(rights) == 1:
        (window,) = [Window(left, right) for right in rights]
        return [_window_gain(window, _Columns(window.left, rows), 0)]
    columns = _Columns(left.children, rows)
    if width == 1:
        return [2 + max([columns[child][0] for child in right.children], default=0) for right in rights]
    if width == 2:
        return [2 + _gain_of_two(columns, right.children) for right in rights]
    gains = []
    for right in rights:
        if width * len(right.children) <= _SMALL:
            gains.append(2 + heaviest([columns[child] for child in right.children], width))
        else:
            window = Window(left, right)
            gains.append(_window_gain(window, columns, window.start))
    return gains


def _gain_of_two(columns: _Columns, others: Sequence[Tree]) -> int:
    """`heaviest` for two columns, which is what most items of lists need."""
    first = both = 0
    for other in others:
        weight, second = columns[other]
        second += first
        if second > both:
            both = second
        if weight > first:
            first = weight
    return max(first, both)


def _window_gain(window: Window, columns: _Columns, start: int) -> int:
    width = len(window.left)
    if not width or not window.right:
        return window.common
    if width * len(window.right) > _LONG and window.is_flat:
        return window.common + alignment_gain(_labels(window.left), _labels(window.right))
    end = start + width
    return window.common + heaviest([columns[child][start:end] for child in window.right], width)


def _labels(trees: Sequence[Tree]) -> list[str]:
    return [tree.label for tree in trees]
