"""Links that robots may not follow, beside those that a pattern needs and addressed much like them."""

import asyncio
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from recorder.crawling.session import CrawlOptions, crawl
from recorder.patterns.navigation.pattern import LinkStep
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from tests.recorder.fetching.station import Seen, Station, page
from tests.recorder.recording.test_coverage import OVER_HTTP, TREES, tree_page

SHELVES = range(24)


def links(kind: str, numbers: range) -> str:
    return "".join(f"<li><a href='/x?p={kind}&id={number}'>{kind} {number}</a>" for number in numbers)


async def answer(seen: Seen, writer: asyncio.StreamWriter) -> None:
    """A program that shows everything: trees, shelves of trees, and notes about shelves."""
    said = parse_qs(urlsplit(seen.path).query)
    kind, number = said["p"][0], int(said["id"][0])
    shelf = f"<title>{number}</title><h1>Shelf {number}</h1><ul>{links('tree', range(3 * number, 3 * number + 3))}"
    notes = links("note", range(9 * number, 9 * number + 9))
    body = tree_page(f"{TREES[number % len(TREES)]} of plot {number}") if kind == "tree" else f"{shelf}{notes}</ul>"
    await page(body)(seen, writer)


async def test_a_pattern_does_not_go_where_robots_may_not_even_if_nobody_has_tried(tmp_path: Path) -> None:
    station = await Station().start()
    station.on("/", f"<title>Trees</title><h1>Trees</h1><ul>{links('shelf', SHELVES)}{links('note', range(300))}</ul>")
    station.on("/x", answer)
    station.on("/robots.txt", "User-agent: *\nDisallow: /x?p=note\n", "text/plain")
    database, sample = tmp_path / "trees.db", f"{station.base}/x?p=tree&id=7"
    result = await record(RecordOptions(f"{station.base}/", (sample,), database, fetching=OVER_HTTP), nobody, Stop())
    steps = [step for path in result.pattern.paths for step in path.steps if isinstance(step, LinkStep)]
    assert not any(step.matches(f"{station.base}/x?p=note&id={number}") for step in steps for number in (7, 299, 999))
    crawled = await crawl(CrawlOptions(database, fetching=OVER_HTTP), nobody, Stop())
    assert crawled.run is not None and (crawled.run.targets, crawled.drift) == (3 * len(SHELVES), None)
    await station.stop()
