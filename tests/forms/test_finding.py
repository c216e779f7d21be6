"""A page's forms are those a browser would submit, with the controls, values and addresses that it would use."""

from hypothesis import given
from hypothesis import strategies as st

from recorder.forms.controls import MOST_OPTIONS
from recorder.forms.finding import MOST_CONTROLS, find_forms
from recorder.forms.form import Field, Form
from recorder.forms.verdict import judge
from recorder.patterns.pages.documents import Document
from tests.effort import Effort

URL = "http://shop.example/books/list?page=2"


def forms(html: str, url: str = URL) -> tuple[Form, ...]:
    return find_forms(Document.parse(html.encode(), content_type="text/html; charset=utf-8", url=url))


def form(html: str) -> Form:
    (only,) = forms(html)
    return only


def names(of: Form) -> list[str]:
    return [each.name for each in of.fields]


def field(html: str) -> Field:
    (only,) = form(f"<form>{html}</form>").fields
    return only


def test_controls_outside_belong_to_the_form_they_name() -> None:
    found = forms("<input name=a form=f><form id=f><input name=b><input name=c form=g></form><form id=g></form>")
    assert [names(each) for each in found] == [["a", "b"], ["c"]]


def test_a_form_opened_in_a_table_row_keeps_its_controls() -> None:
    found = forms(
        "<table><tr><form action=a><td><input name=x></td><td><input name=y></form></td></tr>"
        "<tr><td><form action=b></td><td><input name=z></td></form></tr></table>"
    )
    assert [names(each) for each in found] == [["x", "y"], ["z"]]


def test_an_end_tag_ends_a_form_wherever_it_stands() -> None:
    found = forms("<div><form action=a><input name=x></div><input name=y></form><p><input type=search name=out></p>")
    assert [names(each) for each in found] == [["x", "y"], ["out"]]
    assert found[1].action == ""


def test_a_form_inside_a_form_does_not_exist() -> None:
    assert names(form("<form action=a><input name=x><form action=b><input name=y></form>")) == ["x", "y"]


def test_scripts_and_comments_hold_no_controls() -> None:
    html = "<form><!-- <form action=b><input name=no> --><script>'<form><input name=no>'</script><input name=x></form>"
    assert names(form(html)) == ["x"]


def test_templates_and_noscript_are_not_on_the_page() -> None:
    html = "<form><input name=x><template><input name=t></template><noscript><input name=n></noscript></form>"
    assert names(form(html)) == ["x"]


def test_where_it_leads() -> None:
    page = URL.partition("?")[0]
    assert form("<form><input name=q></form>").action == page
    assert form("<form action='?x=1'><input name=q></form>").action == page
    assert form("<form method=post><input name=q></form>").action == URL
    assert form("<form method=post action='?x=1#top'><input name=q></form>").action == f"{page}?x=1"
    assert (
        form("<base href=//cdn.example/x/><form action=find><input name=q></form>").action
        == "http://cdn.example/x/find"
    )
    assert form("<base href=//cdn.example/x/><form><input name=q></form>").action == page
    assert form("<form action='javascript:go()'><input name=q></form>").action == ""
    assert form("<form action='http://['><input name=q></form>").action == ""


def test_how_it_is_sent() -> None:
    assert form("<form method=Post enctype=multipart/form-data><input></form>").enctype == "multipart/form-data"
    assert form("<form method=put><input></form>").method == "GET"
    assert form("<form method=dialog><input></form>").method == "DIALOG"
    assert form("<form accept-charset='nonsense, windows-1251'><input></form>").charset == "windows-1251"


def test_buttons() -> None:
    found = form(
        "<form><button>Find</button><button type=button>Help</button><button type=reset>Clear</button>"
        "<input type=image alt=Go name=i><input type=submit name=s value=Ask formaction=/ask formmethod=post>"
        "<input type=submit value=No disabled></form>"
    )
    assert [(each.kind, each.label) for each in found.buttons] == [
        ("submit", "Find"),
        ("button", "Help"),
        ("image", "Go"),
        ("submit", "Ask"),
    ]
    assert (found.buttons[3].action, found.buttons[3].method) == ("http://shop.example/ask", "POST")


def test_choices_and_what_is_chosen() -> None:
    select = field(
        "<select name=a><optgroup label=G><option value=1>one<option disabled>no</optgroup><option>two</select>"
    )
    assert [(each.value, each.text, each.chosen) for each in select.options] == [
        ("1", "one", True),
        ("two", "two", False),
    ]
    many = field("<select name=a multiple><option selected>x<option selected>y<option>z</select>")
    assert many.chosen == ("x", "y")
    assert field("<select name=a><option selected>x<option selected>y</select>").chosen == ("y",)
    radio = field("<input type=radio name=r value=1> up <input type=radio name=r value=2 checked> down")
    assert [(each.text, each.chosen) for each in radio.options] == [("up", False), ("down", True)]
    boxes = field("<input type=checkbox name=c[] value=1><input type=checkbox name=c[] value=2>")
    assert (boxes.kind, boxes.multiple, len(boxes.locators)) == ("checkbox", True, 2)


def test_bounds_and_suggestions() -> None:
    year = field("<input type=number name=y min=1900 max=2000 step=1 required maxlength=4>")
    assert (year.kind, year.minimum, year.maximum, year.step, year.required, year.max_length) == (
        "number",
        "1900",
        "2000",
        "1",
        True,
        4,
    )
    town = field("<input name=t list=towns><datalist id=towns><option value=Bonn><option>Rome</datalist>")
    assert [each.value for each in town.options] == ["Bonn", "Rome"]
    assert field("<input type=strange name=x>").kind == "text"
    assert field("<textarea name=x>\nold</textarea>").value == "old"


