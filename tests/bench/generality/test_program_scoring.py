"""Queries against a program's own answers, columns against its own."""

from dataclasses import replace

import pytest

from bench.generality.answers import Answer
from bench.generality.extracted import ExtractedRecord
from bench.generality.program_scoring import Columns, asked, columns
from bench.generality.site import Query, Truth

BASE = "http://127.0.0.1:1/"
FIELDS = {
    "1": {"title": "Salt", "listPrice": "12.50", "secret": "x", "shop": "North"},
    "2": {"title": "Pepper", "listPrice": "7.00", "secret": "y", "shop": "North"},
    "3": {"title": "Dill", "listPrice": "3.20", "secret": "z", "shop": "North"},
}
TRUTH = Truth(
    {key: f"item/{key}" for key in FIELDS},
    lambda address: address.removeprefix("item/") if address.startswith("item/") else None,
    lambda address: address.startswith("help/"),
    fields=FIELDS,
)


def _answer(*addresses: str) -> Answer:
    return Answer("common word", tuple(BASE + address for address in addresses))


@pytest.mark.parametrize(
    ("addresses", "wanted", "precision", "recall"),
    [
        (("item/1", "item/2"), {"1", "2"}, 1.0, 1.0),
        (("item/1", "item/3"), {"1", "2"}, 0.5, 0.5),
        (("item/1", "about"), {"1"}, 0.5, 1.0),
        (("item/1", "help/1"), {"1"}, 1.0, 1.0),
        ((), set(), 1.0, 1.0),
        (("item/1",), set(), 0.0, 1.0),
    ],
)
def test_an_answer_is_right_where_the_program_gives_the_same(
    addresses: tuple[str, ...], wanted: set[str], precision: float, recall: float
) -> None:
    told = asked(Query("common word", {"q": "a"}, frozenset(wanted)), _answer(*addresses), BASE, TRUTH)
    assert (told.precision, told.recall) == (precision, recall)


def test_a_query_that_was_refused_finds_nothing() -> None:
    told = asked(Query("phrase", {"q": "a"}, frozenset()), Answer("phrase", refused="no such parameter"), BASE, TRUTH)
    assert not told.is_exact
    assert told.refused == "no such parameter"


def _record(key: str, **values: str) -> ExtractedRecord:
    fields = FIELDS[key]
    return ExtractedRecord(f"{BASE}item/{key}", f"{fields['title']}\nNorth\n{fields['listPrice']} EUR", values)


def test_columns_that_pages_show_are_recovered_under_sensible_names() -> None:
    records = [_record(key, heading=told["title"], price=told["listPrice"]) for key, told in FIELDS.items()]
    found = columns(records, BASE, TRUTH)
    assert found.found == {"title": "heading", "listPrice": "price"}  # secrets are not shown, one shop is no field
    assert (found.recovered, found.sensible) == (2, 1)


def test_a_column_that_is_wrong_on_one_record_of_three_is_lost() -> None:
    records = [_record(key, title=told["title"] if key != "2" else "Pepper, ground") for key, told in FIELDS.items()]
    assert columns(records, BASE, TRUTH).found == {"title": "", "listPrice": ""}


def test_columns_that_nobody_wants_are_told_with_the_reason() -> None:
    also = {"shop": "North", "again": "", "row": "odd", "price_number": "1"}
    records = [
        _record(key, title=told["title"], price=told["listPrice"], **(also | {"again": told["title"] + "/"}))
        for key, told in FIELDS.items()
    ]
    records[0] = replace(records[0], values={**records[0].values, "row": "even", "url": records[0].url})
    found = columns(records, BASE, TRUTH)
    assert found.unwanted == {"shop": "constant", "again": "as title", "row": "layout"}
    assert found.count == 5  # what every table has, and what a text means, count neither way


def test_names_share_a_word_whatever_its_ending_and_what_a_record_is_called_by_is_its_title() -> None:
    assert Columns({"reporter": "reported_by", "name": "title", "keyword": "keywords"}).sensible == 3
    assert Columns({"price": "title", "owner": "holder", "lost": ""}).sensible == 0
