"""The gains of pairs of classes: what RTDM's best mapping keeps of two sub-trees of one label. The engine room of
`patterns.similarity.rtdm`.

A pair's gain stands on the gains of its children's pairs. These are found from the top down and worked out from the
bottom up, one class of the left side at a time against *all* classes it meets: a child's class is smaller than its
parent's, so going by size each class is settled before it is needed, and nothing recurses. What a class needs for its
own side is prepared once, and so are the weights of its children against some class: the items of a template consist of
the same few classes.

Pairs with too many children for a table are in `patterns.similarity.wide_lists`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from operator import attrgetter

from patterns.pages.trees import Tree
from patterns.similarity import wide_lists
from patterns.similarity.aligner import Aligner, Weight, aligner_of
from patterns.similarity.alignment import differing, heaviest
from patterns.similarity.leaf_rows import alignment_gain
from patterns.similarity.table_rows import Lanes

Row = dict[Tree, int]
"""The gains of one class against others of its label. Any other class is worth 1."""

_WIDE = 400
"""A class with more children than that has an alignment table for each pair: the states of an aligner would be too
large."""
_TINY = 8
"""Up to so many cells a table is filled before its equal ends are found."""
_LONG = 600
"""From so many cells on it pays to see whether the lists are flat."""
_LANES = 60
"""From so many items on a row is faster in lanes than item by item."""
_PAIR = 30
"""What working out a pair costs beside its cells, in cells."""

_MOST_STATES = 100_000
"""So many states all aligners together may remember from one class to the next."""

_NOTHING: Row = {}
_size: Callable[[Tree], int] = attrgetter("size")


class Gains:
    """The gains known so far, by class and class. Bounded: when `limit` is passed the rows become the old ones, and the
    old ones are forgotten."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.rows: dict[Tree, Row] = {}
        self._aligners: dict[Tree, Aligner] = {}
        self._old: dict[Tree, Row] = {}
        self._entries = 0
        self._states = 0

    def __len__(self) -> int:
        return sum(map(len, self.rows.values())) + sum(map(len, self._old.values()))

    def make_room(self) -> None:
        """To be called between comparisons: within one, a row must not go."""
        if self._entries >= self.limit:
            self._old, self.rows, self._entries = self.rows, {}, 0
            self._forget_aligners()

    def scratch(self) -> "Gains":
        """A copy for gains that must not be remembered."""
        copy = Gains(self.limit)
        copy.rows = {left: dict(row) for left, row in self.rows.items()}
        return copy

    def row(self, left: Tree) -> Row:
        row = self.rows.get(left)
        if row is None:
            row = self.rows[left] = {left: 2 * left.size}
            self._entries += 1
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

    def align(self, left: Tree, rights: Iterable[Tree]) -> None:
        """Work out the gains of `left` with each of `rights`, those of their children being known."""
        row = self.rows[left]
        weights = [self.row(child).get for child in left.children]
        if len(weights) > 2:
            self._align_many(left, rights, weights)
        elif len(weights) == 2:
            first, second = weights
            for right in rights:
                row[right] = 2 + _heaviest_of_two(first, second, right.children)
        else:
            for right in rights:
                row[right] = 2 + max([weights[0](child, 1) for child in right.children], default=0)

    def _align_many(self, left: Tree, rights: Iterable[Tree], weights: Sequence[Weight]) -> None:
        if self._states > _MOST_STATES:
            self._forget_aligners()
        aligner = self._aligners.get(left)
        if aligner is None:
            aligner = self._aligners[left] = aligner_of(weights, 2 * left.size)
        states = aligner.size
        row = self.rows[left]
        for right in rights:
            row[right] = 2 + aligner.heaviest(right.children)
        self._states += aligner.size - states

    def _forget_aligners(self) -> None:
        self._aligners = {}
        self._states = 0


@dataclass(slots=True)
class Agenda:
    """The pairs whose gains are to be worked out: by a table, in a band of one, or, for want of budget, only
    roughly."""

    tables: dict[Tree, set[Tree]] = field(default_factory=dict)
    bands: dict[Tree, set[Tree]] = field(default_factory=dict)
    beyond: list[tuple[Tree, Tree]] = field(default_factory=list)
    windows: "dict[Tree, Window]" = field(default_factory=dict)
    """For a class that meets only one other: what of their children differs."""

    def give_up(self, left: Tree) -> None:
        """All that `left` meets is beyond."""
        rights = self.tables[left] | self.bands.pop(left, set())
        self.beyond += [(left, right) for right in rights]
        self.tables[left] = set()
        self.windows.pop(left, None)

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
        cost = len(left.children) * sum([len(right.children) for right in rights])
        if cost > budget:
            cost = _share_out(budget, left, agenda)
            rights = rights | agenda.bands.get(left, set())
        meetings = _meetings(left, rights, agenda)
        cost += _PAIR * sum([len(met) for _, met in meetings])
        if cost > budget:  # paid for before they are met, or there would be millions of them
            agenda.give_up(left)
            continue
        budget -= cost
        for child, met in meetings:
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
        cost = windows[right].cells
        if spent + cost > budget:
            rights.discard(right)
            cost = min(cost, wide_lists.band_cost(windows[right].left, windows[right].right))
            if spent + cost > budget:
                agenda.beyond.append((left, right))
                continue
            agenda.bands.setdefault(left, set()).add(right)
        spent += cost
    return spent


