"""What ends a run early, one answer after the other; whole runs of such sites are in `weather/test_turned_away.py`."""

import pytest

from recorder.fetching.answers import Outcome, OutcomeKind, Request
from recorder.runtime.stopping import Stop
from recorder.store.frontier import FrontierRow
from recorder.visiting.site_errors import MOST_BUSY_IN_A_ROW, MOST_IN_A_ROW, CircuitBreaker

URL = "http://a.example/"


def row(number: int) -> FrontierRow:
    return FrontierRow(url=URL, depth=1, id=number, run_id=1, parent_page_id=None, state="claimed", tries=0)


@pytest.mark.parametrize(
    ("kind", "enough"),
    [
        (OutcomeKind.BUSY, MOST_BUSY_IN_A_ROW),
        (OutcomeKind.TIMEOUT, MOST_IN_A_ROW),
        (OutcomeKind.UNREADABLE, MOST_IN_A_ROW),
        (OutcomeKind.NOT_FOUND, None),
    ],
)
def test_so_many_in_a_row_end_a_run(kind: OutcomeKind, enough: int | None) -> None:
    stop = Stop()
    breaker, ended = CircuitBreaker(stop), None
    for number in range(1, 2 * MOST_IN_A_ROW):
        breaker.record(Outcome(Request(URL), kind, "it is so"), row(number))
        ended = ended or (number if stop.requested else None)
    assert ended == enough
    assert ("it is so" in breaker.reason) == (enough is not None)
