"""How far apart two trees are at least, by counting: what stands on which path. Cheap, and enough to reject most
hopeless pairs.

In a restricted top-down mapping two mapped nodes of one label share their whole root path, and two of different labels
share their parent's. So path by path: nodes without a partner of their label on the same path are replaced at best (1
for two), or deleted or inserted (1 each); a label that only one side has takes all that stands below it with it. Order
and family play no part here: that is why this is a bound.

Classes that both sides have on a path cancel out (the count does not change by it), so only what differs is ever looked
at, in step from the roots down, and no further than it takes to pass the allowed distance.
"""

from heapq import heappop, heappush

from recorder.patterns.pages.trees import Tree

_Signed = dict[Tree, int]
"""How many more nodes of a class the one side has on a path (above 0) or the other (below 0)."""


def least_distance(a: Tree, b: Tree, allowed: int | None = None) -> int:
    """A number the distance of `a` and `b` is not below; once it has passed `allowed` it is not worked out further."""
    if a is b:
        return 0
    if a.label != b.label:
        return a.size + b.size - 1
    settled, frontier = 0, [_Spot({a: 1, b: -1})]
    open_ = frontier[0].difference
    while frontier and (allowed is None or settled + open_ <= allowed):
        spot = heappop(frontier)
        cost, below = _one_level(spot.classes)
        settled += cost
        open_ += sum([spot.difference for spot in below]) - spot.difference
        for spot in below:
            heappush(frontier, spot)
    return settled + open_


class _Spot:
    """A path on which both sides have nodes that differ."""

    __slots__ = ("classes", "difference", "doubt")

    def __init__(self, classes: _Signed) -> None:
        more = less = 0
        for tree, times in classes.items():
            if times > 0:
                more += times * (tree.size - 1)
            else:
                less -= times * (tree.size - 1)
        self.classes = classes
        self.difference = abs(more - less)
        """What stands below these nodes costs that much at least."""
        self.doubt = min(more, less)
        """The most by which looking further down can raise that, halved."""

    def __lt__(self, other: "_Spot") -> bool:
        return self.doubt > other.doubt


def _one_level(parents: _Signed) -> tuple[int, list[_Spot]]:
    """What the children of nodes on one path cost at least, and the paths on which both sides go on."""
    surplus = shortage = lost = 0
    below: list[_Spot] = []
    for classes in _children_by_label(parents).values():
        spot = _Spot(classes)
        balance = sum(classes.values())
        if balance > 0:
            surplus += balance
        else:
            shortage -= balance
        if spot.doubt:
            below.append(spot)
        else:
            lost += spot.difference
    return max(surplus, shortage) + lost, below


def _children_by_label(parents: _Signed) -> dict[str, _Signed]:
    by_label: dict[str, _Signed] = {}
    for parent, times in parents.items():
        if times:
            for child in parent.children:
                classes = by_label.get(child.label)
                if classes is None:
                    classes = by_label[child.label] = {}
                classes[child] = classes.get(child, 0) + times
    return by_label
