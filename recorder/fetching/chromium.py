"""One Chromium and the Playwright driver that holds it: started when first needed, started again when lost, gone
when we are.

Chromium talks through a pipe (Playwright's default) and leaves when the other end does, so that it outlives neither
a killed driver nor a killed recorder. Every call is bounded: Playwright calls can hang for ever. What is done in its
pages is `tab`'s business.

Only modules that render import this one; Playwright must not be loaded for plain HTTP.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from aiohttp.abc import AbstractResolver
from playwright.async_api import Browser, BrowserContext, Error, Page, Playwright, StorageState, async_playwright

from recorder.fetching.answers import FetchError, OutcomeKind
from recorder.fetching.relay import Relay
from recorder.runtime.errors import BrowserError

T = TypeVar("T")

_START_SECONDS, _CLOSE_SECONDS = 30.0, 5.0
"""Most time for starting, and for closing anything."""
_LOOK_SECONDS = 0.01
"""From one look for a new window to the next."""
_PAGES_OF_A_CONTEXT = 8
"""Most tabs that are opened in one context, each for many URLs."""
_ARGUMENTS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--mute-audio",
    "--disable-remote-fonts",
    # Images are what costs most and changes nothing; the rest repeats what Playwright would set.
    "--blink-settings=imagesEnabled=false,primaryHoverType=2,availableHoverTypes=2"
    ",primaryPointerType=4,availablePointerTypes=4",
    # A page that allocates without end shall crash its own process early.
    "--js-flags=--max-old-space-size=768",
)
_DRIVER_GONE = "Connection closed while reading from the driver"
_NETWORK_ERROR = re.compile(r"(?:net::)?(ERR_[A-Z0-9_]+)")
_MEANINGS: tuple[tuple[tuple[str, ...], OutcomeKind, str], ...] = (
    (("ERR_TOO_MANY_REDIRECTS",), OutcomeKind.REDIRECT_LOOP, "sent on again and again without arriving"),
    (("ERR_CERT_", "ERR_SSL_"), OutcomeKind.TLS, "the secure connection failed"),
    (("ERR_NAME_",), OutcomeKind.UNREACHABLE, "the server was not found"),
    (("ERR_ADDRESS_",), OutcomeKind.UNREACHABLE, "the server cannot be reached"),
    (("ERR_CONNECTION_REFUSED",), OutcomeKind.UNREACHABLE, "the server refuses connections"),
    (("ERR_INTERNET_DISCONNECTED",), OutcomeKind.UNREACHABLE, "this machine has no network"),
    (
        ("ERR_SOCKS_CONNECTION_HOST_UNREACHABLE",),
        OutcomeKind.UNREACHABLE,
        "the server was not found",
    ),
    (("ERR_SOCKS_",), OutcomeKind.UNREACHABLE, "the server cannot be reached"),
    (("ERR_PROXY_", "ERR_TUNNEL_"), OutcomeKind.UNREACHABLE, "the proxy cannot be reached"),
    (("ERR_UNSAFE_PORT",), OutcomeKind.BAD_URL, "browsers refuse this port"),
    (("ERR_INVALID_URL",), OutcomeKind.BAD_URL, "this address cannot be opened"),
    (("ERR_INVALID_REDIRECT",), OutcomeKind.BAD_URL, "sent on to an address that makes no sense"),
    (("ERR_TIMED_OUT", "ERR_CONNECTION_TIMED_OUT"), OutcomeKind.TIMEOUT, "the server did not answer in time"),
    (("ERR_INSUFFICIENT_RESOURCES",), OutcomeKind.BROWSER_FAILED, "the browser ran out of resources"),
    (("ERR_OUT_OF_MEMORY",), OutcomeKind.BROWSER_FAILED, "the browser ran out of memory"),
    (("ERR_ABORTED",), OutcomeKind.EMPTY, "the server sent no page"),
    (("ERR_",), OutcomeKind.BROKEN_OFF, "the connection broke off"),
)
# Without it Chromium blocks windows that no click asked for.
_UNWANTED_DEFAULTS = ("--disable-popup-blocking",)


class Chromium:
    """`user_agent` None keeps Chromium's own, for checking the browser only. `guard` None lets it connect as the system
    says, through the proxies of the environment if there are any.
    """

    def __init__(
        self,
        path: str,
        user_agent: str | None = None,
        notice: Callable[[str], None] | None = None,
        guard: AbstractResolver | None = None,
        kept: Sequence[Any] = (),
    ) -> None:
        """`kept` is what sites have in the local storage of the browser from the beginning."""
        self.version = ""
        self.starts = 0
        self._path = path
        self._user_agent = user_agent
        self._notice = notice
        self._kept = list(kept)
        self._relay = None if guard is None else Relay(guard)
        self._starting = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._context: BrowserContext | None = None
        self._asked = 0
        """Tabs opened in the present context."""
        self._inside: Counter[BrowserContext] = Counter()
        """Tabs that are open, or about to be."""

    async def context(self) -> BrowserContext:
        """Where to open the next tab, in a browser that is alive. Contexts are replaced, since histories and caches
        grow; what the site keeps in their storage is handed on.
        """
        async with self._starting:
            if self._context is None or self._browser is None or not self._browser.is_connected():
                await self._stop()
                self._context, self._asked = await self._started(self._launched()), 0
            elif self._asked >= _PAGES_OF_A_CONTEXT:
                self._context, self._asked = await self._started(self._next_context(self._browser, self._context)), 0
            self._asked += 1
            self._inside[self._context] += 1
            return self._context

    async def leave(self, context: BrowserContext) -> None:
        """A tab of this context was closed: a replaced context is closed after its last one."""
        if context not in self._inside:  # closed with its browser
            return
        self._inside[context] -= 1
        if context is not self._context and not self._inside[context]:
            del self._inside[context]
            await bounded(context.close())

    async def abandon(self, context: BrowserContext) -> None:
        """Give up the browser this context lives in, unless it was given up already."""
        async with self._starting:
            if self._browser is not None and context.browser is self._browser:
                await self._stop()

    async def close(self) -> None:
        async with self._starting:
            await self._stop()

    async def _started(self, start: Awaitable[BrowserContext]) -> BrowserContext:
        try:
            async with asyncio.timeout(_START_SECONDS):
                with driver_death_told():
                    return await start
        except (Error, OSError, TimeoutError) as error:
            await self._stop()
            reason = (str(error) or "it did not answer in time").strip().splitlines()[0][:200]
            raise BrowserError(f"{self._path} could not be started: {reason}", _start_hint(error)) from error

    async def _launched(self) -> BrowserContext:
        self.starts += 1
        if self.starts > 1 and self._notice is not None:
            self._notice("the browser was lost, and is started again; what it was at is asked for again")
        ways_out = () if self._relay is None else _only_through(await self._relay.start())
        asyncio.get_running_loop().set_exception_handler(_tell_unless_of_the_driver)
        self._playwright = await async_playwright().start()
        self._browser = await self._playwright.chromium.launch(
            executable_path=self._path,
            headless=True,
            args=[*_ARGUMENTS, *ways_out],
            ignore_default_args=_UNWANTED_DEFAULTS,
            chromium_sandbox=not self._without_sandbox(),
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
            timeout=_START_SECONDS * 1000,
        )
        self.version = self._browser.version
        return await self._new_context(self._browser, {"origins": self._kept} if self._kept else None)

    async def _next_context(self, browser: Browser, before: BrowserContext) -> BrowserContext:
        """Cookies are carried by `BrowserFetcher`."""
        kept = await bounded(before.storage_state())
        return await self._new_context(browser, {"origins": kept["origins"]} if kept else None)

    async def _new_context(self, browser: Browser, kept: StorageState | None = None) -> BrowserContext:
        return await browser.new_context(
            user_agent=self._user_agent, service_workers="block", accept_downloads=False, storage_state=kept
        )

    def _without_sandbox(self) -> bool:
        """Chromium refuses to start sandboxed as root, which is what containers run as."""
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        if root and self._notice is not None and self.starts == 1:
            self._notice("running as root: the browser's sandbox is off; use another user for sites you do not trust")
        return root

    async def _stop(self) -> None:
        browser, playwright = self._browser, self._playwright
        self._context = self._browser = self._playwright = None
        self._inside.clear()
        if browser is not None:
            await bounded(browser.close())
        if playwright is not None:
            await bounded(playwright.stop())
        if self._relay is not None:
            await self._relay.close()


def _only_through(relay: str) -> tuple[str, ...]:
    """Nothing is connected to but through the relay: this machine neither, and no name is looked up to be early."""
    return (
        f"--proxy-server={relay}",
        "--proxy-bypass-list=<-loopback>",
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
        # The same under the names of older and newer versions.
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    )


async def new_window(context: BrowserContext) -> Page:
    """A page in a window of its own: of several tabs in one window a browser draws the one in front, and the scripts of
    the others wait a second for every frame. A browser that makes no windows gives a tab. The caller bounds its time.
    """
    others = list(context.pages)
    beside = await _target_of(others[0]) if others else None
    target = await bounded(_window_beside(context, beside["browserContextId"])) if beside else None
    if target is None:
        return await context.new_page()
    while True:
        for page in [page for page in context.pages if page not in others]:
            found = await _target_of(page)  # a site may have opened a window meanwhile
            if found is not None and found["targetId"] == target:
                return page
        await asyncio.sleep(_LOOK_SECONDS)


async def _window_beside(context: BrowserContext, number: str) -> str:
    """A new window of the context that the browser knows by this number: its target."""
    assert context.browser is not None  # only a persistent context has none
    session = await context.browser.new_browser_cdp_session()
    wanted = {"url": "about:blank", "browserContextId": number, "newWindow": True}
    target: str = (await session.send("Target.createTarget", wanted))["targetId"]
    await session.detach()
    return target


async def _target_of(page: Page) -> dict[str, Any] | None:
    """What the browser knows of a page; None where it is gone."""

    async def asked() -> dict[str, Any]:
        session = await page.context.new_cdp_session(page)
        found: dict[str, Any] = (await session.send("Target.getTargetInfo"))["targetInfo"]
        await session.detach()
        return found

    return await bounded(asked())


def is_alive(page: Page) -> bool:
    """A page of a lost browser does not always count as closed."""
    browser = page.context.browser
    return not page.is_closed() and browser is not None and browser.is_connected()


@contextmanager
def driver_death_told() -> Iterator[None]:
    """Playwright raises a bare `Exception` from every call when its driver process is gone; make it one of its own."""
    try:
        yield
    except Exception as error:
        if type(error) is not Exception:
            raise
        raise Error(str(error)) from error


def _tell_unless_of_the_driver(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A driver that is killed leaves calls that nobody waits for any more, and a pipe that nobody reads; asyncio would
    print each.
    """
    error = context.get("exception")
    if str(error) != _DRIVER_GONE and not isinstance(error, BrokenPipeError):
        loop.default_exception_handler(context)


