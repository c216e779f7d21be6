"""What a column was, it stays: numbers among which a text appears are still numbers, and a person is told."""

import sqlite3

from tests.recorder.crawling.test_crawler import Site
from tests.recorder.extracting.things import NUMBERS, command, path, write


def weights(site: Site) -> dict[str, object]:
    with sqlite3.connect(site.database) as connection:
        rows = connection.execute("SELECT url, weight_number FROM records").fetchall()
    return {url.removeprefix(site.station.base): number for url, number in rows}


def kinds(site: Site) -> dict[str, str]:
    with sqlite3.connect(site.database) as connection:
        return dict(connection.execute("SELECT name, kind FROM record_columns"))


NUMBER_OF_ALL = {path(number): number * 7 for number in NUMBERS}


async def test_a_text_among_numbers_is_told_by_the_crawl_that_brings_it(things: Site) -> None:
    assert weights(things) == NUMBER_OF_ALL
    write(things, 4, "not known")
    crawled = await command(things, "crawl")
    assert "weight of records is a number, and 1 page says something else there: 'not known'" in crawled.err
    assert weights(things) == NUMBER_OF_ALL | {path(4): None}
    assert "weight of records" not in (await command(things, "crawl")).err


async def test_many_texts_among_numbers_leave_the_numbers_that_were_there(things: Site) -> None:
    for number in range(6):
        write(things, number, "not known")
    await command(things, "crawl", "--no-extract")
    read = await command(things, "extract", "--json")
    told = {"table": "records", "column": "weight", "was": "number", "now": "number", "pages": 6}
    assert read.json["kinds"] == [told | {"example": "not known"}]
    assert "weight of records is a number, and 6 pages say something else there" in read.err
    assert kinds(things)["weight"] == "number"
    assert weights(things) == NUMBER_OF_ALL | {path(number): None for number in range(6)}
    assert (await command(things, "extract", "--json")).json["kinds"] == []


async def test_a_column_without_any_number_left_is_called_a_text_and_that_is_told(things: Site) -> None:
    for number in NUMBERS:
        write(things, number, f"{'abcdefghijkl'[number]} little")
    await command(things, "crawl", "--no-extract")
    read = await command(things, "extract")
    assert "weight of records was a number, and is a text now: 'a little'" in read.err
    assert kinds(things)["weight"] == "text"
    assert "weight of records" not in (await command(things, "extract")).err


async def test_a_text_that_becomes_a_number_is_told(things: Site) -> None:
    for number in NUMBERS:
        write(things, number, f"{'abcdefghijkl'[number]} little")
    await command(things, "crawl")
    await command(things, "extract")
    for number in NUMBERS:
        write(things, number, f"{number * 7} g")
    await command(things, "crawl")
    read = await command(things, "extract")
    assert "weight of records was a text, and is a number now: '0 g'; see weight_number" in read.err
    assert weights(things) == NUMBER_OF_ALL
