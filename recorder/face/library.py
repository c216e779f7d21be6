"""What a database holds, for a screen to show: recordings, what was learnt, pages and runs; and the few things a person
changes by hand. Frozen values in and out; nothing is fetched.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import FunctionType
from typing import TypeVar

from recorder.extracting.column_choices import leave_out_column, rename_column
from recorder.extracting.wanting import Example, WantedColumn, want
from recorder.forms.ranking import largest
from recorder.inspecting.changes import FieldHistory, field_histories
from recorder.inspecting.known_links import KnownLinks
from recorder.inspecting.page_versions import difference_lines, page_difference
from recorder.inspecting.recording_health import RecordingHealth, health_of
from recorder.inspecting.report.portraits import portraits_of
from recorder.inspecting.why import explain
from recorder.inspecting.why_report import why_lines
from recorder.knowledge.beliefs import BELIEFS
from recorder.knowledge.link_classes import LinkClasses, learn_link_classes, mark_link_classes
from recorder.knowledge.pattern_files import (
    PatternChange,
    read_pattern,
    replace_pattern,
    write_pattern,
)
from recorder.knowledge.pattern_versions import (
    LearntPattern,
    PatternVersion,
    learnt_pattern,
    pattern_versions,
    restore_pattern,
)
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.patterns.pages.documents import Document
from recorder.patterns.pages.outline import OutlineLine, outline
from recorder.patterns.records.naming import says_nothing
from recorder.runtime.errors import RecorderError, told_errors
from recorder.runtime.files import refuse_the_database, refuse_to_replace
from recorder.runtime.plain_text import one_line
from recorder.store.database import Store, open_store
from recorder.store.errors import ReadOnlyError
from recorder.store.forms import StoredForm
from recorder.store.page import TARGET, StoredPage
from recorder.store.probes import ProbeRow
from recorder.store.record_views import RecordView, Spread
from recorder.store.recordings import Recording
from recorder.store.records import RecordTable, SqlValue
from recorder.store.runs import Kind, Run
from recorder.store.targets import Difference

_EXAMPLE = 20
"""Most characters of an example that stands for a name."""
PREVIEWED = 400
"""Most lines of a page's text that are shown."""

_MOST_HITS = 1_000
"""Most pages that a search lists."""


@dataclass(frozen=True)
class ProbeSeen:
    """One trial submission; `is_large` marks those of the largest 30%, which are looked into."""

    probe: ProbeRow
    is_large: bool


@dataclass(frozen=True)
class PageSeen:
    """A stored page; `status` tells a target that is new, changed or unchanged."""

    page: StoredPage
    status: str = ""


@dataclass(frozen=True)
class Preview:
    """A page to look at."""

    page: StoredPage
    text: tuple[str, ...]
    outline: tuple[OutlineLine, ...]


_T = TypeVar("_T")


def _telling_errors(cls: type[_T]) -> type[_T]:
    """Its calls raise errors of the store as those that a person sees."""
    for name, call in list(vars(cls).items()):
        if isinstance(call, FunctionType) and not name.startswith("_"):
            setattr(cls, name, told_errors()(call))
    return cls


