"""How well what was found agrees with the truth: F1, area under the curve, adjusted Rand index. Measures nothing
itself.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from math import comb

from recorder.patterns.classes.clusters import Cluster


def f1(truth: Set[str], found: Set[str]) -> float:
    return 2 * len(truth & found) / (len(truth) + len(found)) if truth or found else 1.0


def area_under_curve(scored: Iterable[tuple[float, bool]]) -> float:
    """How often a right one scores above a wrong one, ties half."""
    by_truth: dict[bool, list[float]] = {True: [], False: []}
    for score, right in scored:
        by_truth[right].append(score)
    wrong = sorted(by_truth[False])
    above = sum(bisect_left(wrong, score) + bisect_right(wrong, score) for score in by_truth[True])
    return above / 2 / (len(wrong) * len(by_truth[True]))


def adjusted_rand_index(truth: Sequence[str], clusters: Sequence[Cluster]) -> float:
    """1 for the same partition, about 0 for one by chance."""
    cells = Counter((truth[member], number) for number, cluster in enumerate(clusters) for member in cluster.members)
    together = sum(comb(count, 2) for count in cells.values())
    rows = sum(comb(count, 2) for count in Counter(truth).values())
    columns = sum(comb(len(cluster.members), 2) for cluster in clusters)
    chance = rows * columns / comb(len(truth), 2)
    return (together - chance) / ((rows + columns) / 2 - chance)
