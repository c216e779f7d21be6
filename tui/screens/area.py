"""What every area has: the bar to go elsewhere, the status line, help, the session, and how often it may ask."""

import os
import sys
import time
import webbrowser
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Footer

from recorder.face.writing_out import write_csv
from recorder.runtime.plain_text import many, one_line, shortened
from recorder.tui.notifications import NotifyingScreen
from recorder.tui.screens.dialogs import AskText, PagePictures
from recorder.tui.session import Session
from recorder.tui.watch import Watch
from recorder.tui.widgets.fields import Plain

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


class AreaName(NamedTuple):
    """An area as the bar shows it."""

    key: str
    mode: str
    title: str


AREAS = (
    AreaName("1", "open", "Open"),
    AreaName("2", "map", "Map"),
    AreaName("3", "forms", "Forms"),
    AreaName("4", "pattern", "Pattern"),
    AreaName("5", "crawl", "Crawl"),
    AreaName("6", "pages", "Pages"),
    AreaName("7", "records", "Records"),
    AreaName("8", "runs", "Runs"),
)
FLEET = AreaName("9", "fleet", "Fleet")
"""Only where there is one."""


def areas_of(session: Session) -> tuple[AreaName, ...]:
    return AREAS if session.fleet is None else (*AREAS, FLEET)


_SHOWN = 60
"""Most letters of a copied text that are shown."""
_REST = 50
"""Least time between two questions, as a multiple of what the first one took."""

_Found = TypeVar("_Found")

_EVERYWHERE = (
    "Everywhere:",
    "· 1 to 8: the other areas; a click on their names does the same.",
    "· Tab: from one part of the screen to the next. Escape: out of a field, so that the keys work again.",
    "· y: copy what is pointed at. b: open its page in your browser.",
    "· P, on terminals that show pictures: how the page looks, beside the sample.",
    "· Ctrl+P: all commands by name, and the colours.",
    "· p, s: pause or stop the run that is going on; a stopped one can be gone on with.",
    "· q: quit; a run that is going on is stopped cleanly, and everything is saved.",
)


class RateLimit:
    """Limits a question that is repeated during a run to a small share of the time: the engine needs it more."""

    def __init__(self) -> None:
        self._next = 0.0

    @property
    def is_due(self) -> bool:
        return time.monotonic() >= self._next

    def ask(self, question: Callable[[], _Found]) -> _Found:
        """The answer; the longer it takes, the later the next question is due."""
        began = time.monotonic()
        found = question()
        now = time.monotonic()
        self._next = now + _REST * (now - began)
        return found


class AreaLink(Plain):
    """One area in the bar; a click leads there."""

    def __init__(self, area: AreaName, *, here: bool) -> None:
        super().__init__([(f" {area.key}", "bold"), (f" {area.title} ", "")], classes="here" if here else "")
        self._area = area

    def on_click(self) -> None:
        self.app.switch_mode(self._area.mode)


class AreaBar(Horizontal):
    """Where one is and where one can go."""

    def __init__(self, here: str, areas: Sequence[AreaName]) -> None:
        super().__init__()
        self._here, self._areas = here, areas

    def compose(self) -> ComposeResult:
        for area in self._areas:
            yield AreaLink(area, here=area.mode == self._here)
        yield Plain(id="opened")


