"""What a person gives is understood or refused before anything is sent, with the list of what is accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.forms.accepting import ParameterError
from recorder.forms.csrf_tokens import fresh_values
from recorder.forms.form import Form
from recorder.forms.generic_request import expand, fold, query_of
from recorder.forms.informativeness import Answer
from recorder.forms.parameters import (
    accept,
    asking_paths,
    closest,
    described,
    given_of,
    ready_paths,
    rows_of,
)
from recorder.forms.submission import submission
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path
from tests.forms.test_generic_request import answered

TITLE = Parameter("t1", "Title or author:", required=True, example="Harry")
SUBJECT = Parameter(
    "cat", "Subject", "select", ("", "7", "9"), default=("",), texts=("All subjects", "Law", "Fine Arts")
)
SIGNED = Parameter("signed", "Signed copies", "checkbox", ("on",))
FORMATS = Parameter("f[]", "Format", "checkbox", ("pdf", "epub", "mobi"), multiple=True, default=("pdf",))
YEAR = Parameter("year", "Year", "number", minimum="1900", maximum="2024", default=("",))
SINCE = Parameter("since", "Since", "date", minimum="2000-01-01", default=("",))
STEP = FormStep(
    "GET",
    "http://h/find?t1=*&cat=*&signed=*&f%5B%5D=*&year=*&since=*",
    None,
    (TITLE, SUBJECT, SIGNED, FORMATS, YEAR, SINCE),
)
LINKS = LinkStep("http://h/book/[0-9]+")


def url(*assignments: str) -> str:
    return expand(STEP, accept(STEP, given_of(assignments))).url.partition("?")[2]


def refused(*assignments: str) -> str:
    with pytest.raises(ParameterError) as refusal:
        accept(STEP, given_of(assignments))
    return f"{refusal.value.message} {refusal.value.hint}"


@pytest.mark.parametrize(
    ("assignments", "sent"),
    [
        (["t1=a=b&c"], "t1=a%3Db%26c&cat=&f%5B%5D=pdf&year=&since="),
        (["Title or author:=x"], "t1=x&cat=&f%5B%5D=pdf&year=&since="),
        (["title OR  author=x"], "t1=x&cat=&f%5B%5D=pdf&year=&since="),
        (["T1=x", "subject=7"], "t1=x&cat=7&f%5B%5D=pdf&year=&since="),
        (["t1=x", "cat=Law"], "t1=x&cat=7&f%5B%5D=pdf&year=&since="),
        (["t1=x", "cat=fine  arts"], "t1=x&cat=9&f%5B%5D=pdf&year=&since="),
        (["t1=x", "cat="], "t1=x&cat=&f%5B%5D=pdf&year=&since="),
        (["t1=x", "signed=yes"], "t1=x&cat=&signed=on&f%5B%5D=pdf&year=&since="),
        (["t1=x", "signed=no"], "t1=x&cat=&f%5B%5D=pdf&year=&since="),
        (["t1=x", "format=EPUB", "format=mobi"], "t1=x&cat=&f%5B%5D=epub&f%5B%5D=mobi&year=&since="),
        (["t1=x", "format="], "t1=x&cat=&year=&since="),
        (["t1=", "cat=7"], "t1=&cat=7&f%5B%5D=pdf&year=&since="),
        (["t1=x", "year= 1950 "], "t1=x&cat=&f%5B%5D=pdf&year=1950&since="),
        (["t1=x", "since=2001-02-03"], "t1=x&cat=&f%5B%5D=pdf&year=&since=2001-02-03"),
    ],
)
def test_what_is_meant_is_sent(assignments: list[str], sent: str) -> None:
    assert url(*assignments) == sent


@pytest.mark.parametrize(
    ("assignments", "says"),
    [
        (["title"], ["'title' is no parameter", "NAME=VALUE"]),
        (["=x"], ["'=x' is no parameter"]),
        ([], ["Missing: t1 (Title or author:)", "required", "cat (Subject): one of"]),
        (["t1=x", "colour=red"], ["no parameter 'colour'", "t1 (Title or author:)", "signed (Signed copies)"]),
        (["t1=x", "cat=Music"], ["'Music' is not an option of cat (Subject)", '"" (All subjects), 7 (Law)']),
        (["t1=x", "t1=y"], ["given 2 times"]),
        (["t1=x", "year=soon"], ["'soon' is not a number", "1900 to 2024"]),
        (["t1=x", "year=1066"], ["1066 is out of the bounds of year", "1900 to 2024"]),
        (["t1=x", "since=3.2.2001"], ["is not a date", "2001-12-31"]),
        (["t1=x", "since=1999-12-31"], ["out of the bounds", "2000-01-01 or more"]),
    ],
)
def test_what_cannot_be_meant_is_refused(assignments: list[str], says: list[str]) -> None:
    words = refused(*assignments)
    for each in says:
        assert each in words


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        ("month", "2001-12", True),
        ("month", "2001-13", False),
        ("week", "2001-W05", True),
        ("week", "2001-5", False),
        ("time", "23:59", True),
        ("time", "24:00", False),
        ("datetime-local", "2001-12-31T23:59", True),
        ("datetime-local", "2001-12-31", False),
        ("date", "", True),
        ("range", "1e3", True),
        ("range", "NaN", False),
    ],
)
def test_what_is_bounded_has_a_notation(kind: str, value: str, fits: bool) -> None:
    step = FormStep("GET", "http://h/?v=*", None, (Parameter("v", kind=kind),))
    if fits:
        assert accept(step, [("v", value)]) == {"v": (value,)}
    else:
        with pytest.raises(ParameterError, match="which v takes"):
            accept(step, [("v", value)])


def test_an_ambiguous_name_is_refused_with_the_choices() -> None:
    step = FormStep("GET", "http://h/?a=*&b=*", None, (Parameter("year_from", "Year"), Parameter("year_to", "Year")))
    with pytest.raises(ParameterError) as refusal:
        accept(step, [("year", "1950")])
    assert "year_from (Year), year_to (Year)" in refusal.value.hint
    assert accept(step, [("year_to", "1950")]) == {"year_from": (), "year_to": ("1950",)}


def test_an_ambiguous_option_is_refused() -> None:
    step = FormStep("GET", "http://h/?a=*", None, (Parameter("a", "", "select", ("1", "2"), texts=("Law", "Law")),))
    with pytest.raises(ParameterError, match="several options"):
        accept(step, [("a", "law")])


def test_long_lists_are_shortened() -> None:
    many = Parameter("s", "", "select", tuple(map(str, range(500))))
    with pytest.raises(ParameterError) as refusal:
        accept(FormStep("GET", "http://h/?s=*", None, (many,)), [("s", "x")])
    assert "488 more" in refusal.value.hint


def test_a_choice_without_known_options_accepts_anything() -> None:
    step = FormStep("GET", "http://h/?s=*", None, (Parameter("s", "", "select"),))
    assert accept(step, [("s", "new")]) == {"s": ("new",)}


def test_parameters_are_described() -> None:
    assert list(described(STEP))[:3] == [
        "t1 (Title or author:): required, for example Harry",
        'cat (Subject): one of "" (All subjects), 7 (Law), 9 (Fine Arts)',
        "signed (Signed copies): one of on",
    ]


def of(*paths: Path) -> NavigationPattern:
    return NavigationPattern(paths)


def search(name: str, *more: Parameter) -> FormStep:
    parameters = (Parameter(name, name.title(), required=True), *more)
    return FormStep("GET", f"http://h/{name}?" + "&".join(f"{each.name}=*" for each in parameters), None, parameters)


def test_without_parameters_the_paths_of_links_run() -> None:
    pattern = of(Path((search("q"), LINKS)), Path((LINKS,)))
    assert [ready.path for ready in ready_paths(pattern)] == [1]
    assert [number for number, _ in asking_paths(pattern)] == [0]


def test_a_pattern_of_forms_alone_needs_parameters() -> None:
    with pytest.raises(ParameterError, match="needs parameters") as refusal:
        ready_paths(of(Path((search("q"),)), Path((search("title"),))))
    assert "q: required; title: required" in refusal.value.hint
    assert ready_paths(of()) == ()


def test_the_parameters_choose_the_path() -> None:
    pattern = of(Path((LINKS,)), Path((search("title"),)), Path((search("title", SIGNED),)), Path((search("writer"),)))
    assert [ready.path for ready in ready_paths(pattern, [("title", "x")])] == [1, 2]
    assert [ready.path for ready in ready_paths(pattern, [("Title", "x"), ("signed", "yes")])] == [2]
    (ready,) = ready_paths(pattern, [("writer", "x")])
    assert (ready.path, ready.values) == (3, ({"writer": ("x",)},))


def test_of_several_forms_those_are_meant_that_it_says_most_of() -> None:
    pattern = of(Path((search("title"),)), Path((search("title", SIGNED),)), Path((search("title"), LINKS)))
    assert [ready.path for ready in closest(ready_paths(pattern, [("title", "x")]))] == [0, 2]
    assert [ready.path for ready in closest(ready_paths(pattern, [("title", "x"), ("signed", "yes")]))] == [1]
    assert closest(()) == ()


def test_a_form_that_asks_nothing_needs_no_parameters() -> None:
    everything = FormStep("GET", "http://h/all?q=", None)
    pattern = of(Path((everything, LINKS)), Path((search("title"),)))
    (ready,) = ready_paths(pattern)
    assert (ready.path, ready.values) == (0, ({},))
    assert [number for number, _ in asking_paths(pattern)] == [1]


def test_whether_more_is_needed_beside_what_no_probe_hit_nobody_knows() -> None:
    words = Parameter("q", required=True, default=("",))
    step = FormStep("GET", "http://h/?q=*&code=*", None, (words, Parameter("code")))
    assert accept(step, [("code", "7")]) == {"q": ("",), "code": ("7",)}
    with pytest.raises(ParameterError, match="Missing: q"):
        accept(step, [("code", "")])


def test_a_search_in_two_steps_shares_its_parameters_out() -> None:
    region = FormStep("GET", "http://h/1?region=*", None, (Parameter("region", "Region", required=True),))
    branch = FormStep(
        "GET", "http://h/2?region=*&words=*", None, (Parameter("words", "Words", default=("",)),), fresh=("region",)
    )
    (ready,) = ready_paths(of(Path((region, branch, LINKS))), [("region", "north"), ("words", "x")])
    assert ready.values == ({"region": ("north",)}, {"words": ("x",)})
    with pytest.raises(ParameterError, match="Missing: region"):
        ready_paths(of(Path((region, branch))), [("words", "x")])


def test_where_no_path_takes_it_the_nearest_refusal_is_told() -> None:
    pattern = of(Path((search("title", SUBJECT),)), Path((search("writer"),)))
    with pytest.raises(ParameterError, match="'Music' is not an option"):
        ready_paths(pattern, [("title", "x"), ("subject", "Music")])
    with pytest.raises(ParameterError, match="There is no parameter 'colour'"):
        ready_paths(pattern, [("colour", "red")])
    with pytest.raises(ParameterError, match="takes no parameters"):
        ready_paths(of(Path((LINKS,))), [("q", "x")])


def test_a_name_that_was_mistyped_is_asked_about() -> None:
    pattern = of(Path((search("title", SUBJECT),)), Path((search("writer"),)))
    for some in (pattern, of(pattern.paths[0])):
        with pytest.raises(ParameterError) as refused:
            ready_paths(some, [("Tilte", "x")])
        assert refused.value.hint.startswith("Did you mean 'Title'? ") and "title" in refused.value.hint


def test_a_table_has_a_query_a_row() -> None:
    table = '\ufefftitle;Year\n"Harry; Potter";1997\n\n;\nMañana;\n'
    assert rows_of(table) == ((("title", "Harry; Potter"), ("Year", "1997")), (("title", "Mañana"),))
    assert rows_of("q\nab\r\n") == ((("q", "ab"),),)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("q,\nx,y\n", "Column 2"),
        ("q\n", "no row"),
        ("q,r\n1,2,3\n", "Line 2 of the table has 3 cells for 2 names"),
        ('q\n"never closed\n', "not a CSV table"),
    ],
)
def test_a_table_that_is_none_is_refused(table: str, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        rows_of(table)


@given(st.text(max_size=60))
def test_any_table_is_read_or_refused(table: str) -> None:
    try:
        assert rows_of(table)
    except ParameterError as error:
        assert error.hint


@given(answered(), st.data())
def test_any_subset_of_the_parameters_round_trips(found: tuple[Form, list[Answer]], data: st.DataObject) -> None:
    """Some are given, by name; the rest are defaults: the same request by the step and by the form."""
    asked, answers = found
    step = fold(asked, answers)
    assert step is not None
    hit = [each for each in step.parameters if each.was_hit]
    chosen = data.draw(st.lists(st.sampled_from(hit), unique=True) if hit else st.just([]))
    needed = [each for each in step.parameters if each.required and each not in chosen]
    said = [(each.name, data.draw(a_value(each))) for each in (*chosen, *needed)]
    values = accept(step, said)
    for name, value in said:
        assert values[name] == (value,)
    assert expand(step, values, fresh_values(step, asked)) == submission(asked, query_of(step, asked, values))


def a_value(parameter: Parameter) -> st.SearchStrategy[str]:
    if parameter.options:
        return st.sampled_from(parameter.options)
    return {"number": st.just("7"), "date": st.just("2001-02-03")}.get(parameter.kind, st.text("ab *%é", max_size=5))
