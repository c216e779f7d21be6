"""Plain HTTP against a server that misbehaves on purpose."""

from __future__ import annotations

import asyncio
import gzip
import resource
import zlib
from pathlib import Path

import pytest

from recorder.fetching.answers import Outcome, OutcomeKind, Page, Request
from tests.recorder.fetching.clock import JumpingClock
from tests.recorder.fetching.conftest import Fetch, fetcher_for
from tests.recorder.fetching.station import (
    HTML,
    PAGE,
    Seen,
    Station,
    Weather,
    drip,
    flood,
    head,
    in_turn,
    page,
    raw,
    redirect,
    reset,
    silence,
    status,
)

PATIENCE = 60.0


def outcome(result: Page | Outcome) -> Outcome:
    assert isinstance(result, Outcome), f"a page came where an outcome was due: {result.url}"
    assert result.reason
    return result


def arrived(result: Page | Outcome) -> Page:
    assert isinstance(result, Page), f"{result.kind}: {result.reason}"
    return result


async def test_a_page_arrives_with_all_that_is_known_about_it(station: Station, fetch: Fetch) -> None:
    station.on("/", page(PAGE, X_Kind="plain"))
    result = arrived(await fetch("/"))
    assert (result.body, result.status, result.url) == (PAGE, 200, station.base + "/")
    assert (result.redirects, result.rendered, result.complete) == ((), False, True)
    assert result.header("x-kind") == "plain"
    assert result.content_type == HTML
    assert result.seconds > 0


async def test_the_site_is_told_who_is_asking(station: Station) -> None:
    station.on("/", PAGE)
    fetcher = fetcher_for(station, user_agent="librarian/1.0 (+mailto:me)")
    await fetcher.fetch(Request(station.base + "/"))
    await fetcher.close()
    assert {seen.headers["user-agent"] for seen in station.seen} == {"librarian/1.0 (+mailto:me)"}


async def test_a_form_is_posted_with_its_body_and_headers(station: Station, fetch: Fetch) -> None:
    station.on("/find", PAGE)
    form = "application/x-www-form-urlencoded"
    await fetch("/find", method="POST", body=b"q=1", content_type=form, headers=(("X-Token", "t"),))
    seen = station.seen[-1]
    assert (seen.method, seen.body, seen.headers["content-type"], seen.headers["x-token"]) == (
        "POST",
        b"q=1",
        form,
        "t",
    )


async def test_cookies_are_kept(station: Station, fetch: Fetch) -> None:
    station.on("/in", page(PAGE, Set_Cookie="visit=7"))
    station.on("/on", PAGE)
    await fetch("/in")
    await fetch("/on")
    assert station.seen[-1].headers["cookie"] == "visit=7"


@pytest.mark.parametrize("packed", ["gzip", "deflate"])
async def test_pages_travel_compressed(station: Station, fetch: Fetch, packed: str) -> None:
    pack = gzip.compress if packed == "gzip" else zlib.compress
    station.on("/", page(pack(PAGE), Content_Encoding=packed))
    assert arrived(await fetch("/")).body == PAGE
    assert packed in station.seen[-1].headers["accept-encoding"]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("404 Not Found", OutcomeKind.NOT_FOUND),
        ("410 Gone", OutcomeKind.GONE),
        ("403 Forbidden", OutcomeKind.FORBIDDEN),
        ("418 I'm a teapot", OutcomeKind.HTTP_ERROR),
        ("501 Not Implemented", OutcomeKind.HTTP_ERROR),
        ("304 Not Modified", OutcomeKind.NOT_MODIFIED),
        ("204 No Content", OutcomeKind.EMPTY),
        ("302 Found", OutcomeKind.HTTP_ERROR),
    ],
)
async def test_what_will_not_pass_is_asked_once(station: Station, fetch: Fetch, code: str, kind: OutcomeKind) -> None:
    station.on("/it", raw(head(code, Content_Length="0")))
    result = outcome(await fetch("/it"))
    assert (result.kind, result.status, station.asked("/it")) == (kind, int(code[:3]), 1)


@pytest.mark.parametrize("trouble", [status("500 Oops"), status("502 Bad Gateway"), reset, raw(b"")])
async def test_what_may_pass_is_tried_again(station: Station, fetch: Fetch, trouble: object) -> None:
    station.on("/it", in_turn(trouble, page(PAGE)))  # type: ignore[arg-type]
    assert arrived(await fetch("/it")).body == PAGE
    assert station.asked("/it") == 2


