"""Records after the site has changed: they follow a crawl, and where they do not, an export says that they are old."""

import asyncio
import csv
import json
import shlex
import sqlite3
import sys
import warnings

import pytest

from recorder import crawl, rows
from recorder.extracting.following import Followed
from recorder.knowledge.pattern_files import replace_pattern
from recorder.patterns.navigation.notation import from_text
from recorder.patterns.records.kept_layouts import READING
from recorder.store import open_store
from tests.recorder.crawling.test_crawler import Site
from tests.recorder.extracting.test_changes import changes
from tests.recorder.extracting.things import NUMBERS, command, path, read_at, weigh_anew, write

SEEN = "SELECT url, first_seen, last_seen, status FROM records"


async def exported(site: Site, *arguments: str) -> tuple[dict[str, str], str]:
    """The weights by the number of the thing, and what was said on stderr."""
    done = await command(site, "export", "--format", "csv", "--what", "records", *arguments, "-")
    listed = csv.DictReader(done.out.splitlines())
    return {row["url"].rpartition("/")[2]: row["weight"] for row in listed}, done.err


AFTER = {str(number): f"{number * 7} g" for number in (*NUMBERS[1:], 12)} | {"2": "1000 g", "3": "1001 g"}


async def test_records_follow_a_crawl(things: Site) -> None:
    before, said = await exported(things)
    assert before == {str(number): f"{number * 7} g" for number in NUMBERS}
    assert "run `recorder extract`" not in said
    weigh_anew(things)
    crawled = await command(things, "crawl", "--json")
    assert crawled.json["records"] == {"new": 1, "changed": 2, "gone": 1, "kept": 9, "why_not": None, "kinds": []}
    assert "3 new or changed pages were read; 1 record of pages that are gone left the table" in crawled.err
    after, said = await exported(things)
    assert after == AFTER
    assert "run `recorder extract`" not in said
    assert (await exported(things, "--status", "changed"))[0] == {"2": "1000 g", "3": "1001 g"}
    assert (await exported(things, "--status", "new"))[0] == {"12": "84 g"}
    assert (await exported(things, "--run", "latest"))[0] == AFTER
    older, said = await exported(things, "--run", "2")
    assert older == {number: weight for number, weight in AFTER.items() if number not in ("2", "3", "12")}
    assert "3 pages are not as they were in that run any more" in said


async def test_who_is_told_of_changes_is_told_the_values(things: Site) -> None:
    weigh_anew(things)
    told = things.database.with_name("told.json")
    keep = f"import os, sys; open({str(told)!r}, 'w').write(sys.stdin.read())"
    crawled = await command(things, "crawl", "--quiet", "--notify", shlex.join([sys.executable, "-c", keep]))
    assert crawled.err == "", "all went well, and nobody is to be woken for it"
    found = json.loads(told.read_text())
    changed = {"table": "records", "column": "weight"}
    assert found["fields"] == [
        {"url": things.station.base + path(2), **changed, "before": "14 g", "after": "1000 g"},
        {"url": things.station.base + path(3), **changed, "before": "21 g", "after": "1001 g"},
    ]
    assert "\n  weight: 14 g -> 1000 g\n" in found["text"]


async def test_what_an_own_pattern_leaves_out_is_explained(things: Site) -> None:
    with open_store(things.database) as store:
        recording = store.recordings.find()
        narrower = store.patterns.latest(recording.id).text.replace("thing/[0-9]+", "thing/[0-4]")
        replace_pattern(store, recording, from_text(narrower), "edited")
    crawled = await command(things, "crawl", "--json")
    assert (crawled.json["gone"], crawled.json["drift"], crawled.json["coverage"]) == (7, None, None)
    assert "The pattern was changed by hand since the last crawl: what it leaves out is gone." in crawled.err
    assert "changed by hand" not in (await command(things, "crawl")).err


async def test_what_follows_is_what_an_extraction_of_all_reads(things: Site) -> None:
    weigh_anew(things)
    await command(things, "crawl")

    def kept() -> list[object]:
        with sqlite3.connect(things.database) as connection:
            columns = "SELECT position, key, name, kind, filled, broken FROM record_columns ORDER BY position"
            listed = connection.execute("SELECT name, pages FROM record_tables").fetchall()
            return [
                *listed,
                *connection.execute(columns),
                *connection.execute("SELECT * FROM records ORDER BY page_id"),
            ]

    followed = kept()
    await command(things, "extract")
    assert kept() == followed


