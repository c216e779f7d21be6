"""Fleet: all sites of a fleet, what each is at and what went wrong; try again, do first, pause, read the log, look into
its database.
"""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from recorder.face.fleet import FleetDesk, FleetSite, FleetView
from recorder.runtime.errors import RecorderError
from recorder.runtime.plain_text import many
from recorder.tui.messages import OpenDatabase
from recorder.tui.screens.area import Area, RateLimit
from recorder.tui.screens.dialogs import ReadText
from recorder.tui.session import Session
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable, Listed, Row, TableColumn, listed

LOOKS = 2.0
"""Seconds between two looks at the queue, unless a look takes long."""

_WIDE = 110
_SITES = (
    TableColumn("site"),
    TableColumn("state", 28),
    TableColumn("doing", 7),
    TableColumn("pages", 7, right=True),
    TableColumn("targets", 7, right=True),
    TableColumn("why", room=_WIDE),
)
_HOSTS = (TableColumn("host"), TableColumn("to do", 6, right=True), TableColumn("state", 38, room=60))
_WORKERS = (
    TableColumn("worker"),
    TableColumn("at work", 8, right=True),
    TableColumn("seen", 8, right=True),
)
_SHOWN: tuple[tuple[str, Callable[[FleetSite], bool]], ...] = (
    ("all sites", lambda _: True),
    ("sites at work", lambda site: site.is_at_work),
    ("sites where something went wrong", lambda site: not site.is_well),
    ("sites that wait", lambda site: not site.is_done and not site.is_at_work and site.state != "parked"),
    ("sites that are done", lambda site: site.is_done),
)


