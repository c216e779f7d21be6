"""Grouping pages by template: average linkage over the similarity of folded trees, then the shorter description, for
thousands of pages.

No cut through the linkage fits all templates of a site: where one is joined, another is still in pieces. So linkage
joins only what is nearly alike, and from there two groups become one where both are described shorter as one template.
A fixed cut, as in the news-extraction paper, is `Dendrogram.cut`.

Three things keep the number of comparisons far below all pairs. Pages with the same folded tree are one item. Items
nearly alike are joined around a *leader* first, and the leader speaks for them from then on; where a site is so varied
that there would still be too many leaders, "nearly" is loosened. And a leader whose root paths rule the similarity out
is never compared. The same pages give the same clusters in whatever order they come. It groups; which group matters is
for others.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from recorder.patterns.classes.page_model import Description, PageModel, PathTable
from recorder.patterns.pages.trees import Tree
from recorder.patterns.similarity.rtdm import Comparison

NEARLY_ALIKE = 0.95

MAX_LEADERS = 200
MAX_SEEDS = 100
"""Both steps are quadratic; these many take a few seconds."""

_LOOSER = (NEARLY_ALIKE, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.0)


@dataclass(frozen=True)
class Cluster:
    """Pages of one template, as positions in the list that was clustered."""

    members: tuple[int, ...]


def cluster_pages(
    trees: Sequence[Tree], comparison: Comparison, paths: PathTable | None = None, most_looks: float = inf
) -> tuple[Cluster, ...]:
    """The templates among folded trees, the largest first. `most_looks` bounds how many paths are looked at, whatever
    the pages are: where it is not enough, what is less alike is joined without a closer look."""
    paths = paths or PathTable()
    dendrogram = grow_together(trees, comparison, paths)
    most = MAX_SEEDS
    while True:
        seeds = dendrogram.standing(dendrogram.height_of(most, NEARLY_ALIKE))
        if most == 1 or _looks(trees, seeds, paths) <= most_looks:
            return _in_order(_Joining(trees, seeds, paths).groups())
        most = max(1, min(most, len(seeds)) // 2)


def _looks(trees: Sequence[Tree], seeds: Sequence[Sequence[int]], paths: PathTable) -> int:
    """How many paths are looked at where each of these groups is held against each."""
    return len(seeds) * sum(len(set().union(*(paths.row(trees[n]) for n in seed))) for seed in seeds)


def _in_order(groups: Iterable[tuple[int, ...]]) -> tuple[Cluster, ...]:
    found = [Cluster(tuple(sorted(members))) for members in groups]
    return tuple(sorted(found, key=lambda cluster: (-len(cluster.members), cluster.members)))


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
        return _in_order(self.standing(similarity))

    def standing(self, similarity: float) -> list[tuple[int, ...]]:
        """The same in an order that depends on what the pages look like, not on their positions."""
        standing = dict(enumerate(self.items))
        first = {number: number for number in standing}
        for number, merge in enumerate(self.merges, start=len(self.items)):
            if merge.similarity >= similarity:
                standing[number] = standing.pop(merge.first) + standing.pop(merge.second)
                first[number] = min(first[merge.first], first[merge.second])
        return [standing[number] for number in sorted(standing, key=lambda number: first[number])]

    def heights(self) -> tuple[float, ...]:
        """The similarities at which clusters merged, the most similar first."""
        return tuple(sorted((merge.similarity for merge in self.merges), reverse=True))

    def height_of(self, clusters: int, highest: float) -> float:
        """Where to cut for at most that many clusters, but no higher than `highest`."""
        needed = len(self.items) - clusters
        return min(highest, self.heights()[needed - 1]) if needed > 0 else highest


def grow_together(trees: Sequence[Tree], comparison: Comparison, paths: PathTable | None = None) -> Dendrogram:
    """Average linkage of folded trees, down to one cluster."""
    leaders = _leaders(_distinct(trees, paths or PathTable()), comparison)
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
        """Whether RTDM can be this high: mapped nodes of one label share their root path and gain 2, all others 1."""
        a, b = self.tree.size, other.tree.size
        common = (self.paths & other.paths).bit_count()
        return common + min(a, b) >= similarity * (a + b)


def _distinct(trees: Sequence[Tree], paths: PathTable) -> list[_Leader]:
    """One leader for every different tree, the common ones first; ties go by what the tree looks like, not by
    position.
    """
    positions: dict[Tree, list[int]] = {}
    for position, tree in enumerate(trees):
        positions.setdefault(tree, []).append(position)
    found = [_Leader(tree, _bits(paths.row(tree)), members) for tree, members in positions.items()]
    return sorted(found, key=lambda leader: (-len(leader.members), -leader.tree.size, outline(leader.tree)))


def _bits(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def outline(tree: Tree) -> str:
    """The tree in one line: equal for equal trees, and the same on every run."""
    return " ".join([f"{node.label} {len(node.children)}" for node in tree.nodes()])


def _leaders(distinct: list[_Leader], comparison: Comparison) -> list[_Leader]:
    looser = iter(_LOOSER)  # the last of them joins everything
    while len(distinct) > MAX_LEADERS:
        distinct = _joined(distinct, comparison, next(looser))
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


class _Joining:
    """Joining groups, each time the two whose description as one template saves most, while any does."""

    def __init__(self, trees: Sequence[Tree], seeds: list[tuple[int, ...]], paths: PathTable) -> None:
        self._trees = trees
        self._paths = paths
        self._description = Description(PageModel(trees, paths))
        self._groups: dict[int, tuple[int, ...]] = {}
        self._models: list[PageModel] = []
        self._savings: dict[tuple[int, int], float] = {}
        for seed in seeds:
            self._add(seed)

    def groups(self) -> list[tuple[int, ...]]:
        while self._savings:
            first, second = max(self._savings, key=lambda pair: (self._savings[pair], -pair[0], -pair[1]))
            if self._savings[first, second] <= 0:
                break
            self._add(self._groups.pop(first) + self._groups.pop(second))
        return list(self._groups.values())

    def _add(self, members: tuple[int, ...]) -> None:
        """A new group, and what it would save to join it with each of the others."""
        new = len(self._models)
        self._models.append(PageModel((self._trees[n] for n in members), self._paths))
        self._savings = {pair: saved for pair, saved in self._savings.items() if self._groups.keys() >= set(pair)}
        for other in self._groups:
            self._savings[other, new] = self._description.saved_together(self._models[other], self._models[new])
        self._groups[new] = members