async def test_a_layout_that_an_earlier_program_kept_is_learnt_again(things: Site) -> None:
    """Its pages would be read in another way now, by a layout made for the old one."""
    with sqlite3.connect(things.database) as connection:
        (kept,) = connection.execute("SELECT layout FROM record_tables").fetchone()
        former = json.dumps(json.loads(kept)[:3])
        connection.execute("UPDATE record_tables SET layout = ?", (former,))
    weigh_anew(things)
    await command(things, "crawl")
    assert (await exported(things))[0] == AFTER
    with sqlite3.connect(things.database) as connection:
        assert json.loads(*connection.execute("SELECT layout FROM record_tables").fetchone())[-1] == READING


async def test_only_what_changed_is_read(things: Site) -> None:
    with sqlite3.connect(things.database) as connection:
        connection.execute("UPDATE records SET code = 'as read first'")
    weigh_anew(things)
    await command(things, "crawl")
    with sqlite3.connect(things.database) as connection:
        read = dict(connection.execute("SELECT url, code FROM records"))
    assert sum(code == "as read first" for code in read.values()) == 9
    made = read_at(things)
    again = await command(things, "crawl", "--json")
    assert again.json["records"] == {"new": 0, "changed": 0, "gone": 0, "kept": 12, "why_not": None, "kinds": []}
    assert "Records" not in again.err
    assert read_at(things) == made


async def test_an_export_says_that_the_records_are_older_than_the_pages(things: Site) -> None:
    made = read_at(things)
    weigh_anew(things)
    crawled = await command(things, "crawl", "--no-extract", "--json")
    assert "Records" not in crawled.err
    assert (crawled.json["records"]["kept"], crawled.json["records"]["changed"]) == (12, 0)
    assert "left as they are" in crawled.json["records"]["why_not"]
    assert read_at(things) == made
    read, said = await exported(things)
    assert read["2"] == "14 g"
    assert "3 pages are new or changed since the records were read: run `recorder extract`" in said
    assert "1 page is gone, but their records are still there" in said
    assert set((await exported(things, "--run", "latest"))[0]) == AFTER.keys() - {"2", "3", "12"}
    await command(things, "extract")
    read, said = await exported(things)
    assert read == AFTER
    assert "run `recorder extract`" not in said


async def test_a_program_leaves_the_records_and_is_warned_of_their_age(things: Site) -> None:
    weigh_anew(things)
    left = await asyncio.to_thread(crawl, things.database, extract=False)
    assert left.records is not None and left.records.why_not
    with pytest.warns() as warned:
        assert {row["weight"] for row in rows(things.database)} >= {"14 g"}
    assert "3 pages are new or changed since the records were read" in str(warned[0].message)
    followed = await asyncio.to_thread(crawl, things.database)
    assert followed.records == Followed(new=1, changed=2, gone=1, kept=9)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert {row["weight"] for row in rows(things.database)} >= {"1000 g"}


async def test_a_recording_among_several_is_named_where_a_command_is(things: Site) -> None:
    with open_store(things.database) as store:
        store.recordings.create("other", "http://a.example/", ["x"], {}).result()
    for number in NUMBERS:
        things.station.on(path(number), f"<main><div><h2>{number} things</h2></div><p>{number * 7} grammes</main>")
    crawled = await command(things, "crawl", "--name", "site", "--json")
    assert f"recorder extract --db {things.database} --name site" in crawled.err
    assert "none of the 12 target pages" in crawled.json["records"]["why_not"]


async def test_pages_that_are_gone_are_listed_without_records(things: Site) -> None:
    weigh_anew(things)
    await command(things, "crawl")
    done = await command(things, "export", "--format", "csv", "--status", "gone", "-")
    assert [row["url"].rpartition("/")[2] for row in csv.DictReader(done.out.splitlines())] == ["0"]


