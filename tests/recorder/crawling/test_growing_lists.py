"""A shop that grows: what was learnt when its lists had one page or two leads to all books when they have more."""

from pathlib import Path

import pytest

from recorder.crawling.session import CrawlOptions, crawl
from recorder.demo.site import DemoServer
from recorder.probing.choices import FormChoice
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.shop.owned import OwnedShop


@pytest.mark.slow
async def test_books_that_move_to_later_pages_are_neither_missed_nor_called_gone(tmp_path: Path) -> None:
    database = tmp_path / "shop.db"
    with DemoServer(OwnedShop(books=150)) as site:
        await record(RecordOptions(site.entry_url, (site.sample_url,), database, forms=FormChoice.NONE), nobody, Stop())
        await crawl(CrawlOptions(database), nobody, Stop())
        site.edit(add=130)
        result = await crawl(CrawlOptions(database), nobody, Stop())
        with open_store(database, read_only=True) as store:
            collected = {target.url for target in store.targets.list(store.recordings.find().id)}
        assert collected == site.truth.linked_urls
    assert result.run is not None
    assert (result.run.new, result.run.gone) == (130, 0)
