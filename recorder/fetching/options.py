"""How to fetch: the choices of the person (`--render`, `--delay` …), the bounds that protect the run,
and where its pages come from.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib.metadata import version
from typing import Protocol

from recorder.fetching.answers import Outcome, Page, Request
from recorder.fetching.form_filling import FilledForm, Submitted
from recorder.fetching.http_cache import Recall, nothing_cached
from recorder.fetching.own_session import OwnSession
from recorder.fetching.scope import Scope
from recorder.store.recordings import Recording
from recorder.store.rows import Json

Notice = Callable[[str], None]
Gate = Callable[[], Awaitable[None]]

MEGABYTE = 1024 * 1024


class Render(StrEnum):
    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True)
class Timeouts:
    """Seconds. `read` is the longest silence between two pieces of an answer, `total` the longest one try may take.

    `render` is what `total` is for the browser, and `settle` the part of it that scripts get after the page arrived.
    """

    connect: float = 10.0
    read: float = 20.0
    total: float = 60.0
    render: float = 30.0
    settle: float = 3.0


class Clock(Protocol):
    """What throttle and retries go by. Only tests hand in another than the system's: one whose waits take no time."""

    def now(self) -> float:
        """Seconds since some moment; only differences mean something."""

    async def sleep(self, seconds: float) -> None: ...


@dataclass(frozen=True)
class SystemClock:
    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def default_user_agent() -> str:
    return f"recorder/{version('recorder')} (+obeys robots.txt rules for 'recorder')"


def _refuses_nothing(url: str) -> str:
    del url
    return ""


async def _open_gate() -> None:
    """Nobody pauses."""


class PageSource(Protocol):
    """Where a visitor has its pages from. Usually that is the site (`site_fetcher`); pages that were kept may stand in
    for it, so that what a run decides can be measured again and again without the site.
    """

    @property
    def has_browser(self) -> bool: ...

    @property
    def has_choice(self) -> bool: ...

    async def fetch(self, request: Request) -> Page | Outcome: ...

    async def render(self, request: Request) -> Page | Outcome: ...

    async def submit(self, filled: FilledForm) -> Submitted: ...

    async def sitemaps(self, url: str) -> tuple[str, ...]: ...

    def bars(self, url: str) -> bool:
        """Whether it is known that robots may not visit it."""

    async def close(self) -> None: ...


class OpenSource(Protocol):
    """Opens the source of a run's pages, in the run's own event loop."""

    def __call__(self, options: FetchOptions, scope: Scope) -> PageSource: ...


@dataclass(frozen=True)
class FetchOptions:
    """`proxy` uses those of the environment, which then look up names and make connections, unguarded.

    `delay` and `concurrency` are per host; None lets them adapt to the site's answers, and `courtesy` is how many times
    as gently as usual a site is asked then. `gate` is awaited before a
    request may go out: a person may have paused the run. `open_source` None: pages come from the site.
    """

    render: Render = Render.AUTO
    delay: float | None = None
    concurrency: int | None = None
    courtesy: int = 1
    ignore_robots: bool = False
    user_agent: str = field(default_factory=default_user_agent)
    proxy: bool = False
    timeouts: Timeouts = Timeouts()
    attempts: int = 3
    backoff: float = 0.5
    patience: float = 120.0
    max_body: int = 10 * MEGABYTE
    max_redirects: int = 10
    browser: str | None = None
    workers: int = 3
    notice: Notice = logging.getLogger("recorder.fetching").warning
    recall: Recall = nothing_cached
    gate: Gate = _open_gate
    clock: Clock = SystemClock()
    open_source: OpenSource | None = None
    session: OwnSession | None = field(default=None, repr=False)
    refused: Callable[[str], str] = _refuses_nothing


def rendering_kept(options: FetchOptions) -> Json:
    """What the options of a recording keep of how its pages were shown."""
    return {"render": options.render.value}


def as_recorded(options: FetchOptions, recording: Recording) -> FetchOptions:
    """Pages that were recorded without a browser are known as they are without one: unless a person wants otherwise,
    they are fetched so again, or each would look changed.
    """
    never = options.render is Render.AUTO and recording.options.get("render") == Render.NEVER
    return replace(options, render=Render.NEVER) if never else options
