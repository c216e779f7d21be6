"""A small site of things that are weighed, crawled and extracted, for tests of what becomes of its records."""

import asyncio
import sqlite3
from pathlib import Path

from tests.recorder.conftest import Done, in_a_process
from tests.recorder.crawling.test_crawler import Site
from tests.recorder.fetching.station import Station

NUMBERS = range(12)


async def crawled_things(station: Station, database: Path) -> Site:
    """Twelve things on a list, crawled once and extracted."""
    site = Site(station, database)
    site.page("/", *map(path, NUMBERS))
    for number in NUMBERS:
        write(site, number, f"{number * 7} g")
    site.recorded(("/thing/[0-9]+",))
    await command(site, "crawl")
    assert read_at(site) is None
    await command(site, "extract")
    return site


def path(number: int) -> str:
    return f"/thing/{number}"


def write(site: Site, number: int, weight: str) -> None:
    html = f"<h1>Thing {number}</h1><table><tr><th>Weight<td>{weight}<tr><th>Code<td>{number:05}</table>"
    site.station.on(path(number), html)


async def command(site: Site, name: str, *arguments: object, code: int = 0) -> Done:
    """A command in a process of its own, while the site goes on to answer."""
    done = await asyncio.to_thread(in_a_process, name, "--db", site.database, *arguments)
    assert done.code == code, done.err
    return done


def read_at(site: Site) -> str | None:
    """When the records were made, if they were."""
    with sqlite3.connect(site.database) as connection:
        return next((at for (at,) in connection.execute("SELECT extracted_at FROM record_tables")), None)


def weigh_anew(site: Site) -> None:
    """One thing is new, two weigh more, one is gone."""
    site.page("/", *map(path, (*NUMBERS[1:], 12)))
    for number, weight in ((2, "1000 g"), (3, "1001 g"), (12, "84 g")):
        write(site, number, weight)
