"""Labels are what a person would call a field, however the page says it."""

import pytest

from recorder.forms.visible_text import readable, trimmed
from tests.forms.test_finding import form

LABELS = {
    "<label for=i>Title:</label><input id=i name=t>": "Title",
    "<label>Title <input name=t> (required)</label>": "Title",
    "<label>Title <select name=t><option>one</select></label>": "Title",
    "<label for=t>Title</label><input name=t>": "Title",
    "<input name=t aria-label=Title>": "Title",
    "<b id=x>Book</b> <i id=y>title</i> <input name=t aria-labelledby='x y'>": "Book title",
    "<input name=t placeholder='Title…'>": "Title",
    "<input name=t title='Title'>": "Title",
    "<input name=t value=Title onfocus='this.value=\"\"'>": "Title",
    "Title: <input name=t placeholder='e.g. Moby Dick'>": "Title",
    "<p>Title *</p><p><input name=t></p>": "Title",
    "About us<br>Title <input name=t>": "Title",
    "<span>Title</span><br><input name=t>": "Title",
    "<table><tr><td>Title:</td><td><input name=t></td></tr></table>": "Title",
    "<table><tr><th>Title<th>Year<tr><td><input name=t><td><input name=y></table>": "Title",
    "<table><tr><td><input name=y><td>Title<td><input name=t></table>": "Title",
    "<dl><dt>Title<dd><input name=t></dl>": "Title",
    "<input name=other> Title: <input name=t>": "Title",
    "<input type=hidden name=h>Title<input name=t>": "Title",
    "Title<script>no()</script><input name=t>": "Title",
    "<input name=y><input name=t_bookTitle>": "T book title",
    "<label for=i></label>Title <input id=i name=t>": "Title",
    "<input type=checkbox name=t> Title": "Title",
    "<input type=checkbox name=t><label>Title</label>": "Title",
    "<input type=checkbox name=t id=i><label for=i>Title</label> <input type=checkbox name=y> Year": "Title",
    "<table><tr><td><input type=checkbox name=t><td>Title</table>": "Title",
    "<fieldset><legend>Title</legend><input type=radio name=t>a<input type=radio name=t>b</fieldset>": "Title",
    "<div role=radiogroup aria-label=Title><input type=radio name=t>a<input type=radio name=t>b</div>": "Title",
    "Title: <label><input type=radio name=t>a</label><label><input type=radio name=t>b</label>": "Title",
    "書名：<input name=t>": "書名",
}


@pytest.mark.parametrize("html", LABELS)
def test_a_field_is_called(html: str) -> None:
    fields = [each for each in form(f"<form>{html}</form>").fields if each.name.startswith("t")]
    assert fields[0].label == LABELS[html]


def test_a_box_that_nothing_names_is_called_what_its_button_says() -> None:
    found = form("<form><select name=k><option>a</select><input name=q><button>Search</button></form>")
    assert [each.label for each in found.fields] == ["K", "Search"]


def test_what_stands_in_the_box_is_a_hint_beside_its_label() -> None:
    (field,) = form("<form><label>Year <input name=y placeholder=1984-2001></label></form>").fields
    assert (field.label, field.hint) == ("Year", "")
    (field,) = form("<form><label>Year <input name=y placeholder='such as 1984'></label></form>").fields
    assert (field.label, field.hint) == ("Year", "such as 1984")


def test_options_are_called() -> None:
    (field,) = form(
        "<form>Sort: <input type=radio name=s value=1> by <b>year</b> <input type=radio name=s value=2> by title<br>"
        "<input type=radio name=s value=3></form>"
    ).fields
    assert [each.text for each in field.options] == ["by year", "by title", "3"]
    assert field.label == "Sort"


def test_a_long_text_is_no_label() -> None:
    (field, _) = form(f"<form>{'word ' * 60}<input name=bookTitle><input name=x></form>").fields
    assert field.label == "Book title"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ctl00$main$txtBookTitle", "Book title"),
        ("book_title", "Book title"),
        ("q", "Q"),
        ("filter[min-price]", "Min price"),
        ("ISBN", "ISBN"),
        ("publishedYEAR", "Published YEAR"),
        ("", ""),
    ],
)
def test_a_name_made_readable(name: str, said: str) -> None:
    assert readable(name) == said


def test_decoration_is_trimmed() -> None:
    assert [trimmed(text) for text in ("» Title : *", "Title (required)", "  Title\n…", "***", "Why?")] == [
        "Title",
        "Title",
        "Title",
        "",
        "Why?",
    ]
