"""The terminal application: it owns the session, passes events of the engine to the area in view, and ends cleanly."""

import asyncio
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Button, Checkbox, Input, Select

from recorder.face import CrawlOptions, ExtractOptions, RecordOptions
from recorder.runtime.errors import RecorderError
from recorder.runtime.events import Note
from recorder.tui import messages
from recorder.tui.notifications import notify_error, notify_text
from recorder.tui.pictures import PictureWidget
from recorder.tui.screens.area import AREAS, FLEET, Area, areas_of
from recorder.tui.screens.crawl import CrawlArea
from recorder.tui.screens.dialogs import Leaving, ReadText
from recorder.tui.screens.forms import FormsArea
from recorder.tui.screens.map import MapArea
from recorder.tui.screens.open import OpenArea
from recorder.tui.screens.pages import PagesArea
from recorder.tui.screens.pattern import PatternArea
from recorder.tui.screens.records import RecordsArea
from recorder.tui.screens.runs import RunsArea
from recorder.tui.session import Session
from recorder.tui.terminal import TypingAhead

if TYPE_CHECKING:  # it needs the extra
    from recorder.face.fleet import FleetDesk

TICK = 0.25
"""Seconds between two looks at what the engine has announced."""

DRAWN = 0.5
"""Least seconds between two pictures of a run: each takes ten milliseconds from the engine."""

_MODES = {"mapping": "map", "crawl": "crawl", "extraction": "records"}
"""The area in which a run of each kind is watched."""
_AREAS = (OpenArea, MapArea, FormsArea, PatternArea, CrawlArea, PagesArea, RecordsArea, RunsArea)


