"""The kinds of links a site has, and the marks a person gives them: the engine goes by these from then on."""

from collections.abc import Iterator
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Footer

from recorder.face import Library, LinkClasses, Prototype, Recording
from recorder.runtime.errors import RecorderError
from recorder.tui.screens.dialog import Dialog
from recorder.tui.screens.questions import ReadText
from recorder.tui.widgets.lazy_table import Column, LazyTable, Listed, Row
from recorder.tui.widgets.plain import Plain
from recorder.tui.words import address, many

_COLUMNS = (
    Column("", 7),
    Column("Kind", 20),
    Column("links", 6, right=True),
    Column("hubs", 5, right=True, room=70),
    Column("as an address"),
)
_READING = 12
"""Seconds for what may be lost by a mark."""
_MARKS = {True: ("wanted", "good"), False: ("ignored", "faint"), None: ("", "")}


class LinkKinds(Dialog[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "mark('wanted')", "Want"),
        Binding("i", "mark('ignored')", "Ignore"),
        Binding("u", "mark('')", "Unmark"),
    ]

    def __init__(self, library: Library, recording: Recording) -> None:
        super().__init__()
        self._library, self._recording = library, recording
        self._learnt: LinkClasses | None = None
        self._kinds: tuple[Prototype, ...] = ()

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog tall"):
            yield Plain("Kinds of links", classes="title")
            yield Plain("They are being learnt from the pages that are stored.", id="learnt-from", classes="hint")
            yield LazyTable(_COLUMNS, "No kind of links was learnt.", id="kinds")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self._learn()

    @work(thread=True)
    def _learn(self) -> None:
        try:
            learnt = self._library.link_classes(self._recording)
        except RecorderError as error:
            self.app.call_from_thread(self.tell, error)
            return
        self.app.call_from_thread(self._show, learnt)

    def _show(self, learnt: LinkClasses) -> None:
        self._learnt = learnt
        # Those of the frame of the site come last: they stand on every page and lead nowhere new.
        self._kinds = tuple(sorted(learnt.prototypes.ordered, key=lambda kind: kind.template))
        doubt = "" if learnt.are_enough else ": too few to trust them"
        self.query_one("#learnt-from", Plain).show(
            f"Learnt from {many(learnt.hubs, 'page')} that lead on{doubt}. A link is of the first kind that fits it."
            " Links you ignore are not followed any more, by mappings and crawls; those you want are looked at first."
        )
        self.query_one("#kinds", LazyTable).fill(Listed(list(self._rows(learnt))))

    def _rows(self, learnt: LinkClasses) -> Iterator[Row]:
        for kind in self._kinds:
            name = "on every page" if kind.template else kind.name
            yield (
                _MARKS[learnt.marks.get(kind.pattern)],
                name,
                f"{kind.links:,}",
                f"{kind.hubs:,}",
                address(kind.pattern, self._recording.entry_url),
            )

    def action_mark(self, mark: str) -> None:
        row, learnt = self.query_one("#kinds", LazyTable).cursor, self._learnt
        if learnt is None or row >= len(self._kinds):
            return
        wanted = {"wanted": True, "ignored": False}.get(mark)
        try:
            marked = self._library.mark_link_class(self._recording, learnt, self._kinds[row].pattern, wanted)
        except RecorderError as error:
            self.tell(error)
            return
        self._show(marked)
        for remark in marked.remarks:
            self.say(remark, _READING)

    @on(LazyTable.Chosen, "#kinds")
    def _examples(self, event: LazyTable.Chosen) -> None:
        kind = self._kinds[event.row]
        self.app.push_screen(ReadText(f"Links of the kind {kind.name}, for example", *kind.examples))
