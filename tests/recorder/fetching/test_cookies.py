"""A visitor who comes by HTTP and by browser in turn is one visitor."""

from __future__ import annotations

import pytest

from recorder.fetching.answers import Request
from recorder.fetching.cookies import Cookie, Cookies, for_browser, of_browser
from recorder.fetching.options import Render
from recorder.patterns.urls.address import Address
from tests.recorder.fetching.conftest import fetcher_for, script
from tests.recorder.fetching.station import PAGE, Station, page, redirect
from tests.recorder.fetching.test_http_fetcher import arrived


def told(station: Station, path: str) -> str:
    """The cookies that came with the last request for a page."""
    return next(seen.headers.get("cookie", "") for seen in reversed(station.seen) if seen.path == path)


async def test_cookies_go_both_ways(station: Station) -> None:
    station.on("/log-in", page(PAGE, Set_Cookie="sid=one; HttpOnly"))
    station.on("/shown", page(script("document.cookie = 'basket=full; path=/'"), Set_Cookie="sid=two; HttpOnly"))
    station.on("/read", PAGE)
    station.on("/leave", script("document.cookie = 'basket=; path=/; max-age=0'"))
    fetcher = fetcher_for(station, render=Render.AUTO)
    try:
        arrived(await fetcher.fetch(Request(station.base + "/log-in")))
        arrived(await fetcher.render(Request(station.base + "/shown")))
        assert told(station, "/shown") == "sid=one"
        arrived(await fetcher.fetch(Request(station.base + "/read")))
        assert sorted(told(station, "/read").split("; ")) == ["basket=full", "sid=two"]
        arrived(await fetcher.render(Request(station.base + "/leave")))
        arrived(await fetcher.fetch(Request(station.base + "/read")))
        assert told(station, "/read") == "sid=two"
    finally:
        await fetcher.close()


async def test_a_session_of_its_own_has_cookies_of_its_own(station: Station) -> None:
    station.on("/log-in", page(PAGE, Set_Cookie="sid=one"))
    station.on("/ask", page(PAGE, Set_Cookie="sid=two"))
    station.on("/read", PAGE)
    fetcher = fetcher_for(station)
    try:
        arrived(await fetcher.fetch(Request(station.base + "/log-in")))
        arrived(await fetcher.fetch(Request(station.base + "/ask", session="a")))
        assert told(station, "/ask") == ""
        for session, cookie in (("", "sid=one"), ("a", "sid=two"), ("b", "")):
            arrived(await fetcher.fetch(Request(station.base + "/read", session=session)))
            assert told(station, "/read") == cookie
    finally:
        await fetcher.close()


@pytest.mark.parametrize("render", [Render.NEVER, Render.ALWAYS])
async def test_a_page_in_another_language_says_nothing_of_the_others(station: Station, render: Render) -> None:
    """A site goes on in the language that it was last asked for; also when it was asked on the way to another page."""
    station.on("/", page(PAGE, Set_Cookie="sid=one; Path=/"))
    station.on("/other", page(PAGE, Set_Cookie="lang=de; Path=/"))
    station.on("/set/de_DE", redirect("/read", Set_Cookie="lang=de; Path=/"))
    station.on("/read", PAGE)
    fetcher = fetcher_for(station, render=render)
    try:
        for path in ("/", "/other?lang=de", "/read"):
            arrived(await fetcher.fetch(Request(station.base + path)))
        assert told(station, "/other?lang=de") == ""
        assert told(station, "/read") == "sid=one"
        if render is Render.NEVER:
            arrived(await fetcher.fetch(Request(station.base + "/set/de_DE?back=read")))
            assert told(station, "/read") == "sid=one"
            arrived(await fetcher.fetch(Request(station.base + "/other?lang=fr", "POST", b"q=x")))
            assert told(station, "/other?lang=fr") == "sid=one", "as the page of the form was told"
    finally:
        await fetcher.close()


@pytest.mark.parametrize("wide", [True, False])
async def test_which_hosts_a_cookie_is_for_is_known_on_both_sides(wide: bool) -> None:
    cookie = Cookie("sid", "a b;c", "shop.example", "/books", wide, secure=True, http_only=True)
    assert of_browser(for_browser(cookie)) == cookie
    cookies = Cookies()
    cookies.add([cookie, Cookie("line", "one\ntwo", "shop.example")])
    assert cookies.all() == {cookie}
    assert ("sid" in cookies.header(Address.parse("https://below.shop.example/books/1"))) is wide
    cookies.remove([cookie.key])
    assert cookies.all() == frozenset()


async def test_cookies_go_back_as_they_came(station: Station) -> None:
    """With their quotes, one for each path, the narrower first; and one that has ended not at all."""
    station.on(
        "/",
        page(PAGE, Set_Cookie='list="1, 2"'),
    )
    station.on("/shop/", page(PAGE, Set_Cookie="list=inner; path=/shop"))
    station.on("/shop/gone", page(PAGE, Set_Cookie="list=; path=/shop; expires=Thu, 01 Jan 1970 00:00:00 GMT"))
    fetcher = fetcher_for(station)
    try:
        for path in ("/", "/shop/", "/shop/gone", "/shop/"):
            arrived(await fetcher.fetch(Request(station.base + path)))
            if path == "/shop/gone":
                assert told(station, path) == 'list=inner; list="1, 2"'
        assert told(station, "/shop/") == 'list="1, 2"'
    finally:
        await fetcher.close()


def test_no_more_cookies_are_kept_than_a_request_can_hold() -> None:
    cookies, address = Cookies(), Address.parse("http://shop.example/")
    cookies.hear(address, [f"name{number}={number}" for number in range(1000)])
    cookies.hear(address, [f"long={'x' * 5000}"])
    assert len(cookies.all()) < 200 and "name999=999" in cookies.header(address)


def test_a_site_sets_no_cookies_for_everybody_below_a_public_suffix() -> None:
    cookies = Cookies()
    cookies.hear(
        Address.parse("https://shop.example.co.uk/"), ["a=1; domain=co.uk", "b=2; domain=example.co.uk", "c=3"]
    )
    assert cookies.header(Address.parse("https://other.example.co.uk/")) == "b=2"
    assert cookies.header(Address.parse("https://shop.example.co.uk/")) == "b=2; c=3"
