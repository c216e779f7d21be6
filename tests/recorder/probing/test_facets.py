"""Lists with facets: what narrows an answer further is no target, and is not looked at behind every answer anew."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from recorder.fetching.options import FetchOptions, Render
from recorder.probing.analysis import IN_VAIN
from recorder.recording.options import RecordOptions
from recorder.recording.session import record
from recorder.runtime.events import nobody
from recorder.runtime.stopping import Stop
from tests.recorder.fetching.station import Seen, Station, page

FACETS = {
    "in": ("kiel", "husum", "eutin", "heide", "preetz"),
    "kind": ("flat", "house", "shop", "plot", "barn"),
    "order": ("price", "age", "size", "name", "town"),
}
OF_ONE_ANSWER = 2
"""Views of a kind that are drawn from one answer: 30% of five."""
FORM = "<form action=/ads><label>Price from <input name=from></label><button>Search</button></form>"


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    station = await Station().start()
    yield station
    await station.stop()


def advertisement(number: int) -> str:
    facts = "".join(f"<dt>{name}<dd>{value}" for name, value in (("Price", 900 + number), ("Rooms", number % 5 + 1)))
    return f"<title>Flat {number}</title><h1>Flat {number}</h1><dl>{facts}</dl><p>Built in {1900 + number}, in a row."


async def test_views_of_answers_are_looked_at_a_few_times(station: Station, tmp_path: Path) -> None:
    for number in range(20):
        station.on(f"/ad/{number}", advertisement(number))

    async def listed(seen: Seen, writer: asyncio.StreamWriter) -> None:
        asked = parse_qs(urlsplit(seen.path).query).get("from", [""])[0]
        narrower = "".join(
            f"<li class={name}><a href='/ads?from={asked}&{name}={value}'>{value}</a>"
            for name, values in FACETS.items()
            for value in values
        )
        dear = [number for number in range(20) if not asked.isdecimal() or 900 + number >= int(asked)]
        ads = "".join(f"<p><a href=/ad/{number}>Flat {number}</a>" for number in dear or range(3))
        await page(f"<title>Flats</title><h1>Flats from {asked}</h1>{FORM}<ul>{narrower}</ul>{ads}")(seen, writer)

    station.on("/", listed)
    station.on("/ads", listed)
    options = RecordOptions(
        f"{station.base}/",
        (f"{station.base}/ad/7",),
        tmp_path / "flats.db",
        fetching=FetchOptions(attempts=1, render=Render.NEVER),
    )
    await record(options, nobody, Stop())
    asked = [parse_qs(urlsplit(seen.path).query) for seen in station.seen]
    views = Counter(name for each in asked if "from" in each for name in each.keys() & FACETS.keys())
    assert views.keys() == FACETS.keys()
    assert max(views.values()) <= IN_VAIN + OF_ONE_ANSWER
