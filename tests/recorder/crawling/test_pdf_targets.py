"""A sample page that is a PDF: others are recorded, collected and extracted as web pages are."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.recorder.crawling.test_crawler import Site
from tests.recorder.extracting.things import command
from tests.recorder.fetching.pdf_files import pdf
from tests.recorder.fetching.station import Station

REPORTS = range(1, 13)
RIVERS = ("Amper", "Brenz", "Chiem", "Donau", "Elbe", "Fils", "Gera", "Havel", "Inn", "Jagst", "Kocher", "Lech")


def report(number: int) -> bytes:
    river = RIVERS[number - 1]
    said = {"Title": f"The {river} in numbers", "Author": f"Office {number % 3}"}
    return pdf([f"The {river} rose\nby {number * 31} cm.", *(f"Table {table}" for table in range(number % 4))], said)


@pytest.fixture
async def archive(tmp_path: Path) -> AsyncIterator[Site]:
    station = await Station().start()
    site = Site(station, tmp_path / "site.db")
    site.page("/", "/reports", "/about", "/contact")
    site.page("/reports", *(f"/files/report-{number}.pdf" for number in REPORTS), "/about")
    for other in ("/about", "/contact"):
        station.on(other, f"<h1>{other}</h1><p>Who we are, and where.</p><p><a href=/>Home</a></p>")
    for number in REPORTS:
        station.on(f"/files/report-{number}.pdf", report(number), "application/pdf")
    yield site
    await station.stop()


def records(site: Site) -> dict[str, dict[str, str]]:
    with closing(sqlite3.connect(site.database)) as connection:
        connection.row_factory = sqlite3.Row
        return {row["url"].rpartition("/")[2]: dict(row) for row in connection.execute("SELECT * FROM records")}


async def recorded(site: Site) -> None:
    base = site.station.base
    await command(site, "record", f"{base}/", "--like", f"{base}/files/report-3.pdf")


@pytest.mark.slow
async def test_all_documents_like_the_sample_become_records(archive: Site) -> None:
    await recorded(archive)
    crawled = await command(archive, "crawl", "--json")
    assert crawled.json["targets"] == len(REPORTS)
    await command(archive, "extract")
    found = records(archive)
    assert set(found) == {f"report-{number}.pdf" for number in REPORTS}
    for number in REPORTS:
        row = found[f"report-{number}.pdf"]
        assert row["title"] == f"The {RIVERS[number - 1]} in numbers"
        assert row["author"] == f"Office {number % 3}"
        assert int(float(row["pages"])) == 1 + number % 4
        assert row["text"].startswith(f"The {RIVERS[number - 1]} rose\nby {number * 31} cm.")


@pytest.mark.slow
async def test_a_damaged_one_is_told_with_its_reason_and_the_others_come(archive: Site) -> None:
    await recorded(archive)
    archive.station.on("/files/report-7.pdf", report(7)[:300], "application/pdf")
    crawled = await command(archive, "crawl", "--fresh", "--json")
    assert crawled.json["targets"] == len(REPORTS) - 1
    told = await command(archive, "why", f"{archive.station.base}/files/report-7.pdf")
    assert "a PDF that is damaged" in " ".join(told.out.split())


async def test_documents_are_no_pages_where_the_sample_is_none(archive: Site) -> None:
    base = archive.station.base
    await command(archive, "record", f"{base}/", "--like", f"{base}/about")
    assert not any(archive.station.asked(f"/files/report-{number}.pdf") for number in REPORTS)
