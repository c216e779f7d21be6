"""What lists add to the addresses of records is found out though no page names any of them with it and without."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recorder.crawling.session import CrawlOptions, crawl
from recorder.knowledge.page_class import load_plain_addresses
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.fetching.station import Seen, Station, page
from tests.recorder.recording.test_coverage import OVER_HTTP, TREES, told, tree_page


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    """A guide with two lists, each of one half of the trees; one adds to their addresses where they were found."""
    station = await Station().start()
    half = len(TREES) // 2
    lists = {"/wood.html": (TREES[:half], ""), "/park.html": (TREES[half:], "&from=park")}
    links = "".join(f"<li><a href={path}>{path}</a>" for path in lists)
    station.on("/", f"<title>Guide</title><h1>Guide</h1><ul>{links}</ul>")
    for path, (names, more) in lists.items():
        rows = "".join(f"<li><a href='/tree?name={name}{more}'>{name}</a>" for name in names)
        station.on(path, f"<title>List</title><h1>List</h1><ol>{rows}</ol>")
    yield station
    await station.stop()


async def recorded(station: Station, database: Path, also: str = "") -> tuple[set[str], str]:
    """The targets that a crawl collects, and an address without what makes no other page."""

    async def tree(seen: Seen, writer: asyncio.StreamWriter) -> None:
        name = seen.path.partition("name=")[2].partition("&")[0]
        told_there = also if "from=" in seen.path else ""
        await page(tree_page(f"{told_there} {name}"))(seen, writer)

    station.on("/tree", tree)
    await told(station, f"/tree?name={TREES[0]}", database)
    await crawl(CrawlOptions(database, fetching=OVER_HTTP), lambda _: None, Stop())
    with open_store(database, read_only=True) as store:
        targets = {target.url.partition("?")[2] for target in store.targets.list(1)}
        plain = load_plain_addresses(store.recordings.find()).plain(f"{station.base}/tree?name=fig&from=park")
    return targets, plain.partition("?")[2]


async def test_the_same_page_without_it_is_the_record(station: Station, tmp_path: Path) -> None:
    targets, plain = await recorded(station, tmp_path / "trees.db")
    assert targets == {f"name={name}" for name in TREES}
    assert plain == "name=fig"


async def test_where_another_page_comes_without_it_both_stay(station: Station, tmp_path: Path) -> None:
    park = "planted watered pruned fenced lit mown numbered labelled photographed measured insured"
    targets, plain = await recorded(station, tmp_path / "trees.db", park)
    assert len(targets) == len(TREES)
    assert plain == "name=fig&from=park"
