"""What the application works on: an open database, the recording chosen in it, and the run that is going on, if any. It
belongs to the application: a run goes on whichever screen is looked at.
"""

import shlex
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from recorder.face import (
    Continuation,
    CrawlOptions,
    CrawlResult,
    Extraction,
    ExtractOptions,
    FormOverrides,
    LearntPattern,
    Recording,
    RecordOptions,
    RecordResult,
    Run,
    as_before,
)
from recorder.face.jobs import Job, start_crawl, start_extraction, start_recording
from recorder.face.library import Library
from recorder.runtime.errors import UsageError
from recorder.runtime.plain_text import many
from recorder.tui.pictures import PictureWidget
from recorder.tui.recent import remember
from recorder.tui.watch import Inbox, Watch

if TYPE_CHECKING:  # it needs the extra
    from recorder.face.fleet import FleetDesk

AnyJob = Job[RecordResult] | Job[CrawlResult] | Job[Extraction]


@dataclass
class Session:
    """At most one run at a time; what it announces goes into `inbox`, and from there into `watch`."""

    fleet: "FleetDesk | None" = None
    """The fleet that the application was opened on, if any: its sites are databases like others."""
    picture: PictureWidget | None = None
    """Shows a picture, where the terminal can."""
    library: Library | None = None
    recording: Recording | None = None
    job: AnyJob | None = None
    watch: Watch = field(default_factory=Watch)
    inbox: Inbox = field(default_factory=Inbox)
    asked: RecordOptions | None = None
    """The options of the latest mapping, to go on with it or to repeat it with other wishes."""
    form_overrides: FormOverrides = field(default_factory=FormOverrides)

    @property
    def running(self) -> bool:
        return self.job is not None and self.job.running

    @property
    def mapping(self) -> bool:
        return self.running and self.watch.kind == "mapping"

    def open(self, database: Path, name: str | None = None) -> None:
        """Look into a database that is there. Raises a `RecorderError`; then what was open stays open."""
        library = Library(database)
        self.close()
        self.library = library
        self.asked, self.form_overrides, self.watch = None, FormOverrides(), Watch()
        self.choose(name)
        remember(database)

    def choose(self, name: str | None = None) -> None:
        """The recording of this name, or the first, as it stands in the database now."""
        recordings = self.library.recordings() if self.library else ()
        named = [recording for recording in recordings if recording.name == name]
        self.recording = next(iter(named or recordings), None)

    def refresh(self) -> None:
        """The recording as it stands now: a run may have changed it."""
        if self.library and self.recording:
            self.choose(self.recording.name)

    def pattern(self) -> LearntPattern | None:
        return self.library.pattern(self.recording.id) if self.library and self.recording else None

    def latest(self, kind: Literal["mapping", "crawl"]) -> Run | None:
        """The run of this kind that is going on, or the latest."""
        return self.library.latest(self.recording.id, kind) if self.library and self.recording else None

    def asked_again(self) -> RecordOptions:
        """The latest mapping once more: gone on with if it was stopped, else begun anew."""
        library, recording = self.library, self.recording
        assert library is not None and recording is not None  # there is something to map again
        asked = self.asked or as_before(recording, library.path)
        # The recording keeps which groups are left out: to name them again would only judge again what is stored.
        return replace(asked, without=(), only=(), continuation=Continuation.GO_ON, form_overrides=self.form_overrides)

    def start(self, options: RecordOptions | CrawlOptions | ExtractOptions) -> None:
        """Start a mapping, a crawl or an extraction, or go on with one."""
        if self.running:
            raise UsageError("A run is going on already.", "Stop it first: it can be gone on with later.")
        if isinstance(options, RecordOptions):
            self.asked = replace(options, form_overrides=self.form_overrides)
            self.watch = Watch(kind="mapping", entry=options.entry, status="running")
            self.job = start_recording(self.asked, self.inbox)
        elif isinstance(options, CrawlOptions):
            self.watch = Watch(kind="crawl", status="running")
            self.job = start_crawl(options, self.inbox)
        else:
            self.watch = Watch(kind="extraction", status="running")
            self.job = start_extraction(options, self.inbox)

    def adopt(self, database: Path, name: str | None) -> None:
        """Open the database a run has just made."""
        if self.library is None or self.library.path != database:
            if self.library:
                self.library.close()
            self.library = Library(database)
            remember(database)
        self.choose(name)

    def end(self, seconds: float = 10) -> None:
        """Stop the run, abandon it if that takes longer, and close."""
        if self.job is not None:
            self.job.stop()
            if not self.job.wait(seconds):
                self.job.abandon()
                self.job.wait(seconds)
        self.close()

    def close(self) -> None:
        if self.library is not None:
            self.library.close()
            self.library = None

    def settle(self) -> None:
        """Note in `watch` how the run ended, or raise the fault that ended it."""
        job, watch = self.job, self.watch
        assert job is not None  # there was a run
        if job.fault is not None:
            raise job.fault
        if job.error is not None:
            watch.trouble, watch.status = f"{job.error.message} {job.error.hint}", "failed"
        elif watch.status == "running":
            watch.status = "done"  # an extraction is no run, and announces no end
        if told := self._exhausted:
            watch.notes.append(f"{told}.")

    @property
    def _exhausted(self) -> str:
        """What came of exhausting a form, if one was."""
        result = self.job.result if self.job else None
        return result.exhausted.line if isinstance(result, CrawlResult) and result.exhausted else ""

    def ended(self) -> str:
        """What the run came to, and what to do next."""
        watch, result = self.watch, self.job.result if self.job else None
        if isinstance(result, Extraction):
            return f"{many(result.pages, 'page')} extracted into {many(len(result.tables), 'table')}."
        targets = f", {many(watch.targets, 'target')}" if watch.kind == "crawl" else ""
        words = f"The {watch.kind} is {watch.status}: {many(watch.pages, 'page')}{targets}."
        words += f" {self._exhausted}." if self._exhausted else ""
        if result is not None and result.stopped:
            return (
                f"{words} It can be gone on with: press {'r in Map' if watch.kind == 'mapping' else 'Ctrl+R in Crawl'}."
            )
        if isinstance(result, CrawlResult) and result.drift is not None:
            return f"{words} The site has drifted: {result.drift.message}."
        if isinstance(result, CrawlResult) and result.trouble:
            return f"{words} {result.trouble}"
        return f"{words} > leads on to {'Crawl' if watch.kind == 'mapping' else 'Records'}."

    def farewell(self) -> str:
        """For the prompt, when the application is left: what was saved and how to go on."""
        if self.library is None:
            return "" if self.job is None else f"The {self.watch.kind} was stopped before anything was saved."
        again = shlex.join(["recorder", "tui", "--db", str(self.library.path)])
        if self.job is None:
            return f"To come back: {again}"
        result = self.job.result
        if result is None or (not isinstance(result, Extraction) and result.stopped):
            return f"The {self.watch.kind} was stopped; everything is saved. To go on: {again}"
        return f"The {self.watch.kind} is done. To come back: {again}"