class Area(NotifyingScreen[None]):
    """A screen of `session`. `load` is called when it comes into view and when the recording changes, `follow` a few
    times a second during a run.
    """

    MODE: ClassVar[str] = ""
    GUIDE: ClassVar[tuple[str, ...]] = ()
    """What a newcomer wants to know of this area."""
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "Copy", show=False),
        Binding("b", "browse", "Open in browser", show=False),
        Binding("P", "picture", "Picture", key_display="P", tooltip="How the page looks, beside the sample"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        yield AreaBar(self.MODE, areas_of(self.session))
        yield from self.body()
        yield Plain(id="status")
        yield Footer(show_command_palette=False, compact=True)

    @property
    def guide(self) -> tuple[str, tuple[str, ...]]:
        """A title and lines to read: what is seen here, and what can be done everywhere."""
        title = next(each.title for each in (*AREAS, FLEET) if each.mode == self.MODE)
        return f"{title}: what you see here", (*self.GUIDE, "", *_EVERYWHERE)

    @property
    def site(self) -> str:
        """The entry page of what is shown."""
        recording = self.session.recording
        return recording.entry_url if recording else self.session.watch.entry

    def body(self) -> Iterable[Widget]:
        """The widgets of this area."""
        return ()

    def at_hand(self) -> tuple[str, str]:
        """What is pointed at: a text to copy, and the address of a page to open."""
        return "", ""

    def stored_page(self, page_id: int | None) -> tuple[str, str]:
        """The same of a page in the database."""
        seen = self.session.library.pages([page_id]) if self.session.library and page_id is not None else ()
        return (seen[0].page.url, seen[0].page.url) if seen else ("", "")

    def action_copy(self) -> None:
        text, _ = self.at_hand()
        if text:
            self.app.copy_to_clipboard(text)
        self.notify_text(f"Copied: {shortened(one_line(text), _SHOWN)}" if text else "There is nothing to copy here.")

    def action_browse(self) -> None:
        _, url = self.at_hand()
        if not url:
            self.notify_text("There is no page to open here.")
            return
        self.in_thread("browse", lambda: open_in_browser(url), self._opened_or_not)

    def _opened_or_not(self, trouble: str) -> None:
        if trouble:
            self.notify_text(trouble)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "picture":
            return self.session.picture is not None
        return super().check_action(action, parameters)

    def action_picture(self) -> None:
        """Of the page that is pointed at; the browser draws it in a moment."""
        library, recording, (_, url) = self.session.library, self.session.recording, self.at_hand()
        if library is None or recording is None or not url:
            self.notify_text("There is no page to show here.")
            return
        self.notify_text("The browser draws the page …", seconds=3)
        self.in_thread("picture", lambda: library.portraits(recording, url), self._pictured)

    def _pictured(self, found: Mapping[str, bytes]) -> None:
        recording, make = self.session.recording, self.session.picture
        if not found or recording is None or make is None:
            self.notify_text("This page cannot be shown: nothing of it is stored.")
            return
        pictures = [("The sample" if url in recording.samples else "This page", url, found[url]) for url in found]
        self.app.push_screen(PagePictures(make, pictures))

    def load(self) -> None:
        """Show what the database holds."""

    def follow(self, watch: Watch, *, second: bool) -> None:
        """Show how the run goes; `second` is true once a second, for what takes longer."""

    def on_screen_resume(self, _: events.ScreenResume) -> None:
        self.reload()

    def reload(self) -> None:
        """Show everything anew; errors of the database become notifications."""
        if not self.is_mounted:
            return
        with self.errors_told():
            self.load()
            self.follow(self.session.watch, second=True)
        self.show_status()

    def write_csv(
        self, what: str, file: str, heads: Sequence[str], rows: Callable[[], Iterable[tuple[str | float | None, ...]]]
    ) -> None:
        """Ask for the file, write it in a thread, and tell how many rows it has."""

        def write(given: str | None) -> None:
            if given is not None:
                path = Path(given).expanduser()
                self.in_thread(
                    "export",
                    lambda: write_csv(path, heads, rows()),
                    lambda count: self.notify_text(f"{many(count, 'row')} written to {path}."),
                )

        self.app.push_screen(AskText(f"Write {what} to which CSV file?", file), write)

    def show_status(self) -> None:
        """The line that is on every screen."""
        session = self.session
        self.query_one("#status", Plain).show(_status(session))
        self.query_one("#opened", Plain).show(_opened(session))


def _opened(session: Session) -> str:
    """Which recording of which database is looked at."""
    name = session.recording.name if session.recording else ""
    file = session.library.path.name if session.library else "No database is open"
    return f"{name} · {file}" if name and name not in file else file


def _status(session: Session) -> list[tuple[str, str]]:
    watch = session.watch
    if not session.running:
        if watch.trouble:
            return [("✗ ", "bold $text-error"), (watch.trouble, "$text-error")]
        if watch.status and watch.status != "running":
            counts = f": {many(watch.pages, 'page')}, {many(watch.targets, 'target')}" if watch.kind == "crawl" else ""
            return [(f"The {watch.kind} is {watch.status}{counts}", "")]
        return [(f"{_opened(session)}: nothing is running" if session.library else _opened(session), "dim")]
    job = session.job
    sign, word = ("‖", "paused") if job and job.paused else ("●", "stopping" if job and job.stopping else watch.kind)
    known = " known" if watch.kind == "mapping" else ""
    counts = f" {word}: {many(watch.pages, 'page')}, {many(watch.targets, 'target')}{known}"
    if watch.kind == "extraction":
        return [(sign, "bold $text-success"), (f" {word}", "bold"), (f"  {watch.activity}", "dim")]
    return [(sign, "bold $text-success"), (counts, "bold"), (watch.pace, ""), (f"  {watch.activity}", "dim")]


def open_in_browser(url: str) -> str:
    """In the person's own browser, if it has windows: one in the terminal would draw over the screen. Why it could not
    be opened; nothing where it was.
    """
    if not url.startswith(("http://", "https://")):
        return "Only addresses of the web are opened in a browser."
    has_windows = sys.platform in ("darwin", "win32") or any(map(os.environ.get, _DISPLAYS))
    if has_windows and webbrowser.open(url):
        return ""
    return "No browser with windows was found here: y copies, or name one in the environment variable BROWSER."
