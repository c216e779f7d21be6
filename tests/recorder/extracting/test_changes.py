"""The history of fields: what is written when records follow a crawl or are extracted again, and what tells of it."""

import csv
import json
import sqlite3

from tests.recorder.crawling.test_crawler import Site
from tests.recorder.extracting.things import NUMBERS, command, path, weigh_anew, write

Change = tuple[int, str, str, str | None, str | None]

WEIGHED = {(3, "/thing/2", "weight", "14 g", "1000 g"), (3, "/thing/3", "weight", "21 g", "1001 g")}
"""What `weigh_anew` changes in fields that were there; run 2 is the crawl before it."""


def changes(site: Site) -> set[Change]:
    """The history as any reader of SQLite sees it."""
    with sqlite3.connect(site.database) as connection:
        rows = connection.execute('SELECT run, url, "column", before, after FROM record_changes').fetchall()
    found = {(run, url.removeprefix(site.station.base), *rest) for run, url, *rest in rows}
    assert len(found) == len(rows)
    return found


async def test_a_crawl_keeps_what_changed_and_names_it_in_its_last_line(things: Site) -> None:
    assert changes(things) == set()
    weigh_anew(things)
    crawled = await command(things, "crawl")
    assert changes(things) == WEIGHED
    assert crawled.lines[-1].endswith("; changed most: weight in 2")
    assert "changed most" not in (await command(things, "crawl")).out
    assert changes(things) == WEIGHED


async def test_programs_get_the_columns_that_changed(things: Site) -> None:
    weigh_anew(things)
    crawled = await command(things, "crawl", "--json")
    assert crawled.json["changed_columns"] == [{"table": "records", "column": "weight", "records": 2}]


async def test_the_difference_of_fields_between_two_runs(things: Site) -> None:
    for weight in ("1 kg", "2 kg", "3 kg"):
        write(things, 5, weight)
        write(things, 6, "42 g" if weight == "3 kg" else weight)
        await command(things, "crawl")
    told = await command(things, "diff", "--fields", 2, 5)
    assert told.lines[0] == "From run 2 to run 5: 1 value of 1 record changed."
    assert told.lines[1].split() == [f"{things.station.base}/thing/5"]
    assert told.lines[2].strip() == "weight: 35 g -> 3 kg"
    (field,) = (await command(things, "diff", "--fields", 2, 5, "--json")).json["fields"]
    assert (field["run"], field["before"], field["after"]) == (5, "35 g", "3 kg")
    both = (await command(things, "diff", "--fields", "--json")).json
    assert (both["older"], both["newer"]) == (4, 5)
    assert {(each["before"], each["after"]) for each in both["fields"]} == {("2 kg", "3 kg"), ("2 kg", "42 g")}


async def test_changes_are_exported(things: Site) -> None:
    weigh_anew(things)
    await command(things, "crawl")
    asked = ("export", "--what", "changes", "-", "--format")
    rows = list(csv.DictReader((await command(things, *asked, "csv")).out.splitlines()))
    assert list(rows[0]) == ["url", "run", "record", "in_table", "column", "before", "after", "seen_at"]
    assert {(row["before"], row["after"]) for row in rows} == {("14 g", "1000 g"), ("21 g", "1001 g")}
    lines = (await command(things, *asked, "jsonl", "--run", "latest")).lines
    assert [json.loads(line)["run"] for line in lines] == [3, 3]
    assert not (await command(things, *asked, "jsonl", "--run", 2, code=1)).out


async def test_an_extraction_by_the_same_layout_keeps_what_changed_since(things: Site) -> None:
    weigh_anew(things)
    await command(things, "crawl", "--no-extract")
    assert changes(things) == set()
    stale = await command(things, "diff", "--fields")
    assert "0 values of 0 records changed" in stale.out
    assert "3 pages are new or changed since the records were read" in stale.err
    await command(things, "extract")
    assert changes(things) == WEIGHED


async def test_what_is_learnt_anew_is_no_change(things: Site) -> None:
    """Other weights, in another design of all pages but a few."""
    for number in NUMBERS[3:]:
        html = f"<h1>Thing {number}</h1><dl><dt>Weight<dd>{number * 8} g<dt>Code<dd>{number:05}</dl>"
        things.station.on(path(number), html)
    await command(things, "crawl")
    await command(things, "extract")
    assert changes(things) == set()


async def test_a_column_that_is_read_otherwise_of_the_same_pages_has_not_changed(things: Site) -> None:
    """As by another version of this program: what unchanged pages say now is not what they said."""
    with sqlite3.connect(things.database) as connection:
        connection.execute("UPDATE records SET code = 'No. ' || code")
    weigh_anew(things)
    await command(things, "crawl", "--no-extract")
    await command(things, "extract")
    assert changes(things) == WEIGHED


async def test_a_column_that_is_renamed_takes_its_history_along(things: Site) -> None:
    weigh_anew(things)
    await command(things, "crawl")
    await command(things, "extract", "--rename", "weight=mass")
    assert changes(things) == {(run, url, "mass", *values) for run, url, _, *values in WEIGHED}
    write(things, 2, "1 g")
    await command(things, "crawl")
    await command(things, "extract")
    assert {change for change in changes(things) if change[0] == 4} == {(4, "/thing/2", "mass", "1000 g", "1 g")}


async def test_a_column_that_is_left_out_has_no_history_meanwhile(things: Site) -> None:
    await command(things, "extract", "--leave-out", "weight")
    weigh_anew(things)
    await command(things, "crawl")
    await command(things, "extract", "--take-in", "weight")
    await command(things, "extract")
    assert changes(things) == set()


async def test_a_value_that_comes_or_goes_is_a_change_from_or_to_nothing(things: Site) -> None:
    things.station.on(path(4), "<h1>Thing 4</h1><table><tr><th>Code<td>00004</table>")
    await command(things, "crawl")
    assert (3, "/thing/4", "weight", "28 g", None) in changes(things)
    write(things, 4, "29 g")
    await command(things, "crawl")
    assert (4, "/thing/4", "weight", None, "29 g") in changes(things)


async def test_changes_are_kept_with_the_records_or_not_at_all(things: Site) -> None:
    with sqlite3.connect(things.database) as connection:
        connection.execute("CREATE TRIGGER full BEFORE INSERT ON record_tables BEGIN SELECT raise(ABORT, 'full'); END")
    weigh_anew(things)
    await command(things, "crawl")
    assert changes(things) == set()
    with sqlite3.connect(things.database) as connection:
        connection.execute("DROP TRIGGER full")
    await command(things, "crawl")
    assert {change[1:] for change in changes(things)} == {change[1:] for change in WEIGHED}


async def test_without_records_there_is_no_difference_of_fields(things: Site) -> None:
    with sqlite3.connect(things.database) as connection:
        connection.execute("DELETE FROM record_tables")
    await command(things, "crawl")
    for refused in (("diff", "--fields"), ("export", "--what", "changes", "--format", "csv", "-")):
        assert "recorder extract" in (await command(things, *refused, code=2)).err
