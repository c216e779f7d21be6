"""Runs the engine for a command: an event loop, clean stops on signals, one kind of error; and tells on stderr what it
announces, as a progress line for people or as JSON lines for programs that watch a run.
"""

import asyncio
import re
import shutil
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TypeVar

from recorder.cli.terminal import ExitCode, LogFormat, log_in_use, write_log, write_note
from recorder.runtime.errors import StoppedError, told_errors
from recorder.runtime.events import (
    Activity,
    Event,
    Listener,
    Note,
    PageFetched,
    PagesJudged,
    RunBegan,
    RunEnded,
    SiteSeen,
)
from recorder.runtime.gc_tuning import collect_garbage_seldom
from recorder.runtime.plain_text import duration, many, one_line
from recorder.runtime.stopping import Stop, stopping_on_signals

_Result = TypeVar("_Result")

_REDRAW = 0.1
_LINE_EVERY = 10.0
_ENOUGH_TO_TELL = 20
"""Fewest pages from which the time left is estimated."""
_START_OF_LINE = "\r\x1b[K"

_PICTURES = (Activity, PagesJudged, SiteSeen)
"""Events for a user interface that repeat, whole, what single events have told: they are no lines of the log."""


def run_engine(work: Callable[[Listener, Stop], Awaitable[_Result]]) -> _Result:
    """The result of `work`, or an error the edge can render."""
    collect_garbage_seldom()
    progress = Progress()
    try:
        with told_errors():
            return asyncio.run(_run(work, _listener(progress)))
    except asyncio.CancelledError:
        raise StoppedError("Stopped at once; what was stored is safe.", "Run the same command to go on.") from None
    finally:
        progress.clear()


async def _run(work: Callable[[Listener, Stop], Awaitable[_Result]], listen: Listener) -> _Result:
    stop = Stop()
    with stopping_on_signals(stop):
        return await work(listen, stop)


def _listener(progress: "Progress") -> Listener:
    log = log_in_use()
    listen: Listener = write_event if log.form is LogFormat.JSON else progress

    def listen_to_notes(event: Event) -> None:
        if isinstance(event, Note) and not event.routine:
            listen(event)

    return listen_to_notes if log.quiet else listen


def ended_early(reason: str) -> ExitCode:
    """What a command that was stopped by a limit or a signal says, and returns."""
    write_note(f"{reason[:1].upper()}{reason[1:]}. Run the same command to go on.")
    return ExitCode.STOPPED


class Progress:
    """A listener of the engine's events: a line drawn over and over on a terminal, a line now and then elsewhere."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._began = time.monotonic()
        self._shown = 0.0
        self._drawn = False
        self._first_pages: int | None = None
        self._mapping = False

    def __call__(self, event: Event) -> None:
        if isinstance(event, RunBegan) and event.kind == "mapping":
            self._mapping = True
        if isinstance(event, PageFetched):
            self._page(event)
        elif isinstance(event, Activity):
            if self._live:
                self._draw(event.text)
        elif words := _words(event, mapping=self._mapping):
            self.clear()
            write_note(words)

    def _page(self, event: PageFetched) -> None:
        now = time.monotonic()
        if self._first_pages is None:
            self._first_pages = event.pages - 1
        if now - self._shown < (_REDRAW if self._live else _LINE_EVERY):
            return
        self._shown = now
        known = " known" if self._mapping else ""
        rate = (event.pages - self._first_pages) / max(now - self._began, 0.001)
        words = f"{many(event.pages, 'page')}, {many(event.targets, 'target')}{known}, {rate:.0f} pages/s"
        if event.waiting is not None and event.pages - self._first_pages >= _ENOUGH_TO_TELL:
            words += f", {event.waiting} waiting, about {duration(event.waiting / rate)} left"
        if self._live:
            self._draw(f"{words}  {event.url}")
        else:
            write_note(words)

    def _draw(self, text: str) -> None:
        width = shutil.get_terminal_size().columns
        sys.stderr.write(_START_OF_LINE + one_line(text)[: width - 1])
        sys.stderr.flush()
        self._drawn = True

    def clear(self) -> None:
        """Leave the terminal on a fresh line."""
        if self._drawn:
            sys.stderr.write(_START_OF_LINE)
            sys.stderr.flush()
            self._drawn = False


def _words(event: Event, *, mapping: bool) -> str:
    if isinstance(event, RunBegan):
        if event.resumed:
            stored = many(event.pages, "page")
            return f"Going on with run {event.run} ({event.kind} of {event.entry}): {stored} stored already."
        return f"Run {event.run}: {event.kind} of {event.entry}."
    if isinstance(event, Note):
        return f"{event.text} {event.hint}".rstrip()
    if isinstance(event, RunEnded):
        # How many targets a mapping knows is told as its coverage: of those, it has visited only some.
        targets = "" if mapping else f", {many(event.targets, 'target')}"
        return f"Run {event.run} {event.status}: {many(event.pages, 'page')}{targets}, {duration(event.seconds)}."
    return ""


def write_event(event: Event) -> None:
    """A listener of the engine's events: one JSON object a line."""
    if not isinstance(event, _PICTURES):
        write_log(event_name(type(event)), asdict(event))


def event_name(kind: type) -> str:
    """`PageFetched` is told as `page_fetched`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
