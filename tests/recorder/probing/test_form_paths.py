"""From the answers of a form to the steps behind it: to the targets, and over further pages of the same answer only."""

from dataclasses import replace

from recorder.patterns.navigation.pattern import FormStep, LinkStep, Parameter, Path
from recorder.patterns.pages.links import Link
from recorder.probing.form_paths import (
    Answered,
    FurtherPage,
    PaginatedAnswer,
    PaginationKind,
    asks_the_same,
    pagination_kinds,
    paths_behind,
    without_lesser,
)

SITE = "http://h"
STEP = FormStep("GET", f"{SITE}/find?q=*", None, (Parameter("q", "Words", "text", required=True),))
LISTED, PAGER, SIDE = "html/body/main/ul/li/a", "html/body/main/p/a", "html/body/nav/p/a"
SHOW_ALL = Link(f"{SITE}/find?q=&page=1", SIDE, "Everything")


def answer(word: str, *others: Link, first: int = 0) -> Answered:
    """Ten targets, the next page, and other links; all of which belong to every page of the site."""
    following = Link(f"{SITE}/find?q={word}&page=2", PAGER, "next")
    listed = [Link(f"{SITE}/item/{number}", LISTED) for number in range(first, first + 10)]
    aside = frozenset(link.url for link in others)
    return Answered((*listed, following, *others), frozenset({word}), frozenset({following.url}), aside)


def further_steps(*answers: Answered) -> list[LinkStep]:
    targets = {link.url for each in answers for link in each.links if link.place == LISTED}
    steps = [path.steps[1] for path in paths_behind(STEP, answers, targets) if len(path.steps) == 3]
    return [step for step in steps if isinstance(step, LinkStep)]


def test_further_pages_are_told_by_their_address() -> None:
    (step,) = further_steps(answer("tea"), answer("rum", first=10))
    assert step.place is None and step.repeat
    assert step.matches(f"{SITE}/find?page=3&q=gin") and not step.matches(f"{SITE}/find?q=gin")


def test_a_link_of_every_page_with_such_an_address_is_told_by_its_place() -> None:
    (step,) = further_steps(answer("tea", SHOW_ALL), answer("rum", SHOW_ALL, first=10))
    assert step.place == PAGER
    assert not step.follows(SHOW_ALL)


def test_what_nothing_tells_from_the_links_of_every_page_is_no_further_page() -> None:
    aside = Link(SHOW_ALL.url, PAGER, "Everything")
    assert further_steps(answer("tea", aside), answer("rum", aside, first=10)) == []


def test_one_answer_with_one_target_leads_on_to_targets_as_they_are_known() -> None:
    answers = [
        Answered((Link(f"{SITE}/blog/how-to-make-tea/", LISTED), Link(f"{SITE}/shop/tea/", LISTED)), frozenset())
    ]
    wanted, known = (
        [f"{SITE}/blog/how-to-make-tea/"],
        [f"{SITE}/blog/{name}/" for name in ("rum", "gin-from-oak", "ale")],
    )
    (path,) = paths_behind(STEP, answers, wanted, (), [*known, f"{SITE}/old/blog/wine.html"])
    last = path.steps[-1]
    assert isinstance(last, LinkStep)
    assert last.matches(f"{SITE}/blog/cider/") and not last.matches(f"{SITE}/shop/tea/")


def test_what_a_menu_on_every_page_leads_to_is_a_hit_where_answers_list_it() -> None:
    by_year = [f"{SITE}/news/{year}/item-{number}" for year in (2019, 2020, 2021, 2022) for number in range(5)]
    menu = [Link(url, SIDE) for url in by_year if "/202" in url and "/2020" not in url]
    answers = [Answered((*menu, *(Link(url, LISTED) for url in by_year[start::2])), frozenset()) for start in (0, 1)]
    found = [url for url in by_year if "/2019" in url or "/2020" in url]
    usual = [link.url for link in menu]
    (path,) = paths_behind(STEP, answers, found, usual, by_year)
    last = path.steps[-1]
    assert isinstance(last, LinkStep)
    assert all(last.follows(Link(url, LISTED)) for url in by_year)
    assert not any(map(last.follows, menu))