class RecorderApp(TypingAhead, inherit_bindings=False):
    """Returns, when it ends, what to say at the prompt."""

    TITLE = "recorder"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (150, "-broad")]  # noqa: RUF012 - so Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (50, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(area.key, f"go('{area.mode}')", area.title, show=False) for area in (*AREAS, FLEET)),
        Binding("escape", "leave_field", "Leave field", key_display="esc"),
        Binding("p", "pause", "Pause", tooltip="Hold back requests, or let them go on"),
        Binding("s", "stop", "Stop", tooltip="End the run cleanly; it can be gone on with"),
        Binding("question_mark", "guide", "Help", key_display="?"),
        Binding("f1", "guide", "Help"),
        Binding("ctrl+p", "command_palette", "Menu"),
        Binding("q", "quit", "Quit"),
        Binding("ctrl+q", "quit", "Quit", priority=True),
        Binding("ctrl+c", "help_quit", show=False, system=True),
    ]

    def __init__(
        self, database: Path | None = None, fleet: "FleetDesk | None" = None, picture: PictureWidget | None = None
    ) -> None:
        super().__init__()
        self.session = Session(fleet, picture)
        self._database = database
        self._leaving = False
        self._noticed = True
        """Whether the end of the latest run has been dealt with."""
        self._news = False
        """Whether events have come that are not on the screen yet."""
        self._second = False
        """Whether a second has passed since the last picture."""
        self._drawn = 0.0
        for area in _AREAS:
            self.add_mode(area.MODE, partial(area, self.session))
        if fleet is not None:
            from recorder.tui.screens.fleet import FleetArea

            self.add_mode(FleetArea.MODE, partial(FleetArea, self.session))

    @property
    def area(self) -> Area | None:
        """The area on the screen, or behind a dialog."""
        return next((screen for screen in reversed(self.screen_stack) if isinstance(screen, Area)), None)

    async def on_mount(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            with suppress(ValueError, RuntimeError):  # only the main thread may; a test runs elsewhere
                asyncio.get_running_loop().add_signal_handler(number, self.call_later, self.action_quit)
        if self._database is not None and self._database.exists():
            self._open(self._database)
        await self.switch_mode(self._first_mode())
        self.set_interval(TICK, self._tick)

    def _first_mode(self) -> str:
        learnt = self.session.pattern()
        if learnt is None:
            return "open" if self.session.fleet is None else FLEET.mode
        return "crawl" if learnt.saved else "map"

    def _open(self, path: Path) -> None:
        try:
            self.session.open(path)
        except RecorderError as error:
            notify_error(self, error)

    def _tick(self) -> None:
        if not self.is_running:
            return  # the areas have lost their widgets already
        session = self.session
        events = session.inbox.drain()
        for event in events:
            session.watch.take(event)
            if isinstance(event, Note):
                notify_text(self, event.text, seconds=12)
        is_over = not self._noticed and not session.running
        second = session.running and session.watch.close_seconds()
        self._second = self._second or second
        if session.watch.run is not None and session.running:
            self._adopt()
        if is_over:
            self._end()
        self._news = self._news or bool(events) or second
        if self._news and (is_over or time.monotonic() - self._drawn >= DRAWN):
            self._follow()

    def _follow(self) -> None:
        area = self.area
        if area is not None and area.is_mounted:
            area.follow(self.session.watch, second=self._second)
            area.show_status()
            self._news, self._second, self._drawn = False, False, time.monotonic()

    def _adopt(self) -> None:
        """Open the database that the run has made, if none is open."""
        asked = self.session.asked
        if asked is not None and (self.session.library is None or self.session.recording is None):
            self.session.adopt(asked.database, asked.name)
            self._reload()

    def _end(self) -> None:
        """A run is over: notify, and leave if that was waited for."""
        self._noticed = True
        self.refresh_bindings()
        session, job = self.session, self.session.job
        session.settle()
        if self._leaving:
            if session.watch.run is not None:
                self._adopt()
            self._leave()
            return
        self._adopt()
        session.refresh()
        if job is not None and job.error is None:
            notify_text(self, session.ended(), seconds=10)
        self._reload()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "go":
            return isinstance(self.screen, Area) and parameters[0] in [area.mode for area in areas_of(self.session)]
        if action == "leave_field":
            return isinstance(self.screen, Area) and isinstance(self.focused, (Input, Select, Checkbox, Button))
        if action == "pause":
            return self.session.running and self.session.watch.kind != "extraction"
        if action == "stop":
            return self.session.running
        return True

    async def action_go(self, mode: str) -> None:
        await self.switch_mode(mode)

    def action_leave_field(self) -> None:
        if self.area is not None:
            self.area.set_focus(self.area.query_one(self.area.AUTO_FOCUS))

    def action_pause(self) -> None:
        job = self.session.job
        if job is not None and job.running:
            job.resume() if job.paused else job.pause()
            self._show_status()

    def action_stop(self) -> None:
        job = self.session.job
        if job is not None and job.running:
            job.abandon() if job.stopping else job.stop()
            self._show_status()

    def action_guide(self) -> None:
        area = self.area
        if area is not None and not isinstance(self.screen, ReadText):
            title, lines = area.guide
            self.push_screen(ReadText(title, *lines))

    async def action_quit(self) -> None:
        job = self.session.job
        if job is None or not job.running:
            self._leave()
        elif self._leaving:
            self.action_leave_now()
        else:
            self._leaving = True
            job.stop()
            await self.push_screen(Leaving())

    def action_leave_now(self) -> None:
        """Do not wait for the run; what was committed is safe."""
        if self.session.job is not None:
            self.session.job.abandon()

    @property
    def fault(self) -> Exception | None:
        """The error of our own that ended the application, if any."""
        return self._exception

    def _fatal_error(self) -> None:
        """Leave the terminal as it was; whoever started the application reports `fault`."""
        self._close_messages_no_wait()

    def _leave(self) -> None:
        farewell = self.session.farewell()
        self.session.close()
        self.exit(farewell)

    def _reload(self) -> None:
        if self.area is not None:
            self.area.reload()

    def _show_status(self) -> None:
        self.refresh_bindings()
        if self.area is not None:
            self.area.show_status()

    async def on_open_database(self, message: messages.OpenDatabase) -> None:
        if self.session.running:
            notify_text(self, "A run is going on: stop it before opening another database.")
            return
        self._open(message.path)
        await self.switch_mode(self._first_mode())
        self._reload()

    def on_choose_recording(self, message: messages.ChooseRecording) -> None:
        self.session.choose(message.name)
        self._reload()

    async def on_start_run(self, message: messages.StartRun) -> None:
        await self._start(message.options)

    @work(exclusive=True, group="go on")
    async def on_go_on_with(self, message: messages.GoOnWith) -> None:
        job = self.session.job
        if job is not None:
            self._noticed = True  # its end is no news
            job.stop(f"stopped {message.because}")
            await asyncio.to_thread(job.wait)
        if self._leaving:
            self._noticed = False
            return
        await self._start(message.options)

    async def _start(self, options: RecordOptions | CrawlOptions | ExtractOptions) -> None:
        try:
            self.session.start(options)
        except RecorderError as error:
            notify_error(self, error)
            return
        self._noticed = False
        self.refresh_bindings()
        await self.switch_mode(_MODES[self.session.watch.kind])
        self._reload()

    def on_show_page(self, message: messages.ShowPage) -> None:
        session = self.session
        if session.library and session.recording:
            try:
                lines = session.library.why(session.recording, message.url)
            except RecorderError as error:
                lines = (error.message, error.hint)
            self.push_screen(ReadText("Why this page is what it is", *lines))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        for area in areas_of(self.session):
            yield SystemCommand(f"Go to {area.title}", f"Key {area.key}", lambda mode=area.mode: self.switch_mode(mode))
        if self.session.running:
            yield SystemCommand("Pause or go on", "Hold back requests, key p", self.action_pause)
            yield SystemCommand("Stop the run", "With everything saved, key s", self.action_stop)
        yield SystemCommand("What you see here", "Help for this screen, key ?", self.action_guide)
        yield SystemCommand("Light or dark", "Change the colours", self.action_toggle_light)
        yield SystemCommand("Quit", "End the run cleanly and leave, key q", lambda: self.run_worker(self.action_quit()))
        yield from (
            command for command in super().get_system_commands(screen) if command.title in ("Theme", "Screenshot")
        )

    def action_toggle_light(self) -> None:
        self.theme = "textual-light" if self.theme != "textual-light" else "textual-dark"
