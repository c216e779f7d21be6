"""Real documentation sites, given two URLs: exactly the pages meant are collected, from a part of the site."""

import pytest

from bench.sites import SiteUnavailableError
from bench.static_sites import CASES, Scored, measure

HELD_TO_THE_BARS = [case for case in CASES if case.held]


@pytest.fixture(scope="module", params=HELD_TO_THE_BARS, ids=lambda case: case.name)
def scored(request: pytest.FixtureRequest) -> Scored:
    try:
        return measure(request.param)
    except SiteUnavailableError as error:
        pytest.skip(f"NOT RUN, so neither passed nor failed: {error}")


pytestmark = pytest.mark.slow


def test_nothing_but_targets_is_collected(scored: Scored) -> None:
    assert scored.wrong == ()


def test_nearly_all_targets_are_collected(scored: Scored) -> None:
    assert scored.recall >= 0.99, scored.missed


def test_the_crawl_fetches_little_else(scored: Scored) -> None:
    assert scored.pages_per_target <= 1.15


def test_a_sample_of_the_site_shows_the_same_pattern_as_all_of_it(scored: Scored) -> None:
    assert scored.same_pattern
    assert scored.sampled.pages <= scored.exhaustive.pages / 3
