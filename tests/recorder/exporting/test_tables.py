"""Records with lists in them: as views of the database, and in files that hold several tables. Read back by other
programs than ours."""

import csv
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.recorder.conftest import Command, Crawled, store_crawl

_IN_SHEETS = {"main": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
FORMULA = "=1+1"


def book(number: int) -> bytes:
    """With tags, reviews, and an ISBN that the last two share."""
    reviews = "".join(
        f"<li><b>Reader {number}-{n}</b> <i>{number * n % 7} stars</i><p>Read {n} times in {number} days, gladly.</p>"
        for n in range(number % 4)
    )
    tags = "".join(f"<a href='/tag/{n}'>tag {number % 5}{n}</a> " for n in range(1, 3 + number % 2))
    isbn = min(number, 10)
    return (
        f"<h1>{FORMULA} Book {number}</h1><table><tr><th>ISBN<td>97800000{isbn:05}<tr><th>Price<td>£{number}.50"
        f"<tr><th>Status<td>{'in print' if number % 3 else 'sold out'}</table>"
        f"<div class='tags'>{tags}</div><h2>Reviews</h2><ul class='reviews'>{reviews}</ul>"
    ).encode()


@pytest.fixture
def books(pages: Crawled, recorder: Command) -> Path:
    database = pages([book(number) for number in range(12)])
    assert recorder("extract", "--db", database).code == 0
    return database


def rows(database: Path, table: str) -> list[dict[str, object]]:
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f'SELECT * FROM "{table}"')]


def lists(database: Path) -> dict[str, str]:
    """The views of lists, by the column they are of."""
    return {str(row["column_name"]): str(row["name"]) for row in rows(database, "record_lists")}


def test_lists_are_tables_of_their_own_with_a_key_to_their_record(books: Path) -> None:
    views = lists(books)
    assert {"reviews", "tags"} <= set(views)
    found = 0
    for column, view in views.items():
        assert view == f"records_{column}"
        items = rows(books, view)
        for record in rows(books, "records"):
            said = json.loads(str(record[column] or "[]"))
            own = [item for item in items if item["page_id"] == record["page_id"]]
            assert [item["position"] for item in own] == list(range(1, len(said) + 1))
            for item, cell in zip(own, said, strict=True):
                found += 1
                expected = cell if isinstance(cell, dict) else {"value": cell}
                assert {key: value for key, value in list(item.items())[3:] if value is not None} == expected
    assert found > 20


def test_lists_follow_their_column_when_it_is_renamed_left_out_and_taken_in(books: Path, recorder: Command) -> None:
    others = lists(books)
    del others["reviews"]
    assert recorder("extract", "--db", books, "--rename", "reviews=things").code == 0
    assert lists(books) == {"things": "records_things", **others}
    before = rows(books, "records_things")
    assert recorder("extract", "--db", books, "--leave-out", "things").code == 0
    assert lists(books) == others
    for _ in range(2):
        assert recorder("extract", "--db", books, "--take-in", "things").code == 0
        assert recorder("extract", "--db", books).code == 0
    assert rows(books, "records_things") == before


def test_a_removed_recording_takes_its_views_along(books: Path, recorder: Command) -> None:
    from recorder.store import open_store

    with open_store(books) as store:
        store.recordings.remove(1).result()
    assert not lists(books) and not rows(books, "records")
    store_crawl(books, [book(number) for number in range(12)], "again")
    assert recorder("extract", "--db", books).code == 0
    assert lists(books)["reviews"] == "records_reviews"


def test_a_list_is_exported_by_its_name(books: Path, recorder: Command) -> None:
    for column, view in lists(books).items():
        done = recorder("export", "--db", books, "--format", "csv", "--table", view, "-")
        listed = list(csv.DictReader(done.out.splitlines()))
        assert len(listed) == len(rows(books, view)), column
        assert list(listed[0])[:3] == ["url", "run", "position"]
    assert recorder("export", "--db", books, "--format", "csv", "--table", "records_nothing", "-").code == 2


def test_a_column_of_the_page_called_status_makes_room_for_ours(books: Path) -> None:
    record = rows(books, "records")[3]
    assert record["status"] == "new"
    assert "sold out" in record.values()


