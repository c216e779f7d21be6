"""Does the program do as the standards say? `python -m bench conformance`, or `make conformance`, prints of each public
suite how many of its cases come out as they should, and why some are meant to come out otherwise.
"""

from collections import Counter

from bench.conformance.suites import all_suites
from bench.figures import Figure


def run() -> list[Figure]:
    figures = []
    for suite in all_suites():
        share = Figure(
            f"{suite.name}: of {suite.cases} cases", suite.passed, "", f">= {suite.bar}", suite.passed >= suite.bar
        )
        excused = Counter(suite.excused.values())
        figures += [share, *(Figure(f"  excused: {why}", count, "cases", "", True) for why, count in excused.items())]
    return figures
