"""What a trial is worth: by the identity of records, not by address. Runs nothing."""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from bench.generality.findings import Found
from bench.generality.site import Truth


@dataclass(frozen=True)
class Match:
    """Addresses against records. The first address of a record counts, further ones are copies."""

    records: int
    hits: int
    copies: int
    wrong: int

    @cached_property
    def precision(self) -> float:
        return self.hits / (self.hits + self.wrong) if self.hits else 0.0

    @cached_property
    def recall(self) -> float:
        return self.hits / self.records if self.records else 0.0

    @cached_property
    def f1(self) -> float:
        return 2 * self.hits / (self.records + self.hits + self.wrong) if self.hits else 0.0


@dataclass(frozen=True)
class Score:
    """Of one trial: what the pattern reaches, and what was judged among the pages seen while recording."""

    reached: Match
    judged: Match
    wrong: tuple[str, ...]
    """Some of the addresses that were collected and are no records, to look at."""
    missed: tuple[str, ...]
    """Some of the records that were not, by identity."""


_SOME = 5
"""Most examples of what went wrong."""


def score(found: Found, base: str, truth: Truth) -> Score:
    """A trial without a pattern reaches nothing."""
    counted = Labels(base, truth)
    seen = {identity for url in found.seen if (identity := counted.identity(url))}
    reached = counted.match(found.collected, truth.records.keys())
    wrong = [url for url in found.collected if counted.is_wrong(url)]
    missed = sorted(truth.records.keys() - {counted.identity(url) for url in found.collected})
    return Score(reached, counted.match(found.judged, seen), tuple(wrong[:_SOME]), tuple(missed[:_SOME]))


@dataclass(frozen=True)
class Labels:
    """What the addresses of a site show."""

    base: str
    truth: Truth

    def identity(self, url: str) -> str | None:
        """The record an address shows. Files are known by their names, addresses have those encoded."""
        found = map(self.truth.identity, self._written(url))
        return next((identity for identity in found if identity in self.truth.records), None)

    def is_record(self, url: str) -> bool | None:
        """None where it counts neither way."""
        if self.identity(url) is not None:
            return True
        return False if self.is_wrong(url) else None

    def is_wrong(self, url: str) -> bool:
        return self.identity(url) is None and not any(map(self.truth.neither, self._written(url)))

    def _written(self, url: str) -> tuple[str, ...]:
        address = url.removeprefix(self.base)
        return address, unquote(address)

    def match(self, urls: Iterable[str], records: Set[str]) -> Match:
        known = [identity for url in urls if (identity := self.identity(url)) is not None]
        hits = len(set(known))
        return Match(len(records), hits, len(known) - hits, sum(map(self.is_wrong, urls)))
