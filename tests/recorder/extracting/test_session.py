"""`recorder extract` on the bundled bookshop: every field of every book, names that last, and a redesign."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from recorder.demo import Book, DemoServer
from recorder.demo.books import Review, pounds
from recorder.demo.site import Truth
from recorder.store import open_store
from tests.recorder.conftest import Command, Crawled, Done, RecordedShop, copied, in_a_process
from tests.shop.owned import OwnedShop

Record = Mapping[str, Any]


def records(database: Path, table: str = "records") -> dict[str, Record]:
    """The table's rows by URL, lists and rows as they are meant."""
    with sqlite3.connect(database) as connection:
        connection.row_factory = sqlite3.Row
        return {
            row["url"]: {name: _meant(row[name]) for name in row.keys()}  # noqa: SIM118 - a Row is no dict
            for row in connection.execute(f"SELECT * FROM {table}")
        }


def _meant(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) and value.startswith("[") else value


def review(one: Review) -> Record:
    stars = "★" * one.stars + "☆" * (5 - one.stars)
    return {"heading": one.reader, "stars": stars, "date": one.day.isoformat(), "text": one.text}


def facts(book: Book, truth: Truth) -> Record:
    """What the shop's own database says of a book, under the names a person would choose."""
    entry = truth.shop.catalogue.entry
    others = [entry(number) for number in book.related]
    same = [entry(number) for number in book.same_author]
    return {
        "title": book.title,
        "author": book.author.name,
        "category": book.category.title,
        "parent_category": book.category.parent_title,
        "series": book.series.title if book.series else None,
        "volume": str(book.volume) if book.volume else None,
        "volume_number": book.volume,
        "published": str(book.year),
        "published_number": book.year,
        "language": book.language,
        "publisher": book.publisher,
        "pages": str(book.pages),
        "isbn": book.isbn,
        "price": pounds(book.price),
        "price_number": book.price / 100,
        "award": book.award,
        "cover_url": f"{truth.base_url}/covers/{book.number}.jpg" if book.has_cover else None,
        "description": "\n\n".join(book.description),
        "editions": [
            {"binding": each.binding, "year": str(each.year), "isbn": each.isbn, "price": pounds(each.price)}
            for each in book.editions
        ],
        "reviews": [review(each) for each in book.reviews] or None,
        "related_books": [(each.title, truth.url(each), each.author.name) for each in others] or None,
        "by_the_same_author": [each.title for each in same] or None,
        "by_the_same_author_url": [truth.url(each) for each in same] or None,
    }


def as_found(record: Record) -> Record:
    related = [tuple(each.values()) for each in record["related_books"] or ()]
    return {**record, "related_books": related or None}


@dataclass(frozen=True)
class Extracted:
    """The recorded shop with its records, and what the command printed that made them. Whoever writes takes a copy."""

    database: Path
    done: Done


@pytest.fixture(scope="module")
def extracted(shop: RecordedShop, tmp_path_factory: pytest.TempPathFactory) -> Extracted:
    database = copied(shop.database, tmp_path_factory.mktemp("extracted") / "shop.db")
    done = in_a_process("extract", "--db", database, "--json")
    assert done.code == 0, done.err
    return Extracted(database, done)


def test_every_field_of_every_book_is_what_the_shop_itself_says(shop: RecordedShop, extracted: Extracted) -> None:
    done, database = extracted.done, extracted.database
    assert [table["table"] for table in done.json["tables"]] == ["records"]
    assert not done.json["unmatched"] and not done.json["broken"]
    truth, found = shop.site.truth, records(database)
    assert found.keys() >= truth.linked_urls
    wrong = []
    for url, record in found.items():
        book = truth.book_at(url)
        assert book is not None
        record = as_found(record)
        wrong += [
            (url, name, record[name], value) for name, value in facts(book, truth).items() if record[name] != value
        ]
    assert not wrong


