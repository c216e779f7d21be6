"""Folding and expanding are inverse, and a person may fill in all but what is known to change nothing."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from recorder.forms.changes import find_again
from recorder.forms.csrf_tokens import fresh_names, fresh_values, renewed
from recorder.forms.form import MULTIPART, Button, Field, Form
from recorder.forms.generic_request import (
    MOST_OPTIONS,
    StaleFormError,
    expand,
    fold,
    query_of,
    values_of,
)
from recorder.forms.informativeness import Answer, Effect
from recorder.forms.plan import QueryPlan
from recorder.forms.submission import Query, submission
from recorder.forms.values import varying_fields
from recorder.patterns.navigation.notation import from_text, to_text
from recorder.patterns.navigation.pattern import FormStep, NavigationPattern, Parameter, Path
from tests.forms.invented_forms import TERMS, Library, box, form, forms, select, tick, words

LIBRARY = Library()


def good(asked: Form, *said: Mapping[str, str]) -> list[Answer]:
    """Good answers to queries that say these things."""
    numbers = {field.name: number for number, field in enumerate(asked.fields)}
    return [
        Answer(Query.of({numbers[name]: (value,) for name, value in each.items()}, 0), str(each), True) for each in said
    ]


def folded(asked: Form, *said: Mapping[str, str], effects: Mapping[int, Effect] | None = None) -> FormStep:
    step = fold(asked, good(asked, *said), effects)
    assert step is not None
    return step


def hidden(name: str, value: str) -> Field:
    return Field(name=name, kind="hidden", value=value)


def test_the_example_of_the_paper() -> None:
    asked = form(select("select", "all", "title", "director", "cast"), box("for"), action="http://h/find.cgi")
    step = folded(asked, {"select": "all", "for": "Harry"}, {"select": "title", "for": "Potter"})
    assert (step.method, step.url, step.body) == ("GET", "http://h/find.cgi?select=*&for=*", None)
    which, words = step.parameters
    assert (which.name, which.options, which.default) == ("select", ("all", "title", "director", "cast"), ("all",))
    assert (words.name, words.label, words.kind, words.required, words.example) == (
        "for",
        "For",
        "text",
        False,
        "Harry",
    )


def test_the_library_is_folded_as_a_person_would_ask_it() -> None:
    plan = QueryPlan(LIBRARY.asked, TERMS)
    while batch := plan.next_batch():
        plan.learn(map(LIBRARY.answer, batch))
    step = fold(LIBRARY.asked, plan.answers, plan.effects)
    assert step is not None
    assert step.url == "http://h/find?q=*&subject=*&order=by&new=*"
    assert [(each.name, each.required, each.default) for each in step.parameters] == [
        ("q", False, ("",)),  # a subject alone was answered
        ("subject", False, ("",)),
        ("new", False, ()),
    ]


def test_a_post_has_its_parameters_in_the_body() -> None:
    asked = form(box("q"), method="POST", action="http://h/find?lang=*&x=1")
    step = folded(asked, {"q": "a"}, {"q": "b"})
    assert (step.method, step.url, step.body) == ("POST", "http://h/find?lang=%2A&x=1", "q=*")
    sent = expand(step, {"q": ("Süd & *",)})
    assert (sent.url, sent.body) == ("http://h/find?lang=*&x=1", b"q=S%C3%BCd+%26+*")


def test_an_asterisk_that_is_meant_stays_one() -> None:
    asked = form(box("q"), hidden("all", "*"), hidden("odd", "%2A"))
    step = folded(asked, {"q": "a"}, {"q": "b"})
    assert step.url == "http://h/find?q=*&all=%2A&odd=%252A"
    assert expand(step, {"q": ("*",)}).url == "http://h/find?q=*&all=*&odd=%252A"


def test_a_choice_that_changes_nothing_stays_as_it_is() -> None:
    asked = form(box("q"), select("order", "up", "down"))
    said = ({"q": "a"}, {"q": "b", "order": "down"}, {"q": "c"})
    step = folded(asked, *said, effects={0: Effect.CHANGES, 1: Effect.NONE})
    assert step.url == "http://h/find?q=*&order=up"


def test_what_no_probe_hit_can_be_filled_in_all_the_same() -> None:
    asked = form(box("q"), box("code"), select("shelf", "", "a", "b"), box("year", kind="number", value="1900"))
    step = folded(asked, {"q": "a"}, {"q": "b"}, effects={0: Effect.CHANGES, 1: Effect.NONE, 2: Effect.UNKNOWN})
    assert step.url == "http://h/find?q=*&code=*&shelf=*&year=*"
    told = [(each.required, each.was_hit, each.default) for each in step.parameters]
    assert told == [(False, True, ("",)), (False, False, ("",)), (False, False, ("",)), (False, False, ("1900",))]


def test_a_form_that_answers_the_same_to_everything_asks_nothing() -> None:
    asked = form(box("q"), select("order", "up", "down"))
    step = folded(asked, {"q": "a"}, {}, effects={0: Effect.NONE, 1: Effect.NONE})
    assert step.parameters == ()


def test_a_choice_that_changes_answers_is_asked_for_with_its_default() -> None:
    asked = form(box("q"), select("subject", "", "art", "law"))
    step = folded(asked, {"q": "a"}, {"q": "b"}, effects={1: Effect.CHANGES})
    subject = step.parameters[1]
    assert (subject.options, subject.texts, subject.default) == (("", "art", "law"), ("", "Art", "Law"), ("",))


def test_of_a_choice_the_one_value_that_works_is_sent_unless_another_is_given() -> None:
    asked = form(box("q"), tick("agreed"))
    step = folded(asked, {"q": "a", "agreed": "1"}, {"q": "b", "agreed": "1"}, effects={1: Effect.CHANGES})
    agreed = step.parameters[1]
    assert (step.url, agreed.required, agreed.default) == ("http://h/find?q=*&agreed=*", False, ("1",))


def test_of_two_boxes_that_work_alone_none_is_required() -> None:
    asked = form(box("title"), box("writer"))
    step = folded(asked, {"title": "a"}, {"title": "b"}, {"writer": "c"})
    assert [each.required for each in step.parameters] == [False, False]
    assert expand(step, {"title": ("",), "writer": ("x",)}).url == "http://h/find?title=&writer=x"


SHELF = form(box("q"), select("shelf", "", "a", "b"))
WORDS = good(SHELF, {"q": "x"}, {"q": "y", "shelf": "a"})


def refused(**said: str) -> Answer:
    (answer,) = good(SHELF, said)
    return replace(answer, good=False)


@pytest.mark.parametrize(
    ("asked", "answers", "required"),
    [
        (SHELF, WORDS, False),  # nobody left it out
        (SHELF, [*WORDS, refused()], False),  # it wants something, and the shelf may do
        (SHELF, [*WORDS, refused(shelf="b")], False),  # nothing was found with it, either
        (SHELF, [*WORDS, refused(shelf="a")], True),
        (SHELF, [*WORDS, replace(refused(shelf="a"), good=None)], False),  # nobody has looked
        (form(box("q")), [WORDS[0], refused()], True),
        (form(box("q", required=True)), WORDS[:1], True),
    ],
)
def test_required_is_what_the_form_says_or_was_seen_to_refuse(
    asked: Form, answers: list[Answer], required: bool
) -> None:
    step = fold(asked, answers, {1: Effect.CHANGES})
    assert step is not None
    assert step.parameters[0].required == required


def test_the_pressed_button_is_part_of_the_step() -> None:
    asked = replace(
        form(box("q")), buttons=(Button(name="go", value="Find *"), Button(name="all", action="http://h/all"))
    )
    step = folded(asked, {"q": "a"})
    assert step.url == "http://h/find?q=*&go=Find+%2A"
    assert query_of(step, asked, {"q": ("x",)}) == Query(((0, ("x",)),), 0)
    other = fold(asked, [Answer(Query(((0, ("a",)),), 1), "a", True)])
    assert other is not None
    assert other.url == "http://h/all?q=*&all="
    assert query_of(other, asked, {"q": ("x",)}).button == 1


def test_nothing_good_is_no_step() -> None:
    assert fold(form(box("q")), [Answer(Query(), "error", False), Answer(Query(), "?")]) is None


def test_boxes_without_a_name_need_a_browser() -> None:
    asked = Form(url="http://h/#top", action="", fields=(Field(name="", kind="search", label="Look for"),))
    step = fold(asked, [Answer(Query(((0, ("a",)),)), "a", True)])
    assert step is not None
    assert (step.in_browser, step.url, step.form) == (True, "http://h/?Look+for=*", asked.signature)
    assert query_of(step, asked, {"Look for": ("x",)}).filled == ((0, ("x",)),)


def test_names_that_come_twice_are_told_apart() -> None:
    asked = form(box("q"), hidden("q", "0"), box("q"), box("q#2"))
    assert asked.keys == ("q", "", "q#2", "q#2#2")
    answers = [Answer(Query(((0, ("a",)), (2, ("b",)))), "x", True)]
    step = fold(asked, answers)
    assert step is not None
    assert step.url == "http://h/find?q=*&q=0&q=*&q%232=*"
    said = {"q": ("1",), "q#2": ("2",), "q#2#2": ("",)}
    assert expand(step, said).url == "http://h/find?q=1&q=0&q=2&q%232="


def test_long_lists_are_not_kept() -> None:
    asked = form(box("q"), select("s", *map(str, range(MOST_OPTIONS + 1))))
    step = folded(asked, {"q": "a", "s": "1"}, {"q": "b", "s": "2"})
    assert step.parameters[1].options == ()


def test_a_choice_that_offers_something_else_each_visit_accepts_anything() -> None:
    """The second step of a search in two: the branches of a region."""
    north, south = (form(hidden("region", r), select("branch", "", *b)) for r, b in (("north", "ab"), ("south", "cd")))
    said = good(north, {"branch": "a"}, {"branch": "b"})
    step = fold(north, said, visits=[south])
    assert step is not None
    assert (step.url, step.fresh) == ("http://h/find?region=*&branch=*", ("region",))
    assert step.parameters[0].options == ()
    assert expand(step, {"branch": ("c",)}, fresh_values(step, south)).url == "http://h/find?region=south&branch=c"


TOKEN = "a81bc81b-dead-4e5d-abff-90865d1e13b1"


@pytest.mark.parametrize(
    ("name", "value", "fresh"),
    [
        ("csrfmiddlewaretoken", "x" * 64, True),
        ("__VIEWSTATE", "/wEPDwUKLTY2", True),
        ("authenticity_token", "abc", True),
        ("csrf", "", True),
        ("key", TOKEN, True),
        ("key", "dGhpcyBpcyBhIHRva2VuMTIzNDU2Nzg5MDEyMw==", True),
        ("when", "1700000000", True),
        ("sid", "77", True),
        ("region", "north", False),
        ("page", "12", False),
        ("q", "", False),
        ("back", "http://h/a1b2c3d4e5f6a7b8c9", False),
        ("note", "a sentence of 12 words that was written by a person 1 2 3", False),
        ("form_id", "views_exposed_form", False),
        ("inside", "catalogue-search", False),
    ],
)
def test_what_looks_like_a_token_is_fresh(name: str, value: str, fresh: bool) -> None:
    assert fresh_names(form(hidden(name, value))) == ((name,) if fresh else ())


def test_what_differs_between_visits_is_fresh() -> None:
    one, other = form(hidden("k", "1"), hidden("c", "x")), form(hidden("k", "2"), hidden("c", "x"))
    assert fresh_names(one, [other]) == ("k",)


def test_a_step_takes_fresh_values_from_the_form_as_it_stands() -> None:
    asked = form(hidden("csrf", "old"), box("q"), method="POST", enctype=MULTIPART)
    step = folded(asked, {"q": "a"})
    assert (step.fresh, step.body) == (("csrf",), "csrf=*&q=*")
    now = form(hidden("csrf", "new"), box("q"), method="POST", enctype=MULTIPART)
    assert expand(step, {"q": ("x",)}, fresh_values(step, now)) == submission(now, Query(((1, ("x",)),), 0))
    with pytest.raises(StaleFormError, match="csrf"):
        expand(step, {"q": ("x",)}, fresh_values(step, form(box("q"))))


def test_what_scripts_add_to_a_form_hides_no_fresh_value() -> None:
    """A browser shows boxes that another visit, without one, does not have; the token of that visit counts all the
    same.
    """
    shown = form(hidden("csrf", "old"), box("q"), box("sort"), method="POST")
    plain = form(hidden("csrf", "new"), box("q"), method="POST")
    other = form(hidden("csrf", "strange"), box("mail"), method="POST", action="http://h/news")
    now = renewed(shown, [other, plain])
    assert now is not None
    assert [each.value for each in now.fields] == ["new", "", ""]
    assert now.signature == shown.signature
    assert renewed(shown, [plain, shown]) is shown
    assert renewed(shown, [other]) is None
    assert renewed(form(box("q")), [form(box("r"))]) is None


def test_a_form_is_the_same_in_every_session() -> None:
    one, other = (form(box("q"), action=f"http://h/find;jsessionid={ticket}?a=b") for ticket in ("A1", "B2"))
    step = folded(one, {"q": "a"})
    assert step.url == "http://h/find?q=*"
    assert step.form == other.signature == form(box("q"), action="http://h/find").signature
    assert find_again(step, [other]) is other


def test_a_form_is_found_again() -> None:
    asked = form(box("q"))
    step = folded(asked, {"q": "a"})
    other, changed, gone = form(box("mail"), action="http://h/news"), form(box("q"), tick("new")), form(box("r"))
    assert find_again(step, [other, asked]) is asked
    assert find_again(step, [other, changed]) is changed
    assert find_again(step, [other, gone]) is None
    with pytest.raises(StaleFormError, match="'q'"):
        query_of(step, gone, {"q": ("x",)})


def test_a_star_may_stand_inside_a_value_or_a_path() -> None:
    step = FormStep("GET", "http://h/by/*/%2A?q=title%3A*", None, (Parameter("who"), Parameter("what")))
    sent = expand(step, {"who": ("A/B c",), "what": ("x y",)})
    assert sent.url == "http://h/by/A%2FB%20c/*?q=title%3Ax+y"
    with pytest.raises(StaleFormError, match="more"):
        expand(replace(step, parameters=()), {})


@st.composite
def answered(draw: st.DrawFn) -> tuple[Form, list[Answer]]:
    """A form, and good answers to some queries a plan may ask of it."""
    asked = draw(forms())
    values = varying_fields(asked, [*TERMS[:3], "* %2A", "é&="])
    queries = draw(
        st.lists(
            st.fixed_dictionaries({}, optional={number: st.sampled_from(each) for number, each in values.items()}),
            min_size=1,
            max_size=6,
        )
    )
    return asked, [Answer(Query.of(query), str(query), True, draw(st.integers(0, 9))) for query in queries]


@given(answered())
def test_expanding_is_the_inverse_of_folding(found: tuple[Form, list[Answer]]) -> None:
    asked, answers = found
    step = fold(asked, answers)
    assert step is not None
    for answer in answers:
        expanded = expand(step, values_of(step, asked, answer.query), fresh_values(step, asked))
        assert expanded == submission(asked, answer.query)


@given(answered(), st.data())
def test_any_values_make_the_same_request_by_template_and_by_form(
    found: tuple[Form, list[Answer]], data: st.DataObject
) -> None:
    asked, answers = found
    step = fold(asked, answers)
    assert step is not None
    assume(not step.in_browser)
    values = {
        each.name: data.draw(st.sampled_from(each.options) if each.options else words).split("\0", 1)[:1]
        for each in step.parameters
    }
    said = {name: tuple(each) for name, each in values.items()}
    query = query_of(step, asked, said)
    assert expand(step, said, fresh_values(step, asked)) == submission(asked, query)
    assert values_of(step, asked, query) == said


@given(answered())
def test_a_step_survives_being_written_down(found: tuple[Form, list[Answer]]) -> None:
    step = fold(*found)
    assert step is not None
    pattern = NavigationPattern((Path((step,), 1, 1),))
    assert from_text(to_text(pattern)) == pattern
    assert step.url.count("*") + (step.body or "").count("*") == len(step.parameters) + len(step.fresh)
