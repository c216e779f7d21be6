"""A query: what is said in a form, and which button is pressed. How it travels is `forms.submission`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from recorder.forms.form import Button, Form

Values = tuple[str, ...]
"""What one field sends: one value as a rule, none for an unchecked box, several where several may be chosen."""


@dataclass(frozen=True, slots=True)
class Query:
    """Values for some fields, by their number in the form; all others stay as the page has them."""

    filled: tuple[tuple[int, Values], ...] = ()
    button: int | None = None
    """Its number in the form; None where nothing is pressed, as when a script submits."""

    @classmethod
    def of(cls, values: Mapping[int, Values] | Iterable[tuple[int, Values]], button: int | None = None) -> "Query":
        """The same query whatever order the fields are named in."""
        return cls(tuple(sorted(dict(values).items())), button)

    def said(self, field: int) -> Values | None:
        """What it says in this field, or None where it leaves it alone."""
        return next((values for number, values in self.filled if number == field), None)

    def without(self, field: int) -> "Query":
        """The same query, but with this field left alone."""
        return Query(tuple((number, values) for number, values in self.filled if number != field), self.button)

    def sends(self, form: Form, field: int) -> Values:
        """What this field holds when the form is sent."""
        said = self.said(field)
        return form.fields[field].chosen if said is None else said

    def pressed(self, form: Form) -> Button | None:
        """The button, if it presses one that this form has."""
        return form.buttons[self.button] if self.button is not None and self.button < len(form.buttons) else None


def default_button(form: Form) -> int | None:
    """The button that Enter presses: the first that submits, or else the first there is."""
    submitting = (number for number, button in enumerate(form.buttons) if button.kind in {"submit", "image"})
    return next(submitting, 0 if form.buttons else None)
