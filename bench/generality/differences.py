"""What has changed since a stored run, of the trials that are in both."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from statistics import fmean

from bench.generality.rows import Row
from bench.generality.totals import Totals, totals

_FELT = 0.0005
"""Least difference of an F1 that is told."""

Pair = tuple[Row, Row]


def pairs(before: Iterable[Row], after: Iterable[Row]) -> list[Pair]:
    """The rows of the same trials, if they are of the same targets."""
    known = {(row.site, row.sample): row for row in before}
    both = ((known.get((row.site, row.sample)), row) for row in after)
    return [(old, new) for old, new in both if old is not None and old.targets == new.targets]


def by_site(changed: Sequence[Pair]) -> list[str]:
    """A line for every site that does better or worse, or otherwise, the largest loss first."""
    lines = []
    ordered = sorted(changed, key=lambda pair: pair[0].site)
    for site, group in groupby(ordered, lambda pair: pair[0].site):
        some = list(group)
        old, new = (fmean(row.f1 for row in rows) for rows in zip(*some, strict=True))
        patterns = sum(one.pattern != other.pattern for one, other in some)
        pages = sum(other.pages_to_learn - one.pages_to_learn for one, other in some)
        if abs(new - old) >= _FELT or patterns or pages:
            line = f"  {site:<28} F1 {old:.3f} -> {new:.3f}  {patterns}/{len(some)} patterns  {pages:+d} pages to learn"
            lines.append((new - old, line))
    return [line for _, line in sorted(lines)]


def of_totals(changed: Sequence[Pair]) -> str:
    """One line, which tells no site."""
    if not changed:
        return "Nothing to compare with is stored."
    old, new = (totals(rows) for rows in zip(*changed, strict=True))
    moved = sum(abs(one.f1 - other.f1) >= _FELT for one, other in changed)
    return f"{moved} of {len(changed)} recordings have another F1 than before: {_from_to(old, new)}"


def _from_to(old: Totals, new: Totals) -> str:
    named = {"macro F1": "f1", "worst tenth": "worst_tenth", "precision": "precision", "recall": "recall"}
    parts = [f"{told} {getattr(old, name):.4f} -> {getattr(new, name):.4f}" for told, name in named.items()]
    return ", ".join([*parts, f"median of pages to learn {old.learn_median:.0f} -> {new.learn_median:.0f}"])
