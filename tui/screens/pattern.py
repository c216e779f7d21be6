"""Pattern: the paths and steps that lead to targets, edited in place, each edit tried on the links that are known."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget

from recorder.face import LinkStep, NavigationPattern, PatternChange, PatternVersion
from recorder.runtime.errors import RecorderError
from recorder.runtime.plain_text import many, moment
from recorder.tui.draft import Draft, Place
from recorder.tui.screens.area import Area
from recorder.tui.screens.dialogs import AskText, Confirm, ReadText, TableDialog
from recorder.tui.screens.step_editor import StepEditor
from recorder.tui.text import address
from recorder.tui.watch import Watch
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable, Row, TableColumn, listed

_PLACE = 24
_COLUMNS = (
    TableColumn("path", 4, right=True),
    TableColumn("step", 4),
    TableColumn("Expression"),
    TableColumn("place", _PLACE, room=100),
    TableColumn("repeats", 7, room=70),
    TableColumn("targets", 7, right=True),
    TableColumn("by links", 8, right=True, room=70),
)
_VERSION_COLUMNS = (
    TableColumn("version", 7, right=True),
    TableColumn("came", 8),
    TableColumn("made", 19),
    TableColumn("paths", 5, right=True),
    TableColumn("against the one before"),
)
_Change = Callable[[], PatternChange]


class PatternArea(Area):
    MODE = "pattern"
    AUTO_FOCUS = "#steps"
    GUIDE = (
        "Above: every path from the entry page to targets, the best first, step by step (E1, E2, …). A link"
        " step follows the links whose whole URL its expression matches, at its place on the page if one is"
        " given; a step that repeats is followed again from the pages it led to. A form step fills in a form;"
        " its * are what you give to a crawl.",
        "Below: the step under the cursor. Enter leads into its fields; as you type, it is tried on all known"
        " links: how many match, which ones are new, which are lost. Escape comes back.",
        "Nothing counts before a accepts it. d drops a path, z takes all edits back.",
        "e writes the pattern to a file (TOML, or JSON if its name ends so), i reads one. u shows its versions:"
        " none is ever lost, and each can be restored.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "accept", "Accept"),
        Binding("ctrl+s", "accept", "Accept"),
        Binding("d", "drop", "Drop"),
        Binding("z", "undo", "Undo"),
        Binding("e", "export", "Export"),
        Binding("i", "import", "Import"),
        Binding("u", "versions", "Versions"),
    ]

    _draft = Draft.of(NavigationPattern())
    _links_of: int | None = None
    _version = ""

    def body(self) -> Iterable[Widget]:
        yield Plain(id="version", classes="title")
        yield LazyTable(
            _COLUMNS,
            "No pattern was learnt yet: it is what a mapping ends with.",
            id="steps",
        )
        yield StepEditor(id="edit", classes="pane")

    def load(self) -> None:
        learnt = self.session.pattern()
        pattern = learnt.pattern if learnt else NavigationPattern()
        if pattern != self._draft.in_force:
            self._draft = Draft.of(pattern)
        saved = learnt.saved if learnt else None
        self._version = f"version {saved.version}, {saved.origin}" if saved else ""
        run = self.session.latest("mapping")
        if run is not None and self._links_of != run.id and run.status != "running":
            self._links_of = run.id
            self._read(run.id)
        self._show()

    def follow(self, watch: Watch, *, second: bool) -> None:
        if second and watch.patterns_heard and not self._draft.in_force.paths:
            self.load()

    def _read(self, run: int) -> None:
        library = self.session.library
        if library is not None:
            self.in_thread("links", lambda: library.known_links(run), self._editor.know)

    @property
    def _editor(self) -> StepEditor:
        return self.query_one(StepEditor)

    def _show(self) -> None:
        self._show_steps()
        self._show_chosen()

    def _show_steps(self) -> None:
        self.query_one("#steps", LazyTable).fill(listed([self._row(place) for place in self._draft.places]))
        words = f"Navigation pattern, {self._version}" if self._version else "Navigation pattern"
        edited = "   edited, not accepted yet: a accepts, z takes back" if self._draft.has_changed else ""
        self.query_one("#version", Plain).show([(words, "bold"), (edited, "$text-warning")])

    def _row(self, place: Place) -> Row:
        path, number = place
        found, step = self._draft.path(place), self._draft.step(place)
        last = number == len(found.steps) - 1
        evidence = (f"{found.targets:,}", f"{found.links:,}") if last else ("", "")
        first = str(path + 1) if number == 0 else ""
        manner = "doubtful" if self._draft.is_edited(step) else ""
        if isinstance(step, LinkStep):
            text, at = self._briefly(step.regex), _end_of(step.place or "", _PLACE)
            return (first, f"E{number + 1}", (text, manner), at, "yes" if step.repeat else "", *evidence)
        text = f"{step.method} {address(step.url, self.site)}" + (f" with {step.body}" if step.body else "")
        return (first, f"E{number + 1}", (text, manner or "good"), "a form", "", *evidence)

    def _briefly(self, regex: str) -> str:
        """Without its anchors, and without the host that all of them begin with."""
        text = regex.removeprefix("^").removesuffix("$")
        start, slash, rest = text.partition("://")[2].partition("/")
        is_own = slash and start.replace("\\", "") == self.site.partition("://")[2].partition("/")[0]
        return f"/{rest}" if is_own else text

    @property
    def _chosen(self) -> Place | None:
        return self.query_one("#steps", LazyTable).at_cursor(self._draft.places)

    @on(LazyTable.CursorMoved, "#steps")
    def _show_chosen(self) -> None:
        self._editor.show(self._draft, self._chosen)

    @on(LazyTable.Chosen, "#steps")
    def _edit(self) -> None:
        self.query_one("#regex").focus()

    @on(StepEditor.Left)
    def _left(self) -> None:
        self.query_one("#steps").focus()

    @on(StepEditor.Edited)
    def _edited(self, event: StepEditor.Edited) -> None:
        if event.place in self._draft.places and event.step != self._draft.step(event.place):
            self._draft = self._draft.with_step(event.place, event.step)
            self._show_steps()

    def action_drop(self) -> None:
        place = self._chosen
        if place is not None:
            self._draft = self._draft.without_path(place[0])
            self._show()

    def action_undo(self) -> None:
        self._draft = Draft.of(self._draft.in_force)
        self._show()

    def action_accept(self) -> None:
        library, recording, draft = self.session.library, self.session.recording, self._draft
        if library is None or recording is None or not draft.has_changed:
            self.notify_text("Nothing was edited.")
            return
        if not draft.edited.paths:
            self.notify_error(RecorderError("A pattern without paths leads nowhere.", "z takes the edits back."))
            return
        dead = self._editor.dead_steps(draft)
        if dead:
            words = (*dead, "Crawls would miss what it led to. No version is lost: u restores an earlier one.")
            self.app.push_screen(Confirm("Accept it all the same?", *words), self._accept)
        else:
            self._accept(True)

    def _accept(self, wanted: bool | None) -> None:
        library, recording, draft = self.session.library, self.session.recording, self._draft
        if wanted and library is not None and recording is not None:
            self._put(lambda: library.accept_pattern(recording, draft.edited))

    def action_import(self) -> None:
        self.app.push_screen(AskText("Read the pattern from which file?", "pattern.toml"), self._import)

    def _import(self, file: str | None) -> None:
        library, recording = self.session.library, self.session.recording
        if file is not None and library is not None and recording is not None:
            self._put(lambda: library.import_pattern(recording, Path(file).expanduser()))

    def action_versions(self) -> None:
        library, recording = self.session.library, self.session.recording
        if library is not None and recording is not None:
            with self.errors_told():
                versions = library.pattern_versions(recording)
                self.app.push_screen(PatternVersions(versions), self._restore)

    def _restore(self, version: int | None) -> None:
        library, recording = self.session.library, self.session.recording
        if version is not None and library is not None and recording is not None:
            self._put(lambda: library.restore_pattern(recording, version))

    def _put(self, change: _Change) -> None:
        with self.errors_told():
            self._tell(change())

    def _tell(self, done: PatternChange) -> None:
        self.load()
        if not done.changes:
            self.notify_text("This is the pattern in force already: nothing has changed.")
            return
        lines = [f"Version {done.version} is in force now. Against version {done.former}:", "", *done.changes]
        if done.unfinished is not None:
            lines.append(f"Run {done.unfinished} is an unfinished crawl by the former pattern.")
        self.app.push_screen(ReadText("The pattern is accepted", *lines))

    def action_export(self) -> None:
        self.app.push_screen(AskText("Write the pattern to which file?", "pattern.toml"), self._export)

    def _export(self, file: str | None) -> None:
        library, recording = self.session.library, self.session.recording
        if file is None or library is None or recording is None:
            return
        with self.errors_told():
            library.export_pattern(recording, Path(file).expanduser())
            self.notify_text(f"Written to {file}.")


class PatternVersions(TableDialog[int | None]):
    """The versions, the latest first; gives the one to restore."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("r", "restore", "Restore")]

    def __init__(self, versions: Sequence[PatternVersion]) -> None:
        super().__init__(
            "Versions of the pattern",
            "The first is in force. Enter tells what a version changed; r puts it in force again, as a new version.",
            LazyTable(_VERSION_COLUMNS, "No pattern was learnt yet.", id="versions"),
        )
        self._versions = tuple(reversed(versions))

    def on_mount(self) -> None:
        self.table.fill(listed([_version_row(one) for one in self._versions]))

    def action_restore(self) -> None:
        chosen = self.table.at_cursor(self._versions)
        if chosen is not None:
            self.dismiss(chosen.version)

    @on(LazyTable.Chosen, "#versions")
    def _changes(self, event: LazyTable.Chosen) -> None:
        one = self._versions[event.row]
        lines = one.changes or ("It is the first.",)
        self.app.push_screen(ReadText(f"What version {one.version} changed of the one before", *lines))


def _version_row(one: PatternVersion) -> Row:
    changed = many(len(one.changes), "change") if one.changes else ""
    return (str(one.version), one.origin, moment(one.created), f"{one.paths:,}", changed)


def _end_of(text: str, width: int) -> str:
    """The beginning of a tag path is the same everywhere."""
    return text if len(text) <= width else f"…{text[1 - width :]}"
