"""What a person may say about forms, about all and about single ones; and which may be submitted by that."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from recorder.forms.form import Form
from recorder.forms.submission import Values
from recorder.forms.verdict import FormVerdict, judge

MOST_PROBES = 600
"""Most probes of all forms of a recording together, unless the person says otherwise."""


class FormChoice(StrEnum):
    """Which forms may be submitted while recording."""

    SEARCH = "search"
    ALL = "all"
    NONE = "none"


@dataclass(frozen=True)
class FormOverrides:
    """What was said about single forms, by their signatures. `filled` holds what a person entered, by the name of the
    field: it is the first query.
    """

    allowed: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    filled: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def by_hand(self, form: Form) -> dict[int, Values]:
        """What a person entered, by the number of the field."""
        entered = self.filled.get(form.signature, {})
        return {number: (entered[each.name],) for number, each in enumerate(form.fields) if each.name in entered}


def permission(form: Form, choice: FormChoice, overrides: FormOverrides) -> FormVerdict:
    """Whether a form may be submitted. Nobody can allow one that plainly changes something."""
    verdict = judge(form)
    if choice is FormChoice.NONE:
        return replace(verdict, safe=False, reason="no form was to be submitted")
    if form.signature in overrides.refused:
        return replace(verdict, safe=False, reason="refused by you")
    if verdict.safe or verdict.kind != "unknown":
        return verdict
    if form.signature in overrides.allowed:
        return replace(verdict, safe=True, reason=f"{verdict.reason}; allowed by you")
    if choice is FormChoice.ALL:
        return replace(verdict, safe=True, reason=f"{verdict.reason}; all forms were allowed")
    return verdict