class FleetArea(Area):
    MODE = "fleet"
    AUTO_FOCUS = "#sites"
    GUIDE = (
        "Above: all sites of the fleet, those at work first, then those that were parked. It is looked at every two",
        "seconds; the work is done by `recorder fleet run` or `recorder fleet work`, wherever they run.",
        "Below: hosts with something to do, and the workers, with the time since each was heard of.",
        "t: visit the site now, whatever became of it; b: before all others. h: hold it, or let it go on; what is at",
        "work on it stops with everything saved. On a host, these keys mean all its sites.",
        "l: the end of its log. f: show all sites, or those of one kind. Enter opens the site's database,",
        "9 comes back here.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "again(False)", "Try again", tooltip="Visit it now, whatever became of it"),
        Binding("b", "again(True)", "Do first", tooltip="Visit it before all others"),
        Binding("h", "hold", "Hold", tooltip="Pause it, or let it go on"),
        Binding("l", "log", "Log", tooltip="The end of what its commands said"),
        Binding("f", "others", "Show others", tooltip="All sites, or those at work, in trouble, waiting, done"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert session.fleet is not None  # the area is there only where a fleet is
        self._desk: FleetDesk = session.fleet
        self._view = FleetView((), (), (), ())
        self._sites: tuple[FleetSite, ...] = ()
        self._shown = 0
        self._rate = RateLimit()

    def body(self) -> Iterable[Widget]:
        yield Plain(id="standing")
        yield LazyTable(_SITES, "No such site. f shows others.", id="sites")
        yield Plain(id="chosen-site")
        with Horizontal(id="machines"):
            yield LazyTable(_HOSTS, "No host has anything to do.", id="hosts")
            yield LazyTable(_WORKERS, "Nobody works: `recorder fleet work`", id="workers")

    def on_mount(self) -> None:
        self.set_interval(LOOKS, self._look_again)

    def load(self) -> None:
        self._look()

    def _look_again(self) -> None:
        if self.is_current and self._rate.is_due:
            self._look()

    def _look(self) -> None:
        self.in_thread("fleet", lambda: self._rate.ask(self._found), self._show)

    def _found(self) -> FleetView | RecorderError:
        """Whatever goes wrong is told where the fleet stands, until it is over."""
        try:
            return self._desk.look()
        except RecorderError as error:
            return error

    def _show(self, found: FleetView | RecorderError) -> None:
        if not self.is_mounted or not self.query("#standing"):  # it may have been left for good meanwhile
            return
        standing = self.query_one("#standing", Plain)
        standing.set_class(isinstance(found, RecorderError), "-trouble")
        if isinstance(found, RecorderError):
            standing.show(found.message, found.hint)
            return
        self._view = found
        standing.show(*found.lines)
        self.query_one("#hosts", LazyTable).fill(
            listed([(name, f"{sites:,}", state or "waits for a worker") for name, sites, state in found.hosts])
        )
        self.query_one("#workers", LazyTable).fill(
            listed([(name, f"{sites} of {slots}", f"{seen:.0f} s ago") for name, sites, slots, seen in found.workers])
        )
        self._list()

    def _list(self) -> None:
        """The sites that are shown; the cursor stays on the site it is on."""
        table = self.query_one("#sites", LazyTable)
        on_site = table.at_cursor(self._sites)
        self._sites = tuple(filter(_SHOWN[self._shown][1], self._view.sites))
        table.fill(Listed(self._sites, lambda some: list(map(_row, some))))
        if on_site is not None:
            table.cursor = next(
                (row for row, site in enumerate(self._sites) if site.name == on_site.name), table.cursor
            )
        self._tell_chosen()

    @on(LazyTable.CursorMoved, "#sites")
    def _tell_chosen(self) -> None:
        shown = f"{many(len(self._sites), 'site')} shown: {_SHOWN[self._shown][0]}."
        site = self.query_one("#sites", LazyTable).at_cursor(self._sites)
        self.query_one("#chosen-site", Plain).show(shown if site is None else site.entry, site.reason if site else "")

    @on(events.DescendantFocus)
    def _focus_moved(self) -> None:
        self.refresh_bindings()

    @property
    def _chosen(self) -> tuple[FleetSite, ...]:
        """The site under the cursor; on a host, all its sites."""
        hosts = self.query_one("#hosts", LazyTable)
        if self.focused is hosts:
            host = hosts.at_cursor(self._view.hosts)
            return tuple(site for site in self._view.sites if host is not None and site.domain == host[0])
        site = self.query_one("#sites", LazyTable).at_cursor(self._sites)
        return () if site is None else (site,)

    def action_again(self, first: bool) -> None:
        words = "to be visited now, before all others" if first else "to be visited now"
        self._change(lambda names: self._desk.retry(names, first=first), words)

    def action_hold(self) -> None:
        paused = not all(site.is_paused for site in self._chosen)
        words = "held back; h lets go on" if paused else "no longer held back"
        self._change(lambda names: self._desk.pause(names, paused=paused), words)

    def _change(self, change: Callable[[list[str]], int], words: str) -> None:
        names = [site.name for site in self._chosen]
        if names:
            self.in_thread("change", lambda: change(names), lambda _: self._changed(names, words))

    def _changed(self, names: list[str], words: str) -> None:
        self.notify_text(f"{names[0] if len(names) == 1 else many(len(names), 'site')}: {words}.")
        self._look()

    def action_others(self) -> None:
        self._shown = (self._shown + 1) % len(_SHOWN)
        self._list()
        self.notify_text(f"{many(len(self._sites), 'site')} shown: {_SHOWN[self._shown][0]}.", seconds=3)

    def action_log(self) -> None:
        if self._chosen:
            site = self._chosen[0]
            self.in_thread("log", lambda: self._desk.log(site.name), lambda lines: self._read(site, lines))

    def _read(self, site: FleetSite, lines: tuple[str, ...]) -> None:
        self.app.push_screen(ReadText(f"The end of the log of {site.name}", *(lines or ["It has none yet."])))

    @on(LazyTable.Chosen, "#sites")
    def _open(self, event: LazyTable.Chosen) -> None:
        site = self._sites[event.row]
        self.in_thread("open", lambda: self._desk.file(site), lambda file: self.post_message(OpenDatabase(file)))


def _row(site: FleetSite) -> Row:
    manner = "bad" if not site.is_well else "good" if site.is_at_work else "faint" if site.is_done else ""
    return (site.name, (site.state, manner), site.doing, f"{site.pages:,}", f"{site.targets:,}", site.reason)
