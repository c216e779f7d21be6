"""A record beside the text of its page: what is chosen there is called by a name."""

import sqlite3
from contextlib import closing
from pathlib import Path

from recorder.tui.screens.pointing import PointAtValue
from tests.tui.conftest import press, running, text_of, until, write


def records(database: Path, column: str) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        names = {name for _, name, *_ in connection.execute("PRAGMA table_info(records)")}
        return [cell for (cell,) in connection.execute(f"SELECT {column} FROM records")] if column in names else []


async def test_a_value_is_chosen_on_its_page_and_called_by_name(full: Path) -> None:
    async with running(full) as pilot:
        app = pilot.app
        await press(pilot, "7", "x")
        await until(pilot, lambda: not app.session.running and records(full, "born"))
        await until(pilot, lambda: "1800" in text_of(app))
        await press(pilot, "v")
        screen = app.screen
        assert isinstance(screen, PointAtValue)
        at = next(number for number, (_, line) in enumerate(screen._lines) if line == "1800")
        assert screen._lines[at][0] == "born"
        await press(pilot, *["down"] * at, "enter", "enter")
        await write(pilot, "birth")
        await press(pilot, "enter")
        await until(pilot, lambda: records(full, "birth"))
        assert "1800" in records(full, "birth") and not records(full, "born")
