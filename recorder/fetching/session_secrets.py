"""What of a session nobody may read, and how it is taken out of what a site sends: some sites write the number of a
session into their pages and addresses. It is taken out before anything is stored, told or exported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape
from typing import Any
from urllib.parse import quote, unquote

from recorder.fetching.answers import Headers, Outcome, Page, Request
from recorder.fetching.cookies import Cookie
from recorder.fetching.own_session import Stored

HIDDEN = "hidden-secret"

_LONG, _LONG_FOR_SERVERS = 16, 8
"""Fewest characters of a secret; shorter ones (`en`, `dark`) are words of every page. Of a cookie that no script may
read, fewer are enough."""
_AGAINST_FORGERY = re.compile("csrf|xsrf", re.IGNORECASE)
"""Cookies of this name are made to be written into forms, which fail without; they open nothing by themselves."""
_TELLS_COOKIES = frozenset({"set-cookie", "set-cookie2"})


class SessionSecrets:
    """Grows: a site gives new secrets for old ones."""

    def __init__(self, storage: Iterable[Stored] = ()) -> None:
        self._known = {text for each in storage for value in each.items.values() for text in _tokens(value)}
        self._heard: frozenset[Cookie] = frozenset()
        self._pattern = _pattern(self._known)

    def hear(self, cookies: frozenset[Cookie]) -> None:
        """Take in the cookies of the session as they are now."""
        if cookies == self._heard:
            return
        self._heard = cookies
        values = {cookie.value for cookie in cookies if _is_secret(cookie)}
        if values - self._known:
            self._known |= values
            self._pattern = _pattern(self._known)

    def without(self, text: str) -> str:
        return self._pattern.sub(HIDDEN, text) if self._known else text

    def out_of(self, answer: Page | Outcome) -> Page | Outcome:
        """An answer with nothing secret in it."""
        told = replace(
            answer,
            request=self._request(answer.request),
            url=self.without(answer.url),
            redirects=tuple(map(self.without, answer.redirects)),
        )
        if isinstance(told, Outcome):
            return replace(told, reason=self.without(told.reason))
        return replace(told, headers=self._headers(told.headers), body=self._bytes(told.body))

    def out_of_all(self, requests: Iterable[Request]) -> tuple[Request, ...]:
        return tuple(map(self._request, requests))

    def _request(self, request: Request) -> Request:
        body = request.body and self._bytes(request.body)
        return replace(request, url=self.without(request.url), body=body, headers=self._headers(request.headers))

    def _headers(self, headers: Headers) -> Headers:
        return tuple((name, self.without(value)) for name, value in headers if name.lower() not in _TELLS_COOKIES)

    def _bytes(self, body: bytes) -> bytes:
        """Latin-1 takes any bytes and gives them back; the secrets are written in ASCII."""
        return self.without(body.decode("latin-1")).encode("latin-1") if self._known else body


def _is_secret(cookie: Cookie) -> bool:
    if _AGAINST_FORGERY.search(cookie.name):
        return False
    return len(cookie.value) >= (_LONG_FOR_SERVERS if cookie.http_only else _LONG)


def _tokens(value: str) -> Iterator[str]:
    """The secrets in a stored value, which may be JSON."""
    try:
        found = list(_texts(json.loads(value)))
    except (ValueError, RecursionError):
        found = [value]
    yield from (text for text in found if len(text) >= _LONG and not re.search(r"\s", text))


def _texts(found: Any) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict | list):
        for each in found.values() if isinstance(found, dict) else found:
            yield from _texts(each)


def _pattern(values: Iterable[str]) -> re.Pattern[str]:
    """In each of the ways a value is written in: plain, in an address, in HTML."""
    ways = {way for value in values for way in (value, quote(value, ""), quote(value), unquote(value), escape(value))}
    return re.compile("|".join(re.escape(way) for way in sorted(ways, key=lambda way: (-len(way), way))))
