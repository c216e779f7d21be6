"""Pages: what was collected, searched and looked at: the text of a page, its outline, and why it is what it is."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Select

from recorder.face.library import Library, PageSeen, Preview
from recorder.runtime.plain_text import many, moment
from recorder.tui.screens.area import Area
from recorder.tui.screens.dialogs import ReadText
from recorder.tui.text import address, label, similarity, size, told_apart
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable, Listed, Row, TableColumn

_MANNERS = {"new": "good", "changed": "doubtful", "error": "bad", "off-pattern": "doubtful", "skipped": "faint"}
_PATIENCE = 0.3
_EXPORTED_AT_ONCE = 200
_KINDS = {
    "targets that are present": "",
    "all pages of the latest run": "all",
    "pages on the way": "hub",
    "pages off the pattern": "off-pattern",
    "errors": "error",
    "left out": "skipped",
}
_HEADS = ("url", "title", "status", "role", "similarity", "run", "http_status", "fetched", "size")


def stored_pages(library: Library, ids: Sequence[int], site: str) -> Listed[int]:
    """Pages by their ids: only rows in view are read."""

    def rows(some: Sequence[int]) -> Sequence[Row]:
        pages = library.pages(some)
        titles = told_apart([seen.page.title or seen.page.reason for seen in pages])
        return [_row(seen, title, site) for seen, title in zip(pages, titles, strict=True)]

    return Listed(ids, rows)


def _row(seen: PageSeen, title: str, site: str) -> Row:
    page, state = seen.page, seen.status or seen.page.role
    return ((state, _MANNERS.get(state, "")), address(page.url, site), title, similarity(page.similarity))


PAGE_COLUMNS = (
    TableColumn("", 11),
    TableColumn("Page", by_end=True),
    TableColumn("title", room=50, share=2),
    TableColumn("similarity", 10, right=True),
)


class PagesArea(Area):
    """The list stays as it is until the next look: it is hard to read when it grows under the cursor."""

    MODE = "pages"
    AUTO_FOCUS = "#pages"
    GUIDE = (
        "/ searches: pages that hold all your words, the best first; quoted words as one. An empty search lists all.",
        "The choice beside it says which pages are listed. The pane shows the chosen page: its text with v,"
        " its outline with o, and with w why it is, or is not, a target and how it was reached.",
        "Enter shows it on a larger part of the screen. e writes the list to a CSV file; 7 exports to other formats.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "focus('#words')", "Search", key_display="/"),
        Binding("o", "view('outline')", "Outline"),
        Binding("v", "view('text')", "Text"),
        Binding("w", "view('why')", "Why"),
        Binding("e", "export", "Export CSV"),
    ]

    _ids: tuple[int, ...] = ()
    _view = "text"
    _timer: Timer | None = None
    _lines: tuple[str, tuple[Plain.Line, ...]] = ("", ())

    def body(self) -> Iterable[Widget]:
        yield Horizontal(
            Input(placeholder="search the text of target pages", id="words"),
            Select([(label(words), words) for words in _KINDS], allow_blank=False, id="kind"),
            id="search",
        )
        yield Horizontal(
            LazyTable(PAGE_COLUMNS, "Nothing is collected yet: 5 leads to where pages are collected.", id="pages"),
            VerticalScroll(Plain(id="page"), id="page-pane", classes="pane"),
            id="map",
        )

    def load(self) -> None:
        self._find()

    def at_hand(self) -> tuple[str, str]:
        return self.stored_page(self.query_one("#pages", LazyTable).at_cursor(self._ids))

    @on(Input.Changed, "#words")
    def _typed(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(_PATIENCE, self._find)

    @on(Input.Submitted, "#words")
    def _submitted(self) -> None:
        self.query_one("#pages").focus()

    @on(Select.Changed, "#kind")
    def _find(self) -> None:
        library, recording = self.session.library, self.session.recording
        if library is None or recording is None:
            return
        words = self.query_one("#words", Input).value.strip()
        kind = _KINDS[str(self.query_one("#kind", Select).value)]

        def ids() -> tuple[int, ...]:
            if words:
                return library.hit_ids(recording.id, words)
            if not kind:
                return library.present_ids(recording.id)
            runs = library.runs(recording.id)
            return library.page_ids(runs[-1].id, None if kind == "all" else kind) if runs else ()

        self.in_thread("find", ids, lambda found: self._found(library, found))

    def _found(self, library: Library, ids: tuple[int, ...]) -> None:
        self._ids = ids
        table = self.query_one("#pages", LazyTable)
        table.say_when_empty("No page is like this: try other words, or another choice on the right.")
        table.fill(stored_pages(library, ids, self.site))
        self._look()

    def action_view(self, view: str) -> None:
        self._view = view
        self._look()

    @on(LazyTable.CursorMoved, "#pages")
    def _look(self) -> None:
        library, recording, view = self.session.library, self.session.recording, self._view
        page_id = self.query_one("#pages", LazyTable).at_cursor(self._ids)
        if page_id is None:
            self.query_one("#page", Plain).show()
        elif library is not None and recording is not None:

            def found() -> tuple[Preview | None, tuple[str, ...]]:
                preview = library.preview(page_id)
                return preview, library.why(recording, preview.page.url) if preview and view == "why" else ()

            self.in_thread("look", found, lambda found: self._have_read(*found, view))

    def _have_read(self, preview: Preview | None, why: tuple[str, ...], view: str) -> None:
        if preview is None:
            return
        shown: Iterable[Plain.Line] = why
        if view == "text":
            shown = preview.text or ("This page has no text.",)
        elif view == "outline":
            shown = [f"{'  ' * line.level}{line.text}" for line in preview.outline] or ("This page has no headings.",)
        page = preview.page
        facts = f"run {page.run_id}, {moment(page.fetched_at)}, {size(page.size)}, status {page.http_status or '–'}"
        head: tuple[Plain.Line, ...] = (
            [(page.title or "(no title)", "bold")],
            [(page.url, "dim")],
            [(facts, "dim")],
            "",
        )
        self._lines = (page.title or page.url, (*head, *shown))
        self.query_one("#page", Plain).show(*self._lines[1])
        self.query_one("#page-pane").scroll_home(animate=False)

    @on(LazyTable.Chosen, "#pages")
    def _opened(self) -> None:
        self.app.push_screen(ReadText(self._lines[0], *self._lines[1]))

    def action_export(self) -> None:
        library, ids = self.session.library, self._ids
        if library is None or not ids:
            self.notify_text("There is nothing to export.")
            return
        self.write_csv(many(len(ids), "page"), "targets.csv", _HEADS, lambda: _exported(library, ids))


def _exported(library: Library, ids: Sequence[int]) -> Iterable[tuple[str | float | None, ...]]:
    for start in range(0, len(ids), _EXPORTED_AT_ONCE):
        for seen in library.pages(ids[start : start + _EXPORTED_AT_ONCE]):
            page = seen.page
            yield (
                page.url,
                page.title,
                seen.status,
                page.role,
                "" if page.similarity is None else f"{page.similarity:.4f}",
                page.run_id,
                page.http_status,
                page.fetched_at,
                page.size,
            )
