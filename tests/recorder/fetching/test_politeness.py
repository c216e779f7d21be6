"""robots.txt, the throttle of a host, and `Retry-After`: counted by the server and by the clock."""

from __future__ import annotations

import asyncio
import time
from email.utils import formatdate

import pytest

from recorder.fetching.answers import Outcome, OutcomeKind, Page, Request
from recorder.fetching.http_client import HttpClient
from recorder.fetching.options import FetchOptions
from recorder.fetching.politeness import Politeness
from recorder.fetching.statuses import retry_after
from recorder.patterns.urls.address import Address
from tests.recorder.fetching.clock import JumpingClock
from tests.recorder.fetching.conftest import Fetch, fetcher_for
from tests.recorder.fetching.station import (
    PAGE,
    Seen,
    Station,
    Weather,
    in_turn,
    page,
    redirect,
    reset,
    silence,
    status,
)
from tests.recorder.fetching.test_http_fetcher import arrived, outcome

RULES = "User-agent: *\nDisallow: /private\nAllow: /private/open\n\nUser-agent: otherbot\nDisallow: /"


async def test_what_robots_txt_forbids_is_not_asked_for(station: Station, fetch: Fetch) -> None:
    station.on("/robots.txt", RULES, "text/plain")
    for path in ("/private/a", "/private/open/a", "/b"):
        station.on(path, PAGE)
    result = outcome(await fetch("/private/a"))
    assert (result.kind, station.asked("/private/a")) == (OutcomeKind.ROBOTS, 0)
    arrived(await fetch("/private/open/a"))
    arrived(await fetch("/b"))
    assert station.asked("/robots.txt") == 1


async def test_rules_written_for_our_name_come_before_those_for_all(station: Station, fetch: Fetch) -> None:
    station.on("/robots.txt", "User-agent: *\nAllow: /\n\nUser-agent: recorder\nDisallow: /b", "text/plain")
    station.on("/b", PAGE)
    assert outcome(await fetch("/b")).kind is OutcomeKind.ROBOTS


@pytest.mark.parametrize(
    "rules",
    [
        "User-agent: recorder\nContent-Signal: x\nUser-agent: *\nDisallow: /b",
        "User-agent: Recorder of pages\nDisallow: /b",
        "User-agent: *\nCrawl-delay: 0\n\nUser-agent: else\nDisallow: /b",
        "User-agent: else\nCrawl-delay: 0\nUser-agent: *\nCrawl-delay: 0\nUser-agent: third\nAllow: /a\nDisallow: /b",
    ],
)
async def test_lines_and_words_that_nobody_knows_let_no_robot_in(station: Station, fetch: Fetch, rules: str) -> None:
    station.on("/robots.txt", rules, "text/plain")
    station.on("/b", PAGE)
    assert outcome(await fetch("/b")).kind is OutcomeKind.ROBOTS


async def test_robots_txt_may_be_ignored_on_demand(station: Station) -> None:
    station.on("/robots.txt", "User-agent: *\nDisallow: /", "text/plain")
    station.on("/b", PAGE)
    fetcher = fetcher_for(station, ignore_robots=True)
    arrived(await fetcher.fetch(Request(station.base + "/b")))
    await fetcher.close()
    assert station.asked("/robots.txt") == 0


async def test_a_redirect_does_not_lead_around_robots_txt(station: Station, fetch: Fetch) -> None:
    station.on("/robots.txt", RULES, "text/plain")
    station.on("/door", redirect("/private/a"))
    station.on("/private/a", PAGE)
    assert outcome(await fetch("/door")).kind is OutcomeKind.ROBOTS
    assert station.asked("/private/a") == 0


@pytest.mark.parametrize("answer", [status("404 Not Found"), status("403 Forbidden"), status("410 Gone"), page(b"")])
async def test_without_robots_txt_everything_is_allowed(station: Station, fetch: Fetch, answer: object) -> None:
    station.on("/robots.txt", answer)  # type: ignore[arg-type]
    station.on("/b", PAGE)
    arrived(await fetch("/b"))


@pytest.mark.parametrize(
    "answer", [status("500 Oops"), status("503 Busy"), redirect("/robots.txt"), status("429 Slow")]
)
async def test_a_robots_txt_that_cannot_be_read_forbids_everything(
    station: Station, fetch: Fetch, answer: object
) -> None:
    station.on("/robots.txt", answer)  # type: ignore[arg-type]
    station.on("/b", PAGE)
    result = outcome(await fetch("/b"))
    assert station.asked("/b") == 0
    assert result.kind in {OutcomeKind.ROBOTS, OutcomeKind.REDIRECT_LOOP}
    assert station.asked("/robots.txt") <= 4


