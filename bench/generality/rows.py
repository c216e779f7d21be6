"""The row of a trial in tables and files: figures alone, no pages and no addresses but a few examples of failures."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any

from bench.generality.findings import Found
from bench.generality.scoring import Score


@dataclass(frozen=True)
class Row:
    """`site` and `sample` name the trial. Judged: among the pages seen while recording."""

    site: str
    sample: str
    targets: int
    precision: float
    recall: float
    f1: float
    copies: int
    judged_precision: float
    judged_recall: float
    judged_f1: float
    pages_to_learn: int
    pages_to_crawl: int
    collected: int
    told: bool
    drifted: bool
    estimate: float | None
    low: float | None
    high: float | None
    cpu: float
    seconds: float
    failed: bool
    pattern: str
    """A digest of its text, to see whether it has changed."""
    failure: str = ""
    unclear: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()

    def anonymous(self, salt: str) -> "Row":
        """Nothing in it tells which site it is of, or what went wrong on which page."""
        name = sha256(f"{salt} {self.site} {self.sample}".encode()).hexdigest()[:16]
        return replace(self, site=name, sample="", pattern="", failure="", unclear=(), wrong=(), missed=())


def row_of(site: str, sample: str, found: Found, score: Score) -> Row:
    reached, judged, coverage = score.reached, score.judged, found.coverage
    return Row(
        site=site,
        sample=sample,
        targets=reached.records,
        precision=reached.precision,
        recall=reached.recall,
        f1=reached.f1,
        copies=reached.copies,
        judged_precision=judged.precision,
        judged_recall=judged.recall,
        judged_f1=judged.f1,
        pages_to_learn=found.pages_to_learn,
        pages_to_crawl=found.pages_to_crawl,
        collected=len(found.collected),
        told=bool(coverage.unclear or found.failure),
        drifted=found.drifted,
        estimate=coverage.estimate,
        low=coverage.low,
        high=coverage.high,
        cpu=found.cpu,
        seconds=found.seconds,
        failed=bool(found.failure),
        pattern=sha256(found.pattern.encode()).hexdigest()[:12] if found.pattern else "",
        failure=found.failure,
        unclear=coverage.unclear,
        wrong=score.wrong,
        missed=score.missed,
    )


def as_json(row: Row) -> dict[str, Any]:
    return {name: round(value, 5) if isinstance(value, float) else value for name, value in asdict(row).items()}


def from_json(told: Mapping[str, Any]) -> Row:
    lists = {name: tuple(told[name]) for name in ("unclear", "wrong", "missed")}
    return Row(**{**told, **lists})
