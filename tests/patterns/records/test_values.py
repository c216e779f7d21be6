"""Numbers and dates in the texts of a page, and what is neither."""

import pytest

from recorder.patterns.records.values import ValueKind, date_in, kind_of, number_in, unit_of


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("£1,200.50", 1200.5),
        ("320 pp.", 320.0),
        ("1.234,5", 1234.5),
        ("1,234", 1234.0),
        ("12,5", 12.5),
        ("1 234 567", 1234567.0),
        ("-3.5", -3.5),
        ("−4", -4.0),
        ("€ -7", -7.0),
        ("B-52", 52.0),
        ("1.2.3", None),
        ("chapter", None),
        ("3 of 5", None),
    ],
)
def test_the_one_number_in_a_text(text: str, number: float | None) -> None:
    assert number_in(text) == number


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2021-03-04", "2021-03-04"),
        ("2021-03-04T05:06:07", "2021-03-04T05:06:07"),
        ("4 March 2021", "2021-03-04"),
        ("March 4, 2021", "2021-03-04"),
        ("04.03.2021", "2021-03-04"),
        ("  4   Mar 2021 ", "2021-03-04"),
        ("2021-02-30", None),
        ("on 4 March 2021", None),
        ("2021", None),
    ],
)
def test_a_date_and_nothing_else(text: str, date: str | None) -> None:
    assert date_in(text) == date


def test_a_column_is_what_almost_all_of_its_values_are() -> None:
    assert kind_of(["1", "2", "3"]) is ValueKind.NUMBER
    assert kind_of(["2021-03-04"] * 20 + ["unknown"]) is ValueKind.DATE
    assert kind_of(["2021-03-04"] * 10 + ["unknown"]) is ValueKind.TEXT
    assert kind_of([]) is ValueKind.TEXT


def test_numbers_nobody_counts_with_are_texts() -> None:
    assert kind_of(["9780141439518", "9780141439600"]) is ValueKind.TEXT
    assert kind_of(["00123", "00456"]) is ValueKind.TEXT


@pytest.mark.parametrize(
    ("texts", "unit"),
    [
        (["1 comment", "5 comments", "12 comments", "3 comments"], "comments"),
        (["5 kg", "3 kg"], ""),
        (["5 comments", "3 likes"], ""),
        (["five comments"], ""),
        ([], ""),
    ],
)
def test_what_is_counted(texts: list[str], unit: str) -> None:
    assert unit_of(texts) == unit
