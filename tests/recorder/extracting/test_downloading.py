"""Files that a column leads to: fetched politely, stored once, with the path in the row."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from tests.recorder.crawling.test_crawler import Site
from tests.recorder.extracting.things import command
from tests.recorder.fetching.station import Station, status

GOODS = range(8)


def cover(number: int) -> bytes:
    """Two goods have the same cover."""
    return b"\x89PNG cover of " + str(number % 7).encode()


def show(site: Site, number: int) -> None:
    site.station.on(
        f"/goods/{number}",
        f"<h1>Good {number}</h1><p>{number} EUR</p><img class=cover src=/covers/{number * 31}.png>",
    )
    site.station.on(f"/covers/{number * 31}.png", cover(number), "image/png")


@pytest.fixture
async def goods(tmp_path: Path) -> AsyncIterator[Site]:
    station = await Station().start()
    site = Site(station, tmp_path / "site.db")
    site.page("/", *(f"/goods/{number}" for number in GOODS))
    for number in GOODS:
        show(site, number)
    site.recorded(("/goods/[0-9]+",))
    await command(site, "crawl")
    await command(site, "extract")
    yield site
    await station.stop()


def paths(site: Site) -> dict[int, str | None]:
    with closing(sqlite3.connect(site.database)) as connection:
        rows = connection.execute("SELECT url, cover_url_file FROM records").fetchall()
    return {int(url.rpartition("/")[2]): path for url, path in rows}


def files(site: Site) -> set[str]:
    folder = site.database.with_suffix(".files")
    return {str(path.relative_to(site.database.parent)) for path in folder.rglob("*") if path.is_file()}


async def test_every_row_has_the_path_of_its_file_and_every_content_is_stored_once(goods: Site) -> None:
    done = await command(goods, "extract", "--download", "cover")
    assert done.lines[0].startswith("8 files fetched into ")
    found = paths(goods)
    for number in GOODS:
        path = found[number]
        assert path == f"site.files/{sha256(cover(number)).hexdigest()[:2]}/{sha256(cover(number)).hexdigest()}.png"
        assert (goods.database.parent / path).read_bytes() == cover(number)
    assert found[0] == found[7]
    assert files(goods) == set(found.values())


async def test_what_is_there_is_not_asked_for_again_and_stays_after_an_extraction(goods: Site) -> None:
    await command(goods, "extract", "--download", "cover_url")
    before = paths(goods)
    again = await command(goods, "extract", "--download", "cover_url")
    assert again.lines[0].startswith("0 files fetched")
    assert all(goods.station.asked(f"/covers/{number * 31}.png") == 1 for number in GOODS)
    await command(goods, "extract")
    assert paths(goods) == before


async def test_a_crawl_fetches_the_files_of_new_records(goods: Site) -> None:
    await command(goods, "extract", "--download", "cover")
    goods.page("/", *(f"/goods/{number}" for number in (*GOODS, 8)))
    show(goods, 8)
    crawled = await command(goods, "crawl")
    assert "1 file fetched into" in crawled.err
    assert None not in paths(goods).values()
    assert set(paths(goods)) == {*GOODS, 8}


async def test_a_crawl_that_ends_at_its_limit_says_how_many_files_are_left(goods: Site) -> None:
    await command(goods, "extract", "--download", "cover")
    goods.page("/", *(f"/goods/{number}" for number in (*GOODS, 8, 9)))
    for number in (8, 9):
        show(goods, number)
    crawled = await command(goods, "crawl", "--limit", 10, code=3)
    left = await command(goods, "extract", "--download", "cover")
    assert "left for the next time" in crawled.err
    assert left.lines[0].startswith("2 files fetched")


async def test_robots_txt_and_the_guard_hold_for_files_and_what_fails_is_told_and_tried_again(goods: Site) -> None:
    goods.station.on("/robots.txt", "User-agent: *\nDisallow: /covers/31.png\n", "text/plain")
    goods.station.on("/covers/62.png", status("404 Not Found"))
    done = await command(goods, "extract", "--download", "cover")
    assert "; 2 could not be had" in done.lines[0]
    assert "robots.txt" in done.err
    assert goods.station.asked("/covers/31.png") == 0
    assert {number for number, path in paths(goods).items() if path is None} == {1, 2}
    assert len(files(goods)) == 5  # of six, two have the same
    show(goods, 2)
    assert "1 file fetched" in (await command(goods, "extract", "--download", "cover")).lines[0]


async def test_what_became_of_them_is_told_in_json(goods: Site) -> None:
    goods.station.on("/covers/62.png", status("404 Not Found"))
    told = (await command(goods, "extract", "--download", "cover", "--json")).json
    assert told["files"] == 7 and told["left"] == 0 and Path(told["folder"]).name == "site.files"
    assert told["size"] == sum(len(cover(number)) for number in GOODS if number != 2)
    (failed,) = told["failed"]
    assert failed["url"].endswith("/covers/62.png") and "404" in failed["reason"]


async def test_what_holds_no_addresses_is_refused(goods: Site) -> None:
    refused = await command(goods, "extract", "--download", "title", code=2)
    assert "title of records holds no addresses. These do: cover_url." in " ".join(refused.err.split())
