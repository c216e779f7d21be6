"""What each kind of likeness weighs: logistic tables, learnt from labelled sites by `python -m bench belief --learn`
and kept beside this file. Nobody writes them by hand.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, fsum

from recorder.patterns.classes.aspects import NAMES, OFTEN_SILENT

FILE = "belief_tables.json"

Numbers = tuple[float, ...]

_LARGEST = 30.0

LATER = ("like those believed", "like the rest", "typical", "on their side", "like the samples", "neighbours")


@dataclass(frozen=True)
class Table:
    """What each number about a page weighs."""

    weights: Numbers
    middle: float

    def chance(self, numbers: Numbers) -> float:
        score = self.middle + fsum(weight * number for weight, number in zip(self.weights, numbers, strict=True))
        return 1 / (1 + exp(-max(-_LARGEST, min(_LARGEST, score))))


@dataclass(frozen=True)
class Tables:
    """By the samples alone; by those they make believable; and by those believed from then on."""

    first: Table
    later: tuple[Table, ...]

    def of_round(self, number: int) -> Table:
        return self.later[min(number, len(self.later) - 1)]


@cache
def learnt_tables() -> Tables:
    first, *later = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return Tables(_table(first, _names_of_first()), tuple(_table(each, _names_of_later()) for each in later))


def written(tables: Tables) -> str:
    """As it is kept: every weight by the name of what it weighs."""
    first = _named(tables.first, _names_of_first())
    return json.dumps([first, *(_named(table, _names_of_later()) for table in tables.later)], indent=1) + "\n"


def _table(weights: Mapping[str, float], names: Sequence[str]) -> Table:
    return Table(tuple(weights[name] for name in names), weights["middle"])


def _named(table: Table, names: Sequence[str]) -> dict[str, float]:
    weights = zip(names, table.weights, strict=True)
    return {"middle": round(table.middle, 3)} | {name: round(weight, 3) for name, weight in weights}


@cache
def _names_of_first() -> tuple[str, ...]:
    """In the order of `Beliefs.first_numbers`."""
    like = (f"{aspect}: {said}" for aspect in NAMES for said in ("like the samples", "more than like any page"))
    return *like, *(f"{aspect}: both say something" for aspect in OFTEN_SILENT)


@cache
def _names_of_later() -> tuple[str, ...]:
    """In the order of `Beliefs.later_numbers`."""
    return *_each_aspect(), "pages believed", "pages"


def _each_aspect() -> Iterator[str]:
    return (f"{aspect}: {said}" for aspect in NAMES for said in LATER)