def test_disabled_controls() -> None:
    found = form(
        "<form><fieldset disabled><legend><input name=a></legend><input name=b></fieldset><input name=c></form>"
    )
    assert [each.disabled for each in found.fields] == [False, True, False]


def test_a_search_box_without_a_form() -> None:
    box = form("<div><div class=bar><input placeholder='Search books'><button>Go</button></div></div>")
    assert (box.action, [each.label for each in box.buttons]) == ("", ["Go"])
    editable = form("<div role=search><div role=searchbox contenteditable=true aria-label=Search></div></div>")
    assert (editable.fields[0].kind, editable.fields[0].label) == ("search", "Search")
    assert forms("<button>Menu</button><p>text</p>") == ()
    wrapped = form("<div role=combobox><input type=search name=q></div>")
    assert names(wrapped) == ["q"]


def test_two_boxes_without_forms_are_two() -> None:
    found = forms(
        "<div><input name=a placeholder=Search><button>Go</button></div><div><input name=b><button>Send</button></div>"
    )
    assert [names(each) for each in found] == [["a"], ["b"]]


def test_a_form_too_long_to_read_is_cut_and_says_so() -> None:
    huge = form("<form>" + "<input type=radio name=r>" * MOST_CONTROLS + "<input type=password></form>")
    assert not huge.whole and not judge(huge).safe


def test_boxes_that_show_one_long_list_do_not_multiply_it() -> None:
    shared = "<datalist id=d>" + "<option>x" * 5_000 + "</datalist>"
    few = form("<form>" + shared + "<input name=a list=d><input name=b list=d></form>")
    assert [len(each.options) for each in few.fields] == [MOST_OPTIONS, MOST_OPTIONS]
    many = form("<form>" + shared + "<input name=a list=d>" * MOST_CONTROLS)
    assert sum(len(each.options) for each in many.fields) <= 50_000


def test_many_of_everything_takes_little_time() -> None:
    pages = (
        "<form>" + "<p>Name<input name=n></p>" * 10_000,
        "<div>Name<input name=n><button>b</button></div>" * 10_000,
        "<table>" + "<tr><form><td><input name=a></td></form></tr>" * 10_000,
        "<form><select name=a>" + "<option>x" * 50_000 + "</select>",
        ("<div>" * 50 + "<input>") * 200,
        "<form>" + ("<p>" + "word " * 2_000 + "<input name=x>") * 300,
        "<form>" + "<input name=a list=d><datalist id=d></datalist>" * 10_000,
        "<form>" + "<input aria-labelledby=no><span id=x>x</span>" * 10_000,
        "<form dir=auto>" + "1 " * 10_000 + "<input name=a dirname=b>" * 10_000,
        "<form><datalist id=d>" + "<option>x" * 20_000 + "</datalist>" + "<input name=q list=d>" * 10_000,
    )
    for page in pages:
        document = Document.parse(page.encode(), url=URL)
        assert document.root is not None
        effort = Effort()
        for each in find_forms(document):
            judge(each)
        assert effort.millions < 60


TAGS = st.sampled_from(
    [
        "form",
        "input",
        "select",
        "option",
        "optgroup",
        "textarea",
        "button",
        "label",
        "fieldset",
        "legend",
        "table",
        "tr",
        "td",
        "div",
        "p",
        "a",
        "datalist",
        "template",
        "noscript",
        "search",
        "br",
        "script",
    ]
)
ATTRIBUTES = st.sampled_from(
    [
        "id=a",
        "id=b",
        "id='a\"b'",
        "name=q",
        "name=s",
        "name=''",
        "type=radio",
        "type=checkbox",
        "type=search",
        "type=submit",
        "type=password",
        "form=a",
        "for=a",
        "role=search",
        "role=searchbox",
        "contenteditable",
        "disabled",
        "value=1",
        "value=''",
        "value='\"\\'",
        "action=/x",
        "action='http://['",
        "method=post",
        "method=dialog",
        "list=a",
        "onclick=x",
        "aria-labelledby='a b'",
        "colspan=999999",
        "hidden",
    ]
)
PIECES = st.one_of(
    st.builds(lambda tag, marks: f"<{tag} {' '.join(marks)}>", TAGS, st.lists(ATTRIBUTES, max_size=4)),
    st.builds("</{}>".format, TAGS),
    st.sampled_from(
        ["Search", "検索", ":", "*", "&amp;", "<!--", "-->", "<", "\0", "\udc80".encode(errors="replace").decode()]
    ),
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_page_has_forms_and_verdicts(html: str) -> None:
    for each in forms(html):
        verdict = judge(each)
        assert verdict.reason and each.signature
        assert not (verdict.safe and any(one.kind in ("password", "file", "email") for one in each.fields))


@given(st.binary(max_size=200))
def test_any_bytes_have_forms(body: bytes) -> None:
    find_forms(Document.parse(body, url=URL))


@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_two_controls_share_a_locator(html: str) -> None:
    found = [one for each in forms(html) for field in each.fields for one in field.locators]
    found += [each.locator for form in forms(html) for each in form.buttons]
    assert len(found) == len(set(found)) and all(found)
