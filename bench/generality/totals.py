"""The figures of all trials in a few numbers. Macro: a recording counts as much as any other, whatever its size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from bench.generality.rows import Row

LOW, HIGH = 0.9, 0.97
"""Below the one a recording should say that something is unclear, above the other it should not."""
SILENT = 0.5
"""Below it no recording may be silent."""
CLOSE = 0.1
"""An estimate of the number of targets is good if it is off by no more than this share."""


@dataclass(frozen=True)
class Totals:
    """Shares are None where there is nothing to take them of."""

    sites: int
    trials: int
    failures: int
    precision: float
    recall: float
    f1: float
    judged_precision: float
    judged_recall: float
    judged_f1: float
    worst_tenth: float
    silent: int
    told_below: float | None
    told_above: float | None
    estimates: int
    close: float | None
    held: float | None
    learn_median: float
    learn_most: int
    learn_share: float
    crawl_share: float
    copies: int
    cpu: float


def totals(rows: Sequence[Row]) -> Totals:
    """Of at least one trial."""
    ranked = sorted(row.f1 for row in rows)
    learnt = [row.pages_to_learn for row in rows]
    estimated = [row for row in rows if row.estimate is not None]
    return Totals(
        sites=len({row.site for row in rows}),
        trials=len(rows),
        failures=sum(row.failed for row in rows),
        precision=fmean(row.precision for row in rows),
        recall=fmean(row.recall for row in rows),
        f1=fmean(ranked),
        judged_precision=fmean(row.judged_precision for row in rows),
        judged_recall=fmean(row.judged_recall for row in rows),
        judged_f1=fmean(row.judged_f1 for row in rows),
        worst_tenth=fmean(ranked[: max(1, len(ranked) // 10)]),
        silent=sum(row.f1 < SILENT and not row.told for row in rows),
        told_below=_share(rows, lambda row: row.f1 < LOW, lambda row: row.told),
        told_above=_share(rows, lambda row: row.f1 > HIGH, lambda row: row.told),
        estimates=len(estimated),
        close=_share(estimated, lambda _: True, is_close),
        held=_share(estimated, lambda _: True, _is_held),
        learn_median=median(learnt),
        learn_most=max(learnt),
        learn_share=median(row.pages_to_learn / max(1, row.targets) for row in rows),
        crawl_share=median(row.pages_to_crawl / max(1, row.targets) for row in rows),
        copies=sum(row.copies for row in rows),
        cpu=sum(row.cpu for row in rows),
    )


def is_close(row: Row) -> bool:
    """Whether its estimate is good."""
    return row.estimate is not None and abs(row.estimate - row.targets) <= CLOSE * row.targets


def _is_held(row: Row) -> bool:
    return row.low is not None and row.high is not None and row.low <= row.targets <= row.high


def _share(rows: Sequence[Row], of: Callable[[Row], bool], which: Callable[[Row], bool]) -> float | None:
    some = [row for row in rows if of(row)]
    return fmean(map(which, some)) if some else None