@pytest.mark.parametrize(("answer", "kind"), [(reset, OutcomeKind.BROKEN_OFF), (silence, OutcomeKind.TIMEOUT)])
async def test_a_site_that_is_down_is_called_down(
    station: Station, fetch_soon: Fetch, answer: object, kind: OutcomeKind
) -> None:
    station.on("/robots.txt", answer)  # type: ignore[arg-type]
    assert outcome(await fetch_soon("/b")).kind is kind


async def test_a_robots_txt_that_fails_once_is_asked_again(station: Station, fetch: Fetch) -> None:
    station.on("/robots.txt", in_turn(status("503 Busy"), page(RULES, "text/plain")))
    station.on("/b", PAGE)
    arrived(await fetch("/b"))
    assert outcome(await fetch("/private/a")).kind is OutcomeKind.ROBOTS


async def test_the_robots_txt_of_a_dead_site_is_not_asked_for_before_every_page(station: Station, fetch: Fetch) -> None:
    station.on("/robots.txt", status("500 Oops"))
    for number in range(10):
        outcome(await fetch(f"/{number}"))
    assert station.asked("/robots.txt") == 3


async def test_robots_txt_behind_redirects_is_read(station: Station, fetch: Fetch) -> None:
    station.on("/robots.txt", redirect("/1"))
    for step in range(1, 5):
        station.on(f"/{step}", redirect(f"/{step + 1}"))
    station.on("/5", RULES, "text/plain")
    assert outcome(await fetch("/private/a")).kind is OutcomeKind.ROBOTS


async def test_only_the_beginning_of_a_giant_robots_txt_counts(station: Station, fetch: Fetch) -> None:
    station.on("/robots.txt", RULES + "\n#" + "x" * 3_000_000 + "\nUser-agent: *\nDisallow: /b", "text/plain")
    station.on("/b", PAGE)
    assert outcome(await fetch("/private/a")).kind is OutcomeKind.ROBOTS
    arrived(await fetch("/b"))


async def all_of(station: Station, count: int, **choices: object) -> list[Page | Outcome]:
    fetcher = fetcher_for(station, **choices)
    found = await asyncio.gather(*(fetcher.fetch(Request(f"{station.base}/p?{n}")) for n in range(count)))
    await fetcher.close()
    return found


async def test_crawl_delay_is_kept(station: Station) -> None:
    station.on("/robots.txt", "User-agent: *\nCrawl-delay: 0.2", "text/plain")
    station.on("/p", PAGE)
    clock, notices = JumpingClock(), list[str]()
    await all_of(station, 5, clock=clock, notice=notices.append)
    assert clock.waits == pytest.approx([0.2] * 4)
    assert [notice.partition(" (")[0] for notice in notices] == [
        f"{station.base}/robots.txt asks for 0.2 s between two requests"
    ]


async def test_a_delay_that_was_asked_for_is_kept_and_the_order_too(station: Station) -> None:
    station.on("/p", PAGE)
    clock = JumpingClock()
    await all_of(station, 5, delay=0.15, clock=clock)
    assert clock.waits == pytest.approx([0.15] * 5)
    assert [seen.path for seen in station.seen] == ["/robots.txt", *(f"/p?{n}" for n in range(5))]