def test_the_same_question_again_is_no_further_page() -> None:
    asked = frozenset({"tea", "Find"})
    assert not asks_the_same(f"{SITE}/find?q=tea", f"{SITE}/find?q=tea&go=Find", asked)
    assert asks_the_same(f"{SITE}/find?q=tea&page=2", f"{SITE}/find?q=tea&go=Find", asked)
    assert asks_the_same(f"{SITE}/find/tea/2", f"{SITE}/find?q=tea", asked)


def test_a_kind_of_further_page_that_another_covers_is_no_step_of_its_own() -> None:
    """A value too short to be known again, or one that by chance was asked, makes an address seem of another kind."""
    short = Link(f"{SITE}/find?q=rum&max=5&page=2", PAGER, "next")
    chance = Link(f"{SITE}/find?q=gin&page=10", PAGER, "10")
    answers = [
        answer("tea"),
        Answered((*answer("rum", first=10).links[:10], short), frozenset({"rum"}), frozenset({short.url})),
        Answered((*answer("gin", first=20).links[:10], chance), frozenset({"gin", "10"}), frozenset({chance.url})),
    ]
    (step,) = further_steps(*answers)
    assert step.matches(short.url) and step.matches(chance.url) and step.matches(f"{SITE}/find?q=ale&page=7")
    assert not step.matches(f"{SITE}/find?q=ale")


PAGE: PaginationKind = (2, ("page",))
ONLY: PaginationKind = (2, ("only",))
TAB: PaginationKind = (2, ("tab",))


def items(*numbers: int) -> frozenset[str]:
    return frozenset(map(str, numbers))


FIRST, SECOND = items(*range(20)), items(*range(20, 40))


def continuing(*pages: FurtherPage, whole: bool = True) -> set[PaginationKind]:
    return pagination_kinds([PaginatedAnswer(FIRST, pages, whole)])


def test_page_two_continues() -> None:
    assert continuing(FurtherPage(PAGE, SECOND, True)) == {PAGE}


def test_a_last_page_may_say_much_again() -> None:
    assert continuing(FurtherPage(PAGE, items(18, 19, 20), True)) == {PAGE}


def test_another_order_of_the_same_does_not() -> None:
    assert continuing(FurtherPage(ONLY, FIRST, True), FurtherPage(PAGE, SECOND, True)) == {PAGE}


def test_few_targets_of_the_first_page_do_not() -> None:
    assert continuing(FurtherPage(ONLY, items(3, 4), False)) == set()


def test_a_part_of_many_pages_does_not() -> None:
    assert continuing(FurtherPage(PAGE, SECOND, True), FurtherPage(ONLY, items(25, 90, 91, 92), False)) == {PAGE}


def test_what_no_turned_page_lists_continues_beside_them() -> None:
    assert continuing(FurtherPage(PAGE, SECOND, True), FurtherPage(TAB, items(90, 91), False)) == {PAGE, TAB}


def test_another_order_of_many_pages_does_not_as_what_is_new_in_it_may_be_on_pages_not_turned_to() -> None:
    assert continuing(FurtherPage(PAGE, SECOND, True), FurtherPage(TAB, items(90, 91), False), whole=False) == {PAGE}


def test_where_nothing_says_that_it_turns_pages_new_targets_do() -> None:
    assert continuing(FurtherPage(TAB, SECOND, False), FurtherPage(ONLY, items(1, 2), False)) == {TAB}


def test_a_kind_is_known_by_most_of_its_pages() -> None:
    assert continuing(
        FurtherPage(PAGE, SECOND, True), FurtherPage(PAGE, items(40), True), FurtherPage(PAGE, FIRST, True)
    ) == {PAGE}


def test_a_form_that_is_filled_in_already_takes_the_place_of_none() -> None:
    words, shelf = Parameter("q", default=("",)), Parameter("shelf", default=("",))
    plain, full, filled = (
        Path((FormStep("GET", "http://h/find?q=*", None, asked),))
        for asked in ((words,), (words, shelf), (words, replace(shelf, default=("cellar",))))
    )
    assert without_lesser([plain, full]) == [full]
    assert without_lesser([plain, filled]) == [plain, filled]
