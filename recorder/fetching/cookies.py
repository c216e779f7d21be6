"""One jar of cookies for a run, shared by HTTP and the browser: a session begun one way goes on the other way. Requests
that name a session of their own, or pages in other languages than are meant, have jars of their own.

Cookies are read, kept and sent as RFC 6265 says: they go back as they came. `browser_fetcher` carries what is new from
one side to the other around every page it opens; of a cookie that a browser was told, the browser says when it is gone.
"""

from __future__ import annotations

import re
import time
from calendar import monthrange, timegm
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from recorder.fetching.scope import is_public_suffix
from recorder.patterns.urls.address import Address, ip_of

Key = tuple[str, str, str]

_MOST, _LONGEST = 180, 4096
"""Cookies of one domain, and characters of one: what browsers keep. Servers refuse requests with more."""
_BLANKS = " \t"
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_SECONDS = re.compile(r"-?[0-9]+")
_BETWEEN_PARTS = re.compile(r"[\x09\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+")
"""What stands between the parts of a date (RFC 6265, 5.1.1), which the next three are."""
_CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?![0-9])")
_DAY = re.compile(r"([0-9]{1,2})(?![0-9])")
_YEAR = re.compile(r"([0-9]{2,4})(?![0-9])")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FIRST_YEAR = 1601


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

    def __repr__(self) -> str:
        """Without its value, which may be as good as a password."""
        return f"Cookie({self.name!r} of {self.domain}{self.path})"

    @property
    def key(self) -> Key:
        return self.domain, self.path, self.name

    def belongs_to(self, address: Address) -> bool:
        """Whether it is sent to this address."""
        if address.host != self.domain and not (self.wide and address.host.endswith(f".{self.domain}")):
            return False
        if self.secure and address.scheme != "https":
            return False
        return address.path == self.path or address.path.startswith(f"{self.path.removesuffix('/')}/")


class Cookies:
    """The jar, as a whole."""

    def __init__(self) -> None:
        self._kept: dict[Key, tuple[Cookie, float]] = {}
        """Each with the time of its end, in the order in which they first came."""

    def all(self) -> frozenset[Cookie]:
        """What the jar holds now."""
        return frozenset(self._living())

    def add(self, cookies: Iterable[Cookie]) -> None:
        """Take in what a browser was told; what no header can hold is left out."""
        self.bring((cookie, inf) for cookie in cookies)

    def bring(self, cookies: Iterable[tuple[Cookie, float]]) -> None:
        """Take in those of an earlier session, each with the time of its end."""
        for cookie, ends in cookies:
            if not _CONTROL.search(cookie.name + cookie.value):
                self._keep(cookie, ends)

    def remove(self, keys: Iterable[Key]) -> None:
        """Forget what a browser no longer has."""
        for key in keys:
            self._kept.pop(key, None)

    def hear(self, address: Address, told: Iterable[str]) -> None:
        """Take in what the server at an address says in `Set-Cookie` headers."""
        for line in told:
            if (found := _cookie(line, address)) is not None:
                self._keep(*found)

    def header(self, address: Address) -> str:
        """What to say in the `Cookie` header; of narrower paths first."""
        found = sorted((each for each in self._living() if each.belongs_to(address)), key=lambda each: -len(each.path))
        return "; ".join(f"{each.name}={each.value}" for each in found)

    def _keep(self, cookie: Cookie, ends: float) -> None:
        self._kept[cookie.key] = cookie, ends
        beside = [key for key in self._kept if key[0] == cookie.domain]
        if len(beside) > _MOST:
            del self._kept[beside[0]]

    def _living(self) -> list[Cookie]:
        now = time.time()
        self._kept = {key: (cookie, ends) for key, (cookie, ends) in self._kept.items() if ends > now}
        return [cookie for cookie, _ in self._kept.values()]


def _cookie(line: str, address: Address) -> tuple[Cookie, float] | None:
    """The cookie that a line tells of, and when it ends; None for one that this server may not set."""
    pair, *rest = line.split(";")
    name, equals, value = _pair(pair)
    if not name or not equals or _CONTROL.search(line) or len(name) + len(value) > _LONGEST:
        return None
    said = {key.lower(): value for key, _, value in map(_pair, rest) if value or key.lower() != "domain"}
    domain = said.get("domain", "").removeprefix(".").lower() or address.host
    if domain != address.host and not _may_widen(domain, address.host):
        return None
    wide = "domain" in said and ip_of(domain) is None and not is_public_suffix(domain)
    path = said.get("path", "")
    if not path.startswith("/"):
        path = address.path[: address.path.rindex("/")] or "/"
    return Cookie(name, value, domain, path, wide, "secure" in said, "httponly" in said), _end(said)


def _pair(text: str) -> tuple[str, str, str]:
    name, equals, value = text.partition("=")
    return name.strip(_BLANKS), equals, value.strip(_BLANKS)


def _may_widen(domain: str, host: str) -> bool:
    return host.endswith(f".{domain}") and ip_of(host) is None and not is_public_suffix(domain)


def _end(said: Mapping[str, str]) -> float:
    """When a cookie ends; of one that does not say so, with the run."""
    if _SECONDS.fullmatch(seconds := said.get("max-age", "")):
        return time.time() + float(seconds)
    return _date(said.get("expires", ""))


def _date(text: str) -> float:
    """Seconds since 1970; without end, if it is no date."""
    clock = day = year = None
    month = 0
    for part in _BETWEEN_PARTS.split(text):
        if clock is None and (found := _CLOCK.match(part)):
            clock = tuple(map(int, found.groups()))
        elif day is None and (found := _DAY.match(part)):
            day = int(found[1])
        elif not month and part[:3].lower() in _MONTHS:
            month = _MONTHS.index(part[:3].lower()) + 1
        elif year is None and (found := _YEAR.match(part)):
            year = int(found[1])
            year += 1900 if 70 <= year <= 99 else 2000 if year < 70 else 0
    if clock is None or day is None or not month or year is None or year < _FIRST_YEAR:
        return inf
    if max(clock[1:]) > 59 or clock[0] > 23 or not 1 <= day <= monthrange(year, month)[1]:
        return inf
    return timegm((year, month, day, *clock))


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