def test_the_table_can_be_joined_and_its_columns_are_listed(database: Path, recorder: Command) -> None:
    done = recorder("extract", "--db", database)
    assert done.code == 0
    assert done.lines[0].startswith("Table records:")
    assert any(line.split()[:3] == ["isbn", "text", "100%"] for line in done.lines)
    with sqlite3.connect(database) as connection:
        parents = {row[2] for row in connection.execute("PRAGMA foreign_key_list(records)")}
        strict = [row[5] for row in connection.execute("PRAGMA table_list('records')")]
        joined = connection.execute("SELECT count(*) FROM records JOIN pages ON pages.id = page_id").fetchone()[0]
        rows = connection.execute("SELECT count(*) FROM records").fetchone()[0]
        assert not connection.execute("PRAGMA foreign_key_check").fetchall()
    assert parents == {"pages", "recordings"} and strict == [1] and joined == rows > 0


def test_names_and_choices_survive_later_extractions(
    database: Path, extracted: Extracted, recorder: Command, tmp_path: Path
) -> None:
    assert recorder("extract", "--db", database, "--rename", "isbn=ean").code == 2  # nothing to rename yet
    database = copied(extracted.database, tmp_path / "extracted.db")
    before = records(database)
    assert recorder("extract", "--db", database, "--rename", "published=year", "--leave-out", "language").code == 0
    for again in (False, True):
        assert not again or recorder("extract", "--db", database).code == 0
        after = records(database)
        assert {url: row["year"] for url, row in after.items()} == {
            url: row["published"] for url, row in before.items()
        }
        assert all("published" not in row and "language" not in row and "year_number" in row for row in after.values())
    assert recorder("extract", "--db", database, "--take-in", "language").code == 0
    assert recorder("extract", "--db", database).code == 0
    assert all("language" in row and "year" in row for row in records(database).values())


def test_a_choice_is_told_in_json_as_the_tables_are_then(
    extracted: Extracted, recorder: Command, tmp_path: Path
) -> None:
    database = copied(extracted.database, tmp_path / "extracted.db")
    told = recorder("extract", "--db", database, "--rename", "published=year", "--leave-out", "isbn", "--json").json
    (table,) = told["tables"]
    columns = {column["name"]: column for column in table["columns"]}
    assert told["recording"] == "shop" and "published" not in columns
    assert columns["isbn"]["left_out"] and not columns["year"]["left_out"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rename", "isbn=ean", "--download", "cover"), "one command each"),
        (("--rename", "colour=color"), "no column 'colour'"),
        (("--rename", "isbn"), "OLD=NEW"),
        (("--rename", "isbn=price"), "has a column 'price' already"),
        (("--rename", "isbn=url"), "cannot be called"),
        (("--leave-out", "colour"), "no column 'colour'"),
    ],
)
def test_a_choice_that_cannot_be_meant_is_refused(
    extracted: Extracted, recorder: Command, words: tuple[str, ...], said: str
) -> None:
    done = recorder("extract", "--db", extracted.database, *words)
    assert done.code == 2 and said in done.err


def test_nothing_collected_is_said(tmp_path: Path, recorder: Command) -> None:
    database = tmp_path / "empty.db"
    with open_store(database, create=True) as store:
        store.recordings.create("empty", "http://a.example/", ["http://a.example/1"], {}).result()
    done = recorder("extract", "--db", database)
    assert done.code == 1 and "recorder crawl" in done.err


def fetched(url: str) -> bytes:
    with urlopen(url) as answer:
        content: bytes = answer.read()
    return content


def old_design(number: int) -> bytes:
    return (
        f"<h1>Thing {number}</h1><table><tr><th>Weight<td>{number * 7} g<tr><th>Maker<td>Ada &amp; {number % 9}"
        f"<tr><th>Code<td>{number:05}</table>"
    ).encode()


def new_design(number: int) -> bytes:
    return (
        f"<main><div class=top><h2>Thing {number}</h2></div><p class=producer>Ada &amp; {number % 9}</p>"
        f"<p class=mass>{number * 7} grammes</p></main>"
    ).encode()


def test_after_a_redesign_what_moved_keeps_its_name_and_what_broke_is_named(pages: Crawled, recorder: Command) -> None:
    database = pages([old_design(number) for number in range(40)])
    first = recorder("extract", "--db", database, "--json")
    assert {column["name"] for column in first.json["tables"][0]["columns"]} == {"title", "weight", "maker", "code"}
    pages([new_design(number) for number in range(40)])
    done = recorder("extract", "--db", database, "--json")
    assert done.code == 1
    assert {each["column"] for each in done.json["broken"]} == {"weight", "code"}
    assert {each["column"] for each in done.json["moved"]} == {"title", "maker"}
    assert "Column code of records broke" in done.err and "Column maker of records moved" in done.err
    row = records(database)["http://a.example/7"]
    assert (row["title"], row["maker"], row["mass"]) == ("Thing 7", "Ada & 7", "49 grammes")
    assert recorder("extract", "--db", database).code == 1  # still broken, and still said
    accepted = recorder("extract", "--db", database, "--forget-broken", "--json")
    assert accepted.code == 0 and not accepted.json["broken"]