async def test_records_of_pages_that_are_gone_say_what_they_said_last(things: Site) -> None:
    weigh_anew(things)
    await command(things, "crawl")
    assert (await exported(things, "--status", "gone"))[0] == {"0": "0 g"}
    await command(things, "extract", "--rename", "code=number")
    done = await command(things, "export", "--format", "csv", "--what", "records", "--status", "gone", "-")
    (row,) = csv.DictReader(done.out.splitlines())
    assert (row["number"], row["status"]) == ("00000", "gone")


async def test_a_record_that_comes_back_goes_on_with_its_history(things: Site) -> None:
    weigh_anew(things)
    await command(things, "crawl")
    write(things, 0, "9 kg")
    things.page("/", *map(path, (*NUMBERS, 12)))
    await command(things, "crawl")
    assert (4, "/thing/0", "weight", "0 g", "9 kg") in changes(things)
    await command(things, "export", "--format", "csv", "--what", "records", "--status", "gone", "-", code=1)


async def test_records_say_since_when_their_pages_were_seen_and_what_became_of_them(things: Site) -> None:
    weigh_anew(things)
    await command(things, "crawl", "--no-extract")
    with sqlite3.connect(things.database) as connection:
        rows = {url.rpartition("/")[2]: rest for url, *rest in connection.execute(SEEN)}
    assert {number: status for number, (_, _, status) in rows.items() if status != "unchanged"} == {
        "0": "gone", "2": "changed", "3": "changed",
    }  # fmt: skip
    assert max(last for _, last, _ in rows.values()) > rows["0"][1]
    await command(things, "crawl")
    with sqlite3.connect(things.database) as connection:
        rows = {url.rpartition("/")[2]: rest for url, *rest in connection.execute(SEEN)}
    assert "0" not in rows and rows["12"][2] == "unchanged"
    assert rows["2"][0] < rows["2"][1]
    done = await command(things, "export", "--format", "csv", "-")
    assert next(csv.DictReader(done.out.splitlines()))["last_seen"] == rows["1"][1]


async def test_names_that_a_person_gave_are_kept(things: Site) -> None:
    await command(things, "extract", "--rename", "weight=mass", "--leave-out", "code")
    weigh_anew(things)
    await command(things, "crawl")
    with sqlite3.connect(things.database) as connection:
        (row,) = connection.execute("SELECT * FROM records WHERE mass = '1000 g'").fetchall()
        assert "00002" not in row


async def test_a_column_that_no_changed_page_has_is_told(things: Site) -> None:
    for number in NUMBERS[:6]:
        html = f"<h1>Thing {number}</h1><table><tr><th>Heft<td>{number}<tr><th>Code<td>{number:05}</table>"
        things.station.on(path(number), html)
    assert "weight" in (await command(things, "crawl")).err.partition("none of these pages has")[2]


async def test_a_site_of_another_design_leaves_records_and_crawl_as_they_are(things: Site) -> None:
    before, _ = await exported(things)
    for number in NUMBERS:
        things.station.on(path(number), f"<main><div><h2>{number} things</h2></div><p>{number * 7} grammes</main>")
    crawled = await command(things, "crawl")
    assert "The records are as they were: none of the 12 target pages fits them" in crawled.err
    assert f"recorder extract --db {things.database}" in crawled.err
    after, said = await exported(things)
    assert after == before
    assert "12 pages are new or changed since" in said


async def test_an_extraction_that_fails_does_not_fail_the_crawl(things: Site) -> None:
    with sqlite3.connect(things.database) as connection:
        connection.execute("CREATE TRIGGER full BEFORE INSERT ON record_tables BEGIN SELECT raise(ABORT, 'full'); END")
    weigh_anew(things)
    crawled = await command(things, "crawl")
    assert "The records are as they were: " in crawled.err and "Traceback" not in crawled.err
    assert (await exported(things))[0]["2"] == "14 g"


async def test_the_way_out_of_old_records_names_the_recording_where_there_are_several(things: Site) -> None:
    with open_store(things.database) as store:
        name = store.recordings.all()[0].name
        store.recordings.create("another", things.station.base, [things.station.base], {}).result()
    weigh_anew(things)
    await command(things, "crawl", "--no-extract", "--name", name)
    _, said = await exported(things, "--name", name)
    assert f"run `recorder extract --name {name}`" in said
