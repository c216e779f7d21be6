"""The tuning half as one HTML page: plots, totals, and the table. Loads nothing from anywhere."""

from collections.abc import Iterable, Sequence
from html import escape
from zlib import crc32

from bench.generality.plots import Axis, Point, plot
from bench.generality.rows import Row
from bench.generality.table import table, totals_text
from bench.generality.totals import totals

_STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1a1d21, #e4e6ea); --quiet: light-dark(#c9ced6, #41474f);
  --one: light-dark(#1f6feb, #6ea8fe); --two: light-dark(#c2410c, #fb923c); --ground: light-dark(#fff, #16181b); }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 2rem auto;
  max-width: 75rem; padding: 0 1rem; }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 1.5rem; }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: var(--ink); } svg .title { font-weight: 600; }
svg line { stroke: var(--quiet); } circle { fill: var(--one); fill-opacity: .65; } circle.told { fill: var(--two); }
pre { overflow-x: auto; font-size: 13px; line-height: 1.4; }
"""
_F1 = Axis("F1")


def page(rows: Sequence[Row]) -> str:
    """Orange points are of recordings that said that something is unclear."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>Generality: F1 {totals(rows).f1:.3f}</title><style>{_STYLE}</style>",
        "<h1>The bench of generality, tuning half</h1>",
        "<p>A point is a recording. Orange: it said by itself that something is unclear.</p>",
        f"<pre>{escape(totals_text(totals(rows)))}</pre><main>{''.join(_plots(rows))}</main>",
        f"<h2>By site</h2><pre>{escape(table(rows))}</pre><h2>What went wrong</h2><pre>{escape(_wrong(rows))}</pre>",
    ]
    return "\n".join(parts) + "</html>\n"


def _plots(rows: Sequence[Row]) -> Iterable[str]:
    ranked = sorted(rows, key=lambda row: row.f1)
    yield plot(
        "F1 of every recording, sorted",
        Axis("recordings", 0, len(rows)),
        _F1,
        [_point(number, row.f1, row) for number, row in enumerate(ranked)],
    )
    sites = sorted({row.site for row in rows}, key=lambda site: min(row.f1 for row in rows if row.site == site))
    yield plot(
        "F1 by site, the worst sample decides the order",
        Axis("sites", 0, len(sites)),
        _F1,
        [_point(sites.index(row.site), row.f1, row) for row in rows],
    )
    yield plot(
        "Recall and precision", Axis("recall"), Axis("precision"), [_point(r.recall, r.precision, r) for r in rows]
    )
    most = max(max(row.targets, row.pages_to_learn) for row in rows)
    yield plot(
        "Pages to learn against targets",
        Axis("targets", 1, most, logarithmic=True),
        Axis("pages to learn", 1, most, logarithmic=True),
        [_point(row.targets, row.pages_to_learn, row) for row in rows],
        diagonal=True,
    )
    yield plot("Told (above) or not (below)", _F1, Axis("told"), [_point(row.f1, _spread(row), row) for row in rows])
    yield _estimates(rows)


def _estimates(rows: Sequence[Row]) -> str:
    known = [(row, row.estimate) for row in rows if row.estimate is not None]
    most = max([10.0, *(max(row.targets, estimate) for row, estimate in known)])
    across, up = (Axis(name, 1, most, logarithmic=True) for name in ("targets", "estimate"))
    points = [_point(row.targets, estimate, row) for row, estimate in known]
    title = "Estimates against the truth" if known else "Estimates against the truth: no recording gives one"
    return plot(title, across, up, points, diagonal=True)


def _spread(row: Row) -> float:
    """Told or not, pulled apart a little, so that points do not hide each other."""
    return (0.75 if row.told else 0.25) + (crc32(row.sample.encode()) % 100 - 50) / 250


def _point(x: float, y: float, row: Row) -> Point:
    return Point(x, y, f"{row.site} like {row.sample}: F1 {row.f1:.3f}", "told" if row.told else "")


def _wrong(rows: Iterable[Row]) -> str:
    worst = sorted((row for row in rows if row.f1 < 1), key=lambda row: row.f1)
    return "\n".join(map(_reasons, worst))


def _reasons(row: Row) -> str:
    shown = {"missed": row.missed, "wrong": row.wrong, "unclear": row.unclear}
    shown["failed"] = tuple(row.failure.strip().splitlines()[-1:])
    reasons = [f"  {name}: {', '.join(some)}" for name, some in shown.items() if some]
    return "\n".join([f"{row.site} like {row.sample}: F1 {row.f1:.3f}", *reasons])
