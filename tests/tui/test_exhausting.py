"""A form is asked by itself from the terminal UI."""

from pathlib import Path

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input, Select, TabbedContent

from bench.hidden_catalogue import Manners, catalogue, invented, write_recording
from recorder.runtime.events import RecordsFound
from recorder.tui.widgets.words_pane import WordsPane
from tests.tui.conftest import press, running, text_of, until


async def _choose_to_exhaust(pilot: Pilot[None]) -> App[None]:
    await press(pilot, "5")
    choice = pilot.app.screen.query_one("#choice", Select)
    choice.value = max(value for _, value in choice._options if isinstance(value, int))
    screen = pilot.app.screen
    await until(pilot, lambda: screen.query("#max-requests") and screen.query_one("#limit").disabled)
    return pilot.app


async def test_a_form_is_exhausted_and_its_end_says_how_much_that_is_and_why(tmp_path: Path) -> None:
    database = tmp_path / "site.db"
    with catalogue(invented(60), Manners(everything=True)) as site:
        write_recording(database, site)
        async with running(database) as pilot:
            app = await _choose_to_exhaust(pilot)
            await press(pilot, "ctrl+r")
            assert app.screen.query_one(TabbedContent).active == "words-tab"
            await until(pilot, lambda: any("Nothing more is asked: one" in note for note in app.session.watch.notes))
            await press(pilot, "n")
            await until(pilot, lambda: "About 60 (60-" in text_of(app))


async def test_what_it_may_cost_is_kept_to_and_must_be_a_number(tmp_path: Path) -> None:
    database = tmp_path / "site.db"
    with catalogue(invented(60), Manners()) as site:
        write_recording(database, site)
        site.asked.clear()
        async with running(database) as pilot:
            app = await _choose_to_exhaust(pilot)
            budget = app.screen.query_one("#max-requests", Input)
            assert app.screen.query_one("#limit", Input).disabled, "a number of targets is no end of it"
            budget.value = "-7"
            await press(pilot, "ctrl+r")
            await until(pilot, lambda: "not a number of result pages" in text_of(app))
            assert not site.asked
            budget.value = "7"
            await press(pilot, "ctrl+r")
            await until(pilot, lambda: any("7 result pages were asked for" in note for note in app.session.watch.notes))
            assert site.searches == 7


class OnlyWords(App[None]):
    """Nothing but the pane."""

    def compose(self) -> ComposeResult:
        with TabbedContent():
            yield WordsPane()


async def test_the_curve_never_falls() -> None:
    app = OnlyWords()
    async with app.run_test(size=(120, 30)) as pilot:
        told = [RecordsFound("word", str(at), 20, 2, at, 2 * at, 200, 190, 210) for at in range(1, 91)]
        app.query_one(WordsPane).follow(told, 120)
        await pilot.pause()
        rows = [text.rstrip() for text in text_of(app).splitlines() if "█" in text or "▁" in text]
        heights = [sum(row[column : column + 1] == "█" for row in rows) for column in range(2, len(rows[-1]))]
        assert len(rows) >= 8
        assert heights == sorted(heights)
