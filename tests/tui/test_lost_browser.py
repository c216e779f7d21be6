"""The browser dies while a site is mapped, and while it is crawled: that is told, and the run goes on."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from recorder.demo import DemoServer
from recorder.face import CrawlOptions, FetchOptions, FormChoice, RecordOptions, Render
from recorder.tui.messages import StartRun
from tests.recorder.fetching.processes import browsers
from tests.shop.owned import OwnedShop
from tests.tui.conftest import running, settled, text_of, until

pytestmark = pytest.mark.slow
SHOP = Path("shop.db")
SHOWN = FetchOptions(render=Render.ALWAYS)


@pytest.fixture(scope="module")
def site() -> Iterator[OwnedShop]:
    with DemoServer(OwnedShop(books=40)) as opened:
        yield opened


async def test_a_browser_that_is_killed_is_a_message_and_no_end(site: OwnedShop) -> None:
    others = browsers()
    async with running(size=(120, 40)) as pilot:
        app = pilot.app
        asked = RecordOptions(site.entry_url, (site.sample_url,), SHOP, forms=FormChoice.NONE, fetching=SHOWN)
        app.post_message(StartRun(asked))
        await killed_and_gone_on(pilot, others)
        app.post_message(StartRun(CrawlOptions(SHOP, fetching=SHOWN)))
        await until(pilot, lambda: app.session.running and app.session.watch.kind == "crawl")
        await killed_and_gone_on(pilot, others)
    assert not browsers() - others


async def killed_and_gone_on(pilot: Pilot[str], others: set[int]) -> None:
    """Kill the browser of the run that goes on, and see the run to its end."""
    app = pilot.app
    await until(pilot, lambda: app.session.watch.rendered >= 5)
    before = app.session.watch.rendered
    for browser in browsers() - others:
        os.kill(browser, signal.SIGKILL)
    await until(pilot, lambda: app.session.watch.notes)
    assert any("browser" in note.lower() for note in app.session.watch.notes), app.session.watch.notes
    await until(pilot, lambda: not app.session.running and app._noticed, 180)
    await settled(pilot)
    assert app.session.watch.rendered > before, "another browser has taken its place"
    assert app.session.watch.status in ("done", "stopped") and not app.session.watch.trouble, text_of(app)
