"""Every link to a record says where it stands, and a number that confirms it: which of its addresses is kept."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recorder.crawling.session import CrawlOptions, crawl
from recorder.exporting.pattern_at_hand import pattern_at_hand
from recorder.exporting.playwright_script import playwright_script
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.fetching.station import Seen, Station, page, status
from tests.recorder.recording.test_coverage import OVER_HTTP, TREES, told, tree_page

LISTS = ("wood", "park", "shore")


def address(name: str, found_in: str) -> str:
    return f"/tree?name={name}&from={found_in}&check={len(name) * 7 + LISTS.index(found_in)}"


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    """A guide with three lists of trees; each tree stands in two of them."""
    station = await Station().start()
    links = "".join(f"<li><a href=/{each}.html>{each}</a>" for each in LISTS)
    station.on("/", f"<title>Guide</title><h1>Guide</h1><ul>{links}</ul>")
    for number, found_in in enumerate(LISTS):
        names = [name for place, name in enumerate(TREES) if place % 3 != number]
        rows = "".join(f"<li><a href='{address(name, found_in)}'>{name}</a>" for name in names)
        station.on(f"/{found_in}.html", f"<title>List</title><h1>List</h1><ol>{rows}</ol>")

    async def tree(seen: Seen, writer: asyncio.StreamWriter) -> None:
        """Without the number that confirms it an address leads nowhere."""
        name = seen.path.partition("name=")[2].partition("&")[0]
        if any(seen.path == address(name, each) for each in LISTS):
            await page(tree_page(name))(seen, writer)
        else:
            await status("404 Not Found")(seen, writer)

    station.on("/tree", tree)
    yield station
    await station.stop()


async def test_each_record_is_collected_once_and_met_again_at_the_same_address(
    station: Station, tmp_path: Path
) -> None:
    database = tmp_path / "trees.db"
    coverage, _ = await told(station, address(TREES[0], "park"), database)
    assert coverage.estimate == len(TREES)
    collected = []
    for _ in range(2):
        result = await crawl(CrawlOptions(database, fetching=OVER_HTTP), lambda _: None, Stop())
        assert result.run is not None
        collected.append((result.run.targets, result.run.new, result.run.gone))
    assert collected == [(len(TREES), len(TREES), 0), (len(TREES), 0, 0)]
    with open_store(database, read_only=True) as store:
        assert len({target.url.partition("&")[0] for target in store.targets.list(1)}) == len(TREES)


async def test_a_script_asks_for_the_addresses_that_pages_link_to(station: Station, tmp_path: Path) -> None:
    database = tmp_path / "trees.db"
    await told(station, address(TREES[0], "park"), database)
    with open_store(database, read_only=True) as store:
        script, lacks = playwright_script(pattern_at_hand(store, None))
    assert "IDLE = []" in script, "without its number an address leads nowhere"
    assert any("none of which is plain" in each for each in lacks)
