"""What tests of records that follow a crawl stand on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.recorder.crawling.test_crawler import Site
from tests.recorder.extracting.things import crawled_things
from tests.recorder.fetching.station import Station


@pytest.fixture
async def things(tmp_path: Path) -> AsyncIterator[Site]:
    station = await Station().start()
    yield await crawled_things(station, tmp_path / "site.db")
    await station.stop()
