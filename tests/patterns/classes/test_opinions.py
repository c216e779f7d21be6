"""Where the second judge ends targets: between two camps of beliefs, or at even odds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.classes.opinions import Opinions

some_beliefs = st.dictionaries(st.text("abc", max_size=4), st.floats(0, 1), max_size=30)


def believed(*beliefs: float, taken: int = 0) -> list[float]:
    """What the second judge takes of pages with these beliefs where the first takes the first `taken`, or all."""
    urls = [f"/{number}" for number, _ in enumerate(beliefs)]
    opinions = Opinions(frozenset(urls[: taken or len(urls)]), dict(zip(urls, beliefs, strict=True)))
    return sorted(opinions.beliefs[url] for url in opinions.believed)


def test_where_beliefs_are_spread_evenly_even_odds_are_the_end() -> None:
    assert believed(*(n / 100 for n in range(1, 100))) == [n / 100 for n in range(50, 100)]


@pytest.mark.parametrize(("low", "high"), [(0.7, 0.96), (0.04, 0.3)])
def test_targets_are_one_of_two_camps_wherever_these_lie(low: float, high: float) -> None:
    assert believed(*[low] * 60, *[high] * 40) == [high] * 40


def test_of_two_gaps_that_one_is_the_end_at_which_the_judges_agree() -> None:
    ours, neighbours, others = [0.9] * 30, [0.4] * 20, [0.04] * 50
    assert believed(*ours, *neighbours, *others, taken=50) == [*neighbours, *ours]
    assert believed(*ours, *neighbours, *others, taken=30) == ours


def test_of_a_few_pages_no_gap_says_anything() -> None:
    assert believed(0.7, 0.96) == [0.7, 0.96]


def test_a_gap_among_the_surest_pages_ends_nothing() -> None:
    assert believed(*[0.95] * 50, *[0.9999] * 50, *[0.0001] * 3) == [*[0.95] * 50, *[0.9999] * 50]
    assert believed(*[0.96] * 50, *[0.9999] * 50) == [*[0.96] * 50, *[0.9999] * 50]


def test_pages_known_from_the_start_make_no_gap() -> None:
    assert believed(1.0, 0.0, *[0.6] * 20) == [*[0.6] * 20, 1.0]


@given(some_beliefs)
def test_what_is_sure_stays_whatever_the_gaps(beliefs: dict[str, float]) -> None:
    opinions = Opinions(frozenset(), beliefs)
    assert {url for url, belief in beliefs.items() if belief > 0.95} <= opinions.believed
    assert not {url for url in opinions.believed if beliefs[url] < 0.05}
    assert 0 <= opinions.agreement <= 1


@given(some_beliefs, st.frozensets(st.text("abc", max_size=4)))
def test_half_of_what_should_be_wrong_lies_in_the_doubtful_pages(
    beliefs: dict[str, float], targets: frozenset[str]
) -> None:
    opinions = Opinions(frozenset(), beliefs)
    wrong = {url: abs((url in targets) - beliefs.get(url, 0.0)) for url in beliefs.keys() | targets}
    doubtful = opinions.doubtful(targets)
    held = sum(wrong[url] for url in doubtful)
    assert 2 * held >= sum(wrong.values()) - 1e-9
    assert all(wrong[url] >= wrong[other] for url in doubtful for other in wrong.keys() - doubtful)
    assert not any(2 * (held - wrong[url]) > sum(wrong.values()) + 1e-9 for url in doubtful)
