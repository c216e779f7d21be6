"""Hundreds of hostile links and redirects, followed by a real crawl: servers elsewhere on this machine hear nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path

from recorder.crawling.session import CrawlOptions, crawl
from recorder.fetching.browser_finding import find_browser
from recorder.fetching.chromium import Chromium
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.scope import Scope
from recorder.knowledge.pattern_rows import step_rows
from recorder.patterns.navigation.notation import to_text
from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.patterns.navigation.pattern import Path as PatternPath
from recorder.patterns.urls.url import normalise
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from recorder.store import open_store
from tests.recorder.crawling.test_crawler import record_by_hand
from tests.recorder.fetching.station import Station, page, redirect
from tests.recorder.weather.hostile_links import OTHER_ADDRESS, links, links_home

_READ = """([links, base]) => links.map(link => {
  try { const url = new URL(link, base); return [url.origin, url.username + url.password]; } catch { return null; }
})"""


@dataclass
class Elsewhere:
    """Servers that nobody may connect to."""

    port: int
    callers: int = 0

    async def called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.callers += 1
        writer.close()


@asynccontextmanager
async def elsewhere(port: int) -> AsyncIterator[Elsewhere]:
    """On the site's own port at other addresses, and on another port at its own."""
    other = Elsewhere(0)
    servers = [await asyncio.start_server(other.called, host, port) for host in (OTHER_ADDRESS, "::1")]
    servers.append(await asyncio.start_server(other.called, "127.0.0.1", 0))
    other.port = servers[-1].sockets[0].getsockname()[1]
    try:
        yield other
    finally:
        for server in servers:
            server.close()


async def crawl_everything(database: Path, base: str) -> None:
    """By a pattern that follows whatever is linked, twice."""
    record_by_hand(database, base)
    anywhere = NavigationPattern((PatternPath((LinkStep("(?s).*"), LinkStep("(?s).*")), 1, 1),))
    with open_store(database) as store:
        store.patterns.save(1, to_text(anywhere), step_rows(anywhere)).result()
    fetching = FetchOptions(render=Render.NEVER, attempts=1)
    assert (await crawl(CrawlOptions(database, fetching=fetching), nobody, Stop())).run is not None


async def test_no_hostile_link_or_redirect_is_followed_out_of_the_scope(tmp_path: Path) -> None:
    site = await Station().start()
    port = int(site.base.rpartition(":")[2])
    async with elsewhere(port) as other:
        hostile = links(port, other.port)
        assert len(hostile) > 300
        site.on("/", "".join(f"<a href='{escape(link, quote=True)}'>x</a>" for link in hostile) + "<a href=/hops>y</a>")
        site.on("/hops", "".join(f"<a href=/hop/{number}>x</a>" for number in range(len(hostile))))
        for number, link in enumerate(hostile):
            site.on(f"/hop/{number}", redirect(link.translate(dict.fromkeys(map(ord, "\t\n\x0b")))))
        site.on("/x", page("<p>never asked for by a name that is not the site's own"))
        await crawl_everything(tmp_path / "site.db", site.base)
    await site.stop()
    assert other.callers == 0
    assert {seen.headers["host"] for seen in site.seen} == {f"127.0.0.1:{port}"}
    assert len({seen.path for seen in site.seen if seen.path.startswith("/hop/")}) == len(hostile)
    assert not any("authorization" in seen.headers for seen in site.seen)


def test_the_scope_says_so_too() -> None:
    scope = Scope.of("http://127.0.0.1:4000/")
    for link in links(4000, 4001):
        found = normalise(link, "http://127.0.0.1:4000/")
        assert found is None or not scope.contains(found), link
        assert not scope.contains(link), link


async def test_a_browser_says_so_too() -> None:
    """Where each link leads is not for us to believe: what Chromium makes of it is what it would ask."""
    home = "http://127.0.0.1:4000/"
    everything = [*links(4000, 4001), *links_home(4000), "/x", "x?y#z", "//127.0.0.1:4000/x", "http:/x", "\\x"]
    chromium = Chromium(find_browser().path)
    page = await (await chromium.context()).new_page()
    read: list[list[str] | None] = await page.evaluate(_READ, [everything, home])
    await chromium.close()
    scope = Scope.of(home)
    for link, found in zip(everything, read, strict=True):
        at_home = found is not None and found == ["http://127.0.0.1:4000", ""]
        ours = normalise(link, home)
        inside = ours is not None and scope.contains(ours)
        assert inside <= at_home, f"{link!r} is followed, and leads a browser to {found}"
    assert sum(found is not None for found in read) > 200


def test_what_a_browser_reads_as_the_site_itself_is_inside() -> None:
    scope = Scope.of("http://127.0.0.1:80/")
    for link in links_home(80):
        assert scope.contains(link), link
