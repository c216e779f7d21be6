"""What a person may say about forms: about all of them, and about single ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from recorder.forms.form import Form
from recorder.forms.submission import Values

MOST_PROBES = 600
"""For all forms of a recording together, unless the person says otherwise."""


class FormChoice(StrEnum):
    """Which forms may be submitted while recording."""

    SEARCH = "search"
    ALL = "all"
    NONE = "none"


@dataclass(frozen=True)
class FormOverrides:
    """What was said about single forms, each named by its signature. `filled` holds what a person entered, by the name
    of the field: it is asked before anything else.
    """

    allowed: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    filled: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def by_hand(self, form: Form) -> dict[int, Values]:
        """What a person entered, by the number of the field."""
        entered = self.filled.get(form.signature, {})
        return {number: (entered[each.name],) for number, each in enumerate(form.fields) if each.name in entered}
