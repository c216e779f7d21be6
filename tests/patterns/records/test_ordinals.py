"""What only counts siblings is told from labels that have a number."""

import pytest

from recorder.patterns.records.ordinals import ordinals


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param([(1, 2), (1, 2, 3), (1,)], id="from one"),
        pytest.param([(1, 2, 3), (101, 102, 103, 104)], id="from anywhere"),
        pytest.param([tuple(range(1, 12)), tuple(each for each in range(1, 14) if each != 5)], id="one is missing"),
    ],
)
def test_numbers_that_count_siblings(numbers: list[tuple[int, ...]]) -> None:
    found = ordinals([[f"Lot {number}" for number in here] for here in numbers])
    assert found == {f"Lot {number}" for here in numbers for number in here}


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param([(1, 2)] * 9, id="the same everywhere"),
        pytest.param([(2010, 2020), (2010,), (2020,)], id="years of a few"),
        pytest.param([(2, 1), (1,)], id="not in order"),
        pytest.param([(3,), (7,)], id="one on each page"),
    ],
)
def test_numbers_that_say_what_something_is(numbers: list[tuple[int, ...]]) -> None:
    assert not ordinals([[f"Census {number}" for number in here] for here in numbers])


def test_how_many_there_are_is_no_label_however_often_it_is_said() -> None:
    votes = [[f"{number} votes" for number in here] for here in ((3, -1), (0, 3, 12), (-1, 0), (12,))]
    assert ordinals(votes) == {"-1 votes", "0 votes", "3 votes", "12 votes"}


def test_what_a_page_has_all_of_may_be_labels_that_begin_with_a_number() -> None:
    assert not ordinals([["30 days", "7 days"], ["7 days"], ["30 days"]])
