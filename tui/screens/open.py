"""Open: a database to go on with, or a new site to record."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget

from recorder.face import Recording
from recorder.inspecting.recording_health import RecordingHealth, health_of_file
from recorder.tui.messages import ChooseRecording, OpenDatabase, StartRun
from recorder.tui.recent import recent
from recorder.tui.screens.area import Area
from recorder.tui.screens.new_recording import NewRecording
from recorder.tui.widgets.lazy_table import LazyTable, Row, TableColumn, listed


class OpenArea(Area):
    MODE = "open"
    AUTO_FOCUS = "#recent"
    GUIDE = (
        "Above: databases you opened lately, and the recordings in the one that is open. Enter opens.",
        "Their health: good, fades (fewer targets run after run), drifted (the site has changed, so that a step of the"
        " pattern leads elsewhere or nowhere), or how the last crawl ended.",
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
                TableColumn("health", 8),
                TableColumn("last run", 42, room=100),
            ),
            "None yet: fill in the fields below.",
            id="recent",
        )
        yield LazyTable(
            (
                TableColumn("Recordings of this file", 24),
                TableColumn("health", 8),
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
        table.fill(listed([_row_of(file) for file in self._files]))
        table.styles.height = min(6, max(1, len(self._files)) + 2)
        library = self.session.library
        self._recordings = library.recordings() if library else ()
        recordings = self.query_one("#recordings", LazyTable)
        recordings.display = library is not None
        recordings.fill(listed([_row(one, library.health(one)) for one in self._recordings] if library else []))
        recordings.styles.height = min(6, len(self._recordings) + 2)

        files = self._files
        self.in_thread("health", lambda: {file: health_of_file(file) for file in files}, self._glanced)

    def _glanced(self, healths: Mapping[Path, RecordingHealth]) -> None:
        if self.is_mounted and self.query("#recent"):  # it may have been left for good meanwhile
            rows = [_row_of(file, healths.get(file, RecordingHealth())) for file in self._files]
            self.query_one("#recent", LazyTable).fill(listed(rows))

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


def _row(recording: Recording, health: RecordingHealth) -> Row:
    return (
        recording.name,
        (health.word, health.manner),
        health.last,
        recording.entry_url,
        f"like {recording.samples[0]}",
    )


def _row_of(file: Path, health: RecordingHealth = RecordingHealth()) -> Row:  # noqa: B008 - it is frozen
    return file.name, _folder(file), (health.word, health.manner), health.last


def _folder(file: Path) -> str:
    """Where it is, as a person calls it."""
    folder, home = file.parent, Path.home()
    if folder == Path.cwd():
        return "this folder"
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)
