"""`recorder extract --want`: the column that holds a value gets a name, or the place is learnt and read everywhere."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from recorder.face.library import Library
from tests.recorder.conftest import Command, Crawled, store_crawl


def thing(number: int, redesigned: bool = False) -> bytes:
    """`Packed` is a text that says two things; `Price` and `Was` say the same now and then."""
    price, was = f"£{number}.50", f"£{number + number % 2}.50"
    packed = f"{number * 7} boxes of {number % 5 + 2} pieces"
    if redesigned:
        parts = f"<dl><dt>Cost<dd>{price}<dt>Before<dd>{was}</dl><footer><i>{packed}</i></footer>"
        return f"<main><h2>Thing {number}</h2>{parts}</main>".encode()
    return (
        f"<h1>Thing {number}</h1><table><tr><th>Price<td>{price}<tr><th>Was<td>{was}</table>"
        f"<div><p class='packed'>{packed}</p></div><em>for all</em>"
    ).encode()


def rows(database: Path) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute("SELECT * FROM records ORDER BY page_id")]


def made(pages: Crawled, recorder: Command) -> Path:
    database = pages([thing(number) for number in range(1, 21)])
    assert recorder("extract", "--db", database).code == 0
    return database


def test_the_column_that_holds_the_value_gets_the_name(pages: Crawled, recorder: Command) -> None:
    database = made(pages, recorder)
    urls = [row["url"] for row in rows(database)]
    done = recorder("extract", "--db", database, "--want", "cost=£3.50", "--on", urls[2].removeprefix("http://"))
    assert done.code == 0 and "price is called cost" in done.err
    assert recorder("extract", "--db", database).code == 0
    assert [row["cost"] for row in rows(database)] == [f"£{number}.50" for number in range(1, 21)]


def test_a_second_example_is_asked_for_where_one_does_not_tell(pages: Crawled, recorder: Command) -> None:
    database = made(pages, recorder)
    urls = [row["url"] for row in rows(database)]
    one = ("--want", "before=£2.50", "--on", urls[1])
    asked = recorder("extract", "--db", database, *one)
    assert asked.code == 2 and "2 places" in asked.err and "column was" in asked.err and "column price" in asked.err
    other = next(number for number, url in enumerate(urls, 1) if f"{url}, where" in asked.err)
    assert other % 2 == 1  # where the two differ
    done = recorder("extract", "--db", database, *one, "--want", f"before=£{other + 1}.50", "--on", urls[other - 1])
    assert done.code == 0 and "was is called before" in done.err


def test_of_several_columns_that_hold_it_the_one_of_that_name_is_meant(pages: Crawled, recorder: Command) -> None:
    database = made(pages, recorder)
    urls = [row["url"] for row in rows(database)]
    done = recorder("extract", "--db", database, "--want", "price=£2.50", "--on", urls[1])
    assert done.code == 0 and "price holds it already" in done.err


def flags(number: int) -> bytes:
    """Four answers, all alike on the first page; on one page they fall into halves, on all others one is apart."""
    told = "yyyy" if not number else "yynn" if number == 13 else "yyyn" if number % 2 else "nyyy"
    rows = "".join(
        f"<tr><th>{name}<td>{'yes' if flag == 'y' else 'no'}" for name, flag in zip("abcd", told, strict=True)
    )
    return f"<h1>Thing x{number}</h1><table>{rows}</table>".encode()


def test_the_example_that_is_asked_for_leaves_as_few_places_as_may_be(pages: Crawled, recorder: Command) -> None:
    database = pages([flags(number) for number in range(20)])
    assert recorder("extract", "--db", database).code == 0
    urls = {row["title"]: row["url"] for row in rows(database)}
    asked = recorder("extract", "--db", database, "--want", "mine=yes", "--on", urls["Thing x0"])
    assert asked.code == 2 and f"--on {urls['Thing x13']}," in asked.err


def kin(number: int) -> bytes:
    """Four lists that begin alike on the first page, two and two on another, and else three and one; one of them says
    what its items are.
    """
    told = {0: "yyyy", 13: "yynn", 14: "yyny"}.get(number, "ynnn")
    firsts = [f"{'Ash' if each == 'y' else 'Elm'}{number}" for each in told]
    own = f"<ul><li class=parent><a>{firsts[0]}</a><li class=parent><a>Oak{number}</a></ul>"
    others = (f"<section><p><a>{each}</a> <a>Yew{number}</a></p></section>" for each in firsts[1:])
    return f"<h1>Thing x{number}</h1>{own}{''.join(others)}".encode()


def test_after_two_examples_what_the_page_names_is_meant_and_no_mere_place(pages: Crawled, recorder: Command) -> None:
    database = pages([kin(number) for number in range(20)])
    assert recorder("extract", "--db", database).code == 0
    urls = {row["title"]: row["url"] for row in rows(database)}
    one = ("--want", "nearest=Ash0", "--on", urls["Thing x0"])
    asked = recorder("extract", "--db", database, *one)
    assert asked.code == 2 and f"--on {urls['Thing x13']}," in asked.err
    done = recorder("extract", "--db", database, *one, "--want", "nearest=Ash13", "--on", urls["Thing x13"])
    assert done.code == 0, done.err
    assert [row["nearest"] for row in rows(database)] == [f"Ash{number}" for number in range(20)]


def listing(number: int) -> bytes:
    """The link says the same as its address; the tags are a list, of which some things have one."""
    tags = "".join(f"<li>tag{number}x{each}</li>" for each in range(number % 3 + 1))
    link = f"http://makers.example/{number}"
    return f"<h1>Thing {number}</h1><p><a href='{link}'>{link}</a></p><h3>Tags</h3><ul>{tags}</ul>".encode()


def test_a_link_that_shows_its_address_is_one_column_to_point_at(pages: Crawled, recorder: Command) -> None:
    database = pages([listing(number) for number in range(1, 21)])
    assert recorder("extract", "--db", database).code == 0
    url = rows(database)[3]["url"]
    done = recorder("extract", "--db", database, "--want", "maker=http://makers.example/4", "--on", url)
    assert done.code == 0, done.err
    assert [row["maker"] for row in rows(database)] == [f"http://makers.example/{number}" for number in range(1, 21)]


def test_all_items_of_a_list_are_its_value(pages: Crawled, recorder: Command) -> None:
    database = pages([listing(number) for number in range(1, 21)])
    assert recorder("extract", "--db", database).code == 0
    url = rows(database)[4]["url"]
    done = recorder("extract", "--db", database, "--want", "labels=tag5x0, tag5x1, tag5x2", "--on", url)
    assert done.code == 0, done.err
    assert [len(json.loads(row["labels"])) for row in rows(database)] == [number % 3 + 1 for number in range(1, 21)]


def test_a_place_that_no_column_has_is_learnt_and_read_on_all_pages(
    pages: Crawled, recorder: Command, tmp_path: Path
) -> None:
    database = made(pages, recorder)
    recorder("extract", "--db", database, "--leave-out", "boxes")
    value = "3 pieces"
    done = recorder("extract", "--db", database, "--want", f"content={value}", "--on", rows(database)[0]["url"])
    assert done.code == 0, done.err
    assert [row["content"] for row in rows(database)] == [f"{number % 5 + 2} pieces" for number in range(1, 21)]
    assert [row["content_number"] for row in rows(database)] == [number % 5 + 2 for number in range(1, 21)]
    (tmp_path / "one.html").write_bytes(thing(99))
    (tmp_path / "list").write_text(str(tmp_path / "one.html"))
    read = json.loads(recorder("extract", "--db", database, "--urls", tmp_path / "list").out)["record"]
    assert (read["content"], read["content_number"]) == ("6 pieces", 6)


def test_a_place_that_was_learnt_is_held_after_a_redesign(pages: Crawled, recorder: Command) -> None:
    database = made(pages, recorder)
    assert (
        recorder("extract", "--db", database, "--want", "content=3 pieces", "--on", rows(database)[0]["url"]).code == 0
    )
    store_crawl(database, [thing(number, redesigned=True) for number in range(1, 21)])
    done = recorder("extract", "--db", database)
    assert "Column content of records moved" in done.err
    assert [row["content"] for row in rows(database)] == [f"{number % 5 + 2} pieces" for number in range(1, 21)]
    store_crawl(database, [thing(number).split(b"<div>")[0] for number in range(1, 21)])
    lost = recorder("extract", "--db", database)
    assert lost.code == 1 and "Column content of records broke" in lost.err


def test_a_wrong_column_of_the_name_makes_room(pages: Crawled, recorder: Command) -> None:
    database = made(pages, recorder)
    url = rows(database)[2]["url"]
    done = recorder("extract", "--db", database, "--want", "price=£4.50", "--on", url)
    assert done.code == 0 and "what was called price is called price_2" in done.err
    assert (rows(database)[2]["price"], rows(database)[2]["price_2"]) == ("£4.50", "£3.50")


def test_what_stands_nowhere_is_refused_with_what_to_do(pages: Crawled, recorder: Command) -> None:
    database = made(pages, recorder)
    url = rows(database)[2]["url"]
    for wanted, on, says in (
        ("x=no such words", url, "stands at no place"),
        ("x=no such words", "", "--on URL"),
        ("x=£3.50", "http://elsewhere.example/", "recorder targets"),
        ("url=£3.50", url, "another name"),
        ("nothing", url, "NAME=VALUE"),
    ):
        done = recorder("extract", "--db", database, "--want", wanted, *(("--on", on) if on else ()))
        assert done.code == 2 and says in done.err, done.err


def test_a_name_that_says_nothing_is_shown_with_an_example(pages: Crawled, recorder: Command) -> None:
    words = ("ash", "beech", "cedar", "elm")
    database = pages([f"<h1>T{number}</h1><div><p>{words[number % 4]}</p></div>".encode() for number in range(1, 21)])
    assert recorder("extract", "--db", database).code == 0
    with Library(database) as library:
        table = library.record_tables(library.recordings()[0].id)[0]
        assert library.shown_heads(table, ("title", "text")) == ("title", "text “beech”")
        again = tuple(replace(column, example=f"{column.name}: {column.example}") for column in table.columns)
        assert library.shown_heads(replace(table, columns=again), ("text",)) == ("text “beech”",), "of rows in a cell"
        long = tuple(replace(column, example="the oldest of beech trees") for column in table.columns)
        assert library.shown_heads(replace(table, columns=long), ("text",)) == ("text “the oldest of beech”",)


def for_sale(number: int) -> bytes:
    """Pieces of a series, each of which can be bought once to five times."""
    part = f"<tr><th>Volume<td>{number}" if number < 9 else ""
    choices = "".join(f"<option value={n}>{n}" for n in range(1, 6))
    return (
        f"<h1>Thing x{number}</h1><table><tr><th>Price<td>£{number}.50{part}</table>"
        f"<form><label>Copies <select name=copies>{choices}</select></label></form>"
    ).encode()


def test_a_place_that_its_page_calls_so_is_meant_and_no_column_that_has_the_value_by_chance(
    pages: Crawled, recorder: Command
) -> None:
    database = pages([for_sale(number) for number in range(1, 21)])
    assert recorder("extract", "--db", database).code == 0
    first = rows(database)[0]
    assert first["volume"] == "1"
    done = recorder("extract", "--db", database, "--want", "copies=1", "--on", first["url"])
    assert done.code == 0 and "copies is read from now on; it says '1' on every page" in done.err
    assert {(row["volume"] or "", row["copies"]) for row in rows(database)} >= {("1", "1"), ("2", "1"), ("", "1")}
