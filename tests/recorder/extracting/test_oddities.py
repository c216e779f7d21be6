"""`recorder extract` on pages nobody would write and with names nobody would choose: nothing is lost."""

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from recorder.patterns.records.columns import MOST_COLUMNS
from tests.effort import Effort
from tests.recorder.conftest import Command, Crawled, store_crawl

ODD_LABELS = (
    "select", "SELECT", "rowid", "url", "page_id", "run", 'a"b', "a]b", "a}b{c", "a;drop table pages", "price",
    "price number", "Price Number", "price_number", "price date", "article title", "123", "1", ":", "ﬁ", "ß", "SS", "İ",
    "\u202eevil", "😀", "😀😀", "中文", "x" * 10_000, "_", "name@href", "#1", "constructor",
)  # fmt: skip


def table_of(rows: dict[str, object]) -> bytes:
    return f"<table>{''.join(f'<tr><th>{label}<td>{value}' for label, value in rows.items())}</table>".encode()


def thing(number: int, **more: object) -> bytes:
    return f"<h1>Thing {number}</h1>".encode() + table_of({"Weight": f"{number * 7} g", "Maker": f"M{number}", **more})


def rows(database: Path, table: str = "records") -> list[dict[str, Any]]:
    with sqlite3.connect(database) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY page_id")]


def test_labels_that_make_odd_names_make_columns_all_the_same(
    pages: Crawled, recorder: Command, tmp_path: Path
) -> None:
    def page(number: int) -> bytes:
        return table_of({label: number * place for place, label in enumerate(ODD_LABELS, 3)})

    database = pages([page(number) for number in range(20)])
    for words in ((), ("--article",), ()):
        done = recorder("extract", "--db", database, "--json", *words)
        assert done.code == 0, done.err
        assert [table["pages"] for table in done.json["tables"]] == [20]
        assert not done.json["broken"] and not done.json["moved"]
    said = re.findall(r"\d+", " ".join(map(str, rows(database)[19].values())))
    assert {str(19 * place) for place in range(3, 3 + len(ODD_LABELS))} <= set(said)
    for form in ("jsonl", "csv", "parquet"):
        assert recorder("export", "--db", database, "--format", form, tmp_path / f"out.{form}").code == 0


def test_a_column_called_like_one_derived_from_another_is_kept_apart(pages: Crawled, recorder: Command) -> None:
    database = pages([thing(n, price=n * 3, **{"price number": f"no. {n}x{n}"}) for n in range(20)])
    assert recorder("extract", "--db", database).code == 0
    assert (rows(database)[5]["price"], rows(database)[5]["price_number"]) == ("15", "no. 5x5")
    assert recorder("extract", "--db", database, "--rename", "price=cost").code == 0
    assert rows(database)[5]["price_number"] == "no. 5x5"
    refused = recorder("extract", "--db", database, "--rename", "cost=weight")
    assert refused.code == 2 and "already" in refused.err
    assert recorder("extract", "--db", database, "--leave-out", "weight").code == 0
    refused = recorder("extract", "--db", database, "--rename", "cost=weight")
    assert refused.code == 2 and "already" in refused.err
    assert recorder("extract", "--db", database).code == 0
    assert (rows(database)[5]["cost"], rows(database)[5]["price_number"]) == ("15", "no. 5x5")


MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()  # noqa: SIM905


def test_prices_and_dates_of_other_languages_are_read_by_the_format_of_their_column(
    pages: Crawled, recorder: Command
) -> None:
    def page(number: int) -> bytes:
        day = f"{number + 1} de {MONTHS[number % 12]} de 2021"
        return thing(number, Precio=f"{number + 1}.500 €", Publicado=day, Version=f"1.{number}.3")

    database = pages([page(number) for number in range(20)])
    assert recorder("extract", "--db", database).code == 0
    found = rows(database)[4]
    assert (found["precio"], found["precio_number"]) == ("5.500 €", 5500)
    assert (found["publicado"], found["publicado_date"]) == ("5 de mayo de 2021", "2021-05-05")
    assert found["version"] == "1.4.3" and not {"version_number", "version_date"} & found.keys()
    with sqlite3.connect(database) as connection:  # as it was recorded when such dates were texts
        connection.execute("UPDATE record_columns SET kind = 'text' WHERE name = 'publicado'")
        connection.execute("ALTER TABLE records DROP COLUMN publicado_date")
    done = recorder("extract", "--db", database, "--json")
    assert done.code == 0 and not done.json["broken"] and not done.json["moved"]
    assert rows(database)[4] == found


