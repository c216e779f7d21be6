"""Signs that a site is no longer what the pattern was learnt on."""

from collections.abc import Mapping

from patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Path, Position
from recorder.drift import LEAST_EXPECTED, Drift, find_barred_step, find_drift, find_fallen_answers

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
    assert found is not None and (found.path, found.step, found.expected, found.seen) == (0, 2, 100, 69)
    assert "31 of the 100" in found.message


def test_too_few_pages_prove_nothing() -> None:
    few = NavigationPattern((Path((ITEM,), targets=LEAST_EXPECTED - 1),))
    assert find_drift(few, {0}, {}, 0, LEAST_EXPECTED - 1) is None
    assert find_drift(NavigationPattern(), set(), {}, 0, 0) is None


def test_paths_through_forms_and_paths_not_followed_promise_nothing() -> None:
    pattern = NavigationPattern((Path((FormStep("GET", "http://h/find?q=*"), ITEM), targets=20),))
    assert find_drift(pattern, {0}, {}, 0, 0) is None
    assert find_drift(PATTERN, {1}, {Position(1, 1): 3}, 3, 0) is None


def test_a_step_that_robots_may_no_longer_take_is_named() -> None:
    books = Position(0, 2)
    found = find_barred_step(AS_RECORDED, {books: 100})
    assert found is not None and (found.path, found.step, found.expected, found.seen) == (0, 2, 100, 0)
    assert "robots.txt" in found.message
    assert find_barred_step(AS_RECORDED, {books: 50}) is None
    assert find_barred_step(AS_RECORDED, {}) is None


def test_a_form_that_no_longer_answers_as_it_did_is_named() -> None:
    form = FormStep("GET", "http://h/find?q=*")
    pattern = NavigationPattern((Path((HUB, ITEM)), Path((HUB, form, ITEM))))
    found = find_fallen_answers(pattern, {1}, 20, 9)
    assert found is not None and (found.path, found.step, found.expected, found.seen) == (1, 2, 20, 9)
    assert "step 2 of path 2" in found.message
    assert find_fallen_answers(pattern, {1}, 20, 10) is None
    assert find_fallen_answers(pattern, {1}, LEAST_EXPECTED - 1, 0) is None
    assert find_fallen_answers(pattern, {0}, 20, 0) is None
