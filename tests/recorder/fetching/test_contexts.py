"""Long runs do not grow: contexts of the browser are replaced in time, and to the site nothing has happened."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest

from recorder.fetching import browser_fetcher, chromium
from recorder.fetching.answers import Request
from recorder.fetching.browser_finding import find_browser
from recorder.fetching.chromium import Chromium
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher
from tests.recorder.fetching.conftest import RENDERING, script
from tests.recorder.fetching.station import PAGE, Seen, Station, page
from tests.recorder.fetching.test_http_fetcher import arrived

_COUNTS = "localStorage.n = 1 + +(localStorage.n || 0); document.body.dataset.n = localStorage.n"


async def test_a_context_that_has_served_its_time_goes_with_its_last_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "_PAGES_OF_A_CONTEXT", 2)
    browser = Chromium(find_browser().path)
    first = await browser.context()
    assert first.browser is not None
    others = [await browser.context() for _ in range(4)]
    assert others[0] is first
    assert others[1] is others[2] is not first
    assert len(first.browser.contexts) == 3
    await browser.leave(first)
    assert first in first.browser.contexts, "another page is about to be opened in it"
    await browser.leave(first)
    await browser.leave(others[-1])
    assert first.browser.contexts == [others[1], others[-1]]
    await browser.close()


async def test_a_new_context_has_the_cookies_and_what_the_site_stored(
    station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_fetcher, "_USES_OF_A_TAB", 2)
    monkeypatch.setattr(chromium, "_PAGES_OF_A_CONTEXT", 2)
    station.on("/first", page(script(_COUNTS), Set_Cookie="sid=one; HttpOnly"))
    station.on("/counts", script(_COUNTS))
    fetcher = SiteFetcher(replace(RENDERING, workers=1), Scope.of(station.base))
    answers = [await fetcher.fetch(Request(f"{station.base}/first"))]
    answers += await asyncio.gather(*(fetcher.fetch(Request(f"{station.base}/counts?{n}")) for n in range(7)))
    await fetcher.close()
    counted = [int(found[1]) for answer in answers if (found := re.search(rb'data-n="(\d+)"', arrived(answer).body))]
    assert sorted(counted) == list(range(1, 9))
    cookies = {seen.headers.get("cookie") for seen in station.seen if seen.path.startswith("/counts")}
    assert cookies == {"sid=one"}


async def test_a_page_that_soon_loads_itself_again_does_not_disturb_the_page_after_it(station: Station) -> None:
    async def slow(seen: Seen, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2.0)
        await page(PAGE)(seen, writer)

    station.on("/again", page("<title>t</title><meta http-equiv=Refresh content='1; url=/again'><p>again"))
    station.on("/slow", slow)
    fetcher = SiteFetcher(replace(RENDERING, workers=1), Scope.of(station.base))
    for path in ("/again", "/slow"):
        arrived(await fetcher.fetch(Request(station.base + path)))
    await fetcher.close()
    assert [seen.path for seen in station.seen if seen.path in ("/again", "/slow")] == ["/again", "/slow"]
