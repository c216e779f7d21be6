"""Map: what a mapping finds out, as it finds it: the site's links in groups, how alike its pages are, the targets."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from recorder.face import ALL, Continuation
from recorder.face.library import Library
from recorder.inspecting.known_links import KnownLinks
from recorder.inspecting.recording_report import summed_up
from recorder.runtime.events import JudgedPage, LinkGroupSeen
from recorder.runtime.plain_text import duration, many
from recorder.tui.messages import GoOnWith, ShowPage, StartRun
from recorder.tui.screens.area import Area
from recorder.tui.screens.dialogs import Confirm, ReadText
from recorder.tui.screens.groups import TargetGroups
from recorder.tui.screens.links import LEGEND, LinkKinds, LinkTree
from recorder.tui.text import address, similarity
from recorder.tui.watch import Watch
from recorder.tui.widgets.bars import Histogram, spark
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable, Listed, Row, TableColumn

_SPARK = 30
_TARGET_COLUMNS = (TableColumn("Targets found", by_end=True), TableColumn("similarity", 10, right=True))
_WIDE = 100
"""Least width of a screen that shows the queue, and the rate in full."""


class MapArea(Area):
    MODE = "map"
    AUTO_FOCUS = "#links"
    GUIDE = (
        "Left: the links of the site, by folder and by how their names are built, with what they lead to.",
        f"{LEGEND}: too few were followed.",
        "Right, above: how similar the pages are to your sample, from 0 to 1. ▲ marks the cut: pages to the"
        " right of it are targets. A clear gap around it is a good sign. The arrow keys move it, and the count"
        " follows; Enter makes it count: a mapping that is going on goes on with it, later crawls judge by it.",
        "Right, below: the targets as they are found. Enter tells why one is a target.",
        "r goes on with a mapping that was stopped, or maps the site again. n shows what the run had to say.",
        "k shows the classes of links that were learnt: by these a link is told without fetching it. You can"
        " mark those you want and those you have no use for.",
        "g shows the targets in groups, by what their addresses differ in. You can leave out those you do not mean.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "again", "Map again", tooltip="Go on with a stopped mapping, or map again"),
        Binding("t", "focus('#targets')", "Targets", show=False),
        Binding("c", "focus('#histogram')", "Cut", tooltip="Move the cut with the arrow keys"),
        Binding("k", "kinds", "Classes", tooltip="The classes of links that were learnt"),
        Binding("g", "groups", "Groups", tooltip="What was found in groups, to leave some out"),
        Binding("greater_than_sign", "app.go('crawl')", "Crawl", key_display=">", tooltip="On to collecting the pages"),
        Binding("n", "notes", "Notes", tooltip="What the run had to say"),
    ]

    _links: KnownLinks | None = None
    _links_of: int | None = None
    _groups: tuple[LinkGroupSeen, ...] | None = None
    _pages: tuple[JudgedPage, ...] = ()
    _targets: tuple[str, ...] = ()
    _judgements_shown = -1

    def body(self) -> Iterable[Widget]:
        yield Plain(id="progress")
        yield Horizontal(
            Vertical(LinkTree(id="links"), Plain(LEGEND, classes="hint legend"), id="tree"),
            Vertical(
                Vertical(
                    Plain(id="likeness", classes="title"),
                    Histogram(id="histogram"),
                    Plain(id="cut", classes="hint"),
                    id="similarity",
                ),
                LazyTable(_TARGET_COLUMNS, "None yet.", id="targets"),
                id="right",
            ),
            id="map",
        )

    def load(self) -> None:
        self._groups, self._judgements_shown = None, -1
        run = self.session.latest("mapping")
        if self._is_live:
            self._links_of = None
            return
        if run is None:
            self._show_groups("", ())
            self._show_pages((), None)
            self.query_one("#progress", Plain).show("No site was mapped yet: 1 leads to where one begins.")
        elif self._links_of != run.id:
            self._links_of = run.id
            self._read(run.id)
        else:
            self._show_stored()

    def at_hand(self) -> tuple[str, str]:
        url = self.query_one("#targets", LazyTable).at_cursor(self._targets) or ""
        return url, url

    @property
    def _is_live(self) -> bool:
        watch = self.session.watch
        return watch.kind == "mapping" and self.session.running

    def follow(self, watch: Watch, *, second: bool) -> None:
        if not self._is_live:
            return
        last: Plain.Line = [(watch.trouble, "$text-error")] if watch.trouble else [(watch.activity, "dim")]
        self.query_one("#progress", Plain).show(_progress(watch, wide=self.size.width >= _WIDE), last)
        if watch.groups is not self._groups:
            self._groups = watch.groups
            self._show_groups(watch.entry, watch.groups)
        if second or watch.judgements_heard != self._judgements_shown:
            self._judgements_shown = watch.judgements_heard
            self._show_pages(tuple(watch.judged.values()), watch.threshold)

    def _read(self, run: int) -> None:
        """The links of a mapping that is over, from the database."""
        library = self.session.library
        if library is not None:
            self.in_thread("links", lambda: (library.known_links(run), _judged(library, run)), self._have_read)

    def _have_read(self, found: tuple[KnownLinks, tuple[JudgedPage, ...]]) -> None:
        self._links, self._pages = found
        self._show_stored()

    def _show_stored(self) -> None:
        recording, run = self.session.recording, self.session.latest("mapping")
        if self._links is None or recording is None or run is None:
            return
        self._show_groups(recording.entry_url, self._links.groups)
        self._show_pages(self._pages, recording.threshold)
        trouble = self.session.watch.trouble
        state = "is unfinished: r goes on with it" if run.status in ("running", "stopped") else f"is {run.status}"
        probes = f", {many(run.probes, 'probe')} of forms" if run.probes else ""
        counts = f"{many(run.pages, 'page')}{probes}, {duration(run.seconds)}"
        found = (
            summed_up(recording, learnt.pattern) if run.status == "done" and (learnt := self.session.pattern()) else ""
        )
        lines: list[Plain.Line] = [[(f"Mapping {run.id} {state}", "bold"), (f": {counts}", "")]]
        lines.append([(f"like {recording.samples[0]}", "dim")])
        if found:
            seen = f"Mapping {run.id} looked at {run.targets:,} of them: {counts}"
            lines = list(_card(found, seen, wide=self.size.width >= _WIDE))
        if trouble:
            lines[-1] = [(trouble, "$text-error")]
        self.query_one("#progress", Plain).show(*lines)

    def _show_groups(self, site: str, groups: tuple[LinkGroupSeen, ...]) -> None:
        self.query_one(LinkTree).show(site, groups)

    def _show_pages(self, pages: tuple[JudgedPage, ...], threshold: float | None) -> None:
        self._pages = pages
        histogram = self.query_one(Histogram)
        histogram.show([page.similarity for page in pages], threshold)
        targets = [page for page in reversed(pages) if page.is_target]
        self._targets = tuple(page.url for page in targets)
        self.query_one("#targets", LazyTable).fill(Listed(targets, self._rows))
        self._show_counts()

    def _rows(self, pages: Sequence[JudgedPage]) -> Sequence[Row]:
        return [(address(page.url, self.site), similarity(page.similarity)) for page in pages]

    @on(Histogram.CutMoved)
    def _show_counts(self) -> None:
        histogram = self.query_one(Histogram)
        inside = histogram.inside()
        self.query_one("#likeness", Plain).show(
            f"Similarity: {inside:,} above, {len(self._pages) - inside:,} below the cut"
        )
        self.query_one("#cut", Plain).show(
            "The cut is moved: Enter uses it, Backspace takes it back."
            if histogram.moved
            else "c and the arrow keys move the cut ▲."
        )

    @on(Histogram.Accepted)
    def _accepted(self, event: Histogram.Accepted) -> None:
        session = self.session
        if session.mapping:
            self.notify_text(f"The mapping goes on with the cut at {event.cut:.2f} as soon as it has stopped.")
            asked = replace(session.asked_again(), threshold=event.cut)
            self.post_message(GoOnWith(asked, f"to go on with the cut at {event.cut:.2f}"))
        elif session.library and session.recording:
            with self.errors_told():
                session.library.move_threshold(session.recording, event.cut)
                session.refresh()
                session.watch.threshold = event.cut
                self.notify_text(f"Crawls judge by {event.cut:.2f} from now on. r maps the site again with it.")
                self.reload()

    @on(LazyTable.Chosen, "#targets")
    def _why(self, event: LazyTable.Chosen) -> None:
        self.post_message(ShowPage(self._targets[event.row]))

    @on(LinkTree.Opened)
    def _opened(self, event: LinkTree.Opened) -> None:
        self.post_message(ShowPage(event.url))

    def action_again(self) -> None:
        """Go on with what was stopped; otherwise begin a new mapping of the same site."""
        recording, library = self.session.recording, self.session.library
        if recording is None or library is None:
            self.notify_text("There is nothing to go on with: 1 leads to where a recording begins.")
            return
        run = self.session.latest("mapping")
        if run is not None and run.status == "done":
            words = f"The last mapping visited {many(run.pages, 'page')}. They are fetched anew; this one is kept."
            self.app.push_screen(Confirm("Map the site again?", words), self._map_again)
        elif not self.session.running:
            words = f"It has visited {many(run.pages if run else 0, 'page')}, and goes on where it was."
            self.app.push_screen(Confirm("Go on with the mapping?", words), self._map_again)

    def _map_again(self, wanted: bool | None) -> None:
        if wanted:
            self.post_message(StartRun(self.session.asked_again()))

    def action_notes(self) -> None:
        notes = tuple(reversed(self.session.watch.notes)) or ("Nothing to note.",)
        self.app.push_screen(ReadText("What the run had to say, the latest first", *notes))

    def action_kinds(self) -> None:
        library, recording = self.session.library, self.session.recording
        if library is None or recording is None:
            self.notify_text("Nothing is known of the links yet: 1 leads to where a recording begins.")
            return
        self.app.push_screen(LinkKinds(library, recording))

    def action_groups(self) -> None:
        self.session.refresh()
        if self.session.recording is None:
            self.notify_text("Nothing was found yet: 1 leads to where a recording begins.")
            return
        self.app.push_screen(TargetGroups(self.session.recording), self._leave_out)

    def _leave_out(self, names: tuple[str, ...] | None) -> None:
        """Learn anew by what is stored, without these groups; without any, every one is taken in again."""
        if names is not None:
            asked = replace(self.session.asked_again(), continuation=Continuation.REOPEN)
            self.post_message(StartRun(replace(asked, without=names, only=() if names else (ALL,))))


def _card(found: str, seen: str, *, wide: bool) -> Iterator[Plain.Line]:
    """How many there are; what is open yet; and what to do next."""
    amount, reach, *open_yet = found.removeprefix("There are ").split("; ")
    besides = [reach, *(open_yet if wide else ())]
    yield [(f"{amount[:1].upper()}{amount[1:]}; ", "bold"), ("; ".join(besides), "")]
    if open_yet and not wide:
        yield "; ".join(open_yet)
    yield [("> collects them", "bold"), (f". {seen}", "dim")]


def _judged(library: Library, run: int) -> tuple[JudgedPage, ...]:
    """The pages of a run that were compared, each once."""
    pages = [seen.page for seen in library.pages(library.page_ids(run))]
    judged = {
        page.final_url: JudgedPage(page.final_url, page.similarity, page.role == "target")
        for page in pages
        if page.similarity is not None
    }
    return tuple(judged.values())


def _progress(watch: Watch, *, wide: bool) -> list[tuple[str, str]]:
    known = sum(group.known for group in watch.groups)
    counts = " visited" + (f", {watch.rendered:,} by the browser" if watch.rendered or wide else "")
    probes = sum(sent for sent, _ in watch.probes.values())
    counts += f", {many(probes, 'probe')}{' of forms' if wide else ''}" if probes else ""
    line = [
        (f"{watch.pages:,} of {many(max(known, watch.pages), 'page')}", "bold"),
        (f"{counts}, {duration(watch.seconds)} ", ""),
        (spark(watch.rates, _SPARK if wide else _SPARK // 3), "$text-success"),
        (f" {watch.rate:.0f}/s", ""),
    ]
    if wide and any(watch.queues):
        line += [
            ("  waiting ", "dim"),
            (spark(watch.queues, _SPARK // 2), "$text-warning"),
            (f" {watch.waiting or 0:,}", ""),
        ]
    return line
