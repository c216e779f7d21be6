"""The few numbers that all trials come to."""

import pytest

from bench.generality.totals import totals
from tests.bench.generality.some_rows import row


def test_a_recording_counts_as_much_as_any_other() -> None:
    told = totals([row(f1=1.0, targets=5000), row(sample="betula", f1=0.5, targets=5)])
    assert (told.sites, told.trials, told.f1) == (1, 2, 0.75)


def test_the_worst_tenth_is_of_recordings() -> None:
    rows = [row(sample=str(number), f1=number / 20) for number in range(20)]
    assert totals(rows).worst_tenth == pytest.approx(0.025)


def test_told_is_a_share_of_those_that_should_and_of_those_that_should_not() -> None:
    low = [row(f1=0.8, told=True), row(f1=0.3)]
    high = [row(f1=1.0), row(f1=0.98, told=True), row(f1=0.99), row()]
    told = totals([*low, row(f1=0.95, told=True), *high])
    assert (told.told_below, told.told_above, told.silent) == (0.5, 0.25, 1)


def test_there_is_no_share_of_nothing() -> None:
    told = totals([row()])
    assert (told.told_below, told.close, told.held) == (None, None, None)


def test_an_estimate_is_close_within_a_tenth_and_holds_within_its_range() -> None:
    rows = [row(estimate=91.0, low=80.0, high=99.0), row(estimate=120.0, low=90.0, high=150.0), row()]
    told = totals(rows)
    assert (told.estimates, told.close, told.held) == (2, 0.5, 0.5)
