"""Ten sites with two samples whose figures are in the repository, so that a change which costs accuracy is noticed by
whoever makes it. Measures nothing itself.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.generality.rows import Row

STORED = Path(__file__).with_name("stored.json")
SAMPLES = 2
TOLERANCE = 0.02
"""Most that the F1 of a recording may be below the stored one. On one machine there is no difference; another has its
distribution's next point release of a manual, with a page more or less, and another Chromium.
"""


@dataclass(frozen=True)
class Figures:
    f1: float
    pages_to_learn: int


def stored() -> dict[str, dict[str, Figures]]:
    """By site and sample."""
    told: Mapping[str, Mapping[str, Any]] = json.loads(STORED.read_text())
    return {site: {sample: Figures(**each) for sample, each in some.items()} for site, some in told.items()}


def as_stored(rows: Iterable[Row]) -> str:
    """The text of the file with the figures of these rows."""
    told: dict[str, dict[str, dict[str, float]]] = {}
    for row in rows:
        figures = {"f1": round(row.f1, 4), "pages_to_learn": row.pages_to_learn}
        told.setdefault(row.site, {})[row.sample] = figures
    return json.dumps(told, indent=1) + "\n"


def lost(row: Row, before: Figures) -> str:
    """What a recording does worse than it did, in words; nothing if it does not."""
    if row.f1 >= before.f1 - TOLERANCE:
        return ""
    return f"{row.site} like {row.sample}: F1 {row.f1:.3f}, stored {before.f1:.3f}. {row.failure}".strip()