def _meetings(left: Tree, rights: set[Tree], agenda: Agenda) -> list[tuple[Tree, set[Tree]]]:
    """The children of `left`, each class once, with the classes of their label that they meet."""
    children: Sequence[Tree] = left.children
    met = set[Tree]().union(*[right.children for right in rights])
    if len(rights) == 1 and len(children) * len(met) > _TINY:
        window = agenda.windows[left] = Window(left, *rights)
        children, met = window.left, set(window.right)
    by_label: dict[str, set[Tree]] = {}
    for other in met:
        group = by_label.get(other.label)
        if group is None:
            by_label[other.label] = {other}
        else:
            group.add(other)
    return [(child, by_label[child.label]) for child in dict.fromkeys(children) if child.label in by_label]


class Window:
    """The children of two nodes without the ends they have in common."""

    __slots__ = ("common", "left", "right")

    def __init__(self, left: Tree, right: Tree) -> None:
        start, left_end, right_end = differing(left.children, right.children)
        self.left = left.children[start:left_end]
        self.right = right.children[start:right_end]
        self.common = 2 + 2 * (sum(map(_size, left.children)) - sum(map(_size, self.left)))
        """What the nodes themselves and the common ends are worth."""

    @property
    def cells(self) -> int:
        cells = len(self.left) * len(self.right)
        return cells // 256 if cells > _LONG and self.is_flat else cells

    @property
    def is_flat(self) -> bool:
        """No pair of one label has anything below both of its nodes: every pair is worth 2 or 1."""
        deep = {child.label for child in self.left if child.children}
        return deep.isdisjoint([child.label for child in self.right if child.children])


def fill(agenda: Agenda, gains: Gains, *, high: bool = False) -> None:
    """Work out all tables, from the smallest class up. In bands, take the low (or `high`) end of what is known."""
    for left in sorted(agenda.tables, key=_size):
        row = gains.rows[left]
        rights = agenda.tables[left]
        window = agenda.windows.get(left)
        if window is not None:
            for right in rights:
                row[right] = _window_gain(window, gains.rows)
        elif len(left.children) > _WIDE:
            for right in rights:
                row[right] = _window_gain(Window(left, right), gains.rows)
        else:
            gains.align(left, rights)
        for right in agenda.bands.get(left, ()):
            window = Window(left, right)
            row[right] = window.common + wide_lists.band_gain(window.left, window.right, gains.rows)[high]


def _heaviest_of_two(weight: Weight, second_weight: Weight, others: Sequence[Tree]) -> int:
    first = both = 0
    for other in others:
        second = first + second_weight(other, 1)
        if second > both:
            both = second
        one = weight(other, 1)
        if one > first:
            first = one
    return max(first, both)


def _window_gain(window: Window, rows: dict[Tree, Row]) -> int:
    left, right = window.left, window.right
    if not left or not right:
        return window.common
    if len(left) * len(right) > _LONG and window.is_flat:
        return window.common + alignment_gain(_labels(left), _labels(right))
    if max(len(left), len(right)) >= _LANES:
        return window.common + _gain_by_lanes(left, right, rows)
    weights = [rows.get(child, _NOTHING).get for child in left]
    return window.common + heaviest([[weight(child, 1) for child in right] for weight in weights])


def _gain_by_lanes(left: Sequence[Tree], right: Sequence[Tree], rows: dict[Tree, Row]) -> int:
    """A lane for each item of the longer list, a row for each of the shorter one: its weights are packed once per
    class."""
    lanes = Lanes(max(len(left), len(right)), 2 * min(sum(map(_size, left)), sum(map(_size, right))))
    if len(left) < len(right):
        packed = {x: lanes.pack([rows.get(x, _NOTHING).get(y, 1) for y in right]) for x in dict.fromkeys(left)}
    else:
        weights = [rows.get(x, _NOTHING).get for x in left]
        packed = {y: lanes.pack([weight(y, 1) for weight in weights]) for y in dict.fromkeys(right)}
    sums = lanes.zeros
    for item in left if len(left) < len(right) else right:
        sums = lanes.next_row(sums, packed[item])
    return lanes.last(sums)


def _labels(trees: Sequence[Tree]) -> list[str]:
    return [tree.label for tree in trees]
