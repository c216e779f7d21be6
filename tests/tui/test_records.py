"""Records as a person looks at them: sorted, filtered, one whole, a column's values; what is copied, or opened."""

import shutil
import sys
import webbrowser
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from recorder import extract
from recorder.face import Spread, conditions_in
from recorder.store.record_views import Condition
from recorder.tui.screens.record_grid import RecordGrid, _items
from recorder.tui.screens.record_pane import _parts, _words
from tests.recorder.small_shop import SITE, fill
from tests.tui.conftest import PEOPLE, add_people, press, running, text_of, until, write


def names(pilot: Pilot[str]) -> list[str]:
    """Of the people on the screen, from above."""
    lines = text_of(pilot.app).splitlines()
    return [name for line in lines for name in PEOPLE if f" {name} " in f"{line} "]


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with records, made once."""
    database = tmp_path_factory.mktemp("records") / "people.db"
    fill(database)
    add_people(database)
    extract(database)
    return database


@pytest.fixture
def people(read: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(read, tmp_path / "people.db"))


async def at_born(pilot: Pilot[str]) -> None:
    """In the area, with the column of that name pointed at."""
    await press(pilot, "7")
    grid = pilot.app.screen.query_one(RecordGrid)
    while grid.column != "born":
        await press(pilot, "right")


async def test_records_are_sorted_by_the_column_that_is_pointed_at(people: Path) -> None:
    async with running(people) as pilot:
        await at_born(pilot)
        before = names(pilot)
        await press(pilot, "o")
        assert names(pilot) == list(PEOPLE) and "born ▲" in text_of(pilot.app)
        await press(pilot, "o")
        assert names(pilot) == list(reversed(PEOPLE)) and "born ▼" in text_of(pilot.app)
        await press(pilot, "o")
        assert names(pilot) == before


async def test_records_are_filtered_by_words_and_by_comparisons(people: Path) -> None:
    async with running(people) as pilot:
        await at_born(pilot)
        await press(pilot, "o", "slash")
        await write(pilot, "born>1802 m")
        await press(pilot, "enter")
        assert names(pilot) == ["Dora Maar", "Emmy Noether"] and "2 of 6 records" in text_of(pilot.app)
        await press(pilot, "escape")
        await until(pilot, lambda: len(names(pilot)) == 6)
        await press(pilot, "slash")
        await write(pilot, "nobody")
        await press(pilot, "enter")
        assert "No record is like this" in text_of(pilot.app)


async def test_a_record_is_shown_whole_beside_the_text_of_its_page(people: Path) -> None:
    async with running(people, size=(80, 24)) as pilot:
        await at_born(pilot)
        assert text_of(pilot.app).splitlines()[-1].endswith("q Quit"), "the keys have room in a narrow terminal"
        await press(pilot, "o", "down", "enter")
        assert "1801  ← born" in text_of(pilot.app) and "born 1801" in text_of(pilot.app)
        await press(pilot, "down")
        assert "1802  ← born" in text_of(pilot.app), "what is beside the records follows them"
        await press(pilot, "escape")
        assert "← born" not in text_of(pilot.app)


async def test_the_values_of_a_column_are_counted_and_one_of_them_chooses_records(people: Path) -> None:
    async with running(people) as pilot:
        await at_born(pilot)
        await press(pilot, "d")
        assert "born: 6 different values in 6 of 6 records; from 1800 to 1805" in text_of(pilot.app)
        await press(pilot, "tab", "down", "enter")
        await until(pilot, lambda: names(pilot) == ["Bob Dylan"])
        assert pilot.app.screen.query_one("#filter", Input).value == "born=1801"


async def test_what_is_pointed_at_is_copied_and_opened_in_the_persons_browser(
    people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(webbrowser, "_tryorder", None)
    async with running(people) as pilot:
        await at_born(pilot)
        await press(pilot, "o", "y")
        assert pilot.app.clipboard == "1800"
        await press(pilot, "b")
        said = [toast.message for toast in pilot.app._notifications]
        assert sys.platform != "linux" or any("No browser with windows" in words for words in said)
        monkeypatch.setenv("BROWSER", f"{browser} %s")
        await press(pilot, "b")
        await until(pilot, lambda: opened.exists() and opened.read_text().strip() == f"{SITE}/book/20")
        await press(pilot, "6", "y")
        assert pilot.app.clipboard.startswith(f"{SITE}/book/")


def test_ranges_of_numbers_begin_at_round_ones() -> None:
    numbers = (4.0, 4.5, 17.0, 69.35)
    parts = list(_parts("price", Spread(6, 5, 40, (), numbers)))
    assert [part.said for part in parts] == [*(f"{at} to {at + 10}" for at in range(0, 70, 10)), "(nothing)"]
    assert [part.records for part in parts] == [2, 1, 0, 0, 0, 0, 1, 1]
    assert parts[1].words == "price>=10 price<20"


def test_words_for_the_filter_are_read_as_they_were_meant() -> None:
    for column, value in (("name", 'O\'Hara & "sons"'), ("my column", "a b"), ("born", "-1.5"), ("kind", "")):
        found = conditions_in(_words(column, "=", value), ("name", "my column", "born", "kind"))
        assert found == (Condition(value, column, "="),)


def test_a_list_is_read_as_a_person_writes_one() -> None:
    assert (
        _items('[{"text": ["Add a join.", "Mend a view."], "at": 0, "by": null}, "x"]')
        == "2: Add a join., Mend a view., 0; x"
    )
    assert _items('["a", "b"]') == "2: a; b"
    assert _items("[no list") == "[no list"
