"""A form that no longer asks what it asked is told by what changed; one that only looks different is the same form."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.forms.changes import FormNow, form_now
from recorder.forms.form import Field, Form
from recorder.forms.generic_request import fold
from recorder.forms.informativeness import Answer
from recorder.forms.submission import Query
from recorder.patterns.navigation.pattern import FormStep
from tests.forms.invented_forms import LIBRARY_FORM, box, form, forms, select, tick

TOKEN = Field(name="token", kind="hidden", value="x")
OTHER = form(box("address", kind="email"), action="http://h/newsletter", method="POST")


def step_of(asked: Form, *numbers: int) -> FormStep:
    """As recorded: these fields were asked."""
    answers = [Answer(Query.of({number: (str(said),) for number in numbers}, 0), str(said), True) for said in (1, 2)]
    step = fold(asked, answers)
    assert step is not None
    return step


STEP = step_of(LIBRARY_FORM, 0)


def fields(*more: Field, without: str = "") -> tuple[Field, ...]:
    return (*(field for field in LIBRARY_FORM.fields if field.name != without), *more)


@pytest.mark.parametrize(
    "same",
    [
        LIBRARY_FORM,
        replace(LIBRARY_FORM, url="http://h/elsewhere", heading="Search!", locator="form >> nth=1"),
        replace(LIBRARY_FORM, fields=fields(TOKEN)),
        replace(LIBRARY_FORM, fields=fields(box("year"), tick("old"))),
        replace(LIBRARY_FORM, fields=fields(select("language", "any", "fr", required=True))),
        replace(LIBRARY_FORM, fields=fields(without="order")),
        replace(LIBRARY_FORM, fields=fields(select("subject", "", "art", "new"), without="subject")),
        replace(LIBRARY_FORM, fields=fields(box("q", kind="search"), without="q")),
        replace(LIBRARY_FORM, action="http://h/find;jsessionid=7"),
    ],
)
def test_what_changes_no_question_is_no_change(same: Form) -> None:
    assert form_now(STEP, [OTHER, same]) == FormNow(same)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            replace(LIBRARY_FORM, fields=fields(box("words", label="Q"), without="q")),
            "it no longer asks for q, but for words (Q)",
        ),
        (replace(LIBRARY_FORM, method="POST"), "it is sent by POST now, not by GET"),
        (replace(LIBRARY_FORM, action="http://h/search"), "it is sent to http://h/search now, not to http://h/find"),
        (
            replace(LIBRARY_FORM, fields=fields(select("language", "", "fr", required=True))),
            "it now needs language filled in",
        ),
        (replace(LIBRARY_FORM, fields=fields(box("name", required=True))), "it now needs name filled in"),
    ],
)
def test_what_changes_the_question_is_told(changed: Form, words: str) -> None:
    assert form_now(STEP, [OTHER, changed]) == FormNow(changed, (words,))


def test_a_field_that_is_gone_is_told_if_the_form_is_known_by_another() -> None:
    step = step_of(LIBRARY_FORM, 0, 1)
    changed = replace(LIBRARY_FORM, fields=fields(without="q"))
    assert form_now(step, [OTHER, changed]) == FormNow(changed, ("it no longer asks for q",))


def test_a_form_that_is_not_there_is_not_taken_for_another() -> None:
    assert form_now(STEP, [OTHER]) == FormNow()
    first_of_two = form(select("subject", "art", "law"), action="http://h/shelves")
    assert form_now(step_of(LIBRARY_FORM, 0, 1, 2), [first_of_two]) == FormNow()
    assert form_now(STEP, []) == FormNow()


def test_the_form_itself_is_preferred_to_one_that_asks_the_same_elsewhere() -> None:
    quick = form(box("q"), action="http://h/quick")
    assert form_now(STEP, [quick, LIBRARY_FORM]).form is LIBRARY_FORM
    renamed = replace(LIBRARY_FORM, method="POST")
    assert form_now(STEP, [quick, renamed]).form is renamed


@given(forms(), st.data())
def test_no_form_differs_from_itself(asked: Form, data: st.DataObject) -> None:
    numbers = [number for number, field in enumerate(asked.fields) if field.is_typed and not field.disabled]
    if numbers:
        step = step_of(asked, data.draw(st.sampled_from(numbers)))
        assert form_now(step, [OTHER, asked]) == FormNow(asked)
