"""The kinds of links a site has, and the marks a person gives them: later runs go by these."""

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Footer

from recorder.face import LinkClasses, Prototype, Recording
from recorder.face.library import Library
from recorder.runtime.errors import RecorderError
from recorder.tui.screens.dialogs import Dialog, ReadText
from recorder.tui.text import address, many
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable, Row, TableColumn, listed

_COLUMNS = (
    TableColumn("", 7),
    TableColumn("Kind", 20),
    TableColumn("links", 6, right=True),
    TableColumn("hubs", 5, right=True, room=70),
    TableColumn("as an address"),
)
_READING = 12
"""Seconds that a remark on a mark is shown."""
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
        self.in_thread("kinds", lambda: self._library.link_classes(self._recording), self._show)

    def _show(self, learnt: LinkClasses) -> None:
        self._learnt = learnt
        # Kinds of the frame of the site come last: they stand on every page and lead nowhere new.
        self._kinds = tuple(sorted(learnt.prototypes.ordered, key=lambda kind: kind.template))
        doubt = "" if learnt.are_enough else ": too few to trust them"
        self.query_one("#learnt-from", Plain).show(
            f"Learnt from {many(learnt.hubs, 'page')} that lead on{doubt}. A link is of the first kind that fits it."
            " Links you ignore are not followed any more, by mappings and crawls; those you want are looked at first."
        )
        self.query_one("#kinds", LazyTable).fill(listed(list(self._rows(learnt))))

    def _rows(self, learnt: LinkClasses) -> Iterator[Row]:
        site = self._recording.entry_url
        for kind in self._kinds:
            name, pattern = "on every page" if kind.template else kind.name, address(kind.pattern, site)
            yield (_MARKS[learnt.marks.get(kind.pattern)], name, f"{kind.links:,}", f"{kind.hubs:,}", pattern)

    def action_mark(self, mark: str) -> None:
        kind, learnt = self.query_one("#kinds", LazyTable).at_cursor(self._kinds), self._learnt
        if learnt is None or kind is None:
            return
        wanted = {"wanted": True, "ignored": False}.get(mark)
        try:
            marked = self._library.mark_link_class(self._recording, learnt, kind.pattern, wanted)
        except RecorderError as error:
            self.notify_error(error)
            return
        self._show(marked)
        for remark in marked.remarks:
            self.notify_text(remark, _READING)

    @on(LazyTable.Chosen, "#kinds")
    def _examples(self, event: LazyTable.Chosen) -> None:
        kind = self._kinds[event.row]
        self.app.push_screen(ReadText(f"Links of the kind {kind.name}, for example", *kind.examples))
