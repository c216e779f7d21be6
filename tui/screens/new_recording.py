"""A new recording: the addresses of a site, looked at as they are typed, and options folded away. Starts nothing."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Button, Checkbox, Collapsible, Input, Select

from recorder.face import FetchOptions, FormChoice, MappingLimits, RecordOptions, Render, ScopeKind
from recorder.face.glances import Glance, Glancer
from recorder.runtime.errors import UsageError
from recorder.tui.text import label, shown
from recorder.tui.widgets.fields import Captioned, Plain, Tick

_PATIENCE = 0.6
"""Seconds without a key after which an address is looked at."""
_OUTLINED = 6
"""Most lines of a sample's outline that are shown."""

_FORMS = {
    "those that plainly search": FormChoice.SEARCH,
    "none": FormChoice.NONE,
    "all that change nothing (your own site)": FormChoice.ALL,
}
_SCOPES = {
    "the entry page's host": ScopeKind.HOST,
    "its whole domain": ScopeKind.DOMAIN,
    "below its folder": ScopeKind.PREFIX,
}
_RENDERS = {"where it changes something": Render.AUTO, "always": Render.ALWAYS, "never": Render.NEVER}


class NewRecording(VerticalScroll, can_focus=False):
    """`asked` is what stands in the fields."""

    class Start(Message):
        """The button was pressed."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._glancer = Glancer()
        self._glances: dict[str, Glance] = {}
        """What was seen of the entry page and the samples, by their fields."""
        self._pending: dict[str, Timer] = {}

    def compose(self) -> ComposeResult:
        yield Plain("Record a new site", classes="title")
        yield Plain(
            "recorder finds out how to reach every page of a site that is like the one you show it.", classes="hint"
        )
        yield Captioned("Entry page", Input(placeholder="example.org/… where you would start", id="entry"))
        yield Plain(id="entry-seen", classes="seen")
        sample = Input(placeholder="example.org/… one of the pages you want", id="sample-1", classes="sample")
        yield Captioned("Sample page", sample)
        yield Plain(id="sample-1-seen", classes="seen")
        yield Vertical(id="more-samples", classes="field")
        yield Captioned("Database file", Input(placeholder="site.db", id="database"))
        yield Horizontal(
            Button("Start recording", variant="primary", id="start"),
            Button("Add a sample", id="another"),
            classes="field",
        )
        yield Collapsible(*self._options(), title="Options", id="options")

    def _options(self) -> Iterable[Widget]:
        yield Captioned("Name", Input(placeholder="the host of the entry page", id="name"))
        yield Captioned(
            "Not like", Input(placeholder="example.org/… pages you do not want, a space between", id="unlike")
        )
        yield Captioned("Forms to try", _choice(_FORMS, "forms"))
        yield Captioned("Follow links on", _choice(_SCOPES, "scope"))
        yield Captioned("Use a browser", _choice(_RENDERS, "render"))
        yield Captioned("Stop after pages", Input(placeholder="no limit", type="integer", id="pages"))
        yield Captioned("Cut", Input(placeholder="learnt on the site; or 0 to 1", type="number", id="threshold"))
        yield Captioned("Seconds between", Input(placeholder="as the site answers", type="number", id="delay"))
        yield Captioned("Whole site", Tick("walk every page instead of a sample of each kind", id="exhaustive"))
        yield Captioned("robots.txt", Tick("fetch what it forbids, too", id="ignore-robots"))

    @on(Button.Pressed, "#start")
    def _pressed(self) -> None:
        self.post_message(self.Start())

    @on(Button.Pressed, "#another")
    def another(self) -> None:
        """A field for one more sample."""
        number = len(self.query(".sample")) + 1
        field = Input(placeholder="example.org/… another one", id=f"sample-{number}", classes="sample")
        self.query_one("#more-samples").mount(
            Captioned(f"Sample {number}", field), Plain(id=f"sample-{number}-seen", classes="seen")
        )
        self.call_after_refresh(field.focus)

    @on(Input.Submitted)
    def _next(self) -> None:
        self.screen.focus_next()

    @on(Input.Changed, "#entry")
    @on(Input.Changed, ".sample")
    def _typed(self, event: Input.Changed) -> None:
        which = event.input.id or ""
        self._glances.pop(which, None)
        if which == "entry":
            self._suggest(event.value)
        self._soon(which, event.value)

    def _suggest(self, entry: str) -> None:
        """A file named after the host, as long as no other was named."""
        host = _host(entry)
        self.query_one("#database", Input).placeholder = shown(f"{host}.db" if host else "site.db", 80)

    def _soon(self, which: str, typed: str) -> None:
        """Look once nothing more is typed."""
        if which in self._pending:
            self._pending.pop(which).stop()
        seen = self.query_one(f"#{which}-seen", Plain)
        if not typed.strip():
            seen.show()
            return
        seen.show("…")
        self._pending[which] = self.set_timer(_PATIENCE, partial(self._look, which, typed))

    @work(thread=True)
    def _look(self, which: str, typed: str) -> None:
        entry = self._glances.get("entry")
        if which == "entry":
            found = self._glancer.entry(typed)
        else:
            others = [glance for name, glance in self._glances.items() if name not in ("entry", which)]
            found = self._glancer.sample(typed, entry, others, self._scope())
        self.app.call_from_thread(self._saw, which, typed, found)

    def _saw(self, which: str, typed: str, found: Glance) -> None:
        if self.query_one(f"#{which}", Input).value == typed:
            self._glances[which] = found
            self.query_one(f"#{which}-seen", Plain).show(*_told(found, 0 if which == "entry" else _OUTLINED))

    def asked(self) -> RecordOptions:
        """Raises a `UsageError` that says what is missing or cannot be meant."""
        entry = self.query_one("#entry", Input).value.strip()
        samples = tuple(value for field in self.query(".sample").results(Input) if (value := field.value.strip()))
        if not entry or not samples:
            raise UsageError("An entry page and a sample page are needed.", "Fill in both addresses.")
        for glance in self._glances.values():
            if glance.trouble:
                raise UsageError(f"{glance.url}: {glance.trouble}.", "Correct the address.")
        return RecordOptions(
            entry=entry,
            samples=samples,
            database=Path(self._text("database") or f"{_host(entry)}.db").expanduser(),
            name=self._text("name") or None,
            unlike=tuple(self._text("unlike").split()),
            exhaustive=self.query_one("#exhaustive", Checkbox).value,
            threshold=self._number("threshold", 0, 1),
            limits=MappingLimits(pages=_whole(self._number("pages", 1, 10**9))),
            forms=_FORMS[self._chosen("forms")],
            scope=self._scope(),
            fetching=FetchOptions(
                render=_RENDERS[self._chosen("render")],
                delay=self._number("delay", 0, 3600),
                ignore_robots=self.query_one("#ignore-robots", Checkbox).value,
            ),
        )

    def _text(self, which: str) -> str:
        return self.query_one(f"#{which}", Input).value.strip()

    def _number(self, which: str, least: float, most: float) -> float | None:
        text = self._text(which)
        if not text:
            return None
        try:
            number = float(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise UsageError(f"{text!r} is not a number from {least} to {most}.", "See the options.")
        return number

    def _chosen(self, which: str) -> str:
        return str(self.query_one(f"#{which}", Select).value)

    def _scope(self) -> ScopeKind:
        return _SCOPES[self._chosen("scope")]


def _choice(options: Iterable[str], which: str) -> Select[str]:
    return Select([(label(words), words) for words in options], allow_blank=False, id=which)


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def _host(url: str) -> str:
    try:
        return urlsplit(url.strip() if "://" in url else f"//{url.strip()}").hostname or ""
    except ValueError:
        return ""


def _told(found: Glance, outlined: int) -> list[Plain.Line]:
    """What was seen of an address, and the beginning of its outline."""
    if found.trouble:
        return [[("✗ ", "bold $text-error"), (found.trouble, "$text-error")]]
    lines: list[Plain.Line] = [
        [
            ("✓ ", "bold $text-success"),
            (found.title or "a page without a title", ""),
            ("" if found.alike is None else f"  similarity {found.alike:.2f}", "dim"),
        ]
    ]
    if found.doubt:
        lines.append([("! ", "bold $text-warning"), (found.doubt, "$text-warning")])
    lines += [f"  {'· ' * line.level}{line.text}" for line in found.outline[:outlined]]
    more = len(found.outline) - outlined
    if outlined and more > 0:
        lines.append([(f"  and {more} more headings, lists and tables", "dim")])
    return lines
