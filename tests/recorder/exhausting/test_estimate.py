"""The estimator against a literal definition, and where it must not be wrong."""

import math
import random

from hypothesis import given
from hypothesis import strategies as st

from recorder.exhausting.estimate import Drawn, Estimate, Sample, estimate

weights = st.lists(st.floats(0.01, 1.0), min_size=1, max_size=5).map(tuple)
samples = st.lists(st.builds(Drawn, weights, weights), min_size=1)


@given(samples, st.integers(1, 10_000))
def test_it_is_the_ratio_of_the_weights(sample: list[Drawn], known: int) -> None:
    told = estimate([Sample(sample, known)], known, 0)
    assert told is not None
    seen, missing = (math.fsum(w for each in sample for w in some(each)) for some in (_known, _missing))
    assert math.isclose(told.records, known * (seen + missing) / seen, abs_tol=0.51)


def _known(each: Drawn) -> tuple[float, ...]:
    return each.known


def _missing(each: Drawn) -> tuple[float, ...]:
    return each.missing


@given(samples, st.integers(1, 500), st.integers(0, 500), st.integers(0, 20_000))
def test_it_is_never_less_than_what_is_known_and_shown(
    sample: list[Drawn], before: int, since: int, shown: int
) -> None:
    told = estimate([Sample(sample, before)], before + since, shown)
    assert told is not None or since
    assert told is None or max(before + since, shown) <= told.low <= told.records <= told.high


def test_a_sample_that_found_only_what_was_known_leaves_room_for_a_record_it_missed() -> None:
    told = estimate([Sample([Drawn((1.0,) * 5)] * 10, 1_000)], 1_000, 0)
    assert told is not None
    assert (told.records, told.low) == (1_000, 1_000)
    assert 1_055 <= told.high <= 1_065, "at most three of fifty, by the rule of three"


def test_samples_are_weighed_together_and_one_drawn_when_much_was_missing_counts_less() -> None:
    words = [Drawn((0.5,) * 4, (0.5,) * (number % 5 == 0)) for number in range(50)]
    lucky = Sample([Drawn((0.5,) * 4)] * 50, 950)
    alone, both = (estimate(samples, 950, 0) for samples in ([lucky], [Sample(words, 950), lucky]))
    early = estimate([Sample([Drawn((0.5,) * 4, (0.5,) * 4)] * 50, 500), lucky], 950, 0)
    assert alone is not None
    assert both is not None
    assert early is not None
    assert alone.records <= early.records < both.records < 998
    assert both.low > 950


def test_what_is_known_by_now_refutes_an_earlier_sample_that_told_of_fewer() -> None:
    refuted, last = Sample([Drawn((1.0,) * 13)] * 2, 32), Sample([Drawn((1.0,) * 4)], 165)
    alone = estimate([last], 165, 0)
    assert alone is not None
    assert alone.high > 250
    assert estimate([refuted, last], 165, 0) == alone
    assert estimate([refuted], 165, 0) is None


def test_a_sample_that_found_nothing_known_tells_nothing() -> None:
    assert estimate([Sample([Drawn(missing=(1.0,))], 10)], 10, 0) is None
    assert estimate([Sample([], 10)], 10, 0) is None


def test_the_range_holds_what_is_rarely_found() -> None:
    """Of records a twentieth of which is missing, a hundred finds at a time, of unequal weights."""
    chance, held, drawn = random.Random(5), 0, 400
    for _ in range(drawn):
        sample = [_find(chance) for _ in range(100)]
        told = estimate([Sample(sample, 950)], 950, 0)
        assert told is not None
        held += told.low <= 1_000 <= told.high
    assert held >= 0.85 * drawn


def _find(chance: random.Random) -> Drawn:
    """One record: it is found as often as words have it, and weighs as much less."""
    degree = chance.choice((1, 2, 2, 4, 4, 4, 4))
    return Drawn(missing=(1 / degree,)) if chance.random() < 0.05 else Drawn(known=(1 / degree,))


def test_an_estimate_tells_what_share_is_known_at_least_and_grows_with_what_is() -> None:
    assert Estimate(1_000, 950, 1_100).least_coverage(990) == 0.9
    assert Estimate(1_000, 950, 1_100).after(1_020) == Estimate(1_020, 1_020, 1_100)
    assert Estimate(1_000, 950, 1_100).after(1_101) is None
