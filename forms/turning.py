"""The forms of an answer that turn its pages: buttons of the form that was asked ("Next", "2"), a form for every page,
"More results". What is sent is the form as it stands, with one button pressed.

A form turns the pages of an answer if it repeats what was asked, or says nothing of its own and is sent to where the
question was; and if its button says so, in the words of links that turn a page. One that would change anything is left
alone, whatever it says.
"""

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass, replace

from recorder.forms.csrf_tokens import fresh_names
from recorder.forms.form import Button, Field, Form
from recorder.forms.submission import as_it_stands, default_button, pressed_entries, way_of
from recorder.forms.verdict import judge
from recorder.forms.vocabulary import HARMLESS
from recorder.patterns.navigation.pagination import counts
from recorder.patterns.pages.links import Link, turns_the_page

MOST_TURNS = 100
"""Most buttons of one answer that turn its pages."""

_NO_CHANGE = frozenset({"unknown", *(topic.kind for topic in HARMLESS)})
_NUMBER = re.compile("[0-9]{1,9}")


@dataclass(frozen=True)
class TurningForm:
    """A form that only has to be sent, and what tells the page it leads to from others: its number, or all that is
    sent but for what belongs to one visit.
    """

    form: Form
    page: str


def turns_of(forms: Iterable[Form], said: Set[str], sent_to: tuple[str, str]) -> list[TurningForm]:
    """The ways on from an answer to a question that said this, and was sent by this method to this address. Where
    buttons are numbered, "next" counts only after the last of them: before, it leads where they lead.
    """
    announced, others = list[_Pressed](), list[_Pressed]()
    for form in forms:
        leads_back = _says_nothing(form) and (form.method, form.action.partition("?")[0]) == sent_to
        if leads_back or (said and said <= _repeated(form)):
            pressed = [_Pressed(form, button) for button in form.buttons if button.kind != "button"]
            turning = [each for each in pressed if each.is_announced]
            announced += turning
            usual = default_button(form)
            others += [_Pressed(form, form.buttons[usual])] if leads_back and usual is not None and not turning else []
    found = [each for each in announced or others if each.changes_nothing]
    numbers = {each.number for each in found if each.number}
    on = not numbers or (min(numbers) != 2 and len(numbers) == max(numbers) - min(numbers) + 1)
    return [each.turn(said) for each in found if each.number or on][:MOST_TURNS]


@dataclass(frozen=True)
class _Pressed:
    form: Form
    button: Button

    @property
    def fields(self) -> tuple[Field, ...]:
        """What is sent, as fields that nobody touches."""
        sent = [entry for field in self.form.fields for entry in as_it_stands(field)]
        return (*sent, *(Field(name=name, kind="hidden", value=value) for name, value in pressed_entries(self.button)))

    @property
    def number(self) -> int:
        """The page that it says it leads to, if what it sends counts it."""
        text = self._text
        if not _NUMBER.fullmatch(text):
            return 0
        own = pressed_entries(self.button)
        sent = [value for _, value in own] or [field.value for field in self.form.fields if field.kind == "hidden"]
        return int(text) if any(counts(int(text), int(value)) for value in sent if _NUMBER.fullmatch(value)) else 0

    @property
    def is_announced(self) -> bool:
        return bool(self.number) or (not self._text.isdecimal() and turns_the_page(Link("", "", self._text)))

    @property
    def changes_nothing(self) -> bool:
        verdict = judge(replace(self.form, buttons=(self.button,)))
        return way_of(self.form, self.button) is not None and (verdict.safe or verdict.kind in _NO_CHANGE)

    def turn(self, said: Set[str]) -> TurningForm:
        """Numbers are told apart by the button that sends them: the same number may be another choice."""
        method, action, enctype = way_of(self.form, self.button) or ("", "", "")
        state = fresh_names(self.form)
        sent = "&".join(f"{each.name}={each.value}" for each in self.fields if each.name not in state)
        page = f"{self.number} by {self.button.name} of {sorted(said)}" if self.number and said else sent
        form = replace(self.form, method=method, action=action, enctype=enctype, fields=self.fields, buttons=())
        return TurningForm(replace(form, turns=()), page)

    @property
    def _text(self) -> str:
        return (self.button.label or self.button.value).strip()


def _says_nothing(form: Form) -> bool:
    return bool(form.fields) and all(field.kind == "hidden" for field in form.fields)


def _repeated(form: Form) -> frozenset[str]:
    return frozenset(value for field in form.fields for value in field.chosen)
