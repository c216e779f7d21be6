"""Where is a connection made to? A site at one address, and at others of this machine servers that nobody may call:
through no door that a page, a redirect or a robots.txt opens, however their address is written.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from recorder.fetching.address_guard import AddressGuard, SystemNames
from recorder.fetching.answers import FetchError, Outcome, Page, Request
from recorder.fetching.browser_finding import find_browser
from recorder.fetching.chromium import Chromium
from recorder.fetching.file_fetcher import FileFetcher
from recorder.fetching.http_client import HttpClient
from recorder.fetching.options import FetchOptions, Render
from recorder.fetching.picturing import pictures_of
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher
from recorder.patterns.urls.address import read
from tests.recorder.fetching.conftest import IMPATIENT
from tests.recorder.fetching.station import Station, Weather, page, redirect
from tests.recorder.recording.glossary import Glossary

SITE = "127.0.0.3"
"""Where the site is; the canaries are at other addresses of this machine, which count as elsewhere."""
CANARIES = ("127.0.0.1", "127.0.0.2", "::1")

HOSTS = (
    *("127.0.0.1", "127.1", "127.0.1", "127.0.0.1.", "127.0.0.01", "2130706433", "0x7f000001", "0x7F.1", "0x7f.0.0.1"),
    *("017700000001", "0177.0.0.1", "0177.1", "127.0.0.0x1", "0x7f.0x0.0x0.0x1", "127.0.0.%31", "%31%32%37.0.0.1"),
    *("127.0.0.2", "127.2", "127.0.2", "127.0.0.2.", "2130706434", "0x7f000002", "0x7f.0.0.2", "017700000002"),
    *("0177.0.0.2", "127.0.0.%32", "１２７.0.0.2", "127。0。0。2", "127.0.0.②", "①②⑦.0.0.1", "127．0．0．1"),
    *("[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::0.0.0.1]", "[::ffff:127.0.0.1]", "[::ffff:127.0.0.2]"),
    *("[::ffff:7f00:1]", "[::ffff:7f00:2]", "[0:0:0:0:0:ffff:127.0.0.2]", "[0:0:0:0:0:FFFF:7F00:0001]"),
    *(
        "localhost",
        "LOCALHOST",
        "LocalHost",
        "localhost.",
        "ⓛocalhost",
        "loc%61lhost",
        "ｌｏｃａｌｈｏｓｔ",
        "lo\u00adcalhost",
    ),
    *("a.localhost", "127.0.0.1.localhost", "0.0.0.0", "0", "0x0", "00.0.0.0", "000000000000", "[::]", "[0::0]"),
    *("[::ffff:0.0.0.0]", "[::ffff:0:0]"),
)

NEAR = (
    *("0.0.0.1", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.255.255.254"),
    *("169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.168.0.1", "192.168.255.255"),
    *("198.18.0.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "[::]", "[::1]", "[fc00::1]"),
    *("[fd00:ec2::254]", "[fe80::1]", "[ff02::1]", "[::ffff:10.0.0.1]", "[::ffff:169.254.169.254]"),
    *("[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[2002:7f00:1::]", "[2002:c0a8:101::1]", "[2001:db8::1]"),
)


def test_there_are_as_many_hostile_addresses_as_we_say() -> None:
    assert len(set(HOSTS)) >= 60


@pytest.mark.parametrize("host", NEAR)
async def test_a_far_site_leads_to_no_near_address(host: str) -> None:
    """Asked of the guard alone: nothing is sent to addresses of others."""
    guard = AddressGuard(SystemNames(), Scope.of("http://93.184.216.34/"))
    with pytest.raises(OSError, match="own network"):
        await guard.check(host)


async def test_a_near_site_leads_to_its_own_address_alone() -> None:
    guard = AddressGuard(SystemNames(), Scope.of("http://192.168.1.1/"))
    await guard.check("192.168.1.1")
    await guard.check("93.184.216.34")
    with pytest.raises(OSError, match="own network"):
        await guard.check("192.168.1.2")


@dataclass
class Canaries:
    """Servers on one port, over TCP and UDP, that count who calls."""

    port: int = 0
    callers: list[str] = field(default_factory=list)
    _open: list[asyncio.Server | asyncio.DatagramTransport] = field(default_factory=list)

    async def start(self) -> Canaries:
        for host in CANARIES:
            with suppress(OSError):  # a machine without IPv6
                server = await asyncio.start_server(self._called, host, self.port)
                self._open.append(server)
                self.port = server.sockets[0].getsockname()[1]
                loop = asyncio.get_running_loop()
                listening, _ = await loop.create_datagram_endpoint(lambda: _Ear(self), local_addr=(host, self.port))
                self._open.append(listening)
        return self

    async def stop(self) -> None:
        for each in self._open:
            each.close()

    def doors(self) -> set[str]:
        """What was asked for over HTTP, and "udp" where something came that way."""
        return {line.split(" ")[1].strip("/") for line in self.callers if line.count(" ") == 2}

    async def _called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(10):  # a busy browser opens a connection long before it speaks
                self.callers.append((await reader.read(200)).decode("latin-1").partition("\r\n")[0])
        writer.close()


class _Ear(asyncio.DatagramProtocol):
    def __init__(self, canaries: Canaries) -> None:
        self._canaries = canaries

    def datagram_received(self, data: bytes, addr: object) -> None:
        self._canaries.callers.append(f"UDP udp {len(data)}")


@pytest.fixture
async def canaries() -> AsyncIterator[Canaries]:
    canaries = await Canaries().start()
    yield canaries
    await canaries.stop()


@pytest.fixture
async def site() -> AsyncIterator[Station]:
    site = await Station(host=SITE).start()
    yield site
    await site.stop()


def fetcher(site: Station, **choices: object) -> SiteFetcher:
    """With the patience of a user: nothing here is silent, and a busy machine answers late."""
    usual: dict[str, object] = {"render": Render.NEVER, "attempts": 1}
    return SiteFetcher(FetchOptions(**{**usual, **choices}), Scope.of(site.base))  # type: ignore[arg-type]


async def test_the_canaries_can_be_called(canaries: Canaries) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.2", canaries.port)
    writer.write(b"here\r\n")
    await reader.read()
    writer.close()
    assert canaries.callers == ["here"]


async def test_http_connects_to_none(site: Station, canaries: Canaries) -> None:
    """Not even where nobody has asked whether the address is in the scope."""
    client = HttpClient(FetchOptions(), Scope.of(site.base))
    asked = 0
    for host in HOSTS:
        address = read(f"http://{host}:{canaries.port}/x")
        if address is not None:
            asked += 1
            with pytest.raises(FetchError):
                async with client.ask(Request(str(address)), address):
                    pass
    await client.close()
    assert asked > 50
    assert canaries.callers == []


@pytest.mark.parametrize("door", ["redirect", "robots.txt", "form", "sitemap"])
async def test_http_is_led_to_none(site: Station, canaries: Canaries, door: str) -> None:
    for host in HOSTS:
        hostile = f"http://{host}:{canaries.port}/x"
        asking = fetcher(site)
        named = f"Sitemap: {hostile}\nSitemap: {site.base}/go" if door == "sitemap" else ""
        site.on("/robots.txt", redirect(hostile) if door == "robots.txt" else page(named, "text/plain"))
        site.on("/go", redirect(hostile, "307 Temporary Redirect"))
        posted = {"method": "POST", "body": b"q=x", "content_type": "application/x-www-form-urlencoded"}
        request = Request(f"{site.base}/go", **posted if door == "form" else {})  # type: ignore[arg-type]
        if door == "sitemap":
            assert await asking.sitemaps(f"{site.base}/") == (request.url,)
        assert isinstance(await asking.fetch(request), Outcome)
        await asking.close()
    assert canaries.callers == []
    assert sum(seen.path == "/robots.txt" for seen in site.seen) == len(HOSTS)


async def test_a_download_is_led_to_none(site: Station, canaries: Canaries, tmp_path: Path) -> None:
    """Straight, and by a redirect: files may lie on other servers."""
    options = FetchOptions(Render.NEVER, attempts=1, ignore_robots=True)
    fetching = FileFetcher(options, Scope.of(site.base), tmp_path / "files")
    for host in HOSTS:
        site.on("/go", redirect(f"http://{host}:{canaries.port}/x"))
        for url in (f"http://{host}:{canaries.port}/x", f"{site.base}/go"):
            assert isinstance(await fetching.fetch(url), Outcome)
    await fetching.close()
    assert canaries.callers == []
    assert site.asked("/go") == len(HOSTS)


async def test_a_recording_is_led_to_none_by_sitemaps(site: Station, canaries: Canaries, tmp_path: Path) -> None:
    """By an index and what it lists, straight and by redirects; the sitemaps and pages of the site are found."""
    hostile = [f"http://{host}:{canaries.port}/x" for host in HOSTS]
    glossary = Glossary(site, tmp_path / "site.db")
    glossary.furnish()
    for number, address in enumerate(hostile):
        site.on(f"/map-{number}.xml", redirect(address))
        site.on(f"/entry/hop-{number}.html", redirect(address))
    maps = [*hostile, *(f"{site.base}/map-{number}.xml" for number in range(len(HOSTS))), f"{site.base}/all.xml"]
    hops = [f"{site.base}/entry/hop-{number}.html" for number in range(len(HOSTS))]
    pages = [*hostile, *hops, *map(glossary.url, sorted(glossary.terms))]
    site.on("/robots.txt", "\n".join(f"Sitemap: {each}" for each in (*hostile, f"{site.base}/maps.xml")), "text/plain")
    site.on("/maps.xml", "<sitemapindex>" + _listed("sitemap", maps) + "</sitemapindex>", "application/xml")
    site.on("/all.xml", "<urlset>" + _listed("url", pages) + "</urlset>", "application/xml")
    await glossary.record()
    assert await glossary.crawled() >= glossary.terms
    assert canaries.callers == []
    assert site.asked("/all.xml") and site.asked("/map-7.xml") and site.asked("/entry/hop-7.html")


def _listed(kind: str, addresses: list[str]) -> str:
    return "".join(f"<{kind}><loc>{each}</loc></{kind}>" for each in addresses)


DOORS = (Path(__file__).parent / "doors.html").read_text(encoding="utf-8")
"""A page that tries to connect through every door that a browser has, to each of `HOSTS`."""


def with_hosts(hosts: tuple[str, ...], port: int) -> str:
    named = json.dumps([f"{host}:{port}" for host in hosts])
    return DOORS.replace("<script>", f"<script>const HOSTS = {named}", 1)


def doors(hosts: tuple[str, ...], port: int) -> Weather:
    """What headers of a page open is among them."""
    named = [f"{host}:{port}" for host in hosts]
    linked = ("link-preload>; rel=preload; as=script", "link-prefetch>; rel=prefetch")
    told = ", ".join(f"<http://{host}/{each}" for host in named if host.isascii() for each in linked)
    rules = ", ".join(f'"http://{host}/rules-header"' for host in named if host.isascii())
    return page(with_hosts(hosts, port), Link=told, Speculation_Rules=rules)


@pytest.mark.slow
async def test_a_browser_connects_to_none(site: Station, canaries: Canaries) -> None:
    asking = fetcher(site, render=Render.ALWAYS, timeouts=IMPATIENT)
    for start in range(0, len(HOSTS), 10):
        site.on("/doors", doors(HOSTS[start : start + 10], canaries.port))
        await asking.render(Request(f"{site.base}/doors"))
    for host in HOSTS:
        site.on("/go", redirect(f"http://{host}:{canaries.port}/hop"))
        assert isinstance(await asking.render(Request(f"{site.base}/go")), Outcome)
    for host in filter(str.isascii, HOSTS[::10]):
        site.on("/on", page("<p>x", Refresh=f"0;url=http://{host}:{canaries.port}/refresh-header"))
        await asking.render(Request(f"{site.base}/on"))
    await asyncio.sleep(3)  # what is on its way may still arrive
    await asking.close()
    assert canaries.callers == []


ALL_DOORS = {
    *("script", "module", "stylesheet", "frame", "object", "embed", "video", "fetch", "xhr", "socket", "events"),
    *("beacon", "ping", "form", "prefetch", "download", "worker", "worker-fetch", "import", "udp"),
    *("css-import", "track", "rules-prefetch", "paint", "audio-worklet", "later", "socket-stream"),
    *(".well-known/web-identity", "link-preload", "link-prefetch", "rules-header"),
}
PATIENCE = 60
"""Seconds that a busy browser may take until it has gone through all of them; a browser with time takes one."""


@pytest.mark.slow
async def test_a_browser_without_a_guard_is_led_through_those_doors(site: Station, canaries: Canaries) -> None:
    """Else the test above would say nothing."""
    chromium = Chromium(find_browser().path)
    shown = await (await chromium.context()).new_page()
    await shown.goto(site.on("/doors", doors(("127.0.0.2",), canaries.port)))
    for _ in range(PATIENCE):
        if canaries.doors() >= ALL_DOORS:
            break
        await asyncio.sleep(1)
    await chromium.close()
    assert canaries.doors() >= ALL_DOORS


@pytest.mark.slow
async def test_a_picture_of_a_stored_page_connects_to_none(canaries: Canaries) -> None:
    """Not even to be early, which takes no request. A page that would go elsewhere at once may have no picture."""
    early = "".join(f"<link rel=preconnect href=http://{host}:{canaries.port}>" for host in HOSTS)
    ahead = f"<meta http-equiv=refresh content='0;url=http://127.0.0.2:{canaries.port}/refresh'>"
    stored = {"early": f"{early}<p>seen", "ahead": f"{ahead}<p>seen", "doors": with_hosts(HOSTS[:10], canaries.port)}
    assert (await pictures_of(stored)).keys() >= {"early", "doors"}
    assert canaries.callers == []


async def test_the_relay_shows_pages_of_the_site(site: Station) -> None:
    site.on("/", "<p>before</p><script>fetch('/more').then(r => r.text()).then(t => document.body.append(t))</script>")
    site.on("/more", "after")
    asking = fetcher(site, render=Render.ALWAYS)
    shown = await asking.render(Request(f"{site.base}/"))
    await asking.close()
    assert isinstance(shown, Page)
    assert b"before" in shown.body and b"after" in shown.body


@pytest.mark.parametrize("asked_for", [False, True])
async def test_a_proxy_is_used_only_if_asked_for_and_that_is_said(
    site: Station, canaries: Canaries, monkeypatch: pytest.MonkeyPatch, asked_for: bool
) -> None:
    """The proxy is one of the canaries, and the site is elsewhere: nobody looks up its name."""
    monkeypatch.setenv("http_proxy", f"http://127.0.0.2:{canaries.port}")
    monkeypatch.setenv("no_proxy", "")
    told: list[str] = []
    options = FetchOptions(Render.NEVER, proxy=asked_for, attempts=1, notice=told.append)
    asking = SiteFetcher(options, Scope.of("http://site.invalid/"))
    assert isinstance(await asking.fetch(Request("http://site.invalid/")), Outcome)
    await asking.close()
    assert bool(canaries.callers) is asked_for
    assert any("--proxy" in each for each in told) is asked_for
