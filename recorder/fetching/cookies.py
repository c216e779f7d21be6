"""One jar of cookies for a run, shared by HTTP and the browser: a session begun one way goes on the other way. Requests
that name a session of their own are none of it.

`Cookies` is the jar of the HTTP client as plain values; `browser_fetcher` carries what is new from one side to the
other around every page it opens. How long a cookie lives is the business of the side that was told.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from http.cookies import CookieError, Morsel, SimpleCookie
from typing import Any

import aiohttp
from yarl import URL

Key = tuple[str, str, str]


@dataclass(frozen=True)
class Cookie:
    """`wide` cookies are sent to the hosts below their domain, too."""

    name: str
    value: str
    domain: str
    path: str = "/"
    wide: bool = False
    secure: bool = False
    http_only: bool = False

    @property
    def key(self) -> Key:
        return self.domain, self.path, self.name


class Cookies:
    """The jar, as a whole. It belongs to the event loop in which it is first used."""

    @cached_property
    def jar(self) -> aiohttp.CookieJar:
        """Any host may set cookies, an address without a name as well; values go back as they came."""
        return aiohttp.CookieJar(unsafe=True, quote_cookie=False)

    def all(self) -> frozenset[Cookie]:
        """What the jar holds now."""
        return frozenset(self._plain(morsel) for morsel in self.jar)

    def add(self, cookies: Iterable[Cookie]) -> None:
        """Take in what a browser was told; what cannot be sent over HTTP is left out."""
        for cookie in cookies:
            found = SimpleCookie()
            morsel: Morsel[str] = Morsel()
            try:
                morsel.set(cookie.name, cookie.value, cookie.value)
            except CookieError:
                continue
            morsel.update({"path": cookie.path, "domain": cookie.domain if cookie.wide else ""})
            morsel["secure"], morsel["httponly"] = cookie.secure, cookie.http_only
            dict.__setitem__(found, cookie.name, morsel)
            self.jar.update_cookies(found, URL.build(scheme="https", host=cookie.domain, path="/"))

    def remove(self, keys: Iterable[Key]) -> None:
        """Forget what a browser no longer has."""
        gone = frozenset(keys)
        self.jar.clear(lambda morsel: (morsel["domain"], morsel["path"], morsel.key) in gone)

    def _plain(self, morsel: Morsel[str]) -> Cookie:
        domain, path = morsel["domain"], morsel["path"] or "/"
        wide = _has_hosts_below(domain) and morsel.key in self.jar.filter_cookies(
            URL.build(scheme="https", host=f"below.{domain}", path=path)
        )
        return Cookie(morsel.key, morsel.value, domain, path, wide, bool(morsel["secure"]), bool(morsel["httponly"]))


def of_browser(found: Any) -> Cookie:
    """A cookie as Playwright tells it."""
    domain = str(found["domain"])
    return Cookie(
        found["name"],
        found["value"],
        domain.removeprefix("."),
        found["path"],
        domain.startswith("."),
        found["secure"],
        found["httpOnly"],
    )


def for_browser(cookie: Cookie) -> Any:
    """A cookie as Playwright wants it."""
    return {
        "name": cookie.name,
        "value": cookie.value,
        "domain": f".{cookie.domain}" if cookie.wide else cookie.domain,
        "path": cookie.path,
        "secure": cookie.secure,
        "httpOnly": cookie.http_only,
    }


def _has_hosts_below(domain: str) -> bool:
    try:
        ipaddress.ip_address(domain.strip("[]"))
    except ValueError:
        return True
    return False
