from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest

from recorder.fetching.answers import Fetcher, Outcome, Page, Request
from recorder.fetching.options import FetchOptions, Render, Timeouts
from recorder.fetching.scope import Scope
from recorder.fetching.site_fetcher import SiteFetcher
from tests.recorder.fetching.clock import JumpingClock
from tests.recorder.fetching.station import Station

PATIENT = Timeouts(connect=60.0, read=60.0, total=60.0, render=60.0, settle=20.0)
"""For what arrives and comes to rest: a busy machine may take its time."""
IMPATIENT = Timeouts(connect=2.0, read=0.5, total=1.5, render=8.0, settle=2.0)
"""For what never does."""

Fetch = Callable[..., Awaitable[Page | Outcome]]


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    station = await Station().start()
    yield station
    await station.stop()


def fetcher_for(station: Station, **choices: object) -> SiteFetcher:
    """Over plain HTTP and with long time-outs, unless chosen otherwise. Its waits between requests take no time."""
    usual: dict[str, object] = {"render": Render.NEVER, "timeouts": PATIENT, "patience": 3.0, "clock": JumpingClock()}
    return SiteFetcher(FetchOptions(**{**usual, **choices}), Scope.of(station.base))  # type: ignore[arg-type]


@pytest.fixture
async def fetch(station: Station) -> AsyncIterator[Fetch]:
    """From the station."""
    fetcher = fetcher_for(station)
    yield _from(station, fetcher)
    await fetcher.close()


@pytest.fixture
async def fetch_soon(station: Station) -> AsyncIterator[Fetch]:
    """From the station where it never answers."""
    fetcher = fetcher_for(station, timeouts=IMPATIENT)
    yield _from(station, fetcher)
    await fetcher.close()


def _from(station: Station, fetcher: SiteFetcher) -> Fetch:
    async def fetched(path: str, **request: object) -> Page | Outcome:
        return await fetcher.fetch(Request(station.base + path, **request))  # type: ignore[arg-type]

    return fetched


RENDERING = FetchOptions(render=Render.ALWAYS, timeouts=PATIENT, patience=3.0, clock=JumpingClock())


@pytest.fixture(scope="session")
async def site() -> AsyncIterator[Station]:
    station = await Station().start()
    yield station
    await station.stop()


@pytest.fixture(scope="session")
async def renderer(site: Station) -> AsyncIterator[Fetcher]:
    fetcher = SiteFetcher(RENDERING, Scope.of(site.base))
    yield fetcher
    await fetcher.close()


@pytest.fixture
async def impatient_renderer(site: Station) -> AsyncIterator[Fetcher]:
    """For pages that never rest."""
    fetcher = fetcher_for(site, render=Render.ALWAYS, timeouts=replace(IMPATIENT, render=15.0))
    yield fetcher
    await fetcher.close()


def script(code: str) -> str:
    return f"<!doctype html><title>t</title><body><p>before</p><script>{code}</script>"


async def opened(renderer: Fetcher, site: Station, path: str, weather: object, **request: object) -> Page | Outcome:
    site.on(path, weather)  # type: ignore[arg-type]
    return await renderer.fetch(Request(site.base + path, **request))  # type: ignore[arg-type]
