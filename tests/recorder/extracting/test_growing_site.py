"""A site that grows over ten runs and keeps a log of its own: records and their history against it, exactly."""

import csv
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.recorder.conftest import copied
from tests.recorder.crawling.test_crawler import Site
from tests.recorder.extracting.things import command
from tests.recorder.fetching.station import Station

RUNS = 10
Change = tuple[int, str, str, str | None, str | None]


class Shop:
    """Goods with a price, a stock that may be unknown, and a maker; and the log of what became of them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.goods: dict[int, dict[str, str | None]] = {}
        self.away: dict[int, dict[str, str | None]] = {}
        self.log: set[Change] = set()
        self._random = Random(7)
        self._made = 0

    def open(self) -> None:
        self._bring(20)
        self._show()
        self.site.recorded(("/goods/[0-9]+",))

    def trade(self, run: int) -> None:
        """Before this run: prices and stocks change, goods come, go, and come back at another price."""
        back = {number: self.away.pop(number) for number in self._some(self.away, run % 3)}
        for number in self._some(self.goods, 4):
            self.away[number] = self.goods.pop(number)
        for number in self._some(self.goods, 7):
            self._set(run, number, "price", self._price())
        for number in self._some(self.goods, 5):
            self._set(run, number, "stock", self._random.choice([None, f"{self._random.randrange(100)} left"]))
        for number, good in back.items():
            self.goods[number] = good
            self._set(run, number, "price", self._price())
        self._bring(6)
        self._show()

    def rows(self) -> dict[str, dict[str, str]]:
        """What an export has to say of every good."""
        return {_path(number): {name: cell or "" for name, cell in good.items()} for number, good in self.goods.items()}

    def _bring(self, count: int) -> None:
        for number in range(self._made, self._made + count):
            self.goods[number] = {
                "price": self._price(),
                "stock": f"{self._random.randrange(100)} left",
                "maker": f"{self._random.choice(['Abel', 'Berg', 'Cohn', 'Dahl'])} {number}",
            }
        self._made += count

    def _set(self, run: int, number: int, column: str, value: str | None) -> None:
        before, self.goods[number][column] = self.goods[number][column], value
        if before != value:
            self.log.add((run, _path(number), column, before, value))

    def _some(self, things: dict[int, dict[str, str | None]], count: int) -> list[int]:
        return self._random.sample(sorted(things), min(count, len(things)))

    def _price(self) -> str:
        return f"{self._random.randrange(1, 500)}.{self._random.randrange(100):02} €"

    def _show(self) -> None:
        self.site.page("/", *map(_path, self.goods))
        for number, good in self.goods.items():
            lines = "".join(f"<tr><th>{name.title()}<td>{cell}" for name, cell in good.items() if cell is not None)
            self.site.station.on(
                _path(number), f"<title>Good {number}</title><h1>Good {number}</h1><table>{lines}</table>"
            )


def _path(number: int) -> str:
    return f"/goods/{number}"


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncIterator[Shop]:
    station = await Station().start()
    opened = Shop(Site(station, tmp_path / "site.db"))
    opened.open()
    yield opened
    await station.stop()


async def exported(site: Site) -> tuple[list[dict[str, str]], str]:
    done = await command(site, "export", "--format", "csv", "--what", "records", "-")
    return sorted(csv.DictReader(done.out.splitlines()), key=lambda row: row["url"]), done.err


async def read_afresh(site: Site, database: Path) -> list[dict[str, str]]:
    """What an export says once all pages are extracted by somebody who has never extracted any."""
    with closing(sqlite3.connect(copied(site.database, database))) as connection:
        connection.execute("DELETE FROM record_tables")
        connection.execute("DELETE FROM record_samples")
        connection.execute("DELETE FROM unmatched_pages")
        connection.commit()
    copy = Site(site.station, database)
    await command(copy, "extract")
    return (await exported(copy))[0]


def history(site: Site) -> list[Change]:
    with closing(sqlite3.connect(site.database)) as connection:
        rows = connection.execute('SELECT run, url, "column", before, after FROM record_changes').fetchall()
    return [(run, url.removeprefix(site.station.base), *rest) for run, url, *rest in rows]


@pytest.mark.slow
async def test_records_and_history_are_what_the_site_says_after_every_run(shop: Shop, tmp_path: Path) -> None:
    site = shop.site
    await command(site, "crawl")
    await command(site, "extract")
    for run in range(3, 3 + RUNS):
        shop.trade(run)
        crawled = (await command(site, "crawl", "--json")).json
        assert crawled["run"] == run
        rows, said = await exported(site)
        assert "recorder extract" not in said
        told = {row["url"].removeprefix(site.station.base): row for row in rows}
        assert {path: {name: row[name] for name in ("price", "stock", "maker")} for path, row in told.items()} == (
            shop.rows()
        )
        assert await read_afresh(site, tmp_path / f"afresh-{run}.db") == rows
        counted = {each["column"]: each["records"] for each in crawled["changed_columns"]}
        changed = [column for at, _, column, _, _ in shop.log if at == run]
        assert counted == {column: changed.count(column) for column in set(changed)}
    found = history(site)
    assert len(found) == len(set(found))
    assert set(found) == shop.log
    assert len({run for run, *_ in shop.log}) == RUNS
    first, last = 2, 2 + RUNS
    net = (await command(site, "diff", "--fields", first, last, "--json")).json["fields"]
    expected: dict[tuple[str, str], tuple[str | None, str | None]] = {}
    for _, path, column, before, after in sorted(shop.log, key=lambda change: change[0]):
        expected[path, column] = (expected.get((path, column), (before,))[0], after)
    assert {
        (each["url"].removeprefix(site.station.base), each["column"]): (each["before"], each["after"]) for each in net
    } == {field: values for field, values in expected.items() if values[0] != values[1]}
