"""Forms: every form that was found, what became of it and why, its fields, and how the trial submissions went."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Footer, Input, Select

from recorder.face import Continuation, FieldRow, StoredForm
from recorder.face.library import ProbeSeen
from recorder.inspecting.recording_report import told_once
from recorder.runtime.plain_text import brief_label, many
from recorder.tui.messages import GoOnWith, StartRun
from recorder.tui.screens.area import Area
from recorder.tui.screens.dialogs import Confirm, Dialog
from recorder.tui.text import address, label, shown, size, url_path
from recorder.tui.watch import Watch
from recorder.tui.widgets.fields import Plain
from recorder.tui.widgets.lazy_table import LazyTable, Row, TableColumn, listed

_SIGNS = {"leads to targets": ("●", "good"), "left alone": ("–", "faint"), "not tried": ("?", "doubtful")}
_OPTIONS_SHOWN = 6
_FORM_COLUMNS = (
    TableColumn("", 1),
    TableColumn("What it asks"),
    TableColumn("sent to", 24, room=72, by_end=True),
    TableColumn("tried", 5, right=True),
    TableColumn("hits", 4, right=True),
)


_LEGEND = "● leads to targets  ○ nowhere  – left alone  ? not tried"


class FormsArea(Area):
    MODE = "forms"
    AUTO_FOCUS = "#forms"
    GUIDE = (
        f"Left: the forms of the site. {_LEGEND}",
        "Right: what the chosen form asks, the generic URL that came out of it (* stands for what you give"
        " when crawling), and the trial submissions: how large each answer was, ▲ for the largest 30%, which"
        " are looked into, and whether it led to targets.",
        "a allows a form that was left alone in doubt, x refuses one, f fills one in by hand: what you enter"
        " is asked first, and the form is tried in any case. m makes a new pattern with these wishes: of the"
        " site only those forms are asked, all else is taken from the pages that are stored.",
        "A form that plainly changes something (log in, order, delete) is never sent, whatever is wished.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "wish(True)", "Allow"),
        Binding("x", "wish(False)", "Refuse"),
        Binding("f", "fill", "Fill in"),
        Binding("m", "map", "Try it", tooltip="A new pattern with these wishes, from the pages that are stored"),
    ]

    _forms: tuple[StoredForm, ...] = ()
    _heard = -1

    def body(self) -> Iterable[Widget]:
        yield Horizontal(
            Vertical(
                LazyTable(
                    _FORM_COLUMNS,
                    "No form was found yet. Forms are looked at when the links of a site are mapped.",
                    id="forms",
                ),
                Plain(_LEGEND, classes="hint legend"),
                id="found",
            ),
            Vertical(
                VerticalScroll(Plain(id="form"), id="form-pane", classes="pane"),
                LazyTable(
                    (
                        TableColumn("", 1),
                        TableColumn("Tried with"),
                        TableColumn("answer", 9, right=True),
                        TableColumn("came to", 13),
                    ),
                    "This form was not tried.",
                    id="probes",
                ),
                id="right",
            ),
            id="map",
        )

    def load(self) -> None:
        library, recording = self.session.library, self.session.recording
        self._forms = library.forms(recording.id) if library and recording else ()
        order = ["leads to targets", "leads nowhere", "not tried", "left alone"]
        told = list(told_once(sorted(self._forms, key=lambda one: (_place(order, one.form.verdict), one.id))))
        self._forms = tuple(one for one, _ in told)
        self.query_one("#forms", LazyTable).fill(listed([self._row(one, others) for one, others in told]))
        self._show_form()

    def follow(self, watch: Watch, *, second: bool) -> None:
        if second and watch.forms_heard != self._heard and watch.kind == "mapping":
            self._heard = watch.forms_heard
            self.load()

    def _row(self, one: StoredForm, others: int) -> Row:
        """With how many more there are that ask the same and were not tried either: they stand on many pages."""
        form, wishes = one.form, self.session.form_overrides
        sign, manner = _SIGNS.get(form.verdict, ("○", ""))
        live = self.session.watch.probes.get(form.action or form.url) if form.verdict == "not tried" else None
        sent, hits = live if live and not one.probes else (one.probes, one.hits)
        if live and self.session.mapping:
            sign, manner = ("…", "doubtful")
        wish = " (allowed)" if form.signature in wishes.allowed else ""
        wish = " (refused)" if form.signature in wishes.refused else wish
        more = f", and {others} more like it" if others else ""
        wish += " (filled)" if form.signature in wishes.filled else ""
        return (
            (sign, manner),
            f"{_asked_for(one)}{more}{wish}",
            url_path(form.action or form.url),
            str(sent or ""),
            (str(hits or ""), "good"),
        )

    @property
    def _chosen(self) -> StoredForm | None:
        return self.query_one("#forms", LazyTable).at_cursor(self._forms)

    @on(LazyTable.CursorMoved, "#forms")
    def _show_form(self) -> None:
        one, library = self._chosen, self.session.library
        probes = library.probes(one.id) if one and library else ()
        self.query_one("#form", Plain).show(*(_form_lines(one, self.site) if one else ()))
        usual = _usual([_said(probe) for probe in probes])
        self.query_one("#probes", LazyTable).say_when_empty("This form was not tried." if one else "")
        self.query_one("#probes", LazyTable).fill(listed([_probe_row(probe, usual) for probe in probes]))

    def action_wish(self, allowed: bool) -> None:
        one = self._chosen
        if one is None:
            return
        name, wishes = {one.form.signature}, self.session.form_overrides
        self.session.form_overrides = replace(
            wishes,
            allowed=wishes.allowed | name if allowed else wishes.allowed - name,
            refused=wishes.refused - name if allowed else wishes.refused | name,
        )
        self.load()
        when = "m goes on with it at once" if self.session.mapping else "m makes a new pattern with it"
        self.notify_text(f"{'Allowed, unless it plainly changes something' if allowed else 'Refused'}: {when}.")

    def action_fill(self) -> None:
        one = self._chosen
        if one is not None:
            filled = self.session.form_overrides.filled.get(one.form.signature, {})
            self.app.push_screen(FillForm(one, dict(filled)), self._filled)

    def _filled(self, entered: dict[str, str] | None) -> None:
        one, wishes = self._chosen, self.session.form_overrides
        if one is None or entered is None:
            return
        filled = {**wishes.filled, one.form.signature: entered}
        self.session.form_overrides = replace(wishes, filled=filled)
        self.action_wish(True)

    def action_map(self) -> None:
        session = self.session
        if session.recording is None:
            self.notify_text("There is nothing to map yet: 1 leads to where a recording begins.")
        elif session.mapping:
            self.post_message(GoOnWith(session.asked_again(), "to go on with your wishes about forms"))
        else:
            words = "The forms are tried as you wish; a new pattern is learnt from their answers and what is stored."
            self.app.push_screen(Confirm("Ask the site?", words), self._map)

    def _map(self, wanted: bool | None) -> None:
        if wanted:
            self.post_message(StartRun(replace(self.session.asked_again(), continuation=Continuation.REOPEN)))


class FillForm(Dialog[dict[str, str] | None]):
    """A form to fill in, as on its page; what is left empty stays as the page has it."""

    AUTO_FOCUS = "Input, Select"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+r,f5", "accept", "Use this", key_display="^r", priority=True),
    ]

    def __init__(self, form: StoredForm, filled: dict[str, str]) -> None:
        super().__init__()
        self._form, self._given = form, filled
        self._fields = [field for field in form.fields if field.kind not in ("hidden", "password", "file")]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog"):
            yield Plain("Fill in this form: your query is asked first, and its answer looked into", classes="title")
            for number, field in enumerate(self._fields):
                yield Plain(f"{field.label or field.name}{' (required)' if field.required else ''}")
                yield from self._control(number, field)
        yield Footer(show_command_palette=False, compact=True)

    def _control(self, number: int, field: FieldRow) -> Iterator[Widget]:
        given = self._given.get(field.name, "")
        if field.options:
            choices = [(label(option or "(empty)"), option) for option in dict.fromkeys(field.options)]
            picked = given if given in field.options else Select.NULL
            yield Select(choices, value=picked, prompt="site default", id=f"field-{number}")
        else:
            yield Input(given, placeholder=shown(field.value or "site default"), id=f"field-{number}")

    def action_accept(self) -> None:
        entered = {field.name: value for number, field in enumerate(self._fields) if (value := self._value(number))}
        self.dismiss(entered)

    def _value(self, number: int) -> str:
        control = self.query_one(f"#field-{number}")
        if isinstance(control, Input):
            return control.value
        assert isinstance(control, Select)  # there are no others
        return "" if control.value is Select.NULL else str(control.value)


def _place(order: list[str], verdict: str) -> int:
    return order.index(verdict) if verdict in order else len(order)


def _asked_for(one: StoredForm) -> str:
    """A form by what a person sees of it."""
    names = [brief_label(field.label or field.name) for field in one.fields if field.kind != "hidden"]
    return ", ".join(shown(name, 40) for name in names) or "nothing but a button"


def _form_lines(one: StoredForm, site: str) -> Iterator[Plain.Line]:
    form = one.form
    sign, _ = _SIGNS.get(form.verdict, ("○", ""))
    yield [(f"{sign} {form.verdict}", "bold"), (f": {form.reason}", "")]
    yield [
        (f"{form.method} ", "bold"),
        (address(form.action, site), ""),
        ("  on " if form.url else "", "dim"),
        (address(form.url, site), "dim"),
    ]
    if form.generic_url:
        yield [("Generic URL ", "bold"), (form.generic_url, "$text-success")]
        if form.generic_body:
            yield [("Sent with   ", "bold"), (form.generic_body, "$text-success")]
    for field in one.fields:
        if field.kind != "hidden":
            yield _field_line(field)
    hidden = sum(field.kind == "hidden" for field in one.fields)
    if hidden:
        yield [(f"  and {many(hidden, 'hidden field')}", "dim")]


def _field_line(field: FieldRow) -> Plain.Line:
    free = "* " if field.free else "  "
    options = ", ".join(option or "(empty)" for option in field.options[:_OPTIONS_SHOWN])
    more = len(field.options) - _OPTIONS_SHOWN
    words = f": {options}{f' and {more} more' if more > 0 else ''}" if options else ""
    if field.example:
        words += f", for example {field.example}"
    required = ", required" if field.required else ""
    return [
        (free, "bold $text-success"),
        (brief_label(field.label or field.name), ""),
        (f" ({field.name}) ", "dim"),
        (f"{field.kind}{required}{words}", "dim"),
    ]


def _said(seen: ProbeSeen) -> dict[str, str]:
    """What was sent, by the name of the field."""
    sent = seen.probe.field_values.items()
    said = {name: ", ".join(map(str, each)) if isinstance(each, (list, tuple)) else str(each) for name, each in sent}
    return {name: text for name, text in said.items() if text}


def _usual(said: list[dict[str, str]]) -> set[tuple[str, str]]:
    """What most probes sent: it tells none of them from another."""
    often = Counter(pair for each in said for pair in each.items())
    return {pair for pair, count in often.items() if count > len(said) / 2} if len(said) > 1 else set()


def _probe_row(seen: ProbeSeen, usual: set[tuple[str, str]]) -> Row:
    probe = seen.probe
    said = [f"{name}={text}" for name, text in _said(seen).items() if (name, text) not in usual]
    came = ("targets", "good") if probe.hit else ("nothing", "") if probe.analysed else ("not looked at", "faint")
    if not probe.analysed and probe.outcome != "ok":
        came = (probe.outcome, "bad")
    return (("▲" if seen.is_large else "", "doubtful"), "  ".join(said) or "(nothing else)", size(probe.size), came)
