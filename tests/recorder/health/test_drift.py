"""Signs that a site is no longer what the pattern was learnt on; and what is none."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from recorder.health.drift import LEAST_EXPECTED, Drift, StepComparison, find_fade, find_fallen_answers
from recorder.health.replaced_links import ReplacedLinks
from recorder.health.step_health import Healths, promised
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Path, Position
from recorder.store.health import StepHealth

HUB, ITEM = LinkStep("http://h/list/.*"), LinkStep("http://h/item/.*")
PATTERN = NavigationPattern((Path((HUB, ITEM), targets=100), Path((ITEM,), targets=3)))
LISTS, ITEMS, FEW = Position(0, 1), Position(0, 2), Position(1, 1)


def seen(at: Position, links: int, **more: int) -> StepHealth:
    counts = {"pages": links, "targets": links} | more
    return StepHealth(path_index=at.path, step_index=at.step - 1, links=links, **counts)


def seen_all(*, lists: int = 10, items: int = 100, few: int = 3) -> dict[Position, StepHealth]:
    return {LISTS: seen(LISTS, lists), ITEMS: seen(ITEMS, items), FEW: seen(FEW, few)}


BEFORE = seen_all()


def drift(
    now: Healths,
    before: Healths = BEFORE,
    replaced: Mapping[Position, ReplacedLinks] | None = None,
    *,
    auto: bool = True,
    left_out: bool = False,
    again: Healths | None = None,
) -> Drift | None:
    return StepComparison(PATTERN, {0, 1}, before, now, again, lambda: replaced or {}, auto, left_out).find_drift()


def test_a_site_as_it_was_or_nearly_so_has_not_drifted() -> None:
    assert drift(BEFORE) is None
    assert drift(seen_all(lists=13, items=140, few=9)) is None
    assert drift(seen_all(lists=9, items=50, few=0)) is None
    assert drift(BEFORE | {ITEMS: seen(ITEMS, 100, targets=70, off_pattern=30)}) is None
    assert drift(BEFORE | {ITEMS: seen(ITEMS, 100, pages=55, absent=45)}) is None


def test_what_nobody_saw_before_the_first_crawl_has_not_changed() -> None:
    now = BEFORE | {ITEMS: seen(ITEMS, 100, pages=55, absent=35, targets=10, off_pattern=45)}
    assert drift(now) is not None
    assert drift(now, again={ITEMS: seen(ITEMS, 10)}) is None


def test_what_is_gone_or_unlike_of_the_pages_seen_before_the_first_crawl_has() -> None:
    unlike = drift(BEFORE, again={ITEMS: seen(ITEMS, 10, targets=6, off_pattern=4)})
    assert unlike is not None and unlike.message.startswith("4 of the 10 pages step 2 of path 1 leads to")
    gone = drift(BEFORE, again={ITEMS: seen(ITEMS, 10, pages=4, absent=6)})
    assert gone is not None and "leads to 6 pages not there any more" in gone.message


def test_a_step_without_links_is_named() -> None:
    found = drift(seen_all(items=0))
    assert found is not None and not found.nothing_lost
    assert (found.path, found.step, found.expected, found.seen) == (1, 2, 100, 0)
    assert "step 2 of path 1" in found.message and ITEM.regex in found.message
    first = drift(seen_all(lists=0, items=0))
    assert first is not None and first.step == 1 and HUB.regex in first.message


def test_a_small_path_that_is_dead_is_named_if_it_was_not_tiny() -> None:
    before = seen_all(few=LEAST_EXPECTED)
    found = drift(seen_all(few=0), before)
    assert found is not None and (found.path, found.step) == (2, 1)
    assert drift(seen_all(few=0), seen_all(few=LEAST_EXPECTED - 1)) is None
    assert drift(seen_all(few=1), before) is None


def test_the_step_at_which_most_targets_were_lost_is_named() -> None:
    assert drift(seen_all(items=49)) == Drift(1, 2, 100, 49, "step 2 of path 1 leads to 49 pages, 100 before")
    early = drift(seen_all(lists=4, items=40))
    assert early is not None and early.step == 1


def test_lists_that_could_not_be_had_say_nothing_of_what_is_in_them() -> None:
    lists = seen(LISTS, 10, pages=5, failed=5)
    assert drift(seen_all(items=40) | {LISTS: lists}) is None
    assert drift(seen_all(items=0) | {LISTS: lists}) is None


def test_lists_that_nobody_wants_say_nothing_of_what_is_in_them() -> None:
    now = seen_all(items=40) | {LISTS: seen(LISTS, 10, pages=5)}
    assert drift(now, left_out=True) is None
    assert drift(now) is not None
    assert drift(seen_all(items=40), left_out=True) is not None


def test_pages_that_are_not_what_the_pattern_promised_are_drift() -> None:
    now = BEFORE | {ITEMS: seen(ITEMS, 100, targets=69, off_pattern=31)}
    found = drift(now)
    assert found is not None and (found.path, found.step, found.expected, found.seen) == (1, 2, 100, 69)
    assert "31 of the 100" in found.message
    assert drift(now, BEFORE | {ITEMS: seen(ITEMS, 100, targets=80, off_pattern=20)}) is None


def test_too_few_pages_prove_nothing() -> None:
    few = NavigationPattern((Path((ITEM,), targets=LEAST_EXPECTED - 1),))
    end = Position(0, 1)
    now = {end: seen(end, LEAST_EXPECTED - 1, targets=0, off_pattern=LEAST_EXPECTED - 1)}
    assert StepComparison(few, {0}, promised(few), now).find_drift() is None
    assert StepComparison(few, {0}, promised(few), {}).find_drift() is None
    assert StepComparison(NavigationPattern(), set(), {}, {}).find_drift() is None


def test_without_an_earlier_run_a_pattern_is_taken_at_its_word() -> None:
    found = drift(seen_all(items=49), promised(PATTERN))
    assert found is not None and (found.step, found.expected) == (2, 100)
    assert drift(seen_all(items=50), promised(PATTERN)) is None


def test_paths_through_forms_and_paths_not_followed_promise_nothing() -> None:
    pattern = NavigationPattern((Path((FormStep("GET", "http://h/find?q=*"), ITEM), targets=20),))
    end = Position(0, 2)
    assert promised(pattern) == {}
    assert StepComparison(pattern, {0}, {end: seen(end, 20)}, {}).find_drift() is None
    assert StepComparison(PATTERN, {1}, BEFORE, {FEW: seen(FEW, 3)}).find_drift() is None


def test_a_step_that_robots_may_no_longer_take_is_named() -> None:
    found = drift(BEFORE | {ITEMS: seen(ITEMS, 100, pages=0, barred=100)})
    assert found is not None and (found.path, found.step, found.expected, found.seen) == (1, 2, 100, 0)
    assert "robots.txt" in found.message
    assert drift(BEFORE | {ITEMS: seen(ITEMS, 100, pages=50, barred=50)}) is None


def test_a_step_to_pages_that_are_gone_is_named() -> None:
    found = drift(BEFORE | {ITEMS: seen(ITEMS, 100, pages=40, absent=60)})
    assert found is not None and (found.step, found.expected, found.seen) == (2, 100, 40)
    assert drift(BEFORE | {FEW: seen(FEW, 3, pages=0, absent=3)}) is None


@pytest.mark.parametrize(("links", "of", "is_sign"), [(6, 10, True), (5, 10, False), (1, 1, True)])
def test_links_that_lead_elsewhere_are_named_however_few(links: int, of: int, is_sign: bool) -> None:
    found = drift(seen_all(few=1), replaced={FEW: ReplacedLinks(links, of, "http://h/item/1", "http://h/thing/1")})
    assert (found is not None) == is_sign
    assert found is None or (found.path, found.step, found.expected, found.seen) == (2, 1, 3, 1)
    assert found is None or "http://h/item/1 is now http://h/thing/1" in found.message
    assert (
        drift(seen_all(few=2), replaced={FEW: ReplacedLinks(links, of, "http://h/item/1", "http://h/thing/1")}) is None
    )


def test_pages_that_now_need_a_browser_are_told_though_nothing_is_lost() -> None:
    now = BEFORE | {LISTS: seen(LISTS, 10, rendered=9)}
    found = drift(now)
    assert found is not None and found.nothing_lost
    assert (found.path, found.step, found.seen) == (1, 1, 9)
    assert drift(now, auto=False) is None
    assert drift(now, BEFORE | {LISTS: seen(LISTS, 10, rendered=2)}) is None
    assert drift(BEFORE | {LISTS: seen(LISTS, 10, rendered=8)}) is None


def test_a_form_that_no_longer_answers_as_it_did_is_named() -> None:
    form = FormStep("GET", "http://h/find?q=*")
    pattern = NavigationPattern((Path((HUB, ITEM)), Path((HUB, form, ITEM))))
    found = find_fallen_answers(pattern, {1}, 20, 9)
    assert found is not None and (found.path, found.step, found.expected, found.seen) == (2, 2, 20, 9)
    assert "step 2 of path 2" in found.message
    assert find_fallen_answers(pattern, {1}, 20, 10) is None
    assert find_fallen_answers(pattern, {1}, LEAST_EXPECTED - 1, 0) is None
    assert find_fallen_answers(pattern, {0}, 20, 0) is None


def history(*items: int) -> list[tuple[int, Healths]]:
    return [(run, seen_all(items=count)) for run, count in enumerate(items, 2)]


def test_a_slow_fade_is_told() -> None:
    fade = find_fade(PATTERN, history(99, 103, 100, 97, 95, 92))
    assert fade is not None and (fade.path, fade.runs, fade.links) == (1, (3, 4, 5, 6, 7), (103, 100, 97, 95, 92))
    assert "103, 100, 97, 95, 92" in fade.message


@pytest.mark.parametrize(
    "items", [(), (100,), (100, 90, 80), (100, 90, 91, 80, 70), (100, 99, 98, 97), (90, 95, 99, 104)]
)
def test_a_few_ups_and_downs_are_no_fade(items: tuple[int, ...]) -> None:
    assert find_fade(PATTERN, history(*items)) is None


def test_a_path_that_was_not_followed_does_not_fade() -> None:
    runs = [(run, {ITEMS: replace(healths[ITEMS])}) for run, healths in history(100, 100, 100, 100)]
    assert find_fade(PATTERN, runs) is None
