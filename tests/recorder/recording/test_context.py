"""A sample as copied from the address bar: its address says in which list somebody met it, and the page that it calls
its own does not.
"""

import asyncio
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest

from recorder.crawling.session import CrawlOptions, crawl
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.fetching.station import Seen, Station, page
from tests.recorder.recording.test_coverage import OVER_HTTP, TREES, tree_page

WORDS = [f"{first}{last}" for first in TREES for last in TREES]
LISTS = {"height": 1, "leaf": 2, "bark": 3, "wood": 4, "name": 5}


def listed(name: str) -> str:
    """The trees of a list, in an order of its own; links say which place of which list they are."""
    turned = TREES[LISTS[name] :] + TREES[: LISTS[name]]
    return "".join(f"<li><a href='/trees/{tree}?by={name}&at={at}'>{tree}</a>" for at, tree in enumerate(turned))


@pytest.mark.parametrize("declares", [True, False])
async def test_every_record_is_asked_for_once_and_none_is_missed(tmp_path: Path, declares: bool) -> None:
    station = await Station().start()
    lists = "".join(f"<li><a href=/lists/{name}>By {name}</a>" for name in LISTS)
    station.on("/", f"<title>Trees</title><h1>Trees</h1><ul>{lists}</ul>")
    for name in LISTS:
        station.on(f"/lists/{name}", f"<title>{name}</title><h1>By {name}</h1><ul>{listed(name)}</ul>")

    async def answer(seen: Seen, writer: asyncio.StreamWriter) -> None:
        address = urlsplit(seen.path)
        came = parse_qs(address.query)
        back = f"<nav><a href=/lists/{came['by'][0]}>Back to the list</a> {came['at'][0]}</nav>" if came else ""
        own = f"<link rel=canonical href={address.path}>" if declares else ""
        tree = address.path.rpartition("/")[2]
        about = " ".join(Random(tree).sample(WORDS, 30))
        await page(f"{own}{tree_page(tree)}<p>{about}</p>{back}")(seen, writer)

    for tree in TREES:
        station.on(f"/trees/{tree}", answer)
    database, sample = tmp_path / "trees.db", f"{station.base}/trees/oak?by=leaf&at=11"
    result = await record(RecordOptions(f"{station.base}/", (sample,), database, fetching=OVER_HTTP), nobody, Stop())
    assert result.coverage is not None and result.coverage.low <= len(TREES) <= result.coverage.high
    crawled = await crawl(CrawlOptions(database, fetching=OVER_HTTP), nobody, Stop())
    assert crawled.run is not None and crawled.run.pages <= 2 * len(TREES), "each at one of its addresses"
    with open_store(database, read_only=True) as store:
        collected = [target.url for target in store.targets.list(store.recordings.find().id)]
    assert sorted(urlsplit(url).path for url in collected) == sorted(f"/trees/{tree}" for tree in TREES)
    await station.stop()