async def test_silence_may_pass_and_is_tried_again(station: Station, fetch_soon: Fetch) -> None:
    station.on("/it", in_turn(silence, page(PAGE)))
    assert arrived(await fetch_soon("/it")).body == PAGE
    assert station.asked("/it") == 2


@pytest.mark.parametrize(
    ("trouble", "kind", "tries"),
    [
        (status("500 Oops"), OutcomeKind.HTTP_ERROR, 3),
        (reset, OutcomeKind.BROKEN_OFF, 3),
        (raw(b"not http at all\r\n\r\n"), OutcomeKind.BROKEN_OFF, 3),
        (raw(b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 60_000), OutcomeKind.BROKEN_OFF, 3),
        (page(b"plain text, not gzip", Content_Encoding="gzip"), OutcomeKind.BROKEN_OFF, 3),
    ],
)
async def test_trouble_that_stays_ends_in_an_outcome(
    station: Station, fetch: Fetch, trouble: object, kind: OutcomeKind, tries: int
) -> None:
    station.on("/it", trouble)  # type: ignore[arg-type]
    assert outcome(await fetch("/it")).kind is kind
    assert station.asked("/it") == tries


@pytest.mark.parametrize("trouble", [silence, drip])
async def test_what_never_comes_is_given_up(station: Station, fetch_soon: Fetch, trouble: Weather) -> None:
    station.on("/it", trouble)
    assert outcome(await fetch_soon("/it")).kind is OutcomeKind.TIMEOUT
    assert station.asked("/it") == 2


async def test_each_retry_waits_longer_than_the_one_before(station: Station) -> None:
    station.on("/it", status("500 Oops"))
    clock = JumpingClock()
    fetcher = fetcher_for(station, clock=clock, backoff=10.0, attempts=4)
    outcome(await fetcher.fetch(Request(station.base + "/it")))
    await fetcher.close()
    assert clock.waits == [pytest.approx(wait, rel=0.25) for wait in (10, 20, 40)]


async def test_a_submitted_form_is_not_sent_twice_when_it_may_have_arrived(station: Station, fetch: Fetch) -> None:
    station.on("/it", reset)
    assert outcome(await fetch("/it", method="POST", body=b"a=1")).kind is OutcomeKind.BROKEN_OFF
    assert station.asked("/it") == 1


async def test_a_server_nobody_runs_is_unreachable(station: Station) -> None:
    await station.stop()
    fetcher = fetcher_for(station)
    result = outcome(await fetcher.fetch(Request(station.base + "/")))
    await fetcher.close()
    assert result.kind is OutcomeKind.UNREACHABLE
    assert "refused" in result.reason


async def test_a_certificate_nobody_vouches_for_is_refused() -> None:
    station = await Station(certificate=Path(__file__).with_name("unknown_authority.pem")).start()
    fetcher = fetcher_for(station)
    result = outcome(await fetcher.fetch(Request(station.base + "/")))
    await fetcher.close()
    await station.stop()
    assert (result.kind, station.seen) == (OutcomeKind.TLS, [])
    assert "self-signed" in result.reason


