"""Crawl: what to ask the site, one key to run, and what comes of it: targets as they are collected, errors, notes."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Select, TabbedContent, TabPane

from recorder.face import (
    CrawlOptions,
    ExhaustOptions,
    FormStep,
    Given,
    Goal,
    NavigationPattern,
    Run,
    load_coverage,
    queries_of,
)
from recorder.face.library import Library
from recorder.inspecting.recording_report import new_words, reached_targets
from recorder.runtime.errors import UsageError
from recorder.runtime.plain_text import brief_label, duration, many
from recorder.tui.messages import ShowPage, StartRun
from recorder.tui.screens.area import Area, RateLimit
from recorder.tui.screens.pages import PAGE_COLUMNS, stored_pages
from recorder.tui.session import Session
from recorder.tui.text import address, label, url_path
from recorder.tui.watch import Watch
from recorder.tui.widgets.bars import progress_bar
from recorder.tui.widgets.fields import Captioned, Plain, budget_field, form_fields
from recorder.tui.widgets.lazy_table import LazyTable, TableColumn, listed
from recorder.tui.widgets.words_pane import WordsPane

_LINKS = -1
"""The choice that follows links and asks no form."""

_UNDECIDED = -2
"""Before it is known what there is to choose from."""

_BY_ITSELF = 10_000
"""What is added to the number of a form that is to be exhausted: a pattern has fewer forms."""
_BAR = 30
_ROOM_FOR_COUNTS = 56


class CrawlArea(Area):
    MODE = "crawl"
    AUTO_FOCUS = "#targets"
    GUIDE = (
        "Choose what to collect: the pages that links lead to, or what a form of the site finds. A form asks"
        " you for its fields; in the empty ones you see an example that worked. Ctrl+R runs it.",
        "For many queries at once give a CSV file: its first row names the fields, each further row is one query.",
        "Below: the targets as they come (new, changed or unchanged since the last crawl that asked the"
        " same), errors and pages off the pattern (reached, but not like the sample), and notes. Enter on a"
        " page tells why it is a target.",
        "A crawl that was stopped is gone on with when you run the same again.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r,f5", "start", "Run", key_display="^r", priority=True),
        Binding("greater_than_sign", "app.go('records')", "Records", key_display=">", tooltip="The data of the pages"),
        Binding("i", "focus('#choice')", "Ask"),
        Binding("t", "tab('targets-tab', 'targets')", "Targets"),
        Binding("x", "tab('errors-tab', 'errors')", "Errors"),
        Binding("n", "tab('notes-tab', 'notes')", "Notes"),
        Binding("w", "tab('words-tab', 'asked')", "Words"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._pattern = NavigationPattern()
        self._steps: tuple[FormStep, ...] = ()
        self._ids: tuple[int, ...] = ()
        self._counts: Run | None = None
        self._never_collected = 0
        self._rate = RateLimit()
        self._asked_for: object = None

    def body(self) -> Iterable[Widget]:
        yield VerticalScroll(
            Captioned("What to collect", Select([("…", _UNDECIDED)], allow_blank=False, id="choice")),
            Vertical(id="fields"),
            Captioned("Table of queries", Input(placeholder="optional: a CSV file, one query a row", id="table")),
            Captioned("Stop after targets", Input(placeholder="no limit", type="integer", id="limit")),
            id="ask",
            can_focus=False,
        )
        yield Plain(id="progress")
        with TabbedContent(id="results"):
            with TabPane("Targets", id="targets-tab"):
                yield LazyTable(PAGE_COLUMNS, "None yet: Ctrl+R runs the crawl.", id="targets")
            with TabPane("Errors", id="errors-tab"):
                yield LazyTable(
                    (TableColumn("Page", by_end=True), TableColumn("what happened")), "No page failed.", id="errors"
                )
            with TabPane("Notes", id="notes-tab"):
                yield LazyTable((TableColumn("What the run had to say"),), "Nothing to note.", id="notes")
            yield WordsPane()

    def load(self) -> None:
        learnt = self.session.pattern()
        self._pattern = learnt.pattern if learnt else NavigationPattern()
        self._offer()
        run = self.session.latest("crawl")
        self._counts = run if run and run.status != "running" else None
        library = self.session.library
        self._never_collected = library.never_collected(run.id) if library and self._counts and run else 0
        self._show_run()
        self._list_targets()

    def at_hand(self) -> tuple[str, str]:
        return self.stored_page(self.query_one("#targets", LazyTable).at_cursor(self._ids))

    def follow(self, watch: Watch, *, second: bool) -> None:
        if watch.kind != "crawl":
            return
        self._show_run()
        if second:
            self._list_targets()
            errors = [(address(url, self.site), (reason, "bad")) for url, reason in reversed(watch.errors)]
            self.query_one("#errors", LazyTable).fill(listed(errors))
            self.query_one("#notes", LazyTable).fill(listed([(note,) for note in reversed(watch.notes)]))
            self.query_one(WordsPane).follow(watch.found_by_asking, self.size.width)

    def _offer(self) -> None:
        """The choices that the pattern leaves, unless they are on offer already."""
        first_steps = (path.steps[0] for path in self._pattern.paths)
        forms = dict.fromkeys(step for step in first_steps if isinstance(step, FormStep))
        if self._asked_for == (self._pattern, self.session.recording):
            return
        self._asked_for, self._steps = (self._pattern, self.session.recording), tuple(forms)
        choice = self.query_one("#choice", Select)
        # In two steps: a Select whose value stays the same goes on showing the words it had.
        with choice.prevent(Select.Changed):
            choice.set_options([("…", _UNDECIDED)])
        choice.set_options(list(self._choices()))

    def _choices(self) -> Iterator[tuple[Text, int]]:
        links = [path for path in self._pattern.paths if not any(isinstance(step, FormStep) for step in path.steps)]
        if links or not self._steps:
            yield label(f"the pages that links lead to{self._when_recorded()}"), _LINKS
        for number, step in enumerate(self._steps):
            names = ", ".join(brief_label(parameter.label or parameter.name) for parameter in step.parameters)
            yield label(f"what the form {url_path(step.url.partition('?')[0])} finds: {names}"), number
        for number, step in enumerate(self._steps):
            path = url_path(step.url.partition("?")[0])
            yield label(f"nearly all that the form {path} can find, asked by itself"), number + _BY_ITSELF

    def _when_recorded(self) -> str:
        """What the recording says itself: it has seen only some of them."""
        coverage = load_coverage(self.session.recording) if self.session.recording else None
        return f" ({reached_targets(coverage):,} known when recorded)" if coverage else ""

    @on(Select.Changed, "#choice")
    async def _chosen(self) -> None:
        """The fields of the form that was chosen; one that is asked by itself takes neither queries nor a limit."""
        fields, step, exhausted = self.query_one("#fields"), self._step(), self._exhausted()
        await fields.remove_children()
        await fields.mount(*(form_fields(step) if step else ()), *([budget_field()] if exhausted else ()))
        for name in ("#table", "#limit"):
            self.query_one(name, Input).disabled = exhausted is not None

    def _step(self) -> FormStep | None:
        value = self.query_one("#choice", Select).value
        return self._steps[value] if isinstance(value, int) and 0 <= value < len(self._steps) else None

    def action_start(self) -> None:
        library, recording = self.session.library, self.session.recording
        with self.errors_told():
            if library is None or recording is None or not self._pattern.paths:
                raise UsageError("There is no navigation pattern to follow yet.", "Record a site first: 1 leads there.")
            step = self._exhausted()
            asked = (None, ()) if step else (self._number("#limit", "targets"), self._queries())
            options = CrawlOptions(library.path, recording.name, *asked, exhaust=self._exhaust(step) if step else None)
            self.query_one("#targets", LazyTable).say_when_empty("None yet.")
            # What is typed now is meant for the run, not for its inputs.
            self.action_tab(*(("words-tab", "asked") if options.exhaust else ("targets-tab", "targets")))
            self.post_message(StartRun(options))

    def _exhausted(self) -> FormStep | None:
        """The form that is to be asked by itself, if that was chosen."""
        value = self.query_one("#choice", Select).value
        return self._steps[value - _BY_ITSELF] if isinstance(value, int) and value >= _BY_ITSELF else None

    def _exhaust(self, step: FormStep) -> ExhaustOptions:
        return ExhaustOptions(step.url, Goal(requests=self._number("#max-requests", "result pages")))

    def _number(self, field: str, what: str) -> int | None:
        text = self.query_one(field, Input).value.strip()
        if text and not (text.isdecimal() and int(text) > 0):
            raise UsageError(f"{text!r} is not a number of {what}.", "Leave it empty for no limit of your own.")
        return int(text) if text else None

    def _queries(self) -> tuple[Given, ...]:
        step, table = self._step(), self.query_one("#table", Input).value.strip()
        given = tuple(self._given(step)) if step else ()
        if step is not None and not given and not table:
            raise UsageError("A form has to be asked something.", "Fill in at least one of its fields.")
        file = Path(table).expanduser() if table else None
        if file is not None and not file.is_file():
            raise UsageError(f"There is no file {file}.", "Give the path of a CSV file, or leave it empty.")
        asked = [f"{name}={value}" for name, value in given]
        return queries_of(asked, file)

    def _given(self, step: FormStep) -> Iterator[tuple[str, str]]:
        for number, parameter in enumerate(step.parameters):
            control = self.query_one(f"#parameter-{number}")
            if isinstance(control, Input) and control.value:
                yield parameter.name, control.value
            elif isinstance(control, Select) and control.value is not Select.NULL:
                yield parameter.name, str(control.value)

    def _show_run(self) -> None:
        watch, counts = self.session.watch, self._counts
        live = watch.kind == "crawl" and bool(watch.status)
        if not live and counts is None:
            self.query_one("#progress", Plain).show([("Nothing was collected yet. ", ""), ("Ctrl+R runs.", "bold")], "")
            return
        first: list[tuple[str, str]] = []
        if live:
            first += _progress(watch, max(8, min(_BAR, self.size.width - _ROOM_FOR_COUNTS)))
        elif counts is not None:
            first.append(
                (f"Run {counts.id} {counts.status}: {many(counts.pages, 'page')}, {duration(counts.seconds)}  ", "bold")
            )
        second: Plain.Line = _counted(counts, self._never_collected) if counts is not None else ""
        if watch.trouble and live:
            second = [("✗ ", "bold $text-error"), (watch.trouble, "$text-error")]
        self.query_one("#progress", Plain).show(first, second)

    def _list_targets(self) -> None:
        """Ask the database again, but not often during a run."""
        library = self.session.library
        if library is None or (self.session.running and not self._rate.is_due):
            return

        def targets() -> tuple[Run, tuple[int, ...], int] | None:
            run = self.session.latest("crawl")
            if run is None:
                return None
            # Asked when the run is over: while it goes on, asking again and again costs what the run needs.
            never = run.new if run.status == "running" else library.never_collected(run.id)
            return run, library.page_ids(run.id, "target"), never

        self.in_thread("targets", lambda: self._rate.ask(targets), lambda found: self._listed(library, found))

    def _listed(self, library: Library, found: tuple[Run, tuple[int, ...], int] | None) -> None:
        if found is None or library is not self.session.library:
            return
        self._counts, ids, self._never_collected = found
        self._ids = tuple(reversed(ids))
        self.query_one("#targets", LazyTable).fill(stored_pages(library, self._ids, self.site))
        self._show_run()

    @on(LazyTable.Chosen, "#targets")
    def _why(self, event: LazyTable.Chosen) -> None:
        library = self.session.library
        seen = library.pages([self._ids[event.row]]) if library else ()
        if seen:
            self.post_message(ShowPage(seen[0].page.url))

    @on(LazyTable.Chosen, "#errors")
    def _why_error(self, event: LazyTable.Chosen) -> None:
        errors = self.session.watch.errors
        self.post_message(ShowPage(errors[len(errors) - 1 - event.row][0]))

    def action_tab(self, tab: str, table: str) -> None:
        self.query_one(TabbedContent).active = tab
        self.query_one(f"#{table}").focus()


def _progress(watch: Watch, length: int) -> Iterator[tuple[str, str]]:
    """A bar of what is done of what is known, while that can be told."""
    if watch.status == "running" and watch.waiting is not None:
        done = watch.pages / max(1, watch.pages + watch.waiting)
        yield from progress_bar(done, length)
    state = "" if watch.status == "running" else f"Run {watch.run or ''} {watch.status}: "
    yield f"{state}{many(watch.pages, 'page')}, {many(watch.targets, 'target')}", "bold"
    if watch.status == "running":
        yield watch.pace, ""


def _counted(run: Run, never_collected: int) -> list[tuple[str, str]]:
    pieces = [
        (new_words(run, never_collected), "$text-success" if run.new else ""),
        (f" · {run.changed:,} changed", "$text-warning" if run.changed else ""),
        (f" · {run.unchanged:,} unchanged", ""),
        (f" · {run.gone:,} gone", "$text-error" if run.gone else ""),
        (f" · {run.off_pattern:,} off the pattern · {many(run.errors, 'error')}", "dim"),
    ]
    if run.drift:
        pieces.append((f" · DRIFT: {run.drift.get('message', '')}", "bold $text-error"))
    return pieces
