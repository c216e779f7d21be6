"""A form is asked by itself from the terminal UI."""

from pathlib import Path

from textual.widgets import Select, TabbedContent

from bench.hidden_catalogue import Manners, catalogue, invented, write_recording
from tests.tui.conftest import press, running, text_of, until


async def test_a_form_is_exhausted_and_its_end_says_how_much_that_is_and_why(tmp_path: Path) -> None:
    database = tmp_path / "site.db"
    with catalogue(invented(60), Manners(everything=True)) as site:
        write_recording(database, site)
        async with running(database) as pilot:
            app = pilot.app
            await press(pilot, "5")
            choice = app.screen.query_one("#choice", Select)
            choice.value = max(value for _, value in choice._options if isinstance(value, int))
            await press(pilot, "ctrl+r")
            assert app.screen.query_one(TabbedContent).active == "words-tab"
            await until(pilot, lambda: any("Nothing more is asked: one" in note for note in app.session.watch.notes))
            await press(pilot, "n")
            await until(pilot, lambda: "About 60 (60-" in text_of(app))
