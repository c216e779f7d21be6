"""A form found again on a page, and what has changed since it was recorded.

A change counts if it makes another query of what a person asks: fields that mattered and are gone, fields that now
must be filled in, another way of sending. Hidden values, options and further fields that may stay empty come and go.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from recorder.forms.accepting import called, folded
from recorder.forms.form import Field, Form
from recorder.forms.generic_request import leads_to, literals
from recorder.patterns.navigation.pattern import FormStep, Parameter


@dataclass(frozen=True)
class FormNow:
    """The form of a step on a page, and what has changed in it, in words; no form if the page has none like it."""

    form: Form | None = None
    changes: tuple[str, ...] = ()


def form_now(step: FormStep, forms: Iterable[Form]) -> FormNow:
    """The step's form among those of a page, however much it has changed."""
    candidates = list(forms)
    form = next((each for each in candidates if each.signature == step.form), None)
    if form is not None:
        return FormNow(form)
    form = _nearest(step, candidates)
    return FormNow(form, tuple(_changes(step, form))) if form else FormNow()


def find_again(step: FormStep, found: Iterable[Form]) -> Form | None:
    """The step's form among those of a page: the same form, or one that asks for all the step has to say."""
    candidates = list(found)
    same = next((form for form in candidates if form.signature == step.form), None)
    asked = {parameter.name for parameter in step.parameters if parameter.was_hit}
    fitting = (
        form
        for form in candidates
        if asked and asked <= set(form.keys) and any(leads_to(step, form, each) for each in (*form.buttons, None))
    )
    return same or next(fitting, None)


def _nearest(step: FormStep, forms: list[Form]) -> Form | None:
    """The form that asks for most of the step's parameters, by name or by label. One that asks for less than half of
    them is another form.
    """
    best = max(forms, key=lambda form: (_known(step, form), _place(form.action) == _recorded(step)[1]), default=None)
    known = _known(step, best) if best else 0
    return best if known and 2 * known >= sum(each.was_hit for each in step.parameters) else None


def _known(step: FormStep, form: Form) -> int:
    """How many of the step's parameters the form asks for."""
    keys, labels = set(form.keys), {_label(field) for field in form.fields} - {""}
    return sum(each.name in keys or folded(each.label) in labels for each in step.parameters)


def _changes(step: FormStep, form: Form) -> Iterator[str]:
    keys = dict(zip(form.keys, form.fields, strict=True))
    gone = [each for each in step.parameters if each.was_hit and each.name not in keys]
    method, place = _recorded(step)
    new = {key: field for key, field in keys.items() if key and not _was_there(step, key, field)}
    for parameter in gone:
        yield f"it no longer asks for {called(parameter)}{_instead(parameter, new)}"
    if method and form.method != method:
        yield f"it is sent by {form.method} now, not by {method}"
    if place and form.action and _place(form.action) != place:
        yield f"it is sent to {_place(form.action)} now, not to {place}"
    taken = {key for key, field in new.items() for each in gone if _is_alike(each, field)}
    for key, field in new.items():
        if field.required and not field.disabled and not any(field.chosen) and key not in taken:
            yield f"it now needs {_named(key, field)} filled in"


def _was_there(step: FormStep, key: str, field: Field) -> bool:
    known = {each.name for each in step.parameters} | set(literals(step)) | set(step.fresh)
    return key in known or f"{field.kind}:{field.name}" in step.form.rpartition(" ")[2].split(",")


def _instead(parameter: Parameter, new: dict[str, Field]) -> str:
    alike = [key for key, field in new.items() if _is_alike(parameter, field)]
    return f", but for {_named(alike[0], new[alike[0]])}" if len(alike) == 1 else ""


def _is_alike(parameter: Parameter, field: Field) -> bool:
    """Whether a field may ask what another one asked: by the same words, or if nothing is said of it, of its kind."""
    label = folded(parameter.label)
    return label == _label(field) if label or _label(field) else field.kind == parameter.kind


def _recorded(step: FormStep) -> tuple[str, str]:
    """Method and action of the recorded form, from its signature; empty where only a script knew them."""
    method, _, rest = step.form.partition(" ")
    return (method, _place(rest.split(" ", 1)[0])) if "://" in rest.split(" ", 1)[0] else ("", "")


def _place(action: str) -> str:
    """The action without what may belong to one visit."""
    return action.partition("?")[0].partition(";")[0]


def _named(key: str, field: Field) -> str:
    return called(Parameter(key, field.label or field.hint))


def _label(field: Field) -> str:
    return folded(field.label or field.hint)
