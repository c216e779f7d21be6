"""Signs that a site is no longer what the pattern was learnt on."""

from collections.abc import Mapping

from patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Path, Position
from recorder.drift import LEAST_EXPECTED, Drift, find_drift

HUB, ITEM = LinkStep("http://h/list/.*"), LinkStep("http://h/item/.*")
PATTERN = NavigationPattern((Path((HUB, ITEM), targets=100), Path((ITEM,), targets=3)))
AS_RECORDED = {Position(0, 1): 10, Position(0, 2): 100, Position(1, 1): 3}


def drift(reached: Mapping[Position, int], targets: int = 100, off_pattern: int = 0) -> Drift | None:
    return find_drift(PATTERN, {0, 1}, reached, targets, off_pattern)


def test_a_site_as_it_was_has_not_drifted() -> None:
    assert drift(AS_RECORDED) is None
    assert drift(AS_RECORDED | {Position(0, 2): 50}) is None
    assert drift(AS_RECORDED, targets=70, off_pattern=30) is None


def test_a_step_without_links_is_named() -> None:
    found = drift({Position(0, 1): 10})
    assert found is not None
    assert (found.path, found.step, found.expected, found.seen) == (0, 2, 100, 0)
    assert "step 2 of path 1" in found.message and ITEM.regex in found.message
    first = drift({})
    assert first is not None and first.step == 1 and HUB.regex in first.message


def test_a_path_that_lost_most_of_its_targets_is_named() -> None:
    found = drift(AS_RECORDED | {Position(0, 2): 49})
    assert found == Drift(0, 0, 100, 49, "path 1 led to 49 pages, 100 when it was recorded")


def test_pages_that_are_not_what_the_pattern_promised_are_drift() -> None:
    found = drift(AS_RECORDED, targets=69, off_pattern=31)
    assert found is not None and (found.expected, found.seen) == (100, 69)
    assert "31 of the 100" in found.message


def test_too_few_pages_prove_nothing() -> None:
    few = NavigationPattern((Path((ITEM,), targets=LEAST_EXPECTED - 1),))
    assert find_drift(few, {0}, {}, 0, LEAST_EXPECTED - 1) is None
    assert find_drift(NavigationPattern(), set(), {}, 0, 0) is None


def test_paths_through_forms_and_paths_not_followed_promise_nothing() -> None:
    pattern = NavigationPattern((Path((FormStep("GET", "http://h/find?q=*"), ITEM), targets=20),))
    assert find_drift(pattern, {0}, {}, 0, 0) is None
    assert find_drift(PATTERN, {1}, {Position(1, 1): 3}, 3, 0) is None
