"""Grouping pages by template: average linkage over the similarity of folded trees, for thousands of pages.

Three things keep the number of comparisons far below all pairs. Pages with the same folded tree are one item. Items
nearly alike are joined around a *leader* first, and the leader speaks for them from then on; where a site is so
varied that there would still be too many leaders, "nearly" is loosened. And a leader whose size or root paths rule
the similarity out is never compared. The same pages give the same clusters in whatever order they come. It groups;
which group matters is for others.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from patterns.rtdm import Comparison
from patterns.trees import Tree

SAME_TEMPLATE = 0.8
"""The merge threshold of the news-extraction paper."""

MAX_LEADERS = 500
"""Average linkage is quadratic; this many leaders take about a second."""

_NEARLY_ALIKE = (0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.0)


@dataclass(frozen=True)
class Cluster:
    """Pages of one template, as positions in the list that was clustered."""

    members: tuple[int, ...]


@dataclass(frozen=True)
class _Merge:
    first: int
    second: int
    similarity: float


@dataclass(frozen=True)
class Dendrogram:
    """The order in which clusters grew together. Items are numbered from 0; the result of merge m has number
    `len(items) + m`.
    """

    items: tuple[tuple[int, ...], ...]
    merges: tuple[_Merge, ...]

    def cut(self, similarity: float) -> tuple[Cluster, ...]:
        """The clusters that stand when pages less similar than this are kept apart, the largest first."""
        standing = dict(enumerate(self.items))
        for number, merge in enumerate(self.merges, start=len(self.items)):
            if merge.similarity >= similarity:
                standing[number] = standing.pop(merge.first) + standing.pop(merge.second)
        found = [Cluster(tuple(sorted(members))) for members in standing.values()]
        return tuple(sorted(found, key=lambda cluster: (-len(cluster.members), cluster.members)))

    def heights(self) -> tuple[float, ...]:
        """The similarities at which clusters merged, the most similar first."""
        return tuple(sorted((merge.similarity for merge in self.merges), reverse=True))


def cluster_pages(
    trees: Sequence[Tree], comparison: Comparison, similarity: float = SAME_TEMPLATE
) -> tuple[Cluster, ...]:
    """The templates among folded trees."""
    return grow_together(trees, comparison).cut(similarity)


def grow_together(trees: Sequence[Tree], comparison: Comparison) -> Dendrogram:
    """Average linkage of folded trees, down to one cluster."""
    leaders = _leaders(_distinct(trees), comparison)
    linkage = _Linkage([leader.tree for leader in leaders], [len(leader.members) for leader in leaders], comparison)
    items = tuple(tuple(sorted(leader.members)) for leader in leaders)
    return Dendrogram(items, tuple(linkage.merges()))


@dataclass
class _Leader:
    """A tree that speaks for the pages nearly like it. `paths` has a bit for every root path, so two are intersected at
    once.
    """

    tree: Tree
    paths: int
    members: list[int]

    def may_reach(self, other: "_Leader", similarity: float) -> bool:
        """Whether RTDM can be this high: of the nodes that share no root path, each brings at most one to the gain."""
        a, b = self.tree.size, other.tree.size
        common = (self.paths & other.paths).bit_count()
        return 2 * common + min(a, b) - min(common, a, b) >= similarity * (a + b)


def _distinct(trees: Sequence[Tree]) -> list[_Leader]:
    """One leader for every different tree, the common ones first; ties go by what the tree looks like, never by
    position.
    """
    positions: dict[Tree, list[int]] = {}
    for position, tree in enumerate(trees):
        positions.setdefault(tree, []).append(position)
    bits: dict[tuple[int, str], int] = {}
    found = [_Leader(tree, _paths(tree, bits), members) for tree, members in positions.items()]
    return sorted(found, key=lambda leader: (-len(leader.members), -leader.tree.size, outline(leader.tree)))


def _paths(tree: Tree, bits: dict[tuple[int, str], int]) -> int:
    """The root paths of a tree as bits of one number; `bits` numbers the paths seen so far."""
    found = 0
    stack = [(-1, tree)]
    while stack:
        above, node = stack.pop()
        number = bits.setdefault((above, node.label), len(bits))
        found |= 1 << number
        stack.extend((number, child) for child in node.children)
    return found


def outline(tree: Tree) -> str:
    """The tree in one line: equal for equal trees, and the same on every run."""
    pieces: list[str] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        pieces.append(f"{node.label} {len(node.children)}")
        stack.extend(node.children)
    return " ".join(pieces)


def _leaders(distinct: list[_Leader], comparison: Comparison) -> list[_Leader]:
    for nearly in _NEARLY_ALIKE:
        if len(distinct) <= MAX_LEADERS:
            break
        distinct = _joined(distinct, comparison, nearly)
    return distinct


def _joined(distinct: Iterable[_Leader], comparison: Comparison, nearly: float) -> list[_Leader]:
    """Every tree follows the first leader it is nearly like, or becomes one."""
    leaders: list[_Leader] = []
    for one in distinct:
        for leader in leaders:
            if leader.may_reach(one, nearly) and comparison.at_least(leader.tree, one.tree, nearly):
                leader.members = leader.members + one.members
                break
        else:
            leaders.append(one)
    return leaders


@dataclass
class _Linkage:
    """Average linkage by nearest-neighbour chains: follow nearest neighbours until two are each other's, and merge
    them.
    """

    trees: list[Tree]
    weights: list[int]
    comparison: Comparison
    _near: dict[int, dict[int, float]] = field(default_factory=dict)
    _heights: dict[int, float] = field(default_factory=dict)

    def merges(self) -> Iterator[_Merge]:
        self._near = {n: {} for n in range(len(self.trees))}
        for n, tree in enumerate(self.trees):
            for m in range(n):
                self._near[n][m] = self._near[m][n] = self.comparison.similarity(self.trees[m], tree)
        chain: list[int] = []
        while len(self._near) > 1:
            chain = chain or [min(self._near)]
            nearest = self._nearest(chain)
            if len(chain) > 1 and nearest == chain[-2]:
                first, second = sorted((chain.pop(), chain.pop()))
                yield self._merge(first, second)
            else:
                chain.append(nearest)

    def _nearest(self, chain: list[int]) -> int:
        """The nearest neighbour of the end of the chain; on a tie the one before it (or the chain would never end),
        then the lowest.
        """
        before = chain[-2] if len(chain) > 1 else None
        near = self._near[chain[-1]]
        return max(near, key=lambda n: (near[n], n == before, -n))

    def _merge(self, first: int, second: int) -> _Merge:
        """The new cluster takes the next number. Rounding never lets it look more alike than its parts."""
        new = len(self.weights)
        height = min(self._near[first][second], self._heights.get(first, 1.0), self._heights.get(second, 1.0))
        self._heights[new] = height
        a, b = self.weights[first], self.weights[second]
        self.weights.append(a + b)
        left, right = self._near.pop(first), self._near.pop(second)
        self._near[new] = {}
        for n in self._near.keys() - {new}:
            average = (a * left[n] + b * right[n]) / (a + b)
            del self._near[n][first], self._near[n][second]
            self._near[n][new] = self._near[new][n] = average
        return _Merge(first, second, height)
