"""What a site calls an answer, told from what its own further pages are called."""

from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.links import Link
from recorder.probing.search_ids import search_ids, without_search_ids

SITE = "http://h"


def turns(address: str, pages: int = 3) -> list[Link]:
    return [Link(SITE + address.format(number), "p/a", str(number)) for number in range(2, pages + 2)]


def listed(*numbers: int) -> list[Link]:
    return [Link(f"{SITE}/item?id={number}&lang=en", "li/a", f"Item {number}") for number in numbers]


def test_the_name_of_an_answer_is_the_same_on_all_its_further_pages_and_on_no_others() -> None:
    one, other = turns("/results?search=71&per=10&start={}"), turns("/results?search=72&per=10&start={}")
    assert search_ids([[*listed(1, 2), *one], [*listed(3), *other]]) == [{("?search", "71")}, {("?search", "72")}]
    assert search_ids([turns("/r/4fa2/{}"), turns("/r/c81b/{}", 1)]) == [{("/2", "4fa2")}, {("/2", "c81b")}]


def test_what_counts_the_pages_is_none() -> None:
    assert search_ids([turns("/find?page={}", 1), turns("/find?page={}", 2)]) == [set(), set()]
    ten, twenty = [Link(f"{SITE}/find?start={each}", "a", "next") for each in (10, 20)]
    assert search_ids([[ten], [twenty]]) == [set(), set()]


def test_what_only_one_answer_has_is_none() -> None:
    assert search_ids([turns("/results?search=71&start={}"), listed(1, 2)]) == [set(), set()]


def test_what_an_answer_lists_is_none() -> None:
    assert search_ids([listed(1), listed(2)]) == [set(), set()]


def test_the_same_number_in_another_place_stays() -> None:
    one, other = turns("/results?search=3&start={}"), turns("/results?search=4&start={}")
    seen = [
        {without_search_ids(link.url, known) for link in links}
        for links, known in zip((one, other), search_ids([one, other]), strict=True)
    ]
    assert seen[0] == seen[1]
    assert len(seen[0]) == len(one)


@given(st.lists(st.text("abcdef0123456789", min_size=8, max_size=8), min_size=2, max_size=5, unique=True))
def test_but_for_them_the_same_question_has_the_same_answer(names: list[str]) -> None:
    pages = [[*listed(1, 2), *turns(f"/results?search={name}a&start={{}}")] for name in names]
    seen = [
        {without_search_ids(link.url, known) for link in links}
        for links, known in zip(pages, search_ids(pages), strict=True)
    ]
    assert all(each == seen[0] for each in seen)
    assert len(seen[0]) == len(pages[0])
