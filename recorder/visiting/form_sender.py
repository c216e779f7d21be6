"""Sends the form steps of a pattern, over HTTP or by a browser that fills in the form as a person would. What is
followed from the answer is for a crawl to say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from recorder.fetching.answers import Outcome, OutcomeKind, Request
from recorder.fetching.form_filling import Act, ActKind, FilledForm
from recorder.forms.changes import find_again
from recorder.forms.csrf_tokens import fresh_values
from recorder.forms.form import Field, Form
from recorder.forms.generic_request import StaleFormError, expand, query_of
from recorder.forms.submission import Query, Values
from recorder.patterns.navigation.pattern import FormStep
from recorder.visiting.visit import Visit
from recorder.visiting.visitor import Visitor


@dataclass(frozen=True)
class FormSender:
    """Sends the forms of one site."""

    visitor: Visitor

    async def send(
        self,
        step: FormStep,
        values: Mapping[str, Values],
        fresh: Mapping[str, Values] | None = None,
        page: str = "",
        session: str = "",
    ) -> Visit:
        """The answer to a form step, or why there is none. `fresh` are the hidden values of one visit, such as a token.
        For a step that needs some and is given none, the form's `page` is fetched first. So it is in a session of its
        own: some sites answer nobody who did not come from there.
        """
        page = page or step.page
        try:
            if step.in_browser or session or (step.fresh and not fresh):
                return await self._send_from(page, step, values, session)
            return await self._ask(step, values, fresh)
        except StaleFormError as error:
            return Visit(page, Outcome(Request(page), OutcomeKind.NOT_FOUND, str(error), url=page), None)

    async def _send_from(self, page: str, step: FormStep, values: Mapping[str, Values], session: str) -> Visit:
        visit = await (self.visitor.ask(Request(page, session=session)) if session else self.visitor.visit(page))
        if visit.page is None:
            return visit
        form = find_again(step, visit.page.forms)
        if form is None:
            raise StaleFormError(f"the form is no longer on {visit.page.url}")
        if not step.in_browser:
            return await self._ask(step, values, fresh_values(step, form), session)
        answer, _ = await self.visitor.submit(filled_form(form, query_of(step, form, values)))
        return replace(answer, answers=True)

    async def _ask(
        self, step: FormStep, values: Mapping[str, Values], fresh: Mapping[str, Values] | None, session: str = ""
    ) -> Visit:
        sent = expand(step, values, fresh)
        answer = await self.visitor.ask(Request(sent.url, sent.method, sent.body, sent.content_type, session=session))
        return replace(answer, answers=True)


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
