"""From two addresses to a finished crawl with parameters and an exported table, by keyboard alone; and leaving at any
moment.
"""

import csv
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from recorder.demo import DemoServer
from recorder.face import FetchOptions, Render
from recorder.face.library import Library
from recorder.store import open_store
from recorder.tui.screens import new_recording
from recorder.tui.widgets.bars import Histogram
from tests.recorder.fetching.processes import browsers
from tests.shop.owned import OwnedShop
from tests.tui.conftest import press, running, settled, text_of, until, write


@pytest.fixture(scope="module")
def site() -> Iterator[OwnedShop]:
    with DemoServer(OwnedShop(books=40)) as opened:
        yield opened


@pytest.fixture
def others() -> set[int]:
    """The browsers that other tests of this process keep open."""
    return browsers()


@pytest.mark.slow
async def test_the_whole_story_by_keyboard(site: OwnedShop, tmp_path: Path, others: set[int]) -> None:
    async with running(size=(110, 36)) as pilot:
        app = pilot.app
        await write(pilot, site.entry_url)
        await pilot.press("tab")
        await write(pilot, site.sample_url)
        await pilot.press("tab")
        await write(pilot, "shop.db")
        await until(pilot, lambda: text_of(app).count("✓ ") >= 2)
        await pilot.press("ctrl+r")
        await until(pilot, lambda: app.session.running)
        await until(pilot, lambda: not app.session.running and app.session.watch.status == "done", 180)
        await settled(pilot)
        assert app.session.watch.trouble == ""
        await press(pilot, "escape", "3")
        assert "● leads to targets" in text_of(app)
        await press(pilot, "4")
        assert "known link" in text_of(app)

        await press(pilot, "5", "ctrl+r")
        await until(pilot, lambda: not app.session.running and app.session.watch.status == "done")
        await settled(pilot)
        linked = {page.url for page in _targets(Path("shop.db"), 2)}
        assert linked == site.truth.linked_urls

        await press(pilot, "i")
        chosen = app.screen.query_one("#choice", Select)
        while app.screen._step() is None or "Title" not in str(app.screen._step().parameters):
            await press(pilot, "enter", "down", "enter")
        assert chosen.value is not Select.NULL
        await press(pilot, "tab")
        await write(pilot, "the")
        await press(pilot, "ctrl+r")
        await until(pilot, lambda: not app.session.running and app.session.watch.run == 3)
        await settled(pilot)
        assert _targets(Path("shop.db"), 3)

        await press(pilot, "escape", "6", "e")
        app.screen.query_one(Input).value = "targets.csv"
        await press(pilot, "enter")
        await until(pilot, Path("targets.csv").exists)
        rows = _rows(Path("targets.csv"))
        with Library(Path("shop.db")) as library:
            assert len(rows) == len(library.present_ids(1)) >= len(linked)
        assert {row["url"] for row in rows} >= linked
        await press(pilot, "q")
    assert app.return_value is not None and "shop.db" in app.return_value
    assert nothing_is_left(others)


def _rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


def _targets(database: Path, run: int) -> list[object]:
    with open_store(database, read_only=True) as store:
        return list(store.pages.of_run(run, "target"))


def nothing_is_left(others: set[int], seconds: float = 60.0) -> bool:
    """No browser but those of `others`, and no thread of a run, once they had time to end."""
    deadline = time.monotonic() + seconds
    while browsers() - others or {thread.name for thread in threading.enumerate()} & {"job", "background"}:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


