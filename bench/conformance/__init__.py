"""Does the program do as the standards say? `python -m bench conformance`, or `make conformance`, prints of each public
suite how many of its cases come out as they should, and why some are meant to come out otherwise.
"""

from collections import Counter
from collections.abc import Iterable

from bench.conformance.real_robots import real_robots
from bench.conformance.suite import Suite
from bench.conformance.suites import all_suites
from bench.figures import Figure
from bench.sites import SiteUnavailableError


def run() -> list[Figure]:
    figures = told(all_suites())
    try:
        return figures + told([real_robots()])
    except SiteUnavailableError as error:
        return [*figures, Figure(f"robots.txt of real sites: NOT RUN, {error}", 0, "", "", True)]


def told(suites: Iterable[Suite]) -> list[Figure]:
    figures = []
    for suite in suites:
        share = Figure(
            f"{suite.name}: of {suite.cases} cases", suite.passed, "", f">= {suite.bar}", suite.passed >= suite.bar
        )
        excused = Counter(suite.excused.values())
        figures += [share, *(Figure(f"  excused: {why}", count, "cases", "", True) for why, count in excused.items())]
    return figures