def test_labelled_articles_stay_labelled_under_the_names_given_to_them(pages: Crawled, recorder: Command) -> None:
    def story(number: int) -> bytes:
        words = " ".join(f"word{number}x{n}" for n in range(120))
        return f"<h1>Of word{number}x1 and word{number}x2</h1><p>{words}</p><p>{words}</p>".encode()

    database = pages([story(number) for number in range(20)])
    assert recorder("extract", "--db", database, "--article").code == 0
    assert recorder("extract", "--db", database, "--rename", "article_title=headline").code == 0
    for words in ((), ("--article",)):
        done = recorder("extract", "--db", database, "--json", *words)
        assert done.code == 0, done.err
        assert rows(database)[7]["headline"] == "Of word7x1 and word7x2"


@pytest.mark.parametrize(
    "linked",
    [
        '{"a":' * 20_000,
        "[" * 100_000,
        '{"a": NaN, "b": Infinity, "c": 1e999, "d": %d}',
        f'{{"a": {"9" * 5_000}}}',
        '{"a": 1, "a": %d}',
        '{"a": "\\ud800 %d", "\\udc00k": "\\ud83d\\ude00\\u0000 %d"}',
        f'{{"{"k" * 100_000}": %d}}',
        f'{{"a": {list(range(20_000))}}}',
    ],
)
def test_linked_data_of_any_kind_is_read_or_passed_over(pages: Crawled, recorder: Command, linked: str) -> None:
    script = f"<script type='application/ld+json'>{linked}</script>"
    database = pages([thing(n) + script.replace("%d", str(n)).encode() for n in range(8)])
    for _ in range(2):
        done = recorder("extract", "--db", database, "--json")
        assert done.code == 0, done.err
        assert [table["pages"] for table in done.json["tables"]] == [8]
        assert not done.json["moved"] and len(done.out) < 10_000


def test_pages_that_say_all_the_same_are_listed_with_the_reason(pages: Crawled, recorder: Command) -> None:
    done = recorder("extract", "--db", pages([thing(1)] * 5), "--json")
    assert done.code == 1 and not done.json["tables"]
    assert [each["reason"] for each in done.json["unmatched"]] == ["nothing on it differs from page to page"] * 5


def test_records_are_not_given_up_for_pages_that_say_nothing(pages: Crawled, recorder: Command) -> None:
    database = pages([thing(number) for number in range(9)])
    assert recorder("extract", "--db", database).code == 0
    before = rows(database)
    pages([b"<p>Sorry, we are being rebuilt." for _ in range(9)])
    done = recorder("extract", "--db", database)
    assert done.code == 1 and "The records are as they were" in done.err
    assert rows(database) == before


def test_a_table_whose_pages_are_no_more_keeps_its_names_and_is_told(pages: Crawled, recorder: Command) -> None:
    def person(number: int) -> bytes:
        jobs = "".join(f"<li><b>Job {number * n}</b> in <i>{1900 + number + n}</i></li>" for n in range(5))
        return f"<article><header><h1>Person {number}</h1></header><ol class=jobs>{jobs}</ol></article>".encode()

    things, persons = [thing(number) for number in range(20)], [person(number) for number in range(20)]
    database = pages([*things, *persons])
    assert recorder("extract", "--db", database).code == 0
    tables = recorder("extract", "--db", database, "--json").json["tables"]
    of_persons = next(t["table"] for t in tables if "weight" not in {each["name"] for each in t["columns"]})
    assert recorder("extract", "--db", database, "--rename", f"{of_persons}.jobs=posts").code == 0
    pages([*things, *things])
    gone = recorder("extract", "--db", database, "--json")
    assert gone.code == 1 and "posts" in {each["column"] for each in gone.json["broken"]}
    pages([*things, *persons])
    done = recorder("extract", "--db", database, "--json")
    assert done.code == 0, done.err
    assert json.loads(rows(database, of_persons)[3]["posts"])
    pages([*things, *things])
    done = recorder("extract", "--db", database, "--forget-broken", "--json")
    assert done.code == 0 and len(done.json["tables"]) == 1


