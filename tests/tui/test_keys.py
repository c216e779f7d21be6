"""What keys do: the footer names only those that work, and none alone asks a site or puts a broken pattern in force."""

from pathlib import Path

from textual.widgets import Input

from recorder.store import open_store
from recorder.tui.screens.dialogs import Confirm
from tests.tui.conftest import press, running, settled, text_of, until


def footer(text: str) -> str:
    return text.splitlines()[-1]


async def test_the_footer_names_no_key_that_the_field_in_focus_takes(full: Path) -> None:
    async with running(full, (140, 40)) as pilot:
        for area, field in (("1", "#entry"), ("4", "#regex"), ("5", "#limit"), ("6", "#words")):
            await press(pilot, "escape", area)
            assert " q Quit" in footer(text_of(pilot.app))
            box = pilot.app.screen.query_one(field, Input)
            box.focus()
            await settled(pilot)
            keys = footer(text_of(pilot.app))
            assert "^q Quit" in keys
            assert "f1 Help" in keys
            shown = [key for key, active in pilot.app.screen.active_bindings.items() if active.binding.show]
            assert not [key for key in shown if len(key) == 1]


async def test_trying_forms_again_asks_first(full: Path) -> None:
    async with running(full) as pilot:
        await press(pilot, "3", "m")
        assert isinstance(pilot.app.screen, Confirm)
        await press(pilot, "escape")
        assert pilot.app.session.job is None


async def test_going_on_with_a_mapping_asks_first(small: Path) -> None:
    with open_store(small) as store:
        run = await store.runs.begin(1, "mapping")
        await store.runs.end(run.id, "stopped")
    async with running(small) as pilot:
        await press(pilot, "2", "r")
        assert "Go on with the mapping?" in text_of(pilot.app)
        await press(pilot, "escape")
        assert pilot.app.session.job is None


async def test_a_step_that_leads_nowhere_is_not_put_in_force_by_one_key(small: Path) -> None:
    async with running(small) as pilot:
        await press(pilot, "4", "enter")
        regex = pilot.app.screen.query_one("#regex", Input)
        regex.value = "^http://shop.example/nothing$"
        await until(pilot, lambda: "No known link matches" in text_of(pilot.app))
        await press(pilot, "escape", "a")
        assert "Path 1, step 1 matches no known link" in text_of(pilot.app)
        await press(pilot, "escape")
        assert "edited, not accepted yet" in text_of(pilot.app)
        await press(pilot, "a", "enter")
        assert "Version 2 is in force now" in text_of(pilot.app)
