"""Tables of any length, and the histogram with its movable cut."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.app import App, ComposeResult

from recorder import tui
from recorder.runtime.errors import DatabaseClosedError, RecorderError
from recorder.tui.widgets.bars import Histogram, spark
from recorder.tui.widgets.lazy_table import LazyTable, Listed, Row, TableColumn
from tests.effort import Effort
from tests.tui.conftest import text_of

MANY = 100_000


class TableApp(App[None]):
    CSS_PATH = Path(tui.__path__[0]) / "app.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.numbers = Listed(range(MANY), self.rows)
        self.asked = 0
        self.table = LazyTable((TableColumn("number", 8, right=True), TableColumn("words")), "nothing here")
        self.histogram = Histogram()
        self.heard: list[object] = []

    def compose(self) -> ComposeResult:
        yield self.table
        yield self.histogram

    def rows(self, numbers: Sequence[int]) -> Sequence[Row]:
        """Counts how many were asked for."""
        self.asked += len(numbers)
        return [(str(number), f"row {number}") for number in numbers]

    def on_lazy_table_chosen(self, event: LazyTable.Chosen) -> None:
        self.heard.append(event.row)

    def on_histogram_accepted(self, event: Histogram.Accepted) -> None:
        self.heard.append(event.cut)


async def test_a_hundred_thousand_rows_cost_what_is_in_view() -> None:
    app = TableApp()
    async with app.run_test(size=(60, 24)) as pilot:
        assert "nothing here" in text_of(app)  # type: ignore[arg-type]
        app.table.focus()
        effort = Effort()
        app.table.fill(app.numbers)
        await pilot.press("end")
        await pilot.pause()
        assert f"row {MANY - 1}" in text_of(app)  # type: ignore[arg-type]
        await pilot.press("up", "up", "enter")
        await pilot.press("home", "pagedown", "down")
        await pilot.pause()
        assert effort.millions < 60
        assert app.asked < 1_000
        assert app.heard == [MANY - 3]
        assert app.table.cursor == app.table.size.height - 1


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RecorderError("shop.db cannot be read.", "Look at the disk."), ["shop.db cannot be read. Look at the disk."]),
        (DatabaseClosedError("shop.db has been closed.", "Open it again."), []),
    ],
)
async def test_rows_that_cannot_be_read_are_blank(error: RecorderError, words: list[str]) -> None:
    """Told once, unless the database was closed: then the table is about to go."""
    app = TableApp()

    def gone(_: Sequence[int]) -> Sequence[Row]:
        raise error

    async with app.run_test(size=(60, 24), notifications=True) as pilot:
        app.table.fill(Listed(range(MANY), gone))
        await pilot.pause()
        assert "row 1" not in text_of(app)  # type: ignore[arg-type]
        assert [toast.message for toast in app._notifications] == words


async def test_the_cursor_stays_inside_when_rows_go_away() -> None:
    app = TableApp()
    async with app.run_test(size=(60, 24)) as pilot:
        app.table.focus()
        app.table.fill(app.numbers)
        await pilot.press("end")
        app.table.fill(Listed(range(3), app.rows))
        await pilot.pause()
        assert app.table.cursor == 2
        assert "row 2" in text_of(app)  # type: ignore[arg-type]


async def test_the_cut_moves_and_the_count_follows() -> None:
    app = TableApp()
    async with app.run_test(size=(60, 24)) as pilot:
        assert "no page has been compared yet" in text_of(app)  # type: ignore[arg-type]
        app.histogram.show([0.1, 0.1, 0.2, 0.55, 0.9, 0.95], 0.5)
        app.histogram.focus()
        assert (app.histogram.inside(), app.histogram.moved) == (3, False)
        await pilot.press("shift+right", "right", "enter")
        assert (app.histogram.cut, app.histogram.inside(), app.histogram.moved) == (0.61, 2, True)
        app.histogram.show([0.1, 0.7], 0.4)
        assert app.histogram.cut == 0.61, "a cut that a person moved is not moved back by a new page"
        await pilot.press("backspace")
        assert (app.histogram.cut, app.histogram.moved) == (0.4, False)
        assert app.heard == [0.61]
        await pilot.pause()
        assert "cut 0.40" in text_of(app)  # type: ignore[arg-type]


def test_a_line_of_bars_is_as_high_as_its_highest() -> None:
    assert spark([], 5) == ""
    assert spark([0, 0], 5) == "▁▁"
    assert spark([9, 9, 0, 4, 8], 3) == "▁▄█"