def test_pages_of_one_record_are_told_and_written_once(books: Path, recorder: Command, tmp_path: Path) -> None:
    asked = ("export", "--db", books, "--format", "csv", "--key", "isbn")
    done = recorder(*asked, "--json", tmp_path / "out.csv")
    (copy,) = done.json["copies"]
    assert copy["url"].endswith("11") and copy["of"].endswith("10")
    assert done.json["written"] == 11
    assert "1 page of records left out" in done.err and copy["url"] in done.err
    assert recorder(*asked, "--key", "price", tmp_path / "both.csv").err.count("left out") == 0
    refused = recorder("export", "--db", books, "--format", "csv", "--key", "barcode", "-")
    assert refused.code == 2 and "isbn" in refused.err
    assert recorder("export", "--db", books, "--format", "csv", "--what", "targets", "--key", "isbn", "-").code == 2


def test_sqlite_files_hold_all_tables_in_types(books: Path, recorder: Command, tmp_path: Path) -> None:
    out = tmp_path / "out.db"
    assert recorder("export", "--db", books, "--format", "sqlite", out).code == 0
    records = rows(out, "records")
    assert [row["url"] for row in records] == [row["url"] for row in rows(books, "records")]
    assert (records[3]["price"], records[3]["price_number"]) == ("£3.50", 3.5)
    with closing(sqlite3.connect(out)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert tables == {"records", *lists(books).values()}
    for view in lists(books).values():
        assert len(rows(out, view)) == len(rows(books, view))
        assert {(row["url"], row["run"]) for row in rows(out, view)} <= {(row["url"], row["run"]) for row in records}


def cells(book_file: Path) -> dict[str, list[list[tuple[str, str]]]]:
    """Kind and content of every cell of every sheet, as the file has them."""
    with zipfile.ZipFile(book_file) as parts:
        book_xml = ElementTree.fromstring(parts.read("xl/workbook.xml"))
        names = [sheet.attrib["name"] for sheet in book_xml.iterfind("main:sheets/main:sheet", _IN_SHEETS)]
        found = (parts.read(f"xl/worksheets/sheet{number}.xml") for number in range(1, len(names) + 1))
        return {name: list(_rows_of(ElementTree.fromstring(text))) for name, text in zip(names, found, strict=True)}


def _rows_of(sheet: ElementTree.Element) -> Iterator[list[tuple[str, str]]]:
    for row in sheet.iterfind("main:sheetData/main:row", _IN_SHEETS):
        assert row.find("main:c/main:f", _IN_SHEETS) is None, "a formula"
        yield [(cell.get("t", "n"), "".join(cell.itertext())) for cell in row]


def test_excel_files_hold_all_tables_and_run_nothing(books: Path, recorder: Command, tmp_path: Path) -> None:
    out = tmp_path / "out.xlsx"
    assert recorder("export", "--db", books, "--format", "xlsx", out).code == 0
    found = cells(out)
    assert set(found) == {"records", *lists(books).values()}
    assert len(found["records"]) == 13
    said = {text for row in found["records"] for _, text in row}
    assert {"£3.50", "3.5", f"{FORMULA} Book 3"} <= said
    assert ("n", "3.5") in found["records"][4]
    assert recorder("export", "--db", books, "--format", "xlsx", "--append", out).code == 2
    assert recorder("export", "--db", books, "--format", "xlsx", "--what", "targets", tmp_path / "t.xlsx").code == 0
    assert set(cells(tmp_path / "t.xlsx")) == {"targets"}


def test_what_an_excel_sheet_has_no_room_for_is_told(pages: Crawled, recorder: Command, tmp_path: Path) -> None:
    database = pages([book(n) + b"<pre>" + f"{n} line\n".encode() * 6_000 + b"</pre>" for n in range(8)])
    assert recorder("extract", "--db", database).code == 0
    done = recorder("export", "--db", database, "--format", "xlsx", tmp_path / "out.xlsx")
    assert done.code == 0 and "were cut" in done.err
    assert max(len(text) for row in cells(tmp_path / "out.xlsx")["records"] for _, text in row) <= 32_767
