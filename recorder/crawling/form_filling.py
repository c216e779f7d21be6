"""From a query of a form to what hands do on its page. Pure: the browser does it (`recorder.fetching.form_driver`)."""

from collections.abc import Iterator

from recorder.fetching import Act, ActKind, FilledForm, Request
from recorder.forms.form import Field, Form
from recorder.forms.submission import Query, Values


def filled_form(form: Form, query: Query) -> FilledForm:
    """The form as a person fills it in: only what the query says is touched."""
    acts = tuple(act for number, values in query.filled for act in _acts(form.fields[number], values))
    button = query.pressed(form)
    return FilledForm(Request(form.url), acts, button.locator if button else "")


def _acts(field: Field, values: Values) -> Iterator[Act]:
    if field.kind == "hidden" or not field.locators:
        return
    if field.is_typed:
        yield Act(ActKind.TYPE, field.locators[0], values)
    elif field.kind == "select":
        yield Act(ActKind.CHOOSE, field.locators[0], values)
    elif field.is_choice:
        yield from _checks(field, values)
    else:
        yield Act(ActKind.SET, field.locators[0], values)


def _checks(field: Field, values: Values) -> Iterator[Act]:
    """Boxes that stand as they should are left alone; a radio button is released by pressing another."""
    for option, locator in zip(field.options, field.locators, strict=False):
        if option.value in values and not option.chosen:
            yield Act(ActKind.CHECK, locator, (option.value,))
        elif option.value not in values and option.chosen and field.kind == "checkbox":
            yield Act(ActKind.UNCHECK, locator)
