"""Runs: what was done to this database, run by run, and what differs between two crawls."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.worker import get_current_worker

from recorder.face import Difference, Run, write_csv
from recorder.inspecting.recording_report import query_words
from recorder.runtime.errors import RecorderError
from recorder.tui.messages import ShowPage
from recorder.tui.rate_limit import Seldom
from recorder.tui.screens.area import Area
from recorder.tui.screens.questions import AskText
from recorder.tui.session import Session
from recorder.tui.watch import Watch
from recorder.tui.widgets.lazy_table import Cell, Column, LazyTable, Listed, Row
from recorder.tui.widgets.plain import Plain
from recorder.tui.words import address, duration, many, moment

_MANNERS = {"new": "good", "changed": "doubtful", "gone": "bad", "missing": "faint"}
_WIDE = 110
_TO_THE_MINUTE = 16
_COLUMNS = (
    Column("run", 3, right=True),
    Column("kind", 7),
    Column("state", 7),
    Column("began (UTC)", 16),
    Column("took", 7, right=True, room=_WIDE),
    Column("pages", 6, right=True),
    Column("targets", 7, right=True),
    Column("new", 6, right=True),
    Column("changed", 7, right=True),
    Column("same", 6, right=True, room=_WIDE),
    Column("gone", 6, right=True),
    Column("off", 5, right=True, room=_WIDE),
    Column("errors", 6, right=True, room=_WIDE),
    Column("asked", room=_WIDE),
)


class RunsArea(Area):
    MODE = "runs"
    AUTO_FOCUS = "#runs"
    GUIDE = (
        "Above: every mapping and crawl of this recording. off: pages the pattern led to that are not like the sample.",
        "Below: what became of the pages between the chosen crawl and the one before it that asked the same.",
        "Only a crawl that saw everything calls a page gone; otherwise it is missing: not met, and nobody knows why.",
        "e writes the differences to a CSV file.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("e", "export", "Export", tooltip="The differences, as CSV")]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._runs: tuple[Run, ...] = ()
        self._difference: Difference | None = None
        self._counting = Seldom()

    def body(self) -> Iterable[Widget]:
        yield LazyTable(
            _COLUMNS,
            "Nothing was run yet.",
            id="runs",
        )
        yield Vertical(
            Plain(id="difference", classes="title"),
            LazyTable((Column("", 8), Column("Page", by_end=True), Column("title")), "", id="changes"),
            id="below",
        )

    def load(self) -> None:
        library, recording = self.session.library, self.session.recording
        self._list(library.runs(recording.id) if library and recording else ())
        self._compare()

    def follow(self, watch: Watch, *, second: bool) -> None:
        if second and watch.status == "running" and self._counting.is_due:
            self._count()

    @work(thread=True, exclusive=True, group="runs")
    def _count(self) -> None:
        """The counts of the run that is going on."""
        library, recording, worker = self.session.library, self.session.recording, get_current_worker()
        if library is None or recording is None:
            return
        self._counting.asking()
        try:
            runs = library.runs(recording.id)
        except RecorderError as error:
            self.app.call_from_thread(self.tell, error)
            return
        self._counting.answered()
        if not worker.is_cancelled:
            self.app.call_from_thread(self._counted, runs)

    def _counted(self, runs: Sequence[Run]) -> None:
        if self.is_mounted and self.query("#runs"):  # it may have been left for good meanwhile
            self._list(runs)

    def _list(self, runs: Sequence[Run]) -> None:
        self._runs = tuple(reversed(runs))
        self.query_one("#runs", LazyTable).fill(Listed([_row(run) for run in self._runs]))

    @on(LazyTable.Moved, "#runs")
    def _moved(self) -> None:
        self._compare()

    def _compare(self) -> None:
        newer = self._run_at_cursor()
        older = next((run for run in self._runs if newer and _is_before(run, newer)), None)
        self._difference = None
        if newer is None or older is None:
            words = "Two crawls that asked the same are needed to tell what is new, changed and gone."
            self._show(words if newer is None or newer.kind == "crawl" else "A mapping is compared with nothing.")
            return
        self._read(older.id, newer.id)

    @work(thread=True, exclusive=True, group="difference")
    def _read(self, older: int, newer: int) -> None:
        library = self.session.library
        if library is None:
            return
        try:
            found = library.difference(older, newer)
        except RecorderError as error:
            self.app.call_from_thread(self.tell, error)
            return
        self.app.call_from_thread(self._have_read, found)

    def _have_read(self, found: Difference) -> None:
        self._difference = found
        why = f" Nothing can be called gone: {found.why_not}." if found.why_not else ""
        counts = f"{many(len(found.changes), 'difference')}, {found.unchanged:,} unchanged."
        self._show(f"From run {found.older} to run {found.newer}: {counts}{why}")

    def _show(self, words: str) -> None:
        changes = self._difference.changes if self._difference else ()
        self.query_one("#difference", Plain).show(words)
        rows: list[Row] = [
            ((one.status, _MANNERS.get(one.status, "")), address(one.url, self.site), one.title) for one in changes
        ]
        self.query_one("#changes", LazyTable).fill(Listed(rows))

    def _run_at_cursor(self) -> Run | None:
        row = self.query_one("#runs", LazyTable).cursor
        return self._runs[row] if row < len(self._runs) else None

    @on(LazyTable.Chosen, "#changes")
    def _why(self, event: LazyTable.Chosen) -> None:
        if self._difference:
            self.post_message(ShowPage(self._difference.changes[event.row].url))

    def action_export(self) -> None:
        if self._difference is None:
            self.say("There are no differences to export.")
            return
        self.app.push_screen(AskText("Write the differences to which CSV file?", "differences.csv"), self._write)

    def _write(self, file: str | None) -> None:
        if file is None or self._difference is None:
            return
        rows = [(one.status, one.url, one.title) for one in self._difference.changes]
        try:
            count = write_csv(Path(file).expanduser(), ("status", "url", "title"), rows)
        except RecorderError as error:
            self.tell(error)
            return
        self.say(f"{many(count, 'row')} written to {file}.")


def _is_before(run: Run, newer: Run) -> bool:
    """A crawl that asked the same, and the nearest one as runs come latest first."""
    return run.kind == newer.kind == "crawl" and run.id < newer.id and run.parameters == newer.parameters


def _row(run: Run) -> Row:
    counts = (run.pages, run.targets, run.new, run.changed, run.unchanged, run.gone, run.off_pattern, run.errors)
    state: Cell = (run.status, "bad" if run.status == "failed" else "doubtful" if run.status == "stopped" else "")
    if run.drift:
        state = ("drifted", "bad")
    return (
        str(run.id),
        run.kind,
        state,
        moment(run.started_at)[:_TO_THE_MINUTE],
        duration(run.seconds),
        *(f"{count:,}" for count in counts),
        (query_words(run.parameters) or "the links") if run.kind == "crawl" else "",
    )
