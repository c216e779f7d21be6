"""From an answer to its further pages, and from a person's values to requests."""

import pytest

from recorder.crawling.form_requests import Question, Questions, further_pages, turning
from recorder.forms.form import Button, Field, Form
from recorder.forms.parameters import ready_paths
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path, Position
from recorder.patterns.pages.links import Link

ANSWER = "http://h/find?q=tea&page=1"
STEP = FormStep("POST", "http://h/find", "q=*", (Parameter("q", "Words", "text", required=True),), page="http://h/")


def link(url: str, text: str = "", kind: str = "a") -> Link:
    return Link(url, "html/body/p/a", text, kind)


def turner(*fields: Field, action: str = "http://h/find", method: str = "POST") -> Form:
    return Form(url=ANSWER, action=action, method=method, fields=fields, buttons=(Button(label="Next"),))


HIDDEN = Field(name="q", kind="hidden", value="tea")


@pytest.mark.parametrize(
    ("offered", "leads_on"),
    [
        (link("http://h/find?q=tea&page=2", "2"), True),
        (link("http://h/find?page=2&q=tea", "Next page"), True),
        (link("http://h/find?q=tea&page=2", "»"), True),
        (link("http://h/find?q=tea&page=2", "", "next"), True),
        (link("http://h/find?q=coffee&page=2", "2"), False),
        (link("http://h/find?q=tea&sort=up", "By title"), False),
        (link("http://h/other?q=tea&page=2", "2"), False),
        (link("http://h/find?page=2", "2"), False),
    ],
)
def test_further_pages_repeat_what_was_said_and_announce_themselves(offered: Link, leads_on: bool) -> None:
    assert list(further_pages(ANSWER, [offered], {"tea"})) == [offered] * leads_on


def test_the_words_may_stand_in_the_address_as_browsers_write_them() -> None:
    onward = link("http://h/find?q=green+tea%2C+caf%C3%A9&page=2", "2")
    assert list(further_pages("http://h/find?q=x", [onward], {"green tea, café"})) == [onward]


@pytest.mark.parametrize(
    ("form", "turns"),
    [
        (turner(HIDDEN, Field(name="page", kind="hidden", value="2")), True),
        (turner(HIDDEN, Field(name="page", kind="text")), False),
        (turner(HIDDEN, action="http://h/order"), False),
        (turner(HIDDEN, method="GET"), False),
        (turner(), False),
    ],
)
def test_a_form_that_asks_nothing_and_leads_back_turns_the_page(form: Form, turns: bool) -> None:
    assert list(turning(STEP, [form])) == [form] * turns


def test_what_the_form_says_of_itself_need_not_be_repeated() -> None:
    order = Parameter("order", "Order", "select", ("up", "down"), default=("up",))
    step = FormStep("GET", "http://h/find?q=*&order=*", None, (*STEP.parameters, order))
    pattern = NavigationPattern((Path((step, LinkStep("^http://h/[0-9]+$"))),))
    onward = link("http://h/find?q=tea&page=2", "next")
    for given, turned in ((), [onward.url]), ((("order", "down"),), []):
        asked = questions(pattern, ("q", "tea"), *given)
        assert [row.url for row in asked.onward(Position(0, 1), ANSWER, [onward], (), 0, 1)] == turned


def questions(pattern: NavigationPattern, *given: tuple[str, str]) -> Questions:
    return Questions(pattern, (Question(dict(given), ready_paths(pattern, given)),))


def test_a_form_on_the_way_is_asked_where_it_stands() -> None:
    pattern = NavigationPattern((Path((LinkStep("^http://h/desk$"), STEP, LinkStep("^http://h/[0-9]+$"))),))
    asked = questions(pattern, ("q", "tea"))
    assert [row.url for row in asked.begin("http://h/")] == ["http://h/"]
    form = Form(url="http://h/desk", action="http://h/find", method="POST", fields=(Field(name="q", kind="text"),))
    (row,) = asked.onward(Position(0, 1), "http://h/desk", (), (form,), 0, 1)
    assert (row.method, row.url, row.body) == ("POST", "http://h/find", "q=tea")
    assert (row.position, row.depth) == (2, 2)


def test_an_answer_is_turned_by_its_form_until_it_has_none() -> None:
    asked = questions(NavigationPattern((Path((STEP, LinkStep("^http://h/[0-9]+$"))),)), ("q", "tea"))
    assert [(row.method, row.url) for row in asked.begin("http://h/")] == [("POST", "http://h/find")]
    pages = [turner(HIDDEN, Field(name="page", kind="hidden", value=str(number))) for number in (2, 3)]
    rows = [row for form in pages for row in asked.onward(Position(0, 1), "http://h/find", (), (form,), 0, 1)]
    assert [row.body for row in rows] == ["q=tea&page=2", "q=tea&page=3"]
    assert len({row.key for row in rows}) == 2
    assert {row.position for row in rows} == {1}


def test_a_token_makes_no_page_of_its_own() -> None:
    asked = questions(NavigationPattern((Path((STEP, LinkStep("^http://h/[0-9]+$"))),)), ("q", "tea"))
    keys = set()
    for token in ("a1b2c3d4e5f6a7b8c9", "0f1e2d3c4b5a69788"):
        form = turner(HIDDEN, Field(name="token", kind="hidden", value=token))
        keys |= {row.key for row in asked.onward(Position(0, 1), "http://h/find", (), (form,), 0, 1)}
    assert len(keys) == 1


def test_forms_are_read_only_where_some_are_asked() -> None:
    links = NavigationPattern((Path((LinkStep("^http://h/[0-9]+$"),)),))
    assert not questions(links).ask_forms
    everything = NavigationPattern((Path((FormStep("GET", "http://h/all?q=", None),)), *links.paths))
    assert questions(everything).ask_forms
