"""A browser that a person can see: they log in, close it, and what the site then keeps in it is their session. Nothing
is clicked or typed here, and no password is seen.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from typing import Any

from playwright.async_api import BrowserContext, Error, async_playwright

from recorder.fetching.browser_finding import find_browser
from recorder.fetching.chromium import bounded, driver_death_told
from recorder.runtime.errors import BrowserError, RecorderError

_LOOK_EVERY = 0.5
"""Seconds between two looks at what the browser keeps: once it is closed nobody can ask it."""
_START_SECONDS = 60.0


async def session_by_hand(url: str, tell: Callable[[str], None], browser: str | None = None) -> dict[str, Any]:
    """The storage state of a browser at the moment a person closed it."""
    if not _has_display():
        raise BrowserError(
            "There is no display here to show a browser on.",
            "Run this on your own computer and copy the file here (chmod 600); or save a cookies.txt there with an"
            " extension of your browser. Both are taken by --session.",
        )
    path = find_browser(browser).path
    tell("Log in in the window that opens, then close it.")
    async with async_playwright() as playwright:
        try:
            with driver_death_told():
                shown = await playwright.chromium.launch(
                    executable_path=path,
                    headless=False,
                    chromium_sandbox=not (hasattr(os, "geteuid") and os.geteuid() == 0),
                    timeout=_START_SECONDS * 1000,
                )
                context = await shown.new_context(no_viewport=True)
                await (await context.new_page()).goto(url, wait_until="commit")
        except Error as error:
            reason = str(error).strip().splitlines()[0][:200]
            raise BrowserError(f"{path} cannot show {url}: {reason}", "Check the address and the display.") from error
        state = await _until_closed(context)
        await bounded(shown.close())
    if not state.get("cookies") and not state.get("origins"):
        raise RecorderError(f"{url} has left nothing in the browser: there is no session to keep.", "Log in first.")
    return state


async def _until_closed(context: BrowserContext) -> dict[str, Any]:
    """The last state that could be seen before the last window was closed."""
    state: dict[str, Any] = {}
    browser = context.browser
    while context.pages and browser is not None and browser.is_connected():
        seen = await bounded(context.storage_state())
        state = dict(seen) if seen is not None else state
        await asyncio.sleep(_LOOK_EVERY)
    last = await bounded(context.storage_state())
    return dict(last) if last is not None else state


def _has_display() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
