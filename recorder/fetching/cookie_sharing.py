"""Carries cookies between the jar of HTTP and the contexts of the browser, both ways: what is new, and what is gone.

A browser that does not answer is not waited for: the page that is opened next finds out.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext

from recorder.fetching.chromium import bounded
from recorder.fetching.cookies import Cookie, Cookies, Key, for_browser, of_browser


class CookieSharing:
    def __init__(self, cookies: Cookies) -> None:
        self._cookies = cookies
        self._shared: WeakKeyDictionary[BrowserContext, frozenset[Cookie]] = WeakKeyDictionary()
        """What both sides are known to have."""

    async def give(self, context: BrowserContext) -> None:
        """Before a page is opened: let the browser know what HTTP was told."""
        held = self._cookies.all()
        known, self._shared[context] = self._shared.get(context, frozenset()), held
        left = _keys(held)
        for cookie in map(for_browser, (each for each in known if each.key not in left)):
            await bounded(context.clear_cookies(name=cookie["name"], domain=cookie["domain"], path=cookie["path"]))
        for cookie in map(for_browser, held - known):
            # One by one: a browser that refuses one of several takes none.
            await bounded(context.add_cookies([cookie]))

    async def take(self, context: BrowserContext) -> None:
        """After a page was opened: let HTTP know what the browser was told."""
        found = await bounded(context.cookies())
        if found is None:
            return
        held = frozenset(map(of_browser, found))
        known, self._shared[context] = self._shared.get(context, frozenset()), held
        self._cookies.remove(_keys(known) - _keys(held))
        self._cookies.add(held - known)


def _keys(cookies: Iterable[Cookie]) -> frozenset[Key]:
    return frozenset(cookie.key for cookie in cookies)