async def bounded(call: Awaitable[T], seconds: float = _CLOSE_SECONDS) -> T | None:
    """What a call gave, None when it failed or hung: what was to be closed may be gone already."""
    try:
        with driver_death_told():
            return await asyncio.wait_for(call, seconds)
    except (Error, TimeoutError, OSError):
        return None


def outcome_of(error: BaseException) -> FetchError:
    """The outcome behind an error that Playwright raised while a page was being opened."""
    text = str(error)
    if isinstance(error, TimeoutError) or "Timeout" in type(error).__name__:
        return FetchError(OutcomeKind.TIMEOUT, "the page did not finish in time")
    if "Download is starting" in text:
        return FetchError(OutcomeKind.NOT_HTML, "not a web page but a download")
    if found := _NETWORK_ERROR.search(text):
        kind, meaning = next((kind, meaning) for starts, kind, meaning in _MEANINGS if found[1].startswith(starts))
        return FetchError(kind, f"{meaning} ({found[1]})")
    return FetchError(
        OutcomeKind.BROWSER_FAILED,
        f"the browser failed: {(text.strip() or type(error).__name__).splitlines()[0][:200]}",
    )


def _start_hint(error: BaseException) -> str:
    if "sandbox" in str(error).lower():
        return (
            "Its sandbox cannot start here: allow unprivileged user namespaces, or choose another by RECORDER_BROWSER."
        )
    return "Run `recorder doctor` to see which browsers work here."
