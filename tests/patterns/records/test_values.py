"""Numbers and dates in the texts of a column, and what is neither."""

import os
import subprocess
import sys
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.records.values import DateFormat, NumberFormat, ValueKind, format_of, kind_of, unit_of


def read(*texts: str) -> list[float | str | None]:
    """What the values of one column mean."""
    found = format_of(texts)
    return [found.read(text) if found else None for text in texts]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("£1,200.50", 1200.5),
        (".583", 0.583),
        ("$.99", 0.99),
        ("Rs.500", 500.0),
        ("320 pp.", 320.0),
        ("1.234,5", 1234.5),
        ("1,234", 1234.0),
        ("12,5", 12.5),
        ("1 234 567", 1234567.0),
        ("1 234 567,50 €", 1234567.5),
        ("No 3 2021", None),
        ("12 34 56", None),
        ("-3.5", -3.5),
        ("−4", -4.0),
        ("€ -7", -7.0),
        ("Rs 500", 500),
        ("kr12", 12),
        ("B-52", None),
        ("v2.4", None),
        ("12.500", 12.5),
        ("12.500 €", 12500.0),
        ("€ 12.500", 12500.0),
        ("1.234.567 kr", 1234567.0),
        ("1.2.3", None),
        ("chapter", None),
        ("3 of 5", None),
    ],
)
def test_the_one_number_in_a_text(text: str, number: float | None) -> None:
    assert read(text) == [number]


def test_what_one_value_leaves_open_the_others_tell() -> None:
    assert read("12.500", "1.250,75") == [12500.0, 1250.75]
    assert read("12.500 €", "12,50 €") == [12500.0, 12.5]
    assert read("12.500 kg", "0.75 kg") == [12.5, 0.75]
    assert read("1,250", "12,5") == [1.25, 12.5]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2021-03-04", "2021-03-04"),
        ("2021-03-04T05:06:07", "2021-03-04T05:06:07"),
        ("4 March 2021", "2021-03-04"),
        ("March 4, 2021", "2021-03-04"),
        ("04.03.2021", "2021-03-04"),
        ("  4   Mar 2021 ", "2021-03-04"),
        ("March 2021", "2021-03-01"),
        ("Thursday, 4 March 2021", "2021-03-04"),
        ("3 de mayo de 2021", "2021-05-03"),
        ("12 janvier 2020", "2020-01-12"),
        ("1er mars 2020", "2020-03-01"),
        ("3. März 2021", "2021-03-03"),
        ("May 3rd, 2021", "2021-05-03"),
        ("Feb. 26, 2020", "2020-02-26"),
        ("Sept. 28, 2024", "2024-09-28"),
        ("2021年5月3日", "2021-05-03"),
        ("18.09.2015 16:29", "2015-09-18T16:29:00"),
        ("Aug 12, 2018, 4:42 PM", "2018-08-12T16:42:00"),
        ("12 August 2018, 4.42 pm", "2018-08-12T16:42:00"),
        ("Friday, 3 May 2019 at 12:05:06 a.m.", "2019-05-03T00:05:06"),
        ("4. März 2021 um 05:06 Uhr", "2021-03-04T05:06:00"),
        ("Donnerstag, den 04. März 2021 um 05:06 Uhr", "2021-03-04T05:06:00"),
        ("jeudi 4 mars 2021 à 5h06", "2021-03-04T05:06:00"),
        ("donderdag 4 maart 2021 om 5:06 uur", "2021-03-04T05:06:00"),
        ("2021-03-04 05:06 UTC", "2021-03-04T05:06:00+00:00"),
        ("16:29, 18 September 2015", "2015-09-18T16:29:00"),
        ("4 March 2021 at 25:00", None),
        ("29 de febrero de 2020", "2020-02-29"),
        ("29 de febrero de 2021", None),
        ("2021-02-30", None),
        ("Donnerstag, 04.03.2021 05:06 Uhr", "2021-03-04T05:06:00"),
        ("Do., 04.03.2021", "2021-03-04"),
        ("Tue, May 4th, 2021", "2021-05-04"),
        ("Sat, Jun 5 2021", "2021-06-05"),
        ("bis 04.03.2021", None),
        ("on 4 March 2021", None),
        ("Chapter 3 of 2021", None),
        ("1.2.3", None),
        ("2021.3.1", None),
    ],
)
def test_a_date_and_nothing_else(text: str, day: str | None) -> None:
    assert read(text) == [day]


@pytest.mark.parametrize("text", ["4 March", "may", "March", "2 days ago", "yesterday", "3 May 21"])
def test_what_is_no_date_without_knowing_today_is_none(text: str) -> None:
    assert kind_of([text]) is not ValueKind.DATE


