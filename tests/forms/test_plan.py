"""A plan stays in its budget, tries everything once before anything twice, and stops when it has learnt enough."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.forms.form import Button, Form
from recorder.forms.informativeness import Answer, Effect, is_informative
from recorder.forms.plan import QueryPlan
from recorder.forms.submission import Query
from recorder.forms.values import varying_fields
from tests.forms.invented_forms import TERMS, Library, box, form, forms, select, tick

LIBRARY = Library()


def all_of(plan: QueryPlan, answer: Callable[[Query], Answer] | None = None) -> list[Query]:
    """Every query the plan hands out while it is told the answers, or nothing."""
    asked: list[Query] = []
    while batch := plan.next_batch():
        asked += batch
        if answer is not None:
            plan.learn(map(answer, batch))
    return asked


def error_page(query: Query) -> Answer:
    return Answer(query, "an error", False, 100)


@given(forms(), st.integers(0, 60), st.integers(1, 7))
def test_a_plan_stays_in_its_budget_and_repeats_nothing(form: Form, budget: int, batch: int) -> None:
    plan = QueryPlan(form, TERMS, budget=budget, batch=batch)
    asked = all_of(plan)
    assert len(asked) == len(set(asked)) == plan.spent <= budget
    assert asked == all_of(QueryPlan(form, TERMS, budget=budget, batch=batch))


@given(forms())
def test_every_value_is_tried_if_the_budget_allows(form: Form) -> None:
    values = varying_fields(form, TERMS)
    asked = all_of(QueryPlan(form, TERMS, budget=sum(map(len, values.values())) + 1))
    tried = {(number, said) for query in asked for number, said in query.filled}
    assert tried >= {(number, said) for number, each in values.items() for said in each}


@given(forms())
def test_every_value_is_tried_before_a_pair_of_them_comes_again(form: Form) -> None:
    values = varying_fields(form, TERMS)
    wanted = {(number, said) for number, each in values.items() for said in each}
    required = {number for number, field in enumerate(form.fields) if field.required}
    pairs: Counter[tuple[object, ...]] = Counter()
    for query in all_of(QueryPlan(form, TERMS, budget=150)):
        optional = [each for each in query.filled if each[0] not in required]
        assert len(optional) <= 3
        pairs.update(combinations(optional, 2))
        wanted -= set(query.filled)
        assert not wanted or max(pairs.values(), default=0) <= 1


@given(forms(), st.integers())
def test_whatever_it_is_told_it_ends(form: Form, seed: int) -> None:
    def answer(query: Query) -> Answer:
        draw = crc32(f"{seed} {query}".encode()) % 4
        return Answer(query, str(draw), (True, False, None)[draw % 3], draw)

    plan = QueryPlan(form, TERMS)
    assert len(all_of(plan, answer)) <= plan.budget
    assert set(plan.effects) == set(varying_fields(form, TERMS))


def test_a_person_fills_the_text_box_and_leaves_the_rest() -> None:
    first = QueryPlan(LIBRARY.asked, TERMS).next_batch()
    assert [query.filled for query in first] == [((0, (term,)),) for term in TERMS[:5]]
    assert {query.button for query in first} == {0}


def test_boxes_that_are_not_sent_are_left_alone_beside_some_that_are() -> None:
    """Alone they may be what a script asks."""
    assert set(varying_fields(form(box(""), box("q"), tick("new")), TERMS)) == {1, 2}
    assert set(varying_fields(form(box(""), tick("new")), TERMS)) == {0, 1}


def test_the_library_is_learnt_with_few_queries() -> None:
    plan = QueryPlan(LIBRARY.asked, TERMS)
    asked = all_of(plan, LIBRARY.answer)
    assert [plan.effects[number] for number in range(4)] == [
        Effect.CHANGES,
        Effect.CHANGES,
        Effect.NONE,
        Effect.CHANGES,
    ]
    assert len(asked) <= 25
    assert len(plan.answers) == len(asked)
    subjects_alone = [query for query in asked if query.filled and query.filled[0][0] == 1]
    assert len(subjects_alone) == 1


def test_a_text_box_alone_takes_few_queries() -> None:
    asked = form(box("q"))
    plan = QueryPlan(asked, TERMS)
    assert len(all_of(plan, lambda query: Answer(query, query.sends(asked, 0)[0], True, 5))) <= 6


def test_terms_beyond_the_first_are_for_a_box_that_answered_none_of_them() -> None:
    asked = form(box("q"))
    more = [f"more{number}" for number in range(15)]
    plan = QueryPlan(asked, [*TERMS, *more])
    said = [query.sends(asked, 0)[0] for query in all_of(plan, lambda query: Answer(query, "none", False))]
    assert set(said) >= {*TERMS, *more[:4]}
    found = QueryPlan(asked, [*TERMS, *more])
    said = [query.sends(asked, 0)[0] for query in all_of(found, lambda q: Answer(q, str(q), q.said(0) == ("term2",)))]
    assert not set(said) & set(more)


def test_a_form_that_answers_everything_with_an_error_is_given_up_soon() -> None:
    many = form(*(box(f"b{number}") for number in range(5)), select("s", *map(str, range(500))))
    assert len(all_of(QueryPlan(many, TERMS), error_page)) <= 110


def test_five_hundred_options_are_a_sample() -> None:
    asked = form(box("q"), select("s", *map(str, range(500))))
    plan = QueryPlan(asked, TERMS)
    queries = all_of(plan, lambda query: Answer(query, str(query), True, 3))
    assert len(queries) <= 20
    tried = {int(values[0]) for query in queries for number, values in query.filled if number == 1}
    assert max(tried) > 400
    assert plan.effects[1] is Effect.CHANGES
    assert len(all_of(QueryPlan(asked, TERMS))) == 240


def test_options_that_change_nothing_are_not_all_tried() -> None:
    asked = form(box("q"), select("s", *map(str, range(500))))
    plan = QueryPlan(asked, TERMS)
    queries = all_of(plan, lambda query: Answer(query, query.sends(asked, 0)[0], bool(query.sends(asked, 0)[0]), 3))
    assert len(queries) <= 20
    assert plan.effects[1] is Effect.NONE


def test_forty_fields() -> None:
    asked = form(*(box(f"b{number}") for number in range(20)), *(select(f"s{number}", *"abc") for number in range(20)))
    assert len(all_of(QueryPlan(asked, TERMS))) == 240


def test_a_choice_that_only_works_when_made() -> None:
    """The first step of a search in two: "Choose a region" leads nowhere, every region somewhere else."""
    asked = form(select("region", "", *"abcdefghij"))

    def answer(query: Query) -> Answer:
        region = query.sends(asked, 0)[0]
        return Answer(query, region, bool(region), 3)

    plan = QueryPlan(asked)
    assert len(all_of(plan, answer)) <= 8
    assert plan.effects[0] is Effect.CHANGES


def test_a_form_that_needs_two_fields_at_once() -> None:
    asked = form(box("q"), select("place", "", "town", "land"), tick("agreed"))

    def answer(query: Query) -> Answer:
        good = bool(query.sends(asked, 0)[0] and query.sends(asked, 1)[0] == "town" and query.sends(asked, 2))
        return Answer(query, str(query) if good else "fill in everything", good, 9 if good else 1)

    plan = QueryPlan(asked, TERMS)
    asked_for = all_of(plan, answer)
    assert any(each.good for each in plan.answers)
    assert len(asked_for) <= 120


def test_what_is_required_is_always_filled() -> None:
    asked = form(box("title"), box("who", required=True), select("place", "", "town", required=True))
    for query in all_of(QueryPlan(asked, TERMS, budget=80)):
        assert query.sends(asked, 1)[0]
        assert query.sends(asked, 2) == ("town",)


def test_a_form_without_text_tries_all_combinations() -> None:
    asked = form(select("a", *"xyz"), select("b", *"uv"))
    sent = {(query.sends(asked, 0)[0], query.sends(asked, 1)[0]) for query in all_of(QueryPlan(asked))}
    assert sent == {(a, b) for a in "xyz" for b in "uv"}


def test_another_button_can_be_pressed() -> None:
    two = Form(url="", action="http://h/", fields=(box("q"),), buttons=(Button(), Button(name="all")))
    assert {query.button for query in QueryPlan(two, TERMS, button=1).next_batch()} == {1}


def test_a_form_without_fields_is_sent_once() -> None:
    assert all_of(QueryPlan(form())) == [Query((), 0)]


@pytest.mark.parametrize(
    ("fingerprints", "informative"),
    [("", False), ("a", False), ("aaaa", False), ("ab", True), ("aaaab", True), ("aaaaaaaaaab", False), ("abcd", True)],
)
def test_informative_means_a_fifth_are_distinct(fingerprints: str, informative: bool) -> None:
    assert is_informative(fingerprints) is informative


def test_what_a_person_entered_is_asked_first_and_what_they_chose_is_kept() -> None:
    wanted = form(box("title"), box("author"), select("kind", "a", "b"))
    asked = all_of(QueryPlan(wanted, TERMS, budget=80, by_hand={0: ("my own words",), 2: ("b",)}))
    assert [asked[0].said(number) for number in range(3)] == [("my own words",), None, ("b",)]
    in_the_other = next(number for number, query in enumerate(asked) if query.said(1) == ("my own words",))
    assert not [query for query in asked[:in_the_other] if query.said(1) is not None], "the words are tried first"
    assert {query.said(2) for query in asked[:in_the_other]} == {("b",)}
    assert ("a",) in {query.said(2) for query in asked}, "others are tried, too"
