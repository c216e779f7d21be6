"""Which pages go on with an answer: those that turn it, not those that show a part of it or put it in another order."""

from recorder.probing.answer_pagination import FurtherPage, PaginatedAnswer, pagination_kinds
from recorder.probing.form_paths import PaginationKind

PAGE: PaginationKind = (2, ("page",))
ONLY: PaginationKind = (2, ("only",))
TAB: PaginationKind = (2, ("tab",))


def items(*numbers: int) -> frozenset[str]:
    return frozenset(map(str, numbers))


FIRST, SECOND = items(*range(20)), items(*range(20, 40))


def going_on(*pages: FurtherPage) -> set[PaginationKind]:
    return pagination_kinds([PaginatedAnswer(FIRST, pages)])


def test_page_two_goes_on() -> None:
    assert going_on(FurtherPage(PAGE, SECOND, True)) == {PAGE}


def test_a_last_page_may_say_much_again() -> None:
    assert going_on(FurtherPage(PAGE, items(18, 19, 20), True)) == {PAGE}


def test_another_order_of_the_same_does_not() -> None:
    assert going_on(FurtherPage(ONLY, FIRST, True), FurtherPage(PAGE, SECOND, True)) == {PAGE}


def test_few_targets_of_the_first_page_do_not() -> None:
    assert going_on(FurtherPage(ONLY, items(3, 4), False)) == set()


def test_a_part_of_many_pages_does_not() -> None:
    assert going_on(FurtherPage(PAGE, SECOND, True), FurtherPage(ONLY, items(25, 90, 91, 92), False)) == {PAGE}


def test_what_no_turned_page_lists_goes_on_beside_them() -> None:
    assert going_on(FurtherPage(PAGE, SECOND, True), FurtherPage(TAB, items(90, 91), False)) == {PAGE, TAB}


def test_where_nothing_says_that_it_turns_pages_new_targets_do() -> None:
    assert going_on(FurtherPage(TAB, SECOND, False), FurtherPage(ONLY, items(1, 2), False)) == {TAB}


def test_a_kind_is_known_by_most_of_its_pages() -> None:
    assert going_on(
        FurtherPage(PAGE, SECOND, True), FurtherPage(PAGE, items(40), True), FurtherPage(PAGE, FIRST, True)
    ) == {PAGE}
