"""recorder from a program of a few lines, in a script and where an event loop runs already."""

from pathlib import Path

import pytest

from recorder import crawl, record, rows
from recorder.demo import DemoServer
from recorder.fetching.options import FetchOptions, Render
from recorder.runtime.errors import RecorderError, UsageError
from tests.shop.owned import OwnedShop

PLAIN = FetchOptions(render=Render.NEVER)


async def test_a_program_records_crawls_and_reads(tmp_path: Path) -> None:
    """Under pytest's own event loop, as in a notebook."""
    database = tmp_path / "site.db"
    seen: list[object] = []
    with DemoServer(OwnedShop(books=20)) as site:
        recorded = record(site.entry_url, site.sample_url, database, forms="none", fetching=PLAIN, listen=seen.append)
        crawled = crawl(str(database), fetching=PLAIN)
        assert recorded.pattern.paths
        assert seen
        assert crawled.run is not None
        found = list(rows(database))
        assert {row["url"] for row in found} == set(site.truth.linked_urls)
        assert all(row["title"] for row in found)
        assert crawled.run.targets == len(found)
        with pytest.raises(UsageError, match="form"):
            crawl(database, {"no such field": "x"}, fetching=PLAIN)


def test_a_script_gets_errors_with_hints(tmp_path: Path) -> None:
    with pytest.raises(RecorderError) as caught:
        crawl(tmp_path / "none.db")
    assert caught.value.hint
    with pytest.raises(RecorderError):
        list(rows(tmp_path / "none.db"))
