"""How many targets there are: nothing is made up where everything was seen, and what was not seen is counted on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.navigation.estimate import Amount, chao, forecast, members_expected, unseen_expected
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.links import Link

COUNTS = st.integers(0, 200)
HOST = "http://h"
ENTRY = f"{HOST}/"


def shelves(count: int, books_each: int, *, fetched: int) -> tuple[SiteMap, list[str]]:
    """A front page with shelves, of which some were fetched; every book stands on one shelf, and one was fetched."""
    site = SiteMap(ENTRY)
    names = [f"{HOST}/shelf/{number}" for number in range(count)]
    site.add(ENTRY, [Link(name, "ul/a", "") for name in names])
    for number, name in enumerate(names[:fetched]):
        books = [f"{HOST}/book/{number}-{each}" for each in range(books_each)]
        site.add(name, [Link(book, "ol/a", "") for book in books])
        site.targets |= set(books)
    return site, names


@given(COUNTS, COUNTS)
def test_fewer_are_unseen_the_more_stand_in_two_lists(once: int, twice: int) -> None:
    assert chao(once, twice + 1) <= chao(once, twice) <= chao(once + 1, twice)


@given(COUNTS)
def test_nothing_is_unseen_where_nothing_stands_in_one_list_alone(twice: int) -> None:
    assert chao(0, twice) == 0


@given(st.integers(1, 200), st.data(), COUNTS)
def test_members_are_expected_by_the_share_of_those_seen(seen: int, data: st.DataObject, waiting: int) -> None:
    targets = data.draw(st.integers(0, seen))
    amount = members_expected(targets, seen, waiting)
    assert 0 <= amount.mean <= waiting
    assert amount.mean == pytest.approx(waiting * targets / seen)
    assert (amount.spread > 0) == (waiting > 0)


@given(st.integers(1, 50), st.integers(1, 200))
def test_the_more_were_seen_the_less_is_in_doubt(seen: int, waiting: int) -> None:
    assert members_expected(2 * seen, 2 * seen, waiting).spread < members_expected(seen, seen, waiting).spread


@given(st.lists(COUNTS, max_size=30), COUNTS, COUNTS)
def test_a_class_of_which_all_pages_were_fetched_hides_nothing(finds: list[int], once: int, twice: int) -> None:
    assert unseen_expected(finds, 0, once, twice) == Amount()


@given(st.lists(COUNTS, max_size=30), COUNTS, COUNTS, COUNTS)
def test_overlap_bounds_what_is_unseen(finds: list[int], waiting: int, once: int, twice: int) -> None:
    assert unseen_expected(finds, waiting, once, twice).mean <= chao(once, twice)


@given(st.lists(COUNTS, max_size=15), COUNTS, COUNTS, COUNTS)
def test_finds_of_the_first_half_alone_say_that_nothing_more_comes(
    finds: list[int], waiting: int, once: int, twice: int
) -> None:
    assert unseen_expected([*finds, *[0] * (len(finds) + 1)], waiting, once, twice) == Amount()


@given(st.integers(2, 12), st.integers(2, 20))
def test_shelves_that_were_all_fetched_hold_all_books(count: int, books_each: int) -> None:
    site, names = shelves(count, books_each, fetched=count)
    found = forecast(site, [names], frozenset(), frozenset())
    assert found.unseen == Amount()


@given(st.integers(2, 12), st.integers(4, 20))
def test_shelves_that_were_not_fetched_hold_as_many_as_the_others(count: int, books_each: int) -> None:
    site, names = shelves(2 * count, books_each, fetched=count)
    found = forecast(site, [names], frozenset(), frozenset())
    assert found.unseen.mean == pytest.approx(count * books_each)


@given(st.integers(1, 12), st.integers(1, 20), st.data())
def test_each_target_is_counted_once(count: int, books_each: int, data: st.DataObject) -> None:
    site, names = shelves(count, books_each, fetched=count)
    books = sorted(site.targets)
    fetched = frozenset(data.draw(st.sets(st.sampled_from(books), min_size=1)))
    for book in fetched:
        site.add(book, [])
    promised = frozenset(data.draw(st.sets(st.sampled_from(books))))
    found = forecast(site, [names, books], promised, fetched)
    seen = [bool(fetched & side) or not side - fetched for side in (promised, set(books) - promised)]
    assert found.total.mean <= len(books)
    assert found.reached.mean <= len(promised)
    if all(seen):
        assert found.total.mean == pytest.approx(len(books))
