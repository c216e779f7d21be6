"""`recorder extract --urls`: pages of no crawl, from a site and from disk, read as those of the table are."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.recorder.crawling.test_crawler import Site
from tests.recorder.extracting.things import command, path, write


async def test_addresses_and_files_are_read_in_the_way_that_was_learnt(things: Site, tmp_path: Path) -> None:
    write(things, 77, "539 g")
    on_disk, listed = tmp_path / "kept.html", tmp_path / "list.txt"
    on_disk.write_text("<h1>Thing 78</h1><table><tr><th>Weight<td>546 g<tr><th>Code<td>00078</table>")
    base = things.station.base
    things.station.on("/about", "<p>We are friends of things.</p>")
    listed.write_text(f"{base}{path(77)}\n\n{on_disk}\n{base}/about\n{base}/missing\nhttp://elsewhere.example/\n")
    asked_before = len(things.station.seen)
    done = await command(things, "extract", "--urls", listed)
    first, second, *failed = map(json.loads, done.lines)
    assert (first["url"], first["table"]) == (f"{base}{path(77)}", "records")
    assert first["record"] == {"title": "Thing 77", "weight": "539 g", "weight_number": 539, "code": "00077"}
    assert (second["url"], second["record"]["weight"]) == (str(on_disk), "546 g")
    assert [each["record"] for each in failed] == [None] * 3
    assert "fits no template" in failed[0]["why_not"] and "404" in failed[1]["why_not"]
    assert failed[2]["why_not"] in done.err
    assert len(things.station.seen) - asked_before <= 4  # each once, and robots.txt
    with closing(sqlite3.connect(things.database)) as connection:
        assert not connection.execute("SELECT 1 FROM pages WHERE url LIKE '%/77'").fetchall()


async def test_a_program_gets_one_list_and_nothing_read_is_a_failure(things: Site, tmp_path: Path) -> None:
    (tmp_path / "list").write_text(f"{things.station.base}{path(3)}\n")
    assert (await command(things, "extract", "--json", "--urls", tmp_path / "list")).json[0]["record"][
        "code"
    ] == "00003"
    (tmp_path / "list").write_text("no address\n")
    assert (await command(things, "extract", "--json", "--urls", tmp_path / "list", code=1)).json[0]["record"] is None


async def test_without_records_nothing_can_be_read(things: Site, tmp_path: Path) -> None:
    with closing(sqlite3.connect(things.database)) as connection:
        connection.execute("DELETE FROM record_tables")
        connection.commit()
    (tmp_path / "list").write_text("x\n")
    assert "recorder extract" in (await command(things, "extract", "--urls", tmp_path / "list", code=2)).err