def test_the_redesigned_shop_is_told_column_by_column(pages: Crawled, recorder: Command) -> None:
    with DemoServer(OwnedShop(books=60)) as site:
        urls = sorted(site.truth.linked_urls)
        database = pages([fetched(url) for url in urls])
        assert recorder("extract", "--db", database).code == 0
        site.redesign()
        pages([fetched(url) for url in urls])
    done = recorder("extract", "--db", database, "--json")
    assert done.code == 1
    assert {each["column"] for each in done.json["broken"]} >= {"pages", "reviews", "editions"}
    assert {each["column"] for each in done.json["moved"]} >= {"price", "isbn", "publisher", "award"}


def test_pages_of_other_kinds_and_hostile_ones_are_listed_and_nothing_is_lost(
    pages: Crawled, recorder: Command
) -> None:
    hostile = [
        b"",
        b"\x00\x01\x02\xff",
        b"<div>" * 5000,
        b"<ul>" + b"<li>x" * 10_000,
        b"<table>" + b"<tr><td>1<td>2" * 5000,
        b'<script type=\'application/ld+json\'>{"a": "\\u0000\\ud800"' + b"[" * 5000,
    ]
    database = pages([*[old_design(number) for number in range(40)], *hostile])
    done = recorder("extract", "--db", database, "--json")
    assert done.code == 0, done.err
    assert len(done.json["unmatched"]) == len(hostile)
    assert sum(table["pages"] for table in done.json["tables"]) == 40
    with sqlite3.connect(database) as connection:
        listed = connection.execute("SELECT count(*) FROM unmatched_pages").fetchone()[0]
    assert listed == len(hostile)


def test_two_templates_get_a_table_each(pages: Crawled, recorder: Command) -> None:
    def person(number: int) -> bytes:
        rows = "".join(f"<li><b>Job {n}</b> in <i>{1900 + number + n}</i></li>" for n in range(5))
        return f"<article><header><h1>Person {number}</h1></header><ol class=jobs>{rows}</ol></article>".encode()

    database = pages([*map(old_design, range(30)), *map(person, range(30))])
    done = recorder("extract", "--db", database, "--json")
    assert {table["table"]: table["pages"] for table in done.json["tables"]} == {"records": 30, "records_2": 30}
    assert not done.json["unmatched"]


def test_article_labels_title_and_body(pages: Crawled, recorder: Command) -> None:
    def story(number: int) -> bytes:
        words = " ".join(f"word{number}x{n}" for n in range(60))
        return (
            f"<div class=teaser><a href=/x>Elsewhere {number}</a></div><h1>Of word{number}x1 and word{number}x2</h1>"
            f"<p>by Ada {number}</p><div>{''.join(f'<p>{words} {n}</p>' for n in range(2 + number % 3))}</div>"
        ).encode()

    database = pages([story(number) for number in range(20)])
    assert recorder("extract", "--db", database, "--article").code == 0
    for url, row in records(database).items():
        number = int(url.rpartition("/")[2])
        assert row["article_title"] == f"Of word{number}x1 and word{number}x2"
        assert len(row["article_body"].split()) == 61 * (2 + number % 3)


_PEAK = """
import resource
from recorder.cli import main
assert main() == 0
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_does_not_grow_with_the_number_of_pages(pages: Crawled) -> None:
    """In a process of its own, for a peak is never forgotten. All parsed pages at once would take some 50 MB."""

    def peak(database: Path) -> int:
        command = [sys.executable, "-c", _PEAK, "extract", "--db", str(database)]
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1])

    bodies = [old_design(number) + b"<p>and so on</p>" * 200 for number in range(1_100)]
    few = peak(pages(bodies[:250]))
    assert peak(pages(bodies)) - few < 8_000  # kilobytes
