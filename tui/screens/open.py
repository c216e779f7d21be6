"""Open: a database to go on with, or a new site to record."""

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget

from recorder.face import Recording, Run
from recorder.runtime.plain_text import many, moment
from recorder.tui.messages import ChooseRecording, OpenDatabase, StartRun
from recorder.tui.recent import recent
from recorder.tui.screens.area import Area
from recorder.tui.screens.new_recording import NewRecording
from recorder.tui.widgets.lazy_table import Cell, LazyTable, Row, TableColumn, listed

_TO_THE_MINUTE = 16


class OpenArea(Area):
    MODE = "open"
    AUTO_FOCUS = "#recent"
    GUIDE = (
        "Above: databases you opened lately, and the recordings in the one that is open. Enter opens.",
        "Below: a new recording. Give the address where you would start, and one page like those you want.",
        "Both are looked at as you type: whether they can be had, and what is on them.",
        "recorder then finds out by itself how to reach every page like the sample. Ctrl+R starts.",
        "The options are folded away because their values do well on most sites.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r,f5", "start", "Start recording", key_display="^r", priority=True),
        Binding("n", "focus('#entry')", "New recording", tooltip="To the first field"),
        Binding("ctrl+n", "another", "Another sample", show=False),
    ]

    _files: tuple[Path, ...] = ()
    _recordings: tuple[Recording, ...] = ()

    def body(self) -> Iterable[Widget]:
        yield LazyTable(
            (
                TableColumn("Databases you opened lately"),
                TableColumn("folder"),
            ),
            "None yet: fill in the fields below.",
            id="recent",
        )
        yield LazyTable(
            (
                TableColumn("Recordings in this database", 28),
                TableColumn("last run", 42, room=70),
                TableColumn("entry page", room=140),
                TableColumn("targets are", room=100),
            ),
            "No database is open.",
            id="recordings",
        )
        yield NewRecording(id="new")

    def load(self) -> None:
        self._files = recent()
        if not self._files and self.focused is self.query_one("#recent"):
            self.query_one("#entry").focus()
        table = self.query_one("#recent", LazyTable)
        table.fill(listed([(file.name, _folder(file)) for file in self._files]))
        table.styles.height = min(6, max(1, len(self._files)) + 2)
        library = self.session.library
        self._recordings = library.recordings() if library else ()
        recordings = self.query_one("#recordings", LazyTable)
        recordings.display = library is not None
        rows = ((one, library.runs(one.id)[-1:]) for one in self._recordings) if library else ()
        recordings.fill(listed([_row(one, *last) for one, last in rows]))
        recordings.styles.height = min(6, len(self._recordings) + 2)

    @on(LazyTable.Chosen, "#recent")
    def _open(self, event: LazyTable.Chosen) -> None:
        self.post_message(OpenDatabase(self._files[event.row]))

    @on(LazyTable.Chosen, "#recordings")
    def _choose(self, event: LazyTable.Chosen) -> None:
        self.post_message(ChooseRecording(self._recordings[event.row].name))
        self.notify_text(f"{self._recordings[event.row].name} is chosen: 4 shows its pattern, 5 collects its pages.")

    def action_another(self) -> None:
        self.query_one(NewRecording).another()

    @on(NewRecording.Start)
    def action_start(self) -> None:
        with self.errors_told():
            self.post_message(StartRun(self.query_one(NewRecording).asked()))


def _row(recording: Recording, last: Run | None = None) -> Row:
    """With what was done last, and how it ended."""
    done: Cell = ""
    if last is not None:
        targets = f", {many(last.targets, 'target')}" if last.kind == "crawl" else ""
        words = f"{last.kind} {'drifted' if last.drift else last.status}, {moment(last.started_at)[:_TO_THE_MINUTE]}"
        done = (words + targets, "bad" if last.drift or last.status == "failed" else "")
    return recording.name, done, recording.entry_url, f"like {recording.samples[0]}"


def _folder(file: Path) -> str:
    """Where it is, as a person calls it."""
    folder, home = file.parent, Path.home()
    if folder == Path.cwd():
        return "this folder"
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)
