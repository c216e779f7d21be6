"""Which buttons of an answer turn its pages, and which pages they lead to."""

import pytest

from recorder.forms.form import Button, Field, Form
from recorder.forms.turning import turns_of

SENT_TO = ("POST", "http://h/find")
HIDDEN = Field(name="q", kind="hidden", value="tea")
BOX = Field(name="q", kind="search", value="tea")
SECRET = Field(name="word", kind="password")


def answer(
    *fields: Field, buttons: tuple[str, ...] = ("Next",), action: str = "http://h/find", method: str = "POST"
) -> Form:
    made = tuple(Button(name="page", value=label, label=label) for label in buttons)
    return Form(url="http://h/find", action=action, method=method, fields=fields, buttons=made)


def pressed(*forms: Form, said: str = "tea") -> list[str]:
    """What the button sends of each that turns a page."""
    return [way.form.fields[-1].value for way in turns_of(forms, {said}, SENT_TO)]


@pytest.mark.parametrize(
    ("form", "turning"),
    [
        (answer(HIDDEN, Field(name="from", kind="hidden", value="10")), ["Next"]),
        (answer(HIDDEN, action="http://h/pages", method="GET"), ["Next"]),
        (answer(BOX, buttons=("Search", "Next", "Previous")), ["Next"]),
        (answer(BOX, buttons=("2", "3", "4", "Next")), ["2", "3", "4"]),
        (answer(BOX, buttons=("1", "2", "3", "Next")), ["1", "2", "3", "Next"]),
        (answer(HIDDEN, buttons=("More results",)), ["More results"]),
        (answer(HIDDEN, buttons=("Go on",)), ["Go on"]),
        (answer(HIDDEN, buttons=("Go on", "Next")), ["Next"]),
        (answer(HIDDEN, buttons=("Go on",), method="GET"), []),
        (answer(Field(name="q", kind="hidden", value="milk"), method="GET"), []),
        (answer(HIDDEN, action="http://h/order"), []),
        (answer(HIDDEN, SECRET), []),
        (answer(), []),
    ],
)
def test_a_button_turns_the_page_if_it_says_so_and_the_question_is_repeated(form: Form, turning: list[str]) -> None:
    assert pressed(form) == turning


def test_a_number_must_count_what_is_sent() -> None:
    stars = tuple(Button(name="stars", value=f"at-least-{number}", label=str(number)) for number in (3, 4))
    form = Form(url="http://h/find", action="http://h/find", fields=(BOX,), buttons=stars)
    assert turns_of([form], {"tea"}, SENT_TO) == []
    by_tens = (Button(name="start", value="10", label="2"), Button(name="start", value="20", label="3"))
    form = Form(url="http://h/find", action="http://h/find", fields=(BOX,), buttons=by_tens)
    assert len(turns_of([form], {"tea"}, SENT_TO)) == 2


def test_a_page_is_the_same_wherever_it_is_turned_to_from() -> None:
    pages = [answer(BOX, Field(name="top", kind="hidden", value=top), buttons=("3",)) for top in ("0", "10")]
    assert len({way.page for form in pages for way in turns_of([form], {"tea"}, SENT_TO)}) == 1
    onward = [answer(BOX, Field(name="top", kind="hidden", value=top)) for top in ("0", "10")]
    assert len({way.page for form in onward for way in turns_of([form], {"tea"}, SENT_TO)}) == 2
