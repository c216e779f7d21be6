"""Rows of trials that nobody ran."""

from dataclasses import replace

from bench.generality.findings import Found
from bench.generality.rows import Row, row_of
from bench.generality.scoring import Match, Score

_ALL = Match(records=100, hits=100, copies=0, wrong=0)
_FOUND = Found(pattern="p", pages_to_learn=30, pages_to_crawl=110)
_PLAIN = row_of("meadow", "acer", _FOUND, Score(_ALL, _ALL, (), ()))


def row(site: str = "meadow", sample: str = "acer", f1: float = 1.0, **others: object) -> Row:
    return replace(_PLAIN, site=site, sample=sample, f1=f1, **others)  # type: ignore[arg-type]
