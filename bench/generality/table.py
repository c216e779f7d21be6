"""The figures of many trials as lines of text: a table by site, and totals."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from bench.generality.rows import Row
from bench.generality.totals import Totals

_HEAD = (
    f"{'site':<28} {'targets':>7}  {'F1 by sample':<30} {'precision':>9} {'recall':>7}"
    f" {'learnt':>7} {'told':>5} {'cpu':>6}"
)


def table(rows: Iterable[Row]) -> str:
    """A line a site, the worst first."""
    by_site = [list(some) for _, some in groupby(sorted(rows, key=lambda row: row.site), lambda row: row.site)]
    by_site.sort(key=lambda some: _mean([row.f1 for row in some]))
    return "\n".join([_HEAD, *map(_site_line, by_site)])


def _site_line(rows: Sequence[Row]) -> str:
    by_sample = " ".join(f"{row.f1:.2f}" for row in rows)
    precision, recall, learnt = (
        _mean([getattr(row, name) for row in rows]) for name in ("precision", "recall", "pages_to_learn")
    )
    told, cpu = sum(row.told for row in rows), sum(row.cpu for row in rows)
    return (
        f"{rows[0].site:<28} {rows[0].targets:>7}  {by_sample:<30} {precision:9.3f} {recall:7.3f}"
        f" {learnt:7.0f} {told:>3}/{len(rows)} {cpu:6.0f}"
    )


def details(row: Row) -> str:
    """A line for a trial that is over."""
    end = row.failure.strip().rpartition("\n")[2] or "; ".join(row.unclear)
    numbers = f"F1 {row.f1:.3f}  precision {row.precision:.3f}  recall {row.recall:.3f}  judged {row.judged_f1:.3f}"
    return f"  {row.site} like {row.sample}: {numbers}  {row.pages_to_learn} pages  {row.cpu:.1f} s  {end}".rstrip()


def totals_text(all_: Totals) -> str:
    """Totals only: no site, no address."""
    lines = [
        f"{all_.trials} recordings of {all_.sites} sites, {all_.failures} of them failed",
        f"macro   precision {all_.precision:.4f}  recall {all_.recall:.4f}  F1 {all_.f1:.4f}",
        f"judged  precision {all_.judged_precision:.4f}  recall {all_.judged_recall:.4f}  F1 {all_.judged_f1:.4f}",
        f"worst tenth of recordings: F1 {all_.worst_tenth:.4f}; below .5 and not told: {all_.silent}",
        f"told: {_share(all_.told_below)} of those below .9, {_share(all_.told_above)} of those above .97",
        f"estimates: {all_.estimates}, within 10 %: {_share(all_.close)}, range holds: {_share(all_.held)}",
        f"pages to learn: median {all_.learn_median:.0f}, most {all_.learn_most}; a target {all_.learn_share:.2f}",
        f"pages to crawl: a target {all_.crawl_share:.2f}; copies {all_.copies}",
        f"CPU: {all_.cpu:.0f} s",
    ]
    return "\n".join(lines)


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.0%}"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
