"""What comparing pages by structure costs, as a multiple of parsing them, and against other implementations.

Parsing is `lxml` alone, with the product's own settings, of pages that are dropped again: the cheapest way to parse.
Times are processor time of this process, and both sides of a ratio are measured in one run; still, another busy process
on the machine moves them by a fifth.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import rivals
from bench.figures import Figure
from bench.sites import debian_folder
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.trees import Forest, Tree
from recorder.patterns.similarity.bounds import least_distance
from recorder.patterns.similarity.rtdm import Comparison, least_gain

SITES = {
    "sqlite3": ("sqlite3-doc", "usr/share/doc/sqlite3"),
    "openjdk-17": ("openjdk-17-doc", "usr/share/doc/openjdk-17-doc/api"),
    "python3.11": ("python3.11-doc", "usr/share/doc/python3.11/html"),
}
PAGES = 500
SAMPLES = 8
ENOUGH = 0.8


@dataclass(frozen=True)
class Pages:
    """Some pages of a site as trees, with what it took to make them, in seconds per page."""

    parsing: list[float]
    building: list[float]
    folding: list[float]
    plain: list[Tree]
    folded: list[Tree]


def run() -> list[Figure]:
    sites = {name: read(debian_folder(*where)) for name, where in SITES.items()}
    figures = [figure for name, pages in sites.items() for figure in site_figures(name, pages)]
    return [*figures, *rival_figures([pages.plain for pages in sites.values()])]


def read(folder: Path) -> Pages:
    files = sorted(file for file in folder.rglob("*.html") if file.is_file() and not file.is_symlink())
    random.Random(1).shuffle(files)
    forest = Forest()
    pages = Pages([], [], [], [], [])
    for file in files[:PAGES]:
        document = Document.parse(file.read_bytes())
        _ = document.encoding
        pages.parsing.append(seconds(lambda document=document: document.root))
        pages.building.append(seconds(lambda document=document: pages.plain.append(forest.tree(document))))
        pages.folding.append(seconds(lambda: pages.folded.append(forest.fold(pages.plain[-1]))))
    return pages


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def site_figures(name: str, pages: Pages) -> Iterator[Figure]:
    parsing = sum(pages.parsing)
    nodes = statistics.median(tree.size for tree in pages.plain)
    yield Figure(f"{name}: nodes of a page, median", nodes, "", "", True)
    yield at_most(f"{name}: building trees / parsing", sum(pages.building) / parsing, 0.85)
    yield Figure(f"{name}: folding / parsing", sum(pages.folding) / parsing, "x", "", True)
    samples = random.Random(2).sample(range(len(pages.plain)), SAMPLES)
    for kind, trees, bar in (("plain", pages.plain, 0.5), ("folded", pages.folded, 0.1)):
        times = [compare_all(trees[sample], trees) for sample in samples]
        totals = [sum(one) / parsing for one in times]
        ratios = sorted(time / cost for one in times for time, cost in zip(one, pages.parsing, strict=True))
        yield at_most(f"{name}: {kind} comparison of one sample with all / parsing", statistics.mean(totals), bar)
        yield Figure(f"{name}: the same, of the median sample", statistics.median(totals), "x", "", True)
        yield Figure(f"{name}: the same, of the costliest sample", max(totals), "x", "", True)
        yield at_most(f"{name}: the same, 99th percentile of single pages", ratios[len(ratios) * 99 // 100], 4)
        decisions = [decide_all(trees[sample], trees) / parsing for sample in samples]
        yield at_most(f"{name}: {kind} decision 'at least 0.8' / parsing", statistics.mean(decisions), 0.15)
        yield at_least(
            f"{name}: {kind} pairs below 0.8 rejected by bounds", rejected([trees[s] for s in samples], trees), 0.95
        )


def compare_all(sample: Tree, trees: Sequence[Tree]) -> list[float]:
    comparison = Comparison()
    return [seconds(lambda tree=tree: comparison.similarity(sample, tree)) for tree in trees]


def decide_all(sample: Tree, trees: Sequence[Tree]) -> float:
    comparison = Comparison()
    return seconds(lambda: [comparison.at_least(sample, tree, ENOUGH) for tree in trees])


def rejected(samples: Sequence[Tree], trees: Sequence[Tree]) -> float:
    """The share, of the pairs that are not similar enough."""
    hopeless = found = 0
    for sample in samples:
        comparison = Comparison()
        for tree in trees:
            if comparison.similarity(sample, tree) < ENOUGH:
                allowed = sample.size + tree.size - least_gain(sample.size + tree.size, ENOUGH)
                hopeless += 1
                found += least_distance(sample, tree, allowed) > allowed
    return found / hopeless


def rival_figures(sites: Sequence[Sequence[Tree]]) -> Iterator[Figure]:
    """Pairs of pages of one site with about so many nodes each. Timed is the comparison alone, of trees that are there
    already in the form each implementation wants; ours begins with an empty memory of pairs every time."""
    for nodes, number, contests in CONTESTS:
        pairs = pairs_of(sites, nodes, number)
        ours = [
            statistics.median(seconds(lambda a=a, b=b: Comparison().distance(a, b)) for _ in range(5)) for a, b in pairs
        ]
        yield Figure(f"{nodes} nodes: one comparison, cold, median", statistics.median(ours) * 1e6, "µs", "", True)
        for rival, prepare, bar in contests:
            theirs = [seconds(prepare(a, b)) for a, b in pairs]
            name = f"{nodes} nodes, {len(pairs)} pairs: {rival} / ours"
            ratios = [their / our for their, our in zip(theirs, ours, strict=True)]
            yield at_least(f"{name}, median of pairs", statistics.median(ratios), bar)
            yield at_least(f"{name}, worst pair", min(ratios), 1)
            yield Figure(f"{name}, all pairs together", sum(theirs) / sum(ours), "x", "", True)


Prepare = Callable[[Tree, Tree], Callable[[], object]]


def called(compare: Callable[[Tree, Tree], int]) -> Prepare:
    """A comparison that takes trees as they are."""
    return lambda a, b: lambda: compare(a, b)


CHAWATHE, PLAIN = called(rivals.chawathe), called(rivals.plain_recursion)
CONTESTS: list[tuple[int, int, list[tuple[str, Prepare, float]]]] = [
    (
        100,
        20,
        [
            ("Chawathe's table", CHAWATHE, 15),
            ("plain recursion", PLAIN, 1),
            ("edist standard_ted", rivals.prepared_edist, 10),
            ("zss", rivals.prepared_zss, 1000),
            ("apted", rivals.prepared_apted, 1000),
        ],
    ),
    (
        500,
        20,
        [
            ("Chawathe's table", CHAWATHE, 40),
            ("plain recursion", PLAIN, 1),
            ("edist standard_ted", rivals.prepared_edist, 50),
        ],
    ),
    (2500, 16, [("Chawathe's table", CHAWATHE, 300), ("plain recursion", PLAIN, 1)]),
]


def pairs_of(sites: Sequence[Sequence[Tree]], nodes: int, number: int) -> list[tuple[Tree, Tree]]:
    rng = random.Random(nodes)
    found = []
    for trees in sites:
        near = [tree for tree in trees if 0.75 * nodes <= tree.size <= 1.33 * nodes]
        pairs = [(a, b) for a in near for b in near if a is not b]
        found += rng.sample(pairs, min(len(pairs), number))
    return rng.sample(found, min(len(found), number))


def at_most(name: str, value: float, bar: float) -> Figure:
    return Figure(name, value, "x", f"<= {bar:g}", value <= bar)


def at_least(name: str, value: float, bar: float) -> Figure:
    return Figure(name, value, "x", f">= {bar:g}", value >= bar)
