"""What the tests of the terminal UI stand on: a state folder of their own, databases, and the screen as text."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot

from recorder.face.fleet import FleetDesk
from recorder.face.jobs import Job
from recorder.runtime.stopping import Hurry, Stop
from recorder.store import FieldRow, FormRow, NewPage, open_store
from recorder.store.probes import ProbeRow
from recorder.tui.app import RecorderApp
from tests.recorder.small_shop import ENTRY, SITE, fill

PATIENCE = 60.0


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where recent databases are remembered, and the folder the application was started in."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "state"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A database of a few pages, two crawls and hostile words, written by hand through the store."""
    database = tmp_path / "small.db"
    fill(database)
    return database


PEOPLE = ("Ada Lovelace", "Bob Dylan", "Carl Gauss", "Dora Maar", "Emmy Noether", "Fritz Lang")


@pytest.fixture
def full(small: Path) -> Path:
    """The same with a form that leads to targets, and a crawl of pages that have data to extract."""
    add_people(small)
    return small


def add_people(database: Path) -> None:
    """A crawl of pages about them, and a form that found them."""
    with open_store(database) as store:
        form = FormRow(
            signature="search", url=ENTRY, method="GET", action=f"{SITE}/search", verdict="leads to targets",
            reason="the button says “Search”", generic_url=f"{SITE}/search?q=*",
        )  # fmt: skip
        fields = (FieldRow(name="q", kind="text", label="Name", free=True, example="ada"),)
        probes = [
            ProbeRow(
                field_values={"q": [name.split()[0].lower()]}, method="GET", url=f"{SITE}/search?q={number}",
                size=1_000 * number, analysed=number > 3, hit=number > 3, outcome="ok",
            )
            for number, name in enumerate(PEOPLE)
        ]  # fmt: skip
        store.probes.save(1, store.forms.save(1, form, fields).result(), probes).result()
        run = store.runs.begin(1, "crawl").result()
        for number, name in enumerate(PEOPLE):
            rows = f"<tr><th>Born<td>{1800 + number}<tr><th>Known for<td>thing {number}"
            page = NewPage(
                run_id=run.id, url=f"{SITE}/book/{20 + number}", role="target", title=name, similarity=0.9,
                body=f"<title>{name}</title><h1>{name}</h1><table>{rows}</table>".encode(),
                content_type="text/html", text=name, http_status=200,
            )  # fmt: skip
            store.pages.record(page).result()
        store.runs.end(run.id, "done", seconds=1.5).result()


def text_of(app: App[Any]) -> str:
    """What stands on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


@asynccontextmanager
async def running(
    database: Path | None = None, size: tuple[int, int] = (100, 30), fleet: FleetDesk | None = None
) -> AsyncIterator[Pilot[str]]:
    """The application, without a terminal."""
    app = RecorderApp(database, fleet)
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: app.area is not None and app.area.is_mounted)
        await settled(pilot)
        yield pilot
        if app.session.job is not None:
            app.session.job.stop()
            app.session.job.wait(10)
        app.session.close()


async def settled(pilot: Pilot[str]) -> None:
    """All keys are taken up, no worker is at work any more, and the picture is the same twice: a window may be drawn
    once before its size is known.
    """
    await pilot.pause()
    while pilot.app._at_work:
        await pilot.pause(0.01)
    await pilot.app.workers.wait_for_complete()
    drawn = None
    while drawn != (drawn := text_of(pilot.app)):
        await pilot.pause()


async def until(pilot: Pilot[str], holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait for something to be so."""
    async with asyncio.timeout(seconds):
        while not holds():
            await pilot.pause(0.05)


async def press(pilot: Pilot[str], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(pilot)


async def write(pilot: Pilot[str], text: str) -> None:
    """Type a text into what has the focus."""
    await pilot.press(*("space" if character == " " else character for character in text))
    await pilot.pause()


def idle_job() -> Job[None]:
    """A run that does nothing until it is stopped: what it announces is up to the test."""

    async def work(stop: Stop, _: object) -> None:
        with suppress(Hurry):
            await stop.unless_pressing(asyncio.sleep(3600))

    return Job(work)
