"""A visitor who comes by HTTP and by browser in turn is one visitor."""

from __future__ import annotations

import pytest
from yarl import URL

from recorder.fetching.answers import Request
from recorder.fetching.cookies import Cookie, Cookies, for_browser, of_browser
from recorder.fetching.options import Render
from tests.recorder.fetching.conftest import fetcher_for, script
from tests.recorder.fetching.station import PAGE, Station, page
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


@pytest.mark.parametrize("wide", [True, False])
async def test_which_hosts_a_cookie_is_for_is_known_on_both_sides(wide: bool) -> None:
    cookie = Cookie("sid", "a b;c", "shop.example", "/books", wide, secure=True, http_only=True)
    assert of_browser(for_browser(cookie)) == cookie
    cookies = Cookies()
    cookies.add([cookie, Cookie("not a name", "x", "shop.example")])
    assert cookies.all() == {cookie}
    assert ("sid" in cookies.jar.filter_cookies(URL("https://below.shop.example/books"))) is wide
    cookies.remove([cookie.key])
    assert cookies.all() == frozenset()
