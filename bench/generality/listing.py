"""The catalogue as a list. Sets up no site: how many pages and targets one has is known once it was tried."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.generality.catalogue import half
from bench.generality.kept_answers import KeptAnswers
from bench.generality.site import Site

_COLUMNS = ("name", "kind", "generator", "pages", "targets", "half")


def listed(site: Site, mirror: Path) -> dict[str, Any]:
    """`pages` are those met so far, all trials together."""
    pages, targets = _known(mirror) if mirror.exists() else (None, None)
    told = (site.name, site.kind, site.generator, pages, targets, str(half(site.name)))
    return dict(zip(_COLUMNS, told, strict=True)) | {"is_program": site.is_program}


def _known(mirror: Path) -> tuple[int, int | None]:
    kept = KeptAnswers(mirror)
    try:
        targets = kept.fact("targets")
        return kept.pages(), None if targets is None else int(targets)
    finally:
        kept.close()


def as_text(told: Iterable[dict[str, Any]], *, in_json: bool) -> str:
    rows = list(told)
    if in_json:
        return json.dumps(rows, indent=1)
    widths = (30, 16, 24, 7, 7, 7)
    lines = [["-" if row[name] is None else str(row[name]) for name in _COLUMNS] for row in rows]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in ([*_COLUMNS], *lines)
    )
