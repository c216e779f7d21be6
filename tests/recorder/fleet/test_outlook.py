from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from recorder.fleet.outlook import RETRIES, Outlook, next_visit, outlook_of
from recorder.fleet.site import JobEnd, Taken, VisitProgress

NOW = datetime(2026, 1, 14, 10, 30, tzinfo=UTC)


def judged(code: int, *, failures: int = 0, rests: int = 0, every: str | None = None, **end: Any) -> Outlook:
    site = Taken(
        1, "a", "http://a.example/", ("x",), (), None, every, False, False, 7, 6, failures, rests, job_id=1, day_pages=0
    )
    return outlook_of(site, JobEnd(code, "why", VisitProgress(), 1.0, **end), NOW)


def test_done_is_done_unless_there_is_a_timetable() -> None:
    assert judged(0).state == "done"
    again = judged(0, every="0 3 * * *", failures=2)
    assert (again.state, again.due_at, again.failures) == (
        "waiting",
        NOW.replace(hour=3, minute=0) + timedelta(days=1),
        0,
    )


def test_a_failure_is_tried_again_after_growing_pauses_and_then_parked() -> None:
    pauses = [judged(1, failures=failures).due_at - NOW for failures in range(len(RETRIES))]
    assert pauses == sorted(set(pauses))
    last = judged(1, failures=len(RETRIES))
    assert (last.state, last.reason) == ("parked", "why")


def test_wrong_use_is_parked_at_once() -> None:
    assert judged(2).state == "parked"


def test_a_site_that_asks_for_rest_gets_it_with_its_host_and_has_not_failed() -> None:
    first, second = judged(3, failures=1), judged(3, rests=1)
    assert (first.state, first.rest_until, first.failures) == ("waiting", first.due_at, 1)
    assert second.due_at > first.due_at > NOW


@pytest.mark.parametrize(("code", "state"), [(0, "done"), (1, "waiting"), (3, "waiting")])
def test_a_host_rests_as_long_as_it_asked_however_the_visit_ended(code: int, state: str) -> None:
    found = judged(code, rest=7200.0)
    assert (found.state, found.rest_until) == (state, NOW + timedelta(hours=2))
    assert found.due_at >= NOW + timedelta(hours=2)
    assert judged(code, rest=30 * 365 * 86400.0).rest_until == NOW + timedelta(days=7), "no site is slept away"


def test_a_short_rest_that_was_asked_for_is_not_made_longer() -> None:
    assert judged(3, rest=120.0, rests=3).due_at == NOW + timedelta(minutes=2)


def test_what_we_stopped_ourselves_waits_for_the_next_worker() -> None:
    stopped = judged(3, ours=True, failures=1)
    assert (stopped.state, stopped.due_at, stopped.failures, stopped.rest_until) == ("waiting", NOW, 1, None)
    assert stopped.reason is None, "nothing went wrong"


def test_a_site_whose_pages_of_today_are_used_up_goes_on_tomorrow() -> None:
    assert judged(3, ours=True, budget=True).due_at == datetime(2026, 1, 15, tzinfo=UTC)


def test_a_killed_command_counts_as_a_failure() -> None:
    assert (judged(137).state, judged(137).failures) == ("waiting", 1)


def test_plain_words_spread_the_sites_over_their_span() -> None:
    moments = {next_visit("weekly", f"site {number}", NOW) for number in range(200)}
    assert len(moments) > 150
    assert all(NOW < moment <= NOW + timedelta(days=7) for moment in moments)


@pytest.mark.parametrize("text", ["sometimes", "61 * * * *", "* * *"])
def test_what_is_no_timetable_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no timetable"):
        next_visit(text, "a", NOW)