def test_pages_whose_content_was_not_kept_are_listed(tmp_path: Path, recorder: Command) -> None:
    database = tmp_path / "pages.db"
    store_crawl(database, [*map(thing, range(5)), None])
    done = recorder("extract", "--db", database, "--json")
    assert done.code == 0
    assert [each["reason"] for each in done.json["unmatched"]] == ["its content was not kept"]


def test_tables_of_others_are_left_alone(tmp_path: Path, recorder: Command) -> None:
    """Those of a person, and those of another recording, be it at work at the same time."""
    database = tmp_path / "pages.db"
    store_crawl(database, [*map(thing, range(5))], "ours")
    store_crawl(database, [*map(thing, range(9))], "theirs")
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE records_theirs (mine TEXT)")
        connection.execute("CREATE TABLE records_being_extracted_1_0 (page_id INTEGER)")
    assert recorder("extract", "--db", database, "--name", "theirs").code == 0
    assert recorder("extract", "--db", database, "--name", "ours").code == 0
    with sqlite3.connect(database) as connection:
        named = dict(connection.execute("SELECT name, pages FROM record_tables"))
        assert not connection.execute("SELECT 1 FROM records_theirs").fetchall()
    assert named == {"records": 9, "records_ours": 5}


def test_numbers_larger_than_any_machine_has_are_kept_and_told(
    pages: Crawled, recorder: Command, tmp_path: Path
) -> None:
    """Python refuses to read a number of 5,000 digits, SQLite to store one of 30, and nobody divides by infinity."""

    def page(number: int) -> bytes:
        sizes = {f"n{digits}": str(number + 1) * digits + " kg" for digits in (20, 30, 400, 5_000)}
        odd = {f"f{digits}": f"1.{str(number + 1) * digits} kg" for digits in (30, 5_000)}
        wide = f"<table><tr><th colspan={'9' * 5_000}>a<th>b<tr><td>x{number}<td>y{number}</table>".encode()
        return thing(number, **sizes, **odd, day=f"{number + 1}-{'1' * 5_000}-01") + wide

    database = pages([page(number) for number in range(6)])
    done = recorder("extract", "--db", database)
    assert done.code == 0, done.err
    assert rows(database)[5]["n5000"] == "6" * 5_000 + " kg"
    assert recorder("report", tmp_path / "report.html", "--db", database).code == 0
    for form in ("jsonl", "csv", "parquet", "xlsx", "sqlite"):
        done = recorder("export", "--db", database, "--format", form, tmp_path / f"out.{form}")
        assert done.code == 0, done.err


@pytest.mark.slow
def test_more_fields_than_a_table_has_room_for_are_counted(pages: Crawled, recorder: Command, tmp_path: Path) -> None:
    def page(number: int) -> bytes:
        return table_of({f"field {place} of all": f"{number * place} kg" for place in range(1, MOST_COLUMNS + 51)})

    database = pages([page(number) for number in range(3)])
    for _ in range(2):
        done = recorder("extract", "--db", database, "--json")
        assert done.code == 0, done.err
        assert done.json["no_room"] == 50 and "50 more fields" in done.err
        assert [len(table["columns"]) for table in done.json["tables"]] == [MOST_COLUMNS]
    assert rows(database)[2]["field_7_of_all_number"] == 14
    assert recorder("export", "--db", database, "--format", "parquet", tmp_path / "out.parquet").code == 0


def test_white_space_without_end_takes_no_time_without_end(pages: Crawled, recorder: Command) -> None:
    spaces = b" " * 200_000
    database = pages([thing(n) + b"<pre>from" + spaces + b"to %d</pre>" % n for n in range(6)])
    effort = Effort()
    assert recorder("extract", "--db", database).code == 0
    assert effort.millions < 200


def test_more_marks_than_a_table_has_columns_are_read_in_time(pages: Crawled, recorder: Command) -> None:
    """Every child was held against every mark: minutes for a page of a few megabytes."""
    database = pages([b"".join(b"<i class=c%d>%d</i>" % (n, n * page) for n in range(4_000)) for page in range(3)])
    effort = Effort()
    assert recorder("extract", "--db", database).code == 0
    assert effort.millions < 300
