"""The progress line: what is being done, on stderr; drawn over and over on a terminal, now and then a line where it
is not one.
"""

import shutil
import sys
import time

from recorder.cli.terminal import write_note
from recorder.runtime.events import Activity, Event, Note, PageFetched, RunBegan, RunEnded
from recorder.runtime.plain_text import one_line

_REDRAW = 0.1
_LINE_EVERY = 10.0
_ENOUGH_TO_TELL = 20
"""From fewer pages nobody can say how long the rest will take."""
_START_OF_LINE = "\r\x1b[K"


class Progress:
    """A listener of the engine's events."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._began = time.monotonic()
        self._shown = 0.0
        self._drawn = False
        self._first_pages: int | None = None
        self._targets = "targets"

    def __call__(self, event: Event) -> None:
        if isinstance(event, RunBegan) and event.kind == "mapping":
            self._targets = "targets known"
        if isinstance(event, PageFetched):
            self._page(event)
        elif isinstance(event, Activity):
            if self._live:
                self._draw(event.text)
        elif words := _words(event):
            self._clear()
            write_note(words)

    def close(self) -> None:
        """Leave the terminal on a fresh line."""
        self._clear()

    def _page(self, event: PageFetched) -> None:
        now = time.monotonic()
        if self._first_pages is None:
            self._first_pages = event.pages - 1
        if now - self._shown < (_REDRAW if self._live else _LINE_EVERY):
            return
        self._shown = now
        rate = (event.pages - self._first_pages) / max(now - self._began, 0.001)
        words = f"{event.pages} pages, {event.targets} {self._targets}, {rate:.0f} pages/s"
        if event.waiting is not None and event.pages - self._first_pages >= _ENOUGH_TO_TELL:
            words += f", {event.waiting} waiting, about {_duration(event.waiting / rate)} left"
        if self._live:
            self._draw(f"{words}  {event.url}")
        else:
            write_note(words)

    def _draw(self, text: str) -> None:
        width = shutil.get_terminal_size().columns
        sys.stderr.write(_START_OF_LINE + one_line(text)[: width - 1])
        sys.stderr.flush()
        self._drawn = True

    def _clear(self) -> None:
        if self._drawn:
            sys.stderr.write(_START_OF_LINE)
            sys.stderr.flush()
            self._drawn = False


def _words(event: Event) -> str:
    if isinstance(event, RunBegan):
        if event.resumed:
            return f"Going on with run {event.run} ({event.kind} of {event.entry}), {event.pages} pages are stored."
        return f"Run {event.run}: {event.kind} of {event.entry}."
    if isinstance(event, Note):
        return event.text
    if isinstance(event, RunEnded):
        counts = f"{event.pages} pages, {event.targets} of them targets"
        return f"Run {event.run} {event.status}: {counts}, {_duration(event.seconds)}."
    return ""


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"