def test_plain_numbers_are_no_dates() -> None:
    assert kind_of(["2021", "1999"]) is ValueKind.NUMBER
    assert kind_of(["20210503", "20200101"]) is ValueKind.NUMBER


def test_the_order_of_a_date_is_that_of_its_column() -> None:
    assert read("03/04/2021", "25/12/2021") == ["2021-04-03", "2021-12-25"]
    assert read("03/04/2021", "12/25/2021") == ["2021-03-04", "2021-12-25"]
    assert read("13/04/2021", "12/25/2021") == [None, None]


def test_one_language_reads_all_months_of_a_column() -> None:
    assert read("3 mars 2020", "3 oktober 2020", "5 maj 2019") == ["2020-03-03", "2020-10-03", "2019-05-05"]
    assert read("3 mai 2021", "12 juin 2020") == ["2021-05-03", "2020-06-12"]
    assert read("3 juin 2021", "12. Dezember 2020") == [None, None]


DAYS = st.dates(min_value=date(1000, 1, 1), max_value=date(2199, 12, 31))


@given(DAYS, st.sampled_from(("{:%d/%m/%Y}", "{:%Y/%m/%d}", "{:%d.%m.%Y}", "{:%Y-%m-%d}")))
def test_every_day_is_read_as_it_was_written(day: date, form: str) -> None:
    assert read(form.format(day)) == [day.isoformat()]


@given(DAYS)
def test_every_day_of_a_month_in_words_is_read(day: date) -> None:
    assert DateFormat("es").read(f"{day.day} de mayo de {day.year}") == (f"{day.year}-05-{day.day:02}")


@given(st.floats(min_value=0, max_value=999, allow_nan=False))
def test_numbers_with_a_point_are_read_whole(number: float) -> None:
    assert NumberFormat().read(f"{number:.3f}") == float(f"{number:.3f}")


ELSEWHERE = """
import time
time.time = lambda: 0.0
from recorder.patterns.records.values import format_of
texts = ["3 de mayo de 2021", "12 de enero de 2020"]
print([format_of(texts).read(text) for text in texts], format_of(["hoy", "ayer"]), format_of(["today", "May"]))
"""


def test_neither_the_time_nor_the_place_of_the_machine_matters() -> None:
    said = set()
    for zone, language in (("Asia/Tokyo", "C"), ("America/Los_Angeles", "de_DE.UTF-8")):
        environment = os.environ | {"TZ": zone, "LC_ALL": language}
        done = subprocess.run([sys.executable, "-c", ELSEWHERE], env=environment, capture_output=True, text=True)
        said.add(done.stdout)
    assert said == {"['2021-05-03', '2020-01-12'] None None\n"}


def test_neither_library_is_loaded_before_a_column_needs_it() -> None:
    engine = "recorder.crawling.session, recorder.extracting.session"
    code = f"import sys, {engine}; print({{'dateparser', 'price_parser'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr


def test_a_column_is_what_almost_all_of_its_values_are() -> None:
    assert kind_of(["1", "2", "3"]) is ValueKind.NUMBER
    assert kind_of(["2021-03-04"] * 20 + ["unknown"]) is ValueKind.DATE
    assert kind_of(["2021-03-04"] * 10 + ["unknown"]) is ValueKind.TEXT
    assert kind_of([]) is ValueKind.TEXT


def test_numbers_nobody_counts_with_are_texts() -> None:
    assert kind_of(["9780141439518", "9780141439600"]) is ValueKind.TEXT
    assert kind_of(["00123", "00456"]) is ValueKind.TEXT


@pytest.mark.parametrize(
    "codes",
    [
        ["GC-1036", "GC-1037"],
        ["v2.4", "v2.10"],
        ["2.8", "2.8.1", *["2.9"] * 30],
        ["28254", "61093", "66448", "82192", "10115"],
    ],
)
def test_codes_are_texts(codes: list[str]) -> None:
    assert kind_of(codes) is ValueKind.TEXT


def test_whole_numbers_stay_whole_where_none_has_a_fraction() -> None:
    assert [type(each) for each in read("7 pages", "120 pages")] == [int, int]
    assert [type(each) for each in read("7", "7.5")] == [float, float]


def test_numbers_of_several_units_are_no_numbers_beside_each_other() -> None:
    assert read("980 KB", "1.2 MB") == [None, None]
    assert read("1 comment", "5 comments") == [1, 5]


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


@pytest.mark.parametrize(("text", "kept_as"), [("12345", int), ("123456789101112131415161718", float), ("-9", int)])
def test_whole_numbers_stay_whole_as_far_as_they_can_be_stored(text: str, kept_as: type) -> None:
    assert type(NumberFormat(whole=True).read(text)) is kept_as
