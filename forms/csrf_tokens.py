"""Hidden values that belong to one visit of a form: CSRF tokens, `__VIEWSTATE`, session numbers.

Sent again a day later they are refused, so they must come from a form page fetched for the purpose. A value is fresh
if it differed between two visits, or if it looks like a token: a token of the session is the same on both visits. One
fetch too many is the price of a constant that looks like one; a refused query would be the price of the opposite.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from recorder.forms.form import Form
from recorder.forms.submission import Values
from recorder.patterns.navigation.pattern import FormStep

_NAMES = re.compile(
    r"csrf|xsrf|token|nonce|authenticity|view_?state|event_?validation|previous_?page|request_?verification|form_?build"
    r"|captcha|sess(?:ion)?(?:_?id)?$|(?:^|_)sid$|timestamp|^_?ts$",
    re.IGNORECASE,
)
_LEAST_TOKEN = 16
"""Least characters of an opaque token."""

_OPAQUE = re.compile(r"[0-9A-Za-z+/=_.:~-]+")
_EPOCH = re.compile(r"1[0-9]{9}(?:[0-9]{3})?(?:\.[0-9]+)?")


def fresh_names(form: Form, visits: Sequence[Form] = ()) -> tuple[str, ...]:
    """The hidden fields whose values must be taken from a fresh form page, each once.

    `visits` are other visits of the same form.
    """
    hidden = dict.fromkeys(each.name for each in form.fields if each.kind == "hidden" and each.name)
    values = {name: hidden_values(form, name) for name in hidden}
    others = [{name: hidden_values(visit, name) for name in hidden} for visit in visits]
    return tuple(
        name
        for name in hidden
        if any(other[name] != values[name] for other in others)
        or any(_looks_fresh(name, value) for value in values[name])
    )


def renewed(form: Form, found: Iterable[Form]) -> Form | None:
    """The form as another visit found it. Where that visit shows it otherwise, as without what scripts make of it, it
    is the same form with the hidden values that it has there.
    """
    visits = list(found)
    same = next((each for each in visits if each.signature == form.signature), None)
    alike = (each for each in visits if (each.method, _place(each)) == (form.method, _place(form)))
    there = same or max(alike, key=lambda each: len(_hidden(each) & _hidden(form)), default=None)
    if there is same or there is None or not _hidden(there) & _hidden(form):
        return same
    values = {name: iter(hidden_values(there, name)) for name in _hidden(form)}
    fields = (
        replace(each, value=next(values[each.name], each.value)) if each.kind == "hidden" and each.name else each
        for each in form.fields
    )
    return replace(form, fields=tuple(fields))


def _hidden(form: Form) -> set[str]:
    return {each.name for each in form.fields if each.kind == "hidden" and each.name}


def _place(form: Form) -> str:
    return form.action.partition("?")[0]


def hidden_values(form: Form, name: str) -> Values:
    """The values of the hidden fields of this name, in their order."""
    return tuple(each.value for each in form.fields if each.kind == "hidden" and each.name == name)


def fresh_values(step: FormStep, form: Form) -> Mapping[str, Values]:
    """The present values of the fresh names of a step."""
    return {name: hidden_values(form, name) for name in step.fresh}


def _looks_fresh(name: str, value: str) -> bool:
    if not value:
        return bool(re.search("csrf|xsrf", name, re.IGNORECASE))  # a script fills it in
    return bool(_NAMES.search(name)) or bool(_EPOCH.fullmatch(value)) or _is_opaque(value)


def _is_opaque(value: str) -> bool:
    """Long, without a blank, letters and digits mixed: nothing a person wrote."""
    if len(value) < _LEAST_TOKEN or not _OPAQUE.fullmatch(value) or "://" in value:
        return False
    digits = sum(character.isdigit() for character in value)
    changes = sum(a.isdigit() != b.isdigit() for a, b in pairwise(value))
    return digits >= 2 and changes >= 4 and any(character.isalpha() for character in value)
