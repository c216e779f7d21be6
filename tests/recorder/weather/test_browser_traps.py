"""Pages made to keep a browser for ever: each ends in bounded time, with its reason or as far as it came, and the next
page opens as if nothing had been."""

from __future__ import annotations

import asyncio
import os
import zlib
from collections.abc import AsyncIterator

import pytest

from recorder.fetching.answers import Outcome, OutcomeKind, Page, Request
from recorder.fetching.options import FetchOptions, Render, Timeouts
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher
from tests.recorder.fetching.conftest import PATIENT
from tests.recorder.fetching.processes import descendants
from tests.recorder.fetching.station import PAGE, Seen, Station, Weather, head, page

TIMES = Timeouts(connect=2.0, read=2.0, total=4.0, render=3.0, settle=0.7)
PATIENCE = 120.0
MOST_RENDERERS = 12


@pytest.fixture(scope="module")
async def site() -> AsyncIterator[Station]:
    station = await Station().start()
    station.on("/fine", PAGE)
    yield station
    await station.stop()


@pytest.fixture(scope="module")
async def renderer(site: Station) -> AsyncIterator[SiteFetcher]:
    fetcher = SiteFetcher(FetchOptions(render=Render.ALWAYS, timeouts=TIMES, attempts=1), Scope.of(site.base))
    yield fetcher
    await fetcher.close()


def packed(size: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(PAGE) + packer.compress(b"a" * size) + packer.flush()


def script(code: str) -> Weather:
    return page(f"<!doctype html><title>t</title><body><p>words</p><script>{code}</script>")


async def _writes_for_ever(_: Seen, writer: asyncio.StreamWriter) -> None:
    writer.write(head(Content_Type="text/html"))
    while not writer.is_closing():
        writer.write(b"<p>and then</p>" * 20)
        await writer.drain()
        await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("trap", "kinds"),
    [
        (script("const a = []; setInterval(() => a.push(new Array(3e6).fill(Math.random())), 0)"), None),
        (
            script("const a = []; for (;;) a.push(new Array(1e6).fill(1.5))"),
            {OutcomeKind.BROWSER_FAILED, OutcomeKind.TIMEOUT},
        ),
        (script("for (;;) {}"), {OutcomeKind.TIMEOUT}),
        (script("for (;;) confirm('stay?')"), {OutcomeKind.ENDLESS}),
        (script("setInterval(() => window.open('/fine'), 1)"), None),
        (script("setInterval(() => window.print(), 1)"), None),
        (script("setInterval(() => history.pushState({}, '', '?' + Math.random()), 1)"), None),
        (script("onbeforeunload = () => 'stay'; setInterval(() => { location.hash = Math.random() }, 1)"), None),
        (script("setInterval(() => document.body.append(document.createElement('iframe')), 1)"), None),
        (script("setInterval(() => new Worker(URL.createObjectURL(new Blob(['for (;;) {}']))), 100)"), None),
        (page("<meta http-equiv=refresh content='0'><p>again"), None),
        (_writes_for_ever, None),
    ],
    ids="hoards hogs spins asks opens prints pushes hashes frames works refreshes writes".split(),  # noqa: SIM905
)
async def test_a_trap_is_left_in_time(
    renderer: SiteFetcher, site: Station, trap: Weather, kinds: set[OutcomeKind] | None
) -> None:
    """`kinds` None: the page may also be taken as it stands after a while."""
    site.on("/trap", trap)
    result = await asyncio.wait_for(renderer.fetch(Request(site.base + "/trap")), PATIENCE)
    if kinds is not None:
        assert isinstance(result, Outcome)
        assert result.kind in kinds
    assert isinstance(result, Page) or result.reason
    async with asyncio.timeout(PATIENCE):  # the short time of a trap may be too short for a page on a busy machine
        while not isinstance(await renderer.fetch(Request(site.base + "/fine")), Page):
            pass
    renderers = [process for process in descendants(os.getpid()) if "--type=renderer" in process.command]
    assert len(renderers) < MOST_RENDERERS


@pytest.mark.parametrize(
    ("trap", "reason"),
    [
        (page(packed(2_000_000), Content_Encoding="gzip"), "the page is too large for a browser"),
        (script("fetch('/more').then(more => more.text())"), "the page loads what is too large for a browser"),
        (page("<iframe src=/more></iframe>"), "the page is too large for a browser"),
    ],
    ids=["page", "script", "frame"],
)
async def test_what_is_too_large_is_not_waited_for(site: Station, trap: Weather, reason: str) -> None:
    """Told by what came, while it comes: a browser would take all of it."""
    site.on("/trap", trap)
    site.on("/more", page(packed(2_000_000), Content_Encoding="gzip"))
    options = FetchOptions(render=Render.ALWAYS, timeouts=PATIENT, attempts=1, max_body=100_000)
    fetcher = SiteFetcher(options, Scope.of(site.base))
    result = await fetcher.fetch(Request(site.base + "/trap"))
    assert isinstance(await fetcher.fetch(Request(site.base + "/fine")), Page)
    await fetcher.close()
    assert isinstance(result, Outcome)
    assert (result.kind, result.reason) == (OutcomeKind.TOO_LARGE, reason)