@_telling_errors
class Library:
    """One open database. Close it, or use it as a context manager. Its calls may come from any thread."""

    def __init__(self, path: Path) -> None:
        """Raises a `RecorderError` if this is no database of ours."""
        self.path = path
        self._store = _opened(path)

    def close(self) -> None:
        self._store.close()

    def __enter__(self) -> "Library":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def recordings(self) -> tuple[Recording, ...]:
        return self._store.recordings.all()

    def runs(self, recording_id: int) -> tuple[Run, ...]:
        """Oldest first."""
        return self._store.runs.all(recording_id)

    def health(self, recording: Recording) -> RecordingHealth:
        return health_of(self._store, recording)

    def latest(self, recording_id: int, kind: Kind) -> Run | None:
        return next((run for run in reversed(self.runs(recording_id)) if run.kind == kind), None)

    def difference(self, older: int, newer: int) -> Difference:
        return self._store.targets.diff(older, newer)

    def page_changes(self, older: int, newer: int) -> tuple[str, ...]:
        """What came and went between two stored copies of a page."""
        found = page_difference(self._store, older, newer)
        return tuple(difference_lines(found)) if found else ()

    def forms(self, recording_id: int) -> tuple[StoredForm, ...]:
        return self._store.forms.all(recording_id)

    def probes(self, form_id: int) -> tuple[ProbeSeen, ...]:
        """Those of the latest run that tried it, in the order they were sent."""
        probes = self._store.probes.of_form(form_id)
        large = {id(probe) for probe in largest(probes, lambda probe: probe.size)} if probes else set()
        return tuple(ProbeSeen(probe, id(probe) in large) for probe in probes)

    def pattern(self, recording_id: int) -> LearntPattern:
        return learnt_pattern(self._store, recording_id)

    def accept_pattern(self, recording: Recording, pattern: NavigationPattern) -> PatternChange:
        """Put an edited pattern in force."""
        with self._store.recordings.hold(recording):
            return replace_pattern(self._store, recording, pattern, "edited")

    def import_pattern(self, recording: Recording, file: Path) -> PatternChange:
        refuse_the_database(file, self.path)
        pattern = read_pattern(_content(file), str(file))
        with self._store.recordings.hold(recording):
            return replace_pattern(self._store, recording, pattern, "imported")

    def pattern_versions(self, recording: Recording) -> tuple[PatternVersion, ...]:
        """Oldest first; the last one is in force."""
        return pattern_versions(self._store, recording)

    def restore_pattern(self, recording: Recording, version: int) -> PatternChange:
        with self._store.recordings.hold(recording):
            return restore_pattern(self._store, recording, version)

    def export_pattern(self, recording: Recording, file: Path) -> None:
        text = self._store.patterns.latest(recording.id).text
        refuse_to_replace(file, self.path, anew=False, hint="Name another file.")
        write_pattern(text, file.absolute(), self.path)  # no file of a screen is stdout

    def known_links(self, run_id: int) -> KnownLinks:
        """Takes its time: ask in a thread."""
        return KnownLinks.of_run(self._store, run_id)

    def move_threshold(self, recording: Recording, threshold: float) -> None:
        """From now on crawls judge by this cut alone."""
        evidence = {name: kept for name, kept in (recording.threshold_evidence or {}).items() if name != BELIEFS}
        with self._store.recordings.hold(recording):
            self._store.recordings.set_threshold(recording.id, threshold, evidence).result()

    def never_collected(self, run_id: int) -> int:
        """How many of the new targets of a run no crawl had collected before."""
        return self._store.runs.never_collected(run_id)

    def page_ids(self, run_id: int, role: str | None = None) -> tuple[int, ...]:
        return self._store.pages.ids(run_id, role)

    def present_ids(self, recording_id: int) -> tuple[int, ...]:
        """The target pages that are present now."""
        return self._store.targets.ids(recording_id)

    def hit_ids(self, recording_id: int, words: str) -> tuple[int, ...]:
        """The target pages that contain all the words, the best first."""
        return self._store.targets.search(recording_id, words, _MOST_HITS)

    def pages(self, page_ids: Sequence[int]) -> tuple[PageSeen, ...]:
        """In the order asked for; a page that is no longer there is left out."""
        found = {page.id: page for page in self._store.pages.some(page_ids)}
        statuses = self._store.targets.statuses([page.id for page in found.values() if page.role == TARGET])
        return tuple(PageSeen(found[key], statuses.get(key, "")) for key in page_ids if key in found)

    def record_tables(self, recording_id: int) -> tuple[RecordTable, ...]:
        """What was extracted from the pages, if anything was."""
        return self._store.records.tables(recording_id)

    def record_ids(self, table: RecordTable, view: RecordView) -> tuple[int, ...]:
        """Those that are looked at, in their order."""
        return self._store.record_views.ids(table, view)

    def record_spread(self, table: RecordTable, column: str, view: RecordView) -> Spread:
        """How the values of a column are spread over these."""
        return self._store.record_views.spread(table, column, view)

    def shown_heads(self, table: RecordTable, heads: Sequence[str]) -> tuple[str, ...]:
        """The names of columns; where one says nothing, with an example."""
        silent = (column for column in table.columns if says_nothing(column.name))
        said = {column.name: column.example.removeprefix(f"{column.name}: ") for column in silent}
        return tuple(f"{head} “{one_line(said[head])[:_EXAMPLE].strip()}”" if head in said else head for head in heads)

    def record_heads(self, table: RecordTable) -> tuple[str, ...]:
        return self._store.records.heads(table)

    def record_rows(self, table: RecordTable, page_ids: Sequence[int]) -> tuple[tuple[SqlValue, ...], ...]:
        """In the order of `record_heads`, and of the pages; one that is there no more is blank."""
        heads = self._store.records.heads(table)
        rows = self._store.record_views.rows(table, heads, page_ids)
        return tuple(rows.get(page_id, (None,) * len(heads)) for page_id in page_ids)

    def record_statuses(self, table: RecordTable, page_ids: Sequence[int]) -> dict[int, str]:
        """What became of the pages of these records: new, changed, unchanged or gone."""
        seen = self._store.record_sightings.of_pages(table.name, page_ids)
        return {page_id: each.status for page_id, each in seen.items()}

    def record_history(self, page_id: int) -> tuple[FieldHistory, ...]:
        """What became of the fields of a record."""
        return tuple(field_histories(self._store.record_changes.of_record(page_id)))

    def rename_column(self, recording: Recording, table: RecordTable, column: str, name: str) -> None:
        with self._store.recordings.hold(recording):
            rename_column(self._store, recording, f"{table.name}.{column}", name)

    def leave_out_column(self, recording: Recording, table: RecordTable, column: str, *, left_out: bool) -> None:
        """At once; one that is taken in again is there after the next extraction."""
        with self._store.recordings.hold(recording):
            leave_out_column(self._store, recording, f"{table.name}.{column}", left_out)

    def record_text(self, table: RecordTable, page_id: int) -> tuple[tuple[str, str], ...]:
        """The lines of a record's page, each with the columns that hold it."""
        page, body = self._store.pages.with_body(page_id)
        rows = self._store.records.rows(table, [page_id])
        if page is None or not rows:
            return ()
        document = Document.parse(body or b"", content_type=page.content_type, url=page.final_url)
        cells = list(zip(self._store.records.heads(table), rows[0], strict=True))
        lines = islice(document.text.splitlines(), PREVIEWED)
        return tuple((", ".join(name for name, cell in cells if cell == line), line) for line in lines)

    def want(self, recording: Recording, name: str, value: str, url: str) -> WantedColumn:
        """Call what stands on a page by a name: the column that holds it, or one that the next extraction fills."""
        with self._store.recordings.hold(recording):
            return want(self._store, recording, name, [Example(value, url)])

    def link_classes(self, recording: Recording) -> LinkClasses:
        """What kinds of pages the links lead to. Takes its time: ask in a thread."""
        return learn_link_classes(self._store, recording)

    def mark_link_class(
        self, recording: Recording, learnt: LinkClasses, pattern: str, wanted: bool | None
    ) -> LinkClasses:
        """Keep the classes, and mark one as wanted or not wanted; None takes the mark away."""
        return mark_link_classes(self._store, recording, learnt, {pattern: wanted})

    def preview(self, page_id: int) -> Preview | None:
        page, body = self._store.pages.with_body(page_id)
        if page is None:
            return None
        document = Document.parse(body or b"", content_type=page.content_type, url=page.final_url)
        return Preview(page, tuple(islice(document.text.splitlines(), PREVIEWED)), outline(document))

    def portraits(self, recording: Recording, url: str) -> dict[str, bytes]:
        """How a page and the sample look as they are stored, as JPEGs by their addresses. Ask in a thread: it starts a
        browser."""
        return portraits_of(self._store, recording, dict.fromkeys((url, *recording.samples[:1])))

    def why(self, recording: Recording, url: str) -> tuple[str, ...]:
        """How a page was reached, and why it is or is not a target."""
        return tuple(why_lines(explain(self._store, recording, self.pattern(recording.id).pattern, url)))


@told_errors()
def _opened(path: Path) -> Store:
    """For writing where that is allowed: a person may edit what was learnt."""
    try:
        return open_store(path)
    except ReadOnlyError:
        return open_store(path, read_only=True)


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise RecorderError(f"{file}: {error.strerror}", "Give the path of a pattern that was exported.") from None