@pytest.mark.parametrize(
    ("content_type", "body", "is_page"),
    [
        ("text/html", PAGE, True),
        ("TEXT/HTML ; charset=x-unknown", PAGE, True),
        ("application/xhtml+xml", b"<html/>", True),
        ("text/html", b"words without tags", True),
        ("text/plain", b"\xef\xbb\xbf\n<!-- hi --><!DOCTYPE html><p>", True),
        ("text/plain", b"just words", False),
        ("application/octet-stream", b"<html><body>", True),
        ("application/xml", b'<?xml version="1.0"?><rss></rss>', False),
        ("application/xml", b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"></html>', True),
        ("text/html", b"%PDF-1.7 ...", False),
        ("text/html", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", False),
        ("text/html; charset=utf-16", "<p>h\u00e9llo".encode("utf-16"), True),
        ("image/png", PAGE, False),
    ],
)
async def test_html_is_known_by_type_and_beginning(
    station: Station, fetch: Fetch, content_type: str, body: bytes, is_page: bool
) -> None:
    station.on("/it", body, content_type)
    result = await fetch("/it")
    if is_page:
        assert arrived(result).body == body
    else:
        assert outcome(result).kind is OutcomeKind.NOT_HTML


async def test_html_without_any_type_is_recognised(station: Station, fetch: Fetch) -> None:
    station.on("/it", raw(head(Content_Length=str(len(PAGE))) + PAGE))
    assert arrived(await fetch("/it")).body == PAGE


async def test_downloads_are_not_downloaded(station: Station, fetch: Fetch) -> None:
    hung_up = asyncio.Event()

    async def endless_film(_: Seen, writer: asyncio.StreamWriter) -> None:
        writer.write(head(Content_Type="video/mp4"))
        try:
            while not writer.is_closing():
                writer.write(b"\0" * 65536)
                await writer.drain()
        finally:
            hung_up.set()

    station.on("/film", endless_film)
    station.on("/page", page(PAGE, Content_Disposition="attachment; filename=page.html"))
    assert "video/mp4" in outcome(await fetch("/film")).reason
    assert outcome(await fetch("/page")).kind is OutcomeKind.NOT_HTML
    await asyncio.wait_for(hung_up.wait(), PATIENCE)


@pytest.mark.parametrize("body", [b"", b"  \r\n\t"])
async def test_an_empty_page_is_an_outcome(station: Station, fetch: Fetch, body: bytes) -> None:
    station.on("/it", body)
    assert outcome(await fetch("/it")).kind is OutcomeKind.EMPTY


async def test_a_body_without_end_is_cut_off(station: Station, fetch: Fetch) -> None:
    fetcher = fetcher_for(station, max_body=1_000_000)
    station.on("/it", flood)
    result = outcome(await fetcher.fetch(Request(station.base + "/it")))
    await fetcher.close()
    assert (result.kind, station.asked("/it")) == (OutcomeKind.TOO_LARGE, 1)


async def test_the_largest_page_allowed_arrives_and_one_byte_more_does_not(station: Station) -> None:
    fetcher = fetcher_for(station, max_body=5000)
    station.on("/fits", PAGE.ljust(5000))
    station.on("/not", PAGE.ljust(5001))
    assert len(arrived(await fetcher.fetch(Request(station.base + "/fits"))).body) == 5000
    assert outcome(await fetcher.fetch(Request(station.base + "/not"))).kind is OutcomeKind.TOO_LARGE
    await fetcher.close()


async def test_a_gzip_bomb_costs_no_memory(station: Station, fetch: Fetch) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = packer.compress(PAGE) + b"".join(packer.compress(b"a" * 1_000_000) for _ in range(150)) + packer.flush()
    station.on("/bomb", page(bomb, Content_Encoding="gzip"))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert outcome(await fetch("/bomb")).kind is OutcomeKind.TOO_LARGE
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000, "kilobytes"


async def test_a_length_that_promises_too_much_is_asked_again_and_then_believed(station: Station, fetch: Fetch) -> None:
    station.on("/it", raw(head(Content_Type=HTML, Content_Length="90000") + PAGE))
    result = arrived(await fetch("/it"))
    assert (result.body, result.complete, station.asked("/it")) == (PAGE, False, 2)


async def test_a_transfer_cut_short_once_is_complete_the_second_time(station: Station, fetch: Fetch) -> None:
    station.on("/it", in_turn(raw(head(Content_Type=HTML, Content_Length="90000") + PAGE[:20]), page(PAGE)))
    result = arrived(await fetch("/it"))
    assert (result.body, result.complete) == (PAGE, True)


async def test_a_length_that_promises_too_little_cuts_the_page_there(station: Station, fetch: Fetch) -> None:
    async def in_two_pieces(_: Seen, writer: asyncio.StreamWriter) -> None:
        writer.write(head(Content_Type=HTML, Content_Length="25") + PAGE[:25])
        await asyncio.sleep(0.05)
        writer.write(PAGE[25:])

    station.on("/it", in_two_pieces)
    assert arrived(await fetch("/it")).body == PAGE[:25]


async def test_redirects_are_followed_and_told(station: Station, fetch: Fetch) -> None:
    station.on("/a", redirect("b?x=1", "301 Moved"))
    station.on("/b", redirect(f"{station.base}/dir/../c#part"))
    station.on("/c", PAGE)
    result = arrived(await fetch("/a"))
    assert result.redirects == (f"{station.base}/b?x=1", f"{station.base}/c")
    assert result.url == f"{station.base}/c"


async def test_a_page_that_sends_its_readers_on_is_a_redirect(station: Station, fetch: Fetch) -> None:
    station.on("/old", page("<meta http-equiv=Refresh content='0; URL=dir/new#part'><title>Moved</title>"))
    station.on("/dir/new", PAGE)
    result = arrived(await fetch("/old"))
    assert (result.url, result.redirects) == (f"{station.base}/dir/new", (f"{station.base}/dir/new",))
    assert result.body == PAGE


@pytest.mark.parametrize(
    "refresh",
    [
        "<meta http-equiv=refresh content='5; url=/new'>",
        "<meta http-equiv=refresh content='0; url=/it'>",
        "<meta http-equiv=refresh content='0'>",
        "<noscript><meta http-equiv=refresh content='0; url=/new'></noscript>",
    ],
)
async def test_a_page_that_stays_is_no_redirect(station: Station, fetch: Fetch, refresh: str) -> None:
    station.on("/it", page(f"{refresh}<title>t</title><p>Read me."))
    assert arrived(await fetch("/it")).url == f"{station.base}/it"


@pytest.mark.parametrize(
    ("code", "method"), [("302 Found", "GET"), ("303 See Other", "GET"), ("307 Temporary", "POST")]
)
async def test_a_redirected_form_keeps_its_method_only_where_it_must(
    station: Station, fetch: Fetch, code: str, method: str
) -> None:
    station.on("/form", redirect("/result", code))
    station.on("/result", PAGE)
    arrived(await fetch("/form", method="POST", body=b"a=1", content_type="x/y"))
    assert (station.seen[-1].method, station.seen[-1].body) == (method, b"a=1" if method == "POST" else b"")


async def test_a_redirect_to_itself_with_a_cookie_is_no_loop(station: Station, fetch: Fetch) -> None:
    station.on("/it", in_turn(redirect("/it", Set_Cookie="seen=1"), page(PAGE)))
    assert arrived(await fetch("/it")).body == PAGE


async def test_redirect_loops_and_chains_end(station: Station, fetch: Fetch) -> None:
    station.on("/loop", redirect("/loop"))
    for step in range(100):
        station.on(f"/chain{step}", redirect(f"/chain{step + 1}"))
    assert outcome(await fetch("/loop")).kind is OutcomeKind.REDIRECT_LOOP
    assert station.asked("/loop") <= 4
    assert outcome(await fetch("/chain0")).kind is OutcomeKind.REDIRECT_LOOP
    assert sum(seen.path.startswith("/chain") for seen in station.seen) <= 12


@pytest.mark.parametrize(
    "form", ["http://localhost:{p}/x", "//[::1]:{p}/x", "//127.0.0.2:{p}/x", "\\\\127.0.0.2:{p}\\x"]
)
async def test_a_redirect_out_of_the_scope_is_not_followed(station: Station, fetch: Fetch, form: str) -> None:
    station.on("/x", PAGE)
    station.on("/away", redirect(form.format(p=station.base.rpartition(":")[2])))
    result = outcome(await fetch("/away"))
    assert result.kind is OutcomeKind.OUT_OF_SCOPE
    assert station.asked("/x") == 0


@pytest.mark.parametrize(
    "location", ["javascript:alert(1)", "file:///etc/passwd", "http://[", "http://a b/", "http://u:p@127.0.0.1/"]
)
async def test_a_redirect_to_nonsense_is_an_outcome(station: Station, fetch: Fetch, location: str) -> None:
    station.on("/away", redirect(location))
    assert outcome(await fetch("/away")).kind in {OutcomeKind.BAD_URL, OutcomeKind.OUT_OF_SCOPE}


async def test_another_spelling_of_the_same_server_is_the_same_server(station: Station, fetch: Fetch) -> None:
    station.on("/x", PAGE)
    station.on("/away", redirect(f"http://0x7f.1:{station.base.rpartition(':')[2]}/x"))
    assert arrived(await fetch("/away")).url == station.base + "/x"


async def test_header_bytes_that_are_no_text_do_no_harm(station: Station, fetch: Fetch) -> None:
    station.on("/it", raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html; x=\xe9\r\nConnection: close\r\n\r\n" + PAGE))
    station.on(
        "/to",
        raw("HTTP/1.1 302 Found\r\nLocation: /caf\u00e9\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()),
    )
    station.on("/caf%C3%A9", PAGE)
    arrived(await fetch("/it")).content_type.encode()
    assert arrived(await fetch("/to")).url == station.base + "/caf%C3%A9"


async def test_a_cancelled_fetch_gives_its_place_back(station: Station) -> None:
    fetcher = fetcher_for(station, concurrency=1)
    asked = asyncio.Event()

    async def never(seen: Seen, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await silence(seen, writer)

    station.on("/slow", never)
    station.on("/it", PAGE)
    slow = asyncio.ensure_future(fetcher.fetch(Request(station.base + "/slow")))
    await asyncio.wait_for(asked.wait(), PATIENCE)
    slow.cancel()
    arrived(await asyncio.wait_for(fetcher.fetch(Request(station.base + "/it")), PATIENCE))
    await fetcher.close()
