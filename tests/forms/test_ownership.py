"""One form around a whole page: its boxes are forms of their own, and only a search that says so may be pressed."""

from recorder.forms.finding import find_forms
from recorder.forms.form import Form
from recorder.forms.submission import Query, submission
from recorder.forms.verdict import judge
from recorder.patterns.pages.documents import Document

STATE = "<input type=hidden name=__VIEWSTATE value=abc>"
SEARCH = "<div><div><input name=q value=''><input type=submit name=find value=Search></div></div>"
LOG_IN = (
    "<div><div><input name=user value=me><input type=password name=word><input type=submit value='Log in'></div></div>"
)


def forms_of(inside: str) -> tuple[Form, ...]:
    html = f"<title>t</title><body><form method=post action=/page>{inside}</form>"
    return find_forms(Document.parse(html.encode(), url="http://h/page"))


def test_each_box_is_a_form_and_the_rest_goes_along_as_it_stands() -> None:
    whole, search, log_in = forms_of(STATE + SEARCH + LOG_IN)
    assert not judge(whole).safe
    assert [field.name for field in search.beside] == ["user", "word"]
    assert [(field.name, field.kind) for field in log_in.fields][:2] == [("__VIEWSTATE", "hidden"), ("q", "hidden")]
    sent = submission(search, Query(((1, ("kettle",)),), 0))
    assert sent is not None
    assert sent.body == b"__VIEWSTATE=abc&q=kettle&user=me&word=&find=Search"


def test_only_the_search_may_be_pressed() -> None:
    _, search, log_in = forms_of(STATE + SEARCH + LOG_IN)
    assert judge(search).safe
    assert not judge(log_in).safe
    _, unsaid, _ = forms_of(STATE + SEARCH.replace("value=Search", "value=Go").replace("name=find", "name=go") + LOG_IN)
    assert "no search button" in judge(unsaid).reason


def test_a_search_within_a_registration_is_left_alone() -> None:
    asked = "".join(f"<p>Your {name}: <input name={name}></p>" for name in ("first", "last", "street", "town"))
    parts = forms_of(STATE + SEARCH + f"<div>{asked}{LOG_IN}</div>")
    (search,) = [form for form in parts if form.buttons[0].name == "find" and form.beside]
    assert judge(search).reason == "it is part of a form that asks 6 other things"


def test_what_is_one_box_or_of_another_kind_has_no_parts() -> None:
    assert len(forms_of(STATE + SEARCH)) == 1
    assert len(forms_of(SEARCH + LOG_IN)) == 1


def test_a_link_that_posts_the_page_back_is_a_button() -> None:
    link = "<a href=\"javascript:__doPostBack('find','')\">Search</a>"
    _, search, _ = forms_of(STATE + f"<div><div><input name=q>{link}</div></div>" + LOG_IN)
    assert [(button.kind, button.label) for button in search.buttons] == [("button", "Search")]
    assert judge(search).safe