async def slow(seen: Seen, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(0.05)
    await page(PAGE)(seen, writer)


def slow_until_inside(station: Station, count: int) -> Weather:
    """As slow, and no answer before so many were asked for at once: a busy machine asks for one after the other."""
    full = asyncio.Event()

    async def answer(seen: Seen, writer: asyncio.StreamWriter) -> None:
        if station.inside >= count:
            full.set()
        await asyncio.wait_for(full.wait(), 60)
        await slow(seen, writer)

    return answer


async def test_no_more_requests_are_inside_than_allowed(station: Station) -> None:
    station.on("/p", slow_until_inside(station, 3))
    await all_of(station, 12, concurrency=3)
    assert station.most_inside == 3


async def test_a_machine_of_ones_own_needs_no_delay(station: Station) -> None:
    station.on("/p", PAGE)
    clock = JumpingClock()
    await all_of(station, 200, clock=clock)
    assert clock.waits == []


@pytest.mark.parametrize(("courtesy", "delay", "at_once"), [(1, 0.25, 4), (2, 0.5, 2)])
async def test_a_site_can_be_asked_more_gently(courtesy: int, delay: float, at_once: int) -> None:
    options = FetchOptions(courtesy=courtesy)
    client = HttpClient(options)
    async with Politeness(options, client).turn(Address.parse("http://site.example/")) as turn:
        throttle = turn._throttle
        assert (throttle.delay, throttle.concurrency) == (delay, at_once)
    await client.close()


@pytest.mark.parametrize("concurrency", [1, 4])
@pytest.mark.parametrize("form", ["seconds", "date"])
@pytest.mark.parametrize("code", ["429 Too Many Requests", "503 Service Unavailable"])
async def test_retry_after_is_obeyed_by_every_request_to_the_host(
    station: Station, code: str, form: str, concurrency: int
) -> None:
    wait = "1000" if form == "seconds" else formatdate(time.time() + 1000, usegmt=True)
    clock = JumpingClock()
    asked_at: list[float] = []

    async def told_once(seen: Seen, writer: asyncio.StreamWriter) -> None:
        asked_at.append(clock.now())
        await (page(PAGE) if len(asked_at) > 1 else status(code, Retry_After=wait))(seen, writer)

    station.on("/p", told_once)
    found = await all_of(station, 12, concurrency=concurrency, clock=clock, patience=2000)
    assert all(isinstance(result, Page) for result in found)
    told_at, *after = asked_at
    assert len(after) == 12
    inside, later = (after[: concurrency - 1], after[concurrency - 1 :])
    assert all(at - told_at > 900 for at in later), "those that were inside may have been on their way"
    assert len(inside) < concurrency


async def test_a_wait_that_is_too_long_is_an_outcome_and_nobody_asks_meanwhile(station: Station) -> None:
    station.on("/p", status("503 Down", Retry_After="3600"))
    fetcher = fetcher_for(station)
    first = outcome(await fetcher.fetch(Request(station.base + "/p")))
    second = outcome(await fetcher.fetch(Request(station.base + "/q")))
    await fetcher.close()
    assert (first.kind, first.retry_after) == (OutcomeKind.BUSY, 3600.0)
    assert second.kind is OutcomeKind.BUSY
    assert second.retry_after is not None and second.retry_after > 3500
    assert (station.asked("/p"), station.asked("/q")) == (1, 0)


async def test_a_host_in_trouble_is_given_more_time_and_a_well_one_less() -> None:
    politeness = Politeness(FetchOptions(concurrency=4), HttpClient(FetchOptions()))
    address = Address.parse("https://far.example/")
    throttle = politeness._throttle(address)
    assert 0.25 <= throttle.delay <= 1
    for _ in range(3):
        throttle.is_in_trouble(None)
    assert throttle.concurrency == 1
    assert throttle.delay >= 1
    for _ in range(100):
        throttle.went_well(0.1)
    assert throttle.concurrency == 4
    assert throttle.delay == pytest.approx(0.25, abs=0.01)
    for _ in range(100):
        throttle.went_well(60.0)
    assert throttle.delay == pytest.approx(1.0, abs=0.01)


async def test_a_server_in_trouble_is_asked_less_at_once_until_it_is_well_again(station: Station) -> None:
    station.on("/busy", status("503 Service Unavailable"))
    station.on("/slow", slow_until_inside(station, 8))
    fetcher = fetcher_for(station, concurrency=8, attempts=1)

    async def most_at_once(count: int) -> int:
        station.most_inside = 0
        await asyncio.gather(*(fetcher.fetch(Request(f"{station.base}/slow?{n}")) for n in range(count)))
        return station.most_inside

    assert await most_at_once(16) == 8
    for _ in range(3):
        await fetcher.fetch(Request(f"{station.base}/busy"))
    assert await most_at_once(8) <= 2
    assert 2 < await most_at_once(60) < 8
    await fetcher.close()


@pytest.mark.parametrize(
    ("value", "least", "most"),
    [("7", 7, 7), ("0", 0, 0), ("9" * 400, 1e8, 1e9), ("Thu, 01 Jan 1970 00:00:00 GMT", 0, 0)],
)
def test_retry_after_is_read(value: str, least: float, most: float) -> None:
    wait = retry_after((("retry-AFTER", value),))
    assert wait is not None and least <= wait <= most


@pytest.mark.parametrize(
    "value", ["", "soon", "-5", "1.5", "\u0663", "Thu, 99 Foo 1970", "Mon, 01 Jan 99999 00:00:00 GMT"]
)
def test_a_senseless_retry_after_is_none(value: str) -> None:
    assert retry_after((("Retry-After", value),)) is None


async def test_a_closed_gate_holds_back_every_request_until_it_is_opened(station: Station) -> None:
    gate = asyncio.Event()

    async def wait() -> None:
        await gate.wait()

    station.on("/a", PAGE)
    fetcher = fetcher_for(station, gate=wait)
    asking = asyncio.create_task(fetcher.fetch(Request(station.base + "/a")))
    done, _ = await asyncio.wait({asking}, timeout=0.3)
    assert not done
    assert station.asked("/robots.txt") == station.asked("/a") == 0
    gate.set()
    arrived(await asking)
    await fetcher.close()
