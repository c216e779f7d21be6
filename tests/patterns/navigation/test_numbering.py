"""Numbers among those of targets that no page names."""

from collections.abc import Set

from recorder.patterns.navigation.numbering import Between, gaps_in, numbering_of

SITE = "http://127.0.0.1:8080"


def gaps_between(targets: Set[str], known: Set[str]) -> list[str]:
    numbering = numbering_of(targets)
    return gaps_in(numbering, targets, known) if numbering else []


def tickets(*numbers: int) -> set[str]:
    return {f"{SITE}/ticket/{number}" for number in numbers}


def test_a_gap_is_a_number_between_that_is_not_known() -> None:
    targets = tickets(*range(1, 21), *range(26, 31))
    assert set(gaps_between(targets, targets | tickets(22))) == tickets(21, 23, 24, 25)


def test_numbers_may_stand_in_a_query_and_have_noughts_before_them() -> None:
    targets = {f"{SITE}/show?id={number:04}&full=1" for number in range(90, 120) if number % 4}
    assert f"{SITE}/show?id=0100&full=1" in gaps_between(targets, targets)


def test_a_few_gaps_are_not_worth_a_request() -> None:
    targets = tickets(*range(1, 20), *range(21, 40))
    assert not gaps_between(targets, targets)


def test_numbers_far_apart_count_something_else() -> None:
    targets = tickets(*(number * number for number in range(1, 60)))
    assert not gaps_between(targets, targets)


def test_the_port_of_a_site_is_no_number_of_a_target() -> None:
    targets = {f"http://127.0.0.1:{port}/about" for port in range(8000, 8030, 2)}
    assert not gaps_between(targets, targets)


def test_numbers_that_few_targets_have_say_nothing() -> None:
    targets = tickets(*range(1, 30, 2)) | {f"{SITE}/{letter}{tree}" for letter in "abcdef" for tree in ("oak", "elm")}
    assert gaps_between(targets, targets)
    targets |= {f"{SITE}/{letter}{tree}" for letter in "ghijkl" for tree in ("oak", "elm")}
    assert not gaps_between(targets, targets)


def test_nothing_is_at_a_number_far_beyond_all() -> None:
    numbering = numbering_of(tickets(*range(1, 21), *range(26, 31)))
    assert numbering is not None
    assert numbering.nowhere == f"{SITE}/ticket/9999"


def test_what_was_drawn_says_how_many_others_there_are() -> None:
    assert Between(110, 10, frozenset(tickets(3, 5, 8))).expected.mean == 30
    assert Between(110, 10).expected.mean == 0
    assert Between().expected.mean == 0


def test_a_number_without_end_is_none() -> None:
    targets = {f"{SITE}/{'9' * 5000}{number}" for number in range(30)}
    assert not gaps_between(targets, set())
