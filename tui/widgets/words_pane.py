"""A form that is being exhausted: the records known after so many requests, and what each question brought."""

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static, TabPane

from recorder.runtime.events import RecordsFound
from recorder.runtime.plain_text import many
from recorder.tui.text import shown
from recorder.tui.widgets.bars import curve
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable, TableColumn, listed

_ROWS = 9
_WIDEST = 60
_COLUMNS = (
    TableColumn("Asked for"),
    TableColumn("why", width=8),
    TableColumn("records", width=8, right=True),
    TableColumn("new", width=8, right=True),
)


class WordsPane(TabPane):
    """A curve over the questions, the latest first."""

    def __init__(self) -> None:
        super().__init__("Words", id="words-tab")

    def compose(self) -> ComposeResult:
        yield Plain(id="known")
        yield Static(id="curve")
        yield LazyTable(_COLUMNS, "No form is being exhausted.", id="asked")

    def follow(self, found: Sequence[RecordsFound], width: int) -> None:
        """Shows every page of an answer so far."""
        if not found:
            return
        last, latest = found[-1], {event.asked: event for event in found}
        points = [(event.requests, event.known) for event in found]
        lines = curve(points, max(last.known, last.estimate or 0), max(10, width - 4), _ROWS)
        self.query_one("#known", Plain).show([(_words(last), "bold")])
        # Not as text of a site is shown: every blank of a curve has its place.
        self.query_one("#curve", Static).update(Content("\n".join(lines)))
        self.query_one("#asked", LazyTable).fill(listed(list(_rows(reversed(latest.values())))))


def _words(last: RecordsFound) -> str:
    size = "how many there are is not known yet"
    if last.estimate is not None:
        size = f"about {last.estimate:,} ({last.low:,}-{last.high:,}) can be found"
        size += f"; about {many(last.left, 'more page')}" if last.left else ""
    return f"{last.known:,} records are known after {many(last.requests, 'result page')}; {size}"


def _rows(events: Iterable[RecordsFound]) -> Iterable[tuple[str, ...]]:
    return ((shown(each.asked, _WIDEST), each.why, f"{each.records:,}", f"{each.new:,}") for each in events)
