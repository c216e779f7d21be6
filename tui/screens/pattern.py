"""Pattern: the paths and steps that lead to targets, edited in place, each edit tried on the links that are known."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Checkbox, Input
from textual.worker import get_current_worker

from recorder.errors import RecorderError
from recorder.face import FormStep, KnownLinks, LinkStep, NavigationPattern, PatternPath, Replaced, Step, StepTrial
from tui.screens.area import Area
from tui.screens.open import Line
from tui.screens.questions import AskText, ReadText
from tui.session import Session
from tui.watch import Watch
from tui.widgets.lazy_table import Column, LazyTable, Listed, Row
from tui.widgets.plain import Plain
from tui.widgets.tick import Tick
from tui.words import address, many

_PATIENCE = 0.2
_SHOWN = 4
_PLACE = 24
_COLUMNS = (
    Column("path", 4, right=True),
    Column("step", 4),
    Column("Expression"),
    Column("place", _PLACE),
    Column("repeats", 7),
    Column("evidence", 24),
)
_Change = Callable[[], Replaced]


class PatternArea(Area):
    MODE = "pattern"
    AUTO_FOCUS = "#steps"
    GUIDE = (
        "Above: every path from the entry page to targets, the best first, step by step. A link step follows the links",
        "  whose whole URL its expression matches, at its place on the page if one is given; a step that repeats is",
        "  followed again from the pages it led to. A form step fills in a form; its * are what you give to a crawl.",
        "Below: the step under the cursor. Enter leads into its fields; as you type, it is tried on all known links:",
        "  how many match, which ones are new, which are lost. Escape comes back.",
        "Nothing counts before a accepts it. d leaves a path out, z takes all edits back.",
        "e writes the pattern to a file (TOML, or JSON if its name ends so), i reads one.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,ctrl+s", "accept", "Accept", key_display="a"),
        Binding("d", "drop", "Leave path out"),
        Binding("z", "undo", "Undo edits"),
        Binding("e", "export", "Export"),
        Binding("i", "import", "Import"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._in_force = NavigationPattern()
        self._draft = NavigationPattern()
        self._places: list[tuple[int, int]] = []
        self._links: KnownLinks | None = None
        self._links_of: int | None = None
        self._timer: Timer | None = None
        self._version = ""

    def body(self) -> Iterable[Widget]:
        yield Plain(id="version", classes="title")
        yield LazyTable(
            _COLUMNS,
            "No pattern was learnt yet: it is what a mapping ends with.",
            id="steps",
        )
        yield VerticalScroll(
            Line("Expression", Input(id="regex")),
            Line("Place", Input(placeholder="anywhere on the page", id="place")),
            Line("Repeats", Tick("follow it again from the pages it led to", id="repeat")),
            Plain(id="feedback"),
            id="edit",
            can_focus=False,
            classes="pane",
        )

    def load(self) -> None:
        learnt = self.session.pattern()
        pattern = learnt.pattern if learnt else NavigationPattern()
        if pattern != self._in_force:
            self._in_force = self._draft = pattern
        saved = learnt.saved if learnt else None
        self._version = f"version {saved.version}, {saved.origin}" if saved else ""
        run = self.session.latest()
        if run is not None and self._links_of != run.id and run.status != "running":
            self._links_of = run.id
            self._read(run.id)
        self._show()

    def follow(self, watch: Watch, *, second: bool) -> None:
        if second and watch.patterns_heard and self._in_force == NavigationPattern():
            self.load()

    @work(thread=True, exclusive=True, group="links")
    def _read(self, run: int) -> None:
        library = self.session.library
        if library is None:
            return
        try:
            links = library.known_links(run)
        except RecorderError as error:
            self.app.call_from_thread(self.tell, error)
            return
        self.app.call_from_thread(self._have_read, links)

    def _have_read(self, links: KnownLinks) -> None:
        self._links = links
        self._try()

    def _show(self) -> None:
        self._places = [(p, s) for p, path in enumerate(self._draft.paths) for s in range(len(path.steps))]
        table = self.query_one("#steps", LazyTable)
        table.fill(Listed([self._row(path, step) for path, step in self._places]))
        self._show_version()
        self._fill_fields()

    def _show_version(self) -> None:
        changed = self._draft != self._in_force
        words = f"Navigation pattern, {self._version}" if self._version else "Navigation pattern"
        self.query_one("#version", Plain).show(
            [
                (words, "bold"),
                ("   edited, not accepted yet: a accepts, z takes back" if changed else "", "$text-warning"),
            ]
        )

    def _row(self, path: int, number: int) -> Row:
        found = self._draft.paths[path]
        step = found.steps[number]
        last = number == len(found.steps) - 1
        evidence = f"{found.targets} targets, {found.links} links" if last else ""
        first = str(path + 1) if number == 0 else ""
        edited = step not in {one for each in self._in_force.paths for one in each.steps}
        manner = "doubtful" if edited else ""
        if isinstance(step, LinkStep):
            text, place = self._briefly(step.regex), _end_of(step.place or "", _PLACE)
            return (first, f"E{number + 1}", (text, manner), place, "yes" if step.repeat else "", evidence)
        text = f"{step.method} {address(step.url, self.site)}" + (f" with {step.body}" if step.body else "")
        return (first, f"E{number + 1}", (text, manner or "good"), "a form", "", evidence)

    def _briefly(self, regex: str) -> str:
        """Without its anchors, and without the host that all of them begin with."""
        text = regex.removeprefix("^").removesuffix("$")
        start, slash, rest = text.partition("://")[2].partition("/")
        is_own = slash and start.replace("\\", "") == self.site.partition("://")[2].partition("/")[0]
        return f"/{rest}" if is_own else text

    def _step(self) -> tuple[int, int, Step] | None:
        row = self.query_one("#steps", LazyTable).cursor
        if row >= len(self._places):
            return None
        path, number = self._places[row]
        return path, number, self._draft.paths[path].steps[number]

    @on(LazyTable.Moved, "#steps")
    def _moved(self) -> None:
        self._fill_fields()

    @on(LazyTable.Chosen, "#steps")
    def _edit(self) -> None:
        self.query_one("#regex").focus()

    def _fill_fields(self) -> None:
        """Show the step under the cursor; that is not an edit."""
        at = self._step()
        step = at[2] if at else None
        link = step if isinstance(step, LinkStep) else None
        regex, place, repeat = self._fields()
        for field in (regex, place, repeat):
            field.disabled = link is None
        with self.prevent(Input.Changed, Checkbox.Changed):
            regex.value = link.regex if link else ""
            place.value = (link.place or "") if link else ""
            repeat.value = link.repeat if link else False
        if isinstance(step, FormStep):
            self.query_one("#feedback", Plain).show(*_form_lines(step))
        elif link is None:
            self.query_one("#feedback", Plain).show()
        else:
            self._try()

    def _fields(self) -> tuple[Input, Input, Checkbox]:
        return (
            self.query_one("#regex", Input),
            self.query_one("#place", Input),
            self.query_one("#repeat", Checkbox),
        )

    @on(Input.Changed)
    def _typed(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(_PATIENCE, self._try)

    @on(Checkbox.Changed)
    def _ticked(self) -> None:
        self._try()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.query_one("#steps").focus()

    def _try(self) -> None:
        """Hold what stands in the fields against the known links, and take it into the draft if it can be meant."""
        at = self._step()
        if at is None or not isinstance(at[2], LinkStep):
            return
        regex, place, repeat = self._fields()
        path, number, _ = at
        former = self._former(path, number)
        self._hold_against(path, number, former, regex.value, place.value.strip() or None, repeat.value)

    def _former(self, path: int, number: int) -> LinkStep:
        """The step as it is in force, where the draft still has it at its place; else as the draft has it."""
        paths = self._in_force.paths
        found = paths[path].steps[number] if path < len(paths) and number < len(paths[path].steps) else None
        if len(paths) == len(self._draft.paths) and isinstance(found, LinkStep):
            return found
        step = self._draft.paths[path].steps[number]
        assert isinstance(step, LinkStep)  # only link steps are tried
        return step

    @work(thread=True, exclusive=True, group="try")
    def _hold_against(
        self, path: int, number: int, former: LinkStep, regex: str, place: str | None, repeat: bool
    ) -> None:
        links, worker = self._links or KnownLinks((), {}), get_current_worker()
        trial = links.trial(former, regex, place)
        if not worker.is_cancelled:
            edited = replace(former, regex=regex, place=place, repeat=repeat)
            self.app.call_from_thread(self._tried, path, number, edited, trial)

    def _tried(self, path: int, number: int, edited: LinkStep, trial: StepTrial) -> None:
        if not trial.error and edited != self._draft.paths[path].steps[number]:
            self._draft = _with_step(self._draft, path, number, edited)
            table = self.query_one("#steps", LazyTable)
            table.fill(Listed([self._row(*place) for place in self._places]))
            self._show_version()
        self.query_one("#feedback", Plain).show(*_trial_lines(trial, known=self._links is not None))

    def action_drop(self) -> None:
        at = self._step()
        if at is not None:
            paths = self._draft.paths
            self._draft = NavigationPattern((*paths[: at[0]], *paths[at[0] + 1 :]))
            self._show()

    def action_undo(self) -> None:
        self._draft = self._in_force
        self._show()

    def action_accept(self) -> None:
        library, recording = self.session.library, self.session.recording
        if library is None or recording is None or self._draft == self._in_force:
            self.say("Nothing was edited.")
            return
        if not self._draft.paths:
            self.tell(RecorderError("A pattern without paths leads nowhere.", "z takes the edits back."))
            return
        draft = self._draft
        self._put(lambda: library.accept_pattern(recording, draft))

    def action_import(self) -> None:
        self.app.push_screen(AskText("Read the pattern from which file?", "pattern.toml"), self._import)

    def _import(self, file: str | None) -> None:
        library, recording = self.session.library, self.session.recording
        if file is not None and library is not None and recording is not None:
            self._put(lambda: library.import_pattern(recording, Path(file).expanduser()))

    def _put(self, change: _Change) -> None:
        try:
            done = change()
        except RecorderError as error:
            self.tell(error)
            return
        self.load()
        if not done.changes:
            self.say("This is the pattern in force already: nothing has changed.")
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
        try:
            library.export_pattern(recording, Path(file).expanduser())
        except (RecorderError, OSError) as error:
            self.tell(error if isinstance(error, RecorderError) else RecorderError(f"{file}: {error.strerror}"))
            return
        self.say(f"Written to {file}.")


def _with_step(pattern: NavigationPattern, path: int, number: int, step: LinkStep) -> NavigationPattern:
    paths = list(pattern.paths)
    steps = list(paths[path].steps)
    steps[number] = step
    paths[path] = PatternPath(tuple(steps), paths[path].targets, paths[path].links)
    return NavigationPattern(tuple(paths))


def _end_of(text: str, width: int) -> str:
    """The beginning of a tag path is the same everywhere."""
    return text if len(text) <= width else f"…{text[1 - width :]}"


def _trial_lines(trial: StepTrial, *, known: bool) -> Iterable[Plain.Line]:
    if trial.error:
        yield [("✗ ", "bold $text-error"), (trial.error, "$text-error")]
        return
    if not known:
        yield [("The links that are known are being read.", "dim")]
        return
    yield [(f"✓ {many(trial.matches, 'known link')} would be followed", "bold")]
    for words, urls, style in (("newly", trial.gained, "$text-success"), ("no longer", trial.lost, "$text-error")):
        if urls:
            yield [(f"  {len(urls):,} {words}: ", f"bold {style}"), ("  ".join(urls[:_SHOWN]), style)]


def _form_lines(step: FormStep) -> Iterable[Plain.Line]:
    way = "by the browser" if step.in_browser else "over HTTP"
    yield [("A form step", "bold"), (f", filled in {way}; the form stands on {step.page or 'the pages before'}", "")]
    for parameter in step.parameters:
        words = f"one of {len(parameter.options)}" if parameter.options else parameter.kind
        example = f", for example {parameter.example}" if parameter.example else ""
        yield f"  * {parameter.label or parameter.name} ({parameter.name}): {words}{example}"
    yield [("What it sends cannot be edited here: e writes the pattern to a file, i reads it again.", "dim")]
