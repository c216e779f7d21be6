"""Which links turn the pages of a list by sending a form, and what is sent."""

import pytest

from recorder.forms.finding import find_forms
from recorder.forms.pagination import turned
from recorder.forms.submission import Query, submission
from recorder.patterns.pages.documents import Document

HIDDEN = "".join(f"<input type=hidden name={name}>" for name in ("__EVENTTARGET", "__EVENTARGUMENT"))


def turns(links: str, fields: str = HIDDEN) -> list[tuple[str, str]]:
    (form,) = find_forms(page(f"<form method=post action=/list>{fields}{links}</form>"))
    return [(turn.target, turn.argument) for turn in form.turns]


def page(body: str) -> Document:
    return Document.parse(body.encode(), content_type="text/html; charset=utf-8", url="http://h/list")


def link(target: str, argument: str, text: str) -> str:
    return f"<a href=\"javascript:__doPostBack('{target}','{argument}')\">{text}</a>"


@pytest.mark.parametrize(
    ("target", "argument", "text"),
    [
        ("grid", "Page$2", "2"),
        ("grid", "Page$11", "..."),
        ("p$c1", "", "3"),
        ("p$c9", "", "Next"),
        ("g", "Page$Next", ">"),
    ],
)
def test_what_says_that_it_turns_the_page_does(target: str, argument: str, text: str) -> None:
    assert turns(link(target, argument, text)) == [(target, argument)]


@pytest.mark.parametrize(
    ("target", "argument", "text"),
    [
        ("grid", "Sort$Name", "Name"),
        ("grid", "Delete$2", "2"),
        ("days", "8371", "14"),
        ("out", "", "Log out"),
        ("grid", "Page$" + "2" * 5_000, "2"),
    ],
)
def test_what_sorts_or_chooses_or_deletes_does_not(target: str, argument: str, text: str) -> None:
    assert turns(link(target, argument, text)) == []


def test_without_the_fields_it_is_sent_in_it_is_none() -> None:
    assert turns(link("grid", "Page$2", "2"), "<input name=q>") == []


def test_written_otherwise() -> None:
    assert turns('<a href="#" onclick=\'__doPostBack("grid", "Page$2"); return false\'>2</a>') == [("grid", "Page$2")]
    options = 'javascript:WebForm_DoPostBackWithOptions(x);__doPostBack(\\"grid\\",\\"Page$2\\")'
    assert turns(f"<a href='{options}'>2</a>") == [("grid", "Page$2")]


def test_next_is_left_out_where_it_leads_to_a_page_whose_number_is_there() -> None:
    following = link("p$n", "", "Next")
    assert turns(link("p$1", "", "2") + link("p$2", "", "3") + following) == [("p$1", ""), ("p$2", "")]
    assert ("p$n", "") in turns(link("p$0", "", "1") + link("p$1", "", "2") + following)


def test_the_form_is_sent_as_it_stands() -> None:
    fields = "<input name=q value=tea><input type=checkbox name=old><input type=submit name=go value=Search>"
    (form,) = find_forms(page(f"<form method=post action=/list>{HIDDEN}{fields}{link('grid', 'Page$2', '2')}</form>"))
    ((sent, which),) = turned(form, 0)
    request = submission(sent, Query(()))
    assert request is not None and request.body == b"__EVENTTARGET=grid&__EVENTARGUMENT=Page%242&q=tea"
    assert which == "2 in grid of q=tea"
