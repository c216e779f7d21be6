"""One step of a pattern in fields; what is typed is tried on the links that are known. Changes no pattern."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from textual import on, work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Checkbox, Input
from textual.worker import get_current_worker

from recorder.face import FormStep, LinkStep
from recorder.inspecting.known_links import KnownLinks, StepTrial
from recorder.runtime.plain_text import brief_label, many
from recorder.tui.draft import Draft, Place
from recorder.tui.widgets.fields import Captioned, Plain, Tick

_PATIENCE = 0.2
_SHOWN = 4


class StepEditor(VerticalScroll, can_focus=False):
    """`show` it a step; it posts `Edited` once the fields hold another valid one."""

    @dataclass
    class Edited(Message):
        """The valid step in the fields, for this place."""

        place: Place
        step: LinkStep

    @dataclass
    class Left(Message):
        """Enter was pressed in a field."""

    _links: KnownLinks | None = None
    _former: LinkStep | None = None
    _place: Place = (0, 0)
    _timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Captioned("Expression", Input(id="regex"))
        yield Captioned("Place", Input(placeholder="anywhere on the page", id="place"))
        yield Captioned("Repeats", Tick("follow it again from the pages it led to", id="repeat"))
        yield Plain(id="feedback")

    def know(self, links: KnownLinks) -> None:
        """The links to try steps on."""
        self._links = links
        self._try()

    def dead_steps(self, draft: Draft) -> tuple[str, ...]:
        """What is edited and leads nowhere, a line each; before the links are known there is nothing to say."""
        return tuple(self._links.dead_steps(draft.edited, draft.in_force)) if self._links else ()

    def show(self, draft: Draft, place: Place | None) -> None:
        """Another step, which is not an edit."""
        step = draft.step(place) if place else None
        link = step if isinstance(step, LinkStep) else None
        self._former = draft.former(place) if place else None
        self._place = place or (0, 0)
        regex, stands_at, repeat = self._fields()
        for field in (regex, stands_at, repeat):
            field.disabled = link is None
        with self.prevent(Input.Changed, Checkbox.Changed):
            regex.value = link.regex if link else ""
            stands_at.value = (link.place or "") if link else ""
            repeat.value = link.repeat if link else False
        if link is not None:
            self._try()
        else:
            self._tell(_form_lines(step) if isinstance(step, FormStep) else ())

    def _fields(self) -> tuple[Input, Input, Checkbox]:
        return (
            self.query_one("#regex", Input),
            self.query_one("#place", Input),
            self.query_one("#repeat", Checkbox),
        )

    def _tell(self, lines: Iterable[Plain.Line]) -> None:
        self.query_one("#feedback", Plain).show(*lines)

    @on(Input.Changed)
    def _typed(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(_PATIENCE, self._try)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self._try()
        self.post_message(self.Left())

    @on(Checkbox.Changed)
    def _try(self) -> None:
        """Hold what stands in the fields against the known links."""
        former = self._former
        if former is not None:
            regex, place, repeat = self._fields()
            edited = replace(former, regex=regex.value, place=place.value.strip() or None, repeat=repeat.value)
            self._hold_against(self._place, former, edited)

    @work(thread=True, exclusive=True, group="try")
    def _hold_against(self, place: Place, former: LinkStep, edited: LinkStep) -> None:
        links, worker = self._links or KnownLinks((), {}), get_current_worker()
        trial = links.trial(former, edited.regex, edited.place)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._tried, place, edited, trial)

    def _tried(self, place: Place, edited: LinkStep, trial: StepTrial) -> None:
        if place != self._place:
            return  # another step is shown by now
        if not trial.error:
            self.post_message(self.Edited(place, edited))
        self._tell(_trial_lines(trial, known=self._links is not None))


def _trial_lines(trial: StepTrial, *, known: bool) -> Iterable[Plain.Line]:
    if trial.error:
        yield [("✗ ", "bold $text-error"), (trial.error, "$text-error")]
        return
    if not known:
        yield [("The links that are known are being read.", "dim")]
        return
    if trial.matches:
        yield [(f"✓ {many(trial.matches, 'known link')} would be followed", "bold")]
    else:
        yield [("✗ No known link matches: this step would lead to nothing", "bold $text-error")]
    for words, urls, style in (("newly", trial.gained, "$text-success"), ("no longer", trial.lost, "$text-error")):
        if urls:
            yield [(f"  {len(urls):,} {words}: ", f"bold {style}"), ("  ".join(urls[:_SHOWN]), style)]


def _form_lines(step: FormStep) -> Iterable[Plain.Line]:
    way = "by the browser" if step.in_browser else "over HTTP"
    yield [("A form step", "bold"), (f", filled in {way}; the form stands on {step.page or 'the pages before'}", "")]
    for parameter in step.parameters:
        words = f"one of {len(parameter.options)}" if parameter.options else parameter.kind
        example = f", for example {parameter.example}" if parameter.example else ""
        yield f"  * {brief_label(parameter.label or parameter.name)} ({parameter.name}): {words}{example}"
    yield [("What it sends cannot be edited here: e writes the pattern to a file, i reads it again.", "dim")]