@pytest.mark.parametrize(
    "after", [pytest.param(0, marks=pytest.mark.slow), 12, pytest.param(60, marks=pytest.mark.slow)]
)
async def test_leaving_in_the_middle_saves_and_says_how_to_go_on(
    site: OwnedShop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: set[int], after: int
) -> None:
    monkeypatch.setattr(new_recording, "FetchOptions", _over_http)
    async with running() as pilot:
        app = pilot.app
        await begin_recording(pilot, site)
        await until(pilot, lambda: app.session.job is not None)
        await until(pilot, lambda: app.session.watch.fetched >= after)
        await pilot.press("q")
        await until(pilot, lambda: app.return_value is not None)
    assert nothing_is_left(others)
    begun = (tmp_path / "shop.db").exists()
    assert begun or not after
    if not begun:
        assert "The mapping was stopped before anything was saved." in app.return_value
        return
    assert "everything is saved" in app.return_value
    assert "recorder tui --db shop.db" in app.return_value
    if after:
        with open_store(Path("shop.db")) as store:
            (recording,) = store.recordings.all()
            unfinished = store.runs.unfinished(recording.id, "mapping")
            assert unfinished is not None and unfinished.pages >= after
            store.recordings.hold(recording).release()


async def begin_recording(pilot: Pilot[str], site: OwnedShop) -> None:
    """As a person who has filled in the first screen does."""
    for field, text in (("#entry", site.entry_url), ("#sample-1", site.sample_url), ("#database", "shop.db")):
        pilot.app.screen.query_one(field, Input).value = text
    await pilot.press("escape", "ctrl+r")


def _over_http(**choices: object) -> FetchOptions:
    return FetchOptions(**{**choices, "render": Render.NEVER})  # type: ignore[arg-type]


async def test_a_run_is_paused_gone_on_with_and_its_cut_moved(site: OwnedShop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_recording, "FetchOptions", _over_http)
    async with running(size=(120, 40)) as pilot:
        app = pilot.app
        await begin_recording(pilot, site)
        await until(pilot, lambda: len(app.session.watch.judged) > 20)
        await pilot.press("p")
        assert app.session.job.paused
        await pilot.pause(0.7)
        held = app.session.watch.fetched
        await pilot.pause(0.7)
        assert app.session.watch.fetched == held
        assert "paused" in text_of(app)
        await pilot.press("p")
        await until(pilot, lambda: app.session.watch.fetched > held)
        first = app.session.job
        await pilot.press("p", "c", "shift+left", "enter")  # on a fast machine it would be done between two keys
        cut = app.screen.query_one(Histogram).cut
        await until(pilot, lambda: app.session.job is not first and app.session.watch.threshold is not None)
        assert app.session.asked.threshold == cut
        assert any("Going on with run 1" in note for note in app.session.watch.notes)
        await pilot.press("s")
        await until(pilot, lambda: not app.session.running)
        await settled(pilot)
        assert "r goes on with it" in text_of(app) or "stopped" in text_of(app)


@pytest.mark.slow
async def test_what_a_person_fills_in_is_recorded(site: OwnedShop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even into a form that was passed over because another one asks the same."""
    monkeypatch.setattr(new_recording, "FetchOptions", _over_http)
    async with running(size=(120, 40)) as pilot:
        app = pilot.app
        await begin_recording(pilot, site)
        await until(pilot, lambda: app.session.watch.status == "done" and not app.session.running, 180)
        await settled(pilot)
        await press(pilot, "3")
        forms = app.area._forms
        number = next(n for n, one in enumerate(forms) if "another form asks the same" in one.form.reason)
        assert forms[number].probes == 0
        await press(pilot, *["down"] * number, "f")
        await write(pilot, "the")
        await press(pilot, "ctrl+r", "m", "enter")
        await until(pilot, lambda: not app.session.running and app.session.watch.status == "done", 180)
        await settled(pilot)
        assert app.session.watch.run == 1, "the mapping that is done is made more of"
        probes = app.session.library.probes(forms[number].id)
        assert "the" in str(probes[0].probe.field_values), "it is asked first"
        assert next(one for one in app.session.library.forms(1) if one.id == forms[number].id).hits


async def test_a_hang_up_of_the_line_stops_cleanly(small: Path) -> None:
    async with running(small) as pilot:
        os.kill(os.getpid(), signal.SIGHUP)
        await until(pilot, lambda: pilot.app.return_value is not None)
    assert "To come back" in pilot.app.return_value
