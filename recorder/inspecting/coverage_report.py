"""How much a recording is believed to reach, in lines a person understands."""

from collections.abc import Iterator

from recorder.knowledge.coverage import Coverage
from recorder.runtime.plain_text import one_line

NEARLY_ALL = 0.99
"""Share of the known targets from which a pattern is said to reach all."""


def coverage_lines(coverage: Coverage) -> Iterator[str]:
    """One line on the whole; below it, one for each thing that is unclear."""
    yield f"{in_short(coverage)}."
    yield from (f"Unclear: {one_line(each)}" for each in coverage.unclear)


def in_short(coverage: Coverage) -> str:
    """How many pages there are, how many are reached, and how much is unclear: one line."""
    count = len(coverage.unclear)
    unclear = f"; {count} thing{'s are' if count > 1 else ' is'} unclear" if count else ""
    return f"{_amount(coverage)}; {_reach(coverage)}{unclear}"


def _amount(coverage: Coverage) -> str:
    pages = "such page" if coverage.estimate == coverage.high == 1 else "such pages"
    if coverage.low == coverage.high == coverage.estimate:
        return f"There are {coverage.estimate:,} {pages}"
    return f"There are about {coverage.estimate:,} {pages} ({coverage.low:,} to {coverage.high:,})"


def _reach(coverage: Coverage) -> str:
    if coverage.reached >= NEARLY_ALL * coverage.known:
        return "the pattern reaches all that are known"
    return f"the pattern reaches {coverage.reached:,} of the {coverage.known:,} that are known"
