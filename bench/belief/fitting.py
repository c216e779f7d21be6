"""Learning the tables of a belief from lessons: a logistic regression for each, the later ones on the beliefs that the
earlier ones give. Needs numpy, which the benchmarks have and the program does not.
"""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import numpy
from numpy.typing import NDArray

from bench.belief.lessons import Lesson, f1
from bench.generality.runner import AT_ONCE
from recorder.patterns.classes.belief_tables import Numbers, Table, Tables

STAGES = 2
"""Tables after the first. Later rounds go by the last."""

BELIEVED = 0.5
"""Lessons are judged at even odds; the program looks for a gap near them."""

EVEN = 0.5
"""Share of a lesson's say that records and other pages have alike, however few they are; the rest goes by pages."""

DOUBT = 0.03
"""Per lesson: how far weights are drawn to 0. Less fits the sites at hand better and others worse."""

_STEPS = 12
_STILL = 1e-4
_SMALL = 1e-3

Array = NDArray[numpy.float64]

_HELD: list[Lesson] = []
"""What a worker was started with: lessons are too large to be sent for every question."""


@dataclass(frozen=True)
class _Rows:
    """The numbers of the pages of one lesson that count, whether each is a record, and its share of the say."""

    numbers: NDArray[numpy.float32]
    wanted: Array
    shares: Array


class School:
    """Lessons, and workers that hold them. What site each is of, and of how many pages, is known here."""

    def __init__(self, lessons: Sequence[Lesson]) -> None:
        self.sites = [lesson.site for lesson in lessons]
        self.sizes = [lesson.size for lesson in lessons]
        self._workers = ProcessPoolExecutor(AT_ONCE, get_context("fork"), _HELD.extend, (lessons,))

    def f1s(self, tables: Tables, chosen: Sequence[int]) -> list[float]:
        """How well each of the lessons is judged."""
        return list(self._workers.map(partial(_f1, tables), chosen))

    def fitted(self, chosen: Sequence[int]) -> Tables:
        """Every site has the same say, the classes of one maker less than those of as many makers."""
        says = _says([self.sites[number] for number in chosen])
        first = _regression(list(self._workers.map(_first_rows, chosen)), says)
        tables = Tables(first, ())
        for stage in range(STAGES):
            rows = list(self._workers.map(partial(_later_rows, tables, stage), chosen))
            tables = Tables(first, (*tables.later, _regression(rows, says)))
        return tables


def origin(site: str) -> str:
    """What the classes of one site have in common: the first word of their names."""
    return site.partition("-")[0]


def _says(sites: Sequence[str]) -> Sequence[float]:
    """The say of each lesson, by the sites they are of."""
    lessons = Counter(sites)
    of_origin = Counter(map(origin, lessons))
    raw = [1 / lessons[site] / of_origin[origin(site)] ** 0.5 for site in sites]
    return [say * len(raw) / sum(raw) for say in raw]


def _f1(tables: Tables, number: int) -> float:
    lesson = _HELD[number]
    return f1(lesson.beliefs.by(tables), lesson.records, BELIEVED)


def _first_rows(number: int) -> _Rows:
    lesson = _HELD[number]
    return _rows(lesson, lesson.beliefs.first_numbers())


def _later_rows(tables: Tables, rounds: int, number: int) -> _Rows:
    lesson = _HELD[number]
    return _rows(lesson, lesson.beliefs.later_numbers(lesson.beliefs.by(tables, rounds)))


def _rows(lesson: Lesson, numbers: Sequence[Numbers]) -> _Rows:
    asked = list(lesson.asked())
    wanted = [lesson.records[page] is True for page in asked]
    times = Counter(wanted)
    shares = [EVEN / times[record] / len(times) + (1 - EVEN) / len(asked) for record in wanted]
    rows = numpy.array([numbers[page] for page in asked], numpy.float32).reshape(len(asked), -1)
    return _Rows(rows, numpy.array(wanted, float), numpy.array(shares))


def _regression(found: Sequence[_Rows], says: Sequence[float]) -> Table:
    filled = [(rows, say) for rows, say in zip(found, says, strict=True) if len(rows.wanted)]
    return _logistic(
        numpy.concatenate([rows.numbers for rows, _ in filled]).astype(numpy.float64),
        numpy.concatenate([rows.wanted for rows, _ in filled]),
        numpy.concatenate([rows.shares * say for rows, say in filled]),
        DOUBT * len(filled),
    )


def _logistic(rows: Array, wanted: Array, weights: Array, doubt: float) -> Table:
    """Newton's method, on numbers of mean 0 and deviation 1."""
    mean = weights @ rows / weights.sum()
    deviation = numpy.sqrt(weights @ (rows - mean) ** 2 / weights.sum()) + _SMALL
    scaled = numpy.column_stack([(rows - mean) / deviation, numpy.ones(len(rows))])
    drawn = numpy.append(numpy.full(rows.shape[1], doubt), 0.0)
    found = numpy.zeros(scaled.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + numpy.exp(-scaled @ found))
        slope = scaled.T @ (weights * (chance - wanted)) + drawn * found
        curve = (scaled * (weights * chance * (1 - chance))[:, None]).T @ scaled + numpy.diag(drawn + 1e-9)
        step = numpy.linalg.solve(curve, slope)
        found -= step
        if abs(step).max() < _STILL:
            break
    plain = found[:-1] / deviation
    return Table(tuple(map(float, plain)), float(found[-1] - mean @ plain))
