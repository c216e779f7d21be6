"""The estimator against a literal definition, and where it must not be wrong."""

from hypothesis import given
from hypothesis import strategies as st

from recorder.exhausting.estimate import Drawn, Estimate, estimate

weights = st.floats(0.01, 1.0)
samples = st.lists(st.builds(lambda known, unknown: Drawn(known, known + unknown), weights, weights), min_size=1)


@given(samples, st.integers(1, 10_000))
def test_it_is_the_ratio_of_the_weights(sample: list[Drawn], known: int) -> None:
    told = estimate(sample, known, known, 0)
    assert told is not None
    assert told.records == round(known * sum(each.found for each in sample) / sum(each.known for each in sample))


@given(samples, st.integers(1, 500), st.integers(0, 500), st.integers(0, 20_000))
def test_it_is_never_less_than_what_is_known_and_shown(
    sample: list[Drawn], before: int, since: int, shown: int
) -> None:
    told = estimate(sample, before, before + since, shown)
    assert told is not None
    assert max(before + since, shown) <= told.low <= told.high
    assert told.records >= max(before + since, shown)


def test_a_sample_that_found_only_what_was_known_leaves_room_for_a_record_it_missed() -> None:
    told = estimate([Drawn(5, 5, 5)] * 10, 1_000, 1_000, 0)
    assert told == Estimate(1_000, 1_000, 1_060)


def test_a_sample_that_found_nothing_known_tells_nothing() -> None:
    assert estimate([Drawn(0, 1)], 10, 10, 0) is None
    assert estimate([], 10, 10, 0) is None


def test_it_is_the_same_each_time() -> None:
    sample = [Drawn(number % 7, number % 7 + number % 3) for number in range(50)]
    assert estimate(sample, 900, 950, 0, "1") == estimate(sample, 900, 950, 0, "1")
