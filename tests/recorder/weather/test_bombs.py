"""Whatever a server pours out, it costs a bounded memory, and the reason is told."""

from __future__ import annotations

import asyncio
import gzip
import resource
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest

from recorder.fetching.answers import OutcomeKind, Page, Request
from recorder.fetching.options import Timeouts
from tests.recorder.fetching.conftest import IMPATIENT, PATIENT, fetcher_for
from tests.recorder.fetching.station import HTML, PAGE, Seen, Station, Weather, head, page, raw, redirect
from tests.recorder.fetching.test_http_fetcher import outcome

MOST_KILOBYTES = 60_000
GIGABYTE = 10**9


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    opened = await Station().start()
    yield opened
    await opened.stop()


@contextmanager
def bounded() -> Iterator[None]:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_KILOBYTES


async def fetched(station: Station, path: str = "/it", timeouts: Timeouts = PATIENT) -> tuple[OutcomeKind, str]:
    fetcher = fetcher_for(station, attempts=1, timeouts=timeouts)
    with bounded():
        result = outcome(await fetcher.fetch(Request(station.base + path)))
    await fetcher.close()
    return result.kind, result.reason


def packed(wbits: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, wbits)
    return packer.compress(PAGE) + b"".join(packer.compress(b"a" * 1_000_000) for _ in range(200)) + packer.flush()


@pytest.mark.parametrize(("encoding", "wbits"), [("gzip", 31), ("deflate", 15), ("deflate", -15)])
async def test_a_bomb_is_cut_off_after_decompression(station: Station, encoding: str, wbits: int) -> None:
    station.on("/it", page(packed(wbits), Content_Encoding=encoding))
    kind, reason = await fetched(station)
    assert kind is OutcomeKind.TOO_LARGE
    assert "larger than" in reason


@pytest.mark.parametrize("encoding", ["gzip, gzip", "br", "zstd", "x-unheard-of"])
async def test_a_compression_that_was_not_asked_for_ends_in_an_outcome(station: Station, encoding: str) -> None:
    station.on("/it", page(gzip.compress(gzip.compress(b"a" * 50_000_000)), Content_Encoding=encoding))
    assert (await fetched(station))[0] in {OutcomeKind.BROKEN_OFF, OutcomeKind.NOT_HTML, OutcomeKind.TOO_LARGE}


async def test_of_a_gigabyte_only_the_beginning_is_taken(station: Station) -> None:
    sent = 0

    async def pours(_: Seen, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(head(Content_Type=HTML, Content_Length=str(GIGABYTE)))
        while sent < GIGABYTE:
            writer.write(b"<p>more and more</p>" * 5_000)
            sent += 100_000
            await writer.drain()

    station.on("/it", pours)
    assert (await fetched(station))[0] is OutcomeKind.TOO_LARGE
    assert sent < 25_000_000


async def test_a_chain_of_ten_thousand_redirects_is_left_early(station: Station) -> None:
    for number in range(10_000):
        station.on(f"/{number}", redirect(f"/{number + 1}"))
    kind, reason = await fetched(station, "/0")
    assert (kind, reason) == (OutcomeKind.REDIRECT_LOOP, "sent on 11 times without arriving")
    assert len(station.seen) <= 12


async def _drips_headers(_: Seen, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while not writer.is_closing():
        writer.write(b"X-More: y\r\n")
        await writer.drain()
        await asyncio.sleep(0.05)


async def _goes_on_for_ever(_: Seen, writer: asyncio.StreamWriter) -> None:
    while not writer.is_closing():
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 100)
        await writer.drain()
        await asyncio.sleep(0.01)


async def _tiny_chunks(_: Seen, writer: asyncio.StreamWriter) -> None:
    writer.write(head(Content_Type=HTML, Transfer_Encoding="chunked"))
    while not writer.is_closing():
        writer.write(b"1;" + b"x" * 1000 + b"\r\na\r\n")
        await writer.drain()
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("answer", [_drips_headers, _goes_on_for_ever, _tiny_chunks])
async def test_an_answer_that_never_ends_is_given_up(station: Station, answer: Weather) -> None:
    station.on("/it", answer)
    assert (await fetched(station, timeouts=IMPATIENT))[0] in {OutcomeKind.TIMEOUT, OutcomeKind.BROKEN_OFF}


@pytest.mark.parametrize(
    "start",
    [
        b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 100_000 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX-A: " + b"b" * 5_000_000 + b"\r\n\r\n",
        b"HTTP/1.1 " + b"2" * 100_000 + b" OK\r\n\r\n",
        b"H" * 3_000_000,
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nabcdefg",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nabc",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc",
        b"HTTP/1.1 200 OK\r\nX\x00Y: z\r\n\r\nabc",
    ],
    ids=["many", "long", "status", "line", "lengths", "negative", "huge", "chunk", "nul"],
)
async def test_headers_that_make_no_sense_end_in_an_outcome(station: Station, start: bytes) -> None:
    station.on("/it", raw(start))
    kind, reason = await fetched(station)
    assert kind in {OutcomeKind.BROKEN_OFF, OutcomeKind.TIMEOUT, OutcomeKind.NOT_HTML}
    assert len(reason) < 400


async def test_cookies_do_not_pile_up(station: Station) -> None:
    async def bakes(seen: Seen, writer: asyncio.StreamWriter) -> None:
        cookies = "".join(f"Set-Cookie: c{len(station.seen)}-{number}=x; Path=/\r\n" for number in range(40))
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: {HTML}\r\nConnection: close\r\n{cookies}\r\n".encode() + PAGE)

    station.on("/it", bakes)
    fetcher = fetcher_for(station)
    for number in range(60):
        assert isinstance(await fetcher.fetch(Request(f"{station.base}/it?{number}")), Page)
    await fetcher.close()
    assert 0 < len(station.seen[-1].headers["cookie"]) < 8_000


@pytest.mark.parametrize(
    "robots",
    ["User-agent: *\nDisallow: /" + "a*" * 2_000 + "$", "User-agent: *\n" + "Disallow: /*a*b*c*d*e*f*g*h*i*j$\n" * 300],
)
async def test_rules_that_take_for_ever_to_match_do_not(station: Station, robots: str) -> None:
    station.on("/robots.txt", robots, "text/plain")
    station.on("/" + "a" * 2_000, PAGE)
    fetcher = fetcher_for(station)
    with bounded():
        await fetcher.fetch(Request(station.base + "/" + "a" * 2_000))
    await fetcher.close()
