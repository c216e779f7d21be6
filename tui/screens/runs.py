"""Runs: what was done to this database, run by run, and what differs between two crawls."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget

from recorder.face import Change, Difference, Run
from recorder.face.library import Library
from recorder.inspecting.recording_report import counted, looked_at, new_words, query_words
from recorder.runtime.plain_text import duration, many, moment
from recorder.tui.messages import ShowPage
from recorder.tui.screens.area import Area, RateLimit
from recorder.tui.screens.dialogs import ReadText
from recorder.tui.session import Session
from recorder.tui.text import address, told_apart
from recorder.tui.watch import Watch
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import Cell, LazyTable, Row, TableColumn, listed

_MANNERS = {"new": "good", "changed": "doubtful", "gone": "bad", "missing": "faint"}
_WIDE = 110
_TO_THE_MINUTE = 16
_LEAST = 6
"""Lines of the list of runs; it grows with them, up to half the screen."""
_COLUMNS = (
    TableColumn("run", 3, right=True),
    TableColumn("kind", 7),
    TableColumn("state", 7),
    TableColumn("began", 16),
    TableColumn("took", 7, right=True, room=_WIDE),
    TableColumn("pages", 6, right=True),
    TableColumn("targets", 7, right=True),
    TableColumn("new", 6, right=True),
    TableColumn("changed", 7, right=True),
    TableColumn("same", 6, right=True, room=_WIDE),
    TableColumn("gone", 6, right=True),
    TableColumn("off", 5, right=True, room=_WIDE),
    TableColumn("errors", 6, right=True, room=_WIDE),
    TableColumn("asked", room=_WIDE),
)


class RunsArea(Area):
    MODE = "runs"
    AUTO_FOCUS = "#runs"
    GUIDE = (
        "Above: every mapping and crawl of this recording. off: pages the pattern led to that are not like the sample.",
        "Below: what became of the pages between the chosen crawl and the one before it that asked the same.",
        "Only a crawl that saw everything calls a page gone; otherwise it is missing: not met, and nobody knows why.",
        "Enter on a changed page shows what went and what came; on another one, why it is what it is.",
        "e writes the differences to a CSV file.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("e", "export", "Export", tooltip="The differences, as CSV")]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._runs: tuple[Run, ...] = ()
        self._difference: Difference | None = None
        self._rate = RateLimit()

    def body(self) -> Iterable[Widget]:
        yield LazyTable(
            _COLUMNS,
            "Nothing was run yet.",
            id="runs",
        )
        yield Vertical(
            Plain(id="difference", classes="title"),
            LazyTable((TableColumn("", 8), TableColumn("Page", by_end=True), TableColumn("title")), "", id="changes"),
            id="below",
        )

    def load(self) -> None:
        library, recording = self.session.library, self.session.recording
        self._list(library.runs(recording.id) if library and recording else ())
        self._compare()

    def at_hand(self) -> tuple[str, str]:
        changes = self._difference.changes if self._difference else ()
        chosen = self.query_one("#changes", LazyTable).at_cursor(changes)
        return (chosen.url, chosen.url) if chosen else ("", "")

    def follow(self, watch: Watch, *, second: bool) -> None:
        if second and watch.status == "running" and self._rate.is_due:
            self._count()

    def _count(self) -> None:
        """The counts of the run that is going on."""
        library, recording = self.session.library, self.session.recording
        if library is not None and recording is not None:
            self.in_thread("runs", lambda: self._rate.ask(lambda: library.runs(recording.id)), self._counted)

    def _counted(self, runs: Sequence[Run]) -> None:
        if self.is_mounted and self.query("#runs"):  # it may have been left for good meanwhile
            self._list(runs)

    def _list(self, runs: Sequence[Run]) -> None:
        self._runs = tuple(reversed(runs))
        table = self.query_one("#runs", LazyTable)
        table.styles.height = max(_LEAST, min(len(self._runs) + 2, self.size.height // 2 - 1))
        table.fill(listed([_row(run) for run in self._runs]))

    @on(LazyTable.CursorMoved, "#runs")
    def _compare(self) -> None:
        library, newer = self.session.library, self.query_one("#runs", LazyTable).at_cursor(self._runs)
        older = next((run for run in self._runs if newer and _is_before(run, newer)), None)
        self._difference = None
        words = "Two crawls that asked the same are needed to tell what is new, changed and gone."
        if newer is None or older is None:
            self._show(words if newer is None or newer.kind == "crawl" else self._of_mapping(newer))
        if library is not None and newer is not None and newer.kind == "crawl":
            self.in_thread("difference", lambda: _looked_up(library, older, newer), self._have_read)

    def _of_mapping(self, run: Run) -> str:
        recording = self.session.recording
        latest = next(each for each in self._runs if each.kind == "mapping")
        words = looked_at(recording, run) if recording is not None and run.id == latest.id else ""
        return f"Run {run.id} is a mapping, which is compared with nothing{f': {words}' if words else ''}."

    def _have_read(self, read: tuple[tuple[str, ...], Difference | None]) -> None:
        fresh, found = read
        self._difference = found
        if found is None:
            if fresh:
                self._show(*fresh, "No earlier crawl asked the same.")
            return
        why = f" Nothing can be called gone: {found.why_not}." if found.why_not else ""
        counts = f"{many(len(found.changes), 'difference')}, {found.unchanged:,} unchanged."
        self._show(*fresh, f"From run {found.older} to run {found.newer}: {counts}{why}")

    def _show(self, *words: str) -> None:
        changes = self._difference.changes if self._difference else ()
        self.query_one("#difference", Plain).show(*words)
        titles = told_apart([one.title for one in changes])
        rows: list[Row] = [
            ((one.status, _MANNERS.get(one.status, "")), address(one.url, self.site), title)
            for one, title in zip(changes, titles, strict=True)
        ]
        self.query_one("#changes", LazyTable).fill(listed(rows))

    @on(LazyTable.Chosen, "#changes")
    def _look_into(self, event: LazyTable.Chosen) -> None:
        if self._difference is None:
            return
        chosen, library = self._difference.changes[event.row], self.session.library
        older, newer = chosen.pages
        if library is None or chosen.status != "changed" or older is None or newer is None:
            self.post_message(ShowPage(chosen.url))
        else:
            self.in_thread(
                "change", lambda: library.page_changes(older, newer), lambda lines: self._tell(chosen, lines)
            )

    def _tell(self, chosen: Change, lines: Sequence[str]) -> None:
        """What went and what came, and, behind it, why the page is a target."""
        styles = {"-": "$text-error", "+": "$text-success"}
        words: list[Plain.Line] = [[(line, styles.get(line[:1], ""))] for line in lines]
        self.app.push_screen(
            ReadText(f"What changed in {address(chosen.url, self.site)}", *(words or ["Nothing that can be shown."]))
        )

    def action_export(self) -> None:
        if self._difference is None:
            self.notify_text("There are no differences to export.")
            return
        rows = [(one.status, one.url, one.title) for one in self._difference.changes]
        self.write_csv("the differences", "differences.csv", ("status", "url", "title"), lambda: rows)


def _looked_up(library: Library, older: Run | None, newer: Run) -> tuple[tuple[str, ...], Difference | None]:
    """Of a run that is over, what of the new was collected before; and what differs, where two can be compared."""
    never = library.never_collected(newer.id) if newer.new and newer.status != "running" else newer.new
    fresh = (f"Run {newer.id}: {new_words(newer, never)}.",) if never != newer.new else ()
    return fresh, library.difference(older.id, newer.id) if older is not None else None


def _is_before(run: Run, newer: Run) -> bool:
    """A crawl that asked the same, and the nearest one as runs come latest first."""
    return run.kind == newer.kind == "crawl" and run.id < newer.id and run.parameters == newer.parameters


def _row(run: Run) -> Row:
    counts = counted(run, "pages", "targets", "new", "changed", "unchanged", "gone", "off_pattern", "errors")
    state: Cell = (run.status, "bad" if run.status == "failed" else "doubtful" if run.status == "stopped" else "")
    if run.drift:
        state = ("drifted", "bad")
    return (
        str(run.id),
        run.kind,
        state,
        moment(run.started_at)[:_TO_THE_MINUTE],
        duration(run.seconds),
        *(f"{count:,}" if isinstance(count, int) else count for count in counts),
        (query_words(run.parameters) or "the links") if run.kind == "crawl" else "",
    )
