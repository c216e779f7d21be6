"""The pattern as text: loss-free both ways, and strict about what it does not understand."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.navigation.notation import NotationError, from_plain, from_text, to_plain, to_text
from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path

# Lone surrogates cannot be written to a file; every other character can stand in a URL or label somewhere.
texts = st.text(st.characters(codec="utf-8"))
lists = st.lists(texts, max_size=3).map(tuple)
flags = st.booleans()
parameters = st.builds(Parameter, texts, texts, texts, lists, flags, texts, lists, lists, flags, texts, texts)
link_steps = st.builds(LinkStep, texts.filter(bool).map(re.escape), st.none() | texts, st.booleans(), lists)
bodies = st.none() | texts
steps_parameters = st.lists(parameters, max_size=3).map(tuple)
form_steps = st.builds(
    FormStep, texts, texts, bodies, steps_parameters, texts, texts, lists, texts, texts, st.booleans()
)
paths = st.builds(
    Path,
    st.lists(link_steps | form_steps, min_size=1, max_size=3).map(tuple),
    st.integers(0, 10**9),
    st.integers(0, 10**9),
)
navigation_patterns = st.lists(paths, max_size=3).map(lambda found: NavigationPattern(tuple(found)))


@given(navigation_patterns)
def test_text_and_back_loses_nothing(pattern: NavigationPattern) -> None:
    assert from_text(to_text(pattern)) == pattern


@given(navigation_patterns)
def test_plain_values_survive_json(pattern: NavigationPattern) -> None:
    assert from_plain(json.loads(json.dumps(to_plain(pattern)))) == pattern


def test_a_regex_reads_as_it_is() -> None:
    pattern = NavigationPattern((Path((LinkStep(r"http://h/\w+\.html", place="html/body/ul"),), 3, 4),))
    text = to_text(pattern)
    assert r"regex = 'http://h/\w+\.html'" in text
    assert "place = 'html/body/ul'" in text


def test_a_form_step_says_only_what_there_is_to_say() -> None:
    step = FormStep("GET", "http://h/find?q=*", None, (Parameter("q", "Title"),))
    text = to_text(NavigationPattern((Path((step,)),)))
    said = [line for line in text.splitlines() if " = " in line and not line.startswith("#")]
    assert said == [
        "targets = 0",
        "links = 0",
        "kind = 'form'",
        "method = 'GET'",
        "url = 'http://h/find?q=*'",
        "name = 'q'",
        "label = 'Title'",
    ]


def test_plain_values_say_everything() -> None:
    pattern = NavigationPattern((Path((FormStep("GET", "http://h/find?q=*", None, (Parameter("q"),)),)),))
    (step,) = json.loads(json.dumps(to_plain(pattern)))["paths"][0]["steps"]
    assert {"kind", "method", "url", "body", "parameters"} <= set(step)
    assert {"name", "label", "kind", "options", "required", "example"} <= set(step["parameters"][0])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("not toml at all", "not TOML"),
        ("colour = 1", "unknown colour"),
        ("paths = 3", "lists of tables"),
        ("paths = [3]", "path 1 must be a table"),
        ("[[paths]]", "path 1 has no steps"),
        ("[[paths]]\n[[paths.steps]]\nkind = 'jump'", 'path 1, step 1: kind must be "link" or "form"'),
        ("[[paths]]\n[[paths.steps]]\nkind = []", 'path 1, step 1: kind must be "link" or "form", not []'),
        ("[[paths]]\n[[paths.steps]]\nkind = 'link'", "path 1, step 1 has no regex"),
        ("[[paths]]\n[[paths.steps]]\nkind = 'link'\nregex = '('", "does not compile"),
        ("[[paths]]\n[[paths.steps]]\nkind = 'link'\nregex = ''", "path 1, step 1: the regex is empty"),
        ("[[paths]]\n[[paths.steps]]\nkind = 'link'\nregex = 3", "regex must be a str"),
        ("[[paths]]\n[[paths.steps]]\nkind = 'link'\nregex = 'a'\nexamples = 'b'", "examples must be a list"),
        ("[[paths]]\ntargets = true\n[[paths.steps]]\nkind = 'link'\nregex = 'a'", "targets must be a int"),
        ("[[paths]]\nlinks = -1\n[[paths.steps]]\nkind = 'link'\nregex = 'a'", "links must be a count"),
        (f"[[paths]]\ntargets = {10**30}\n[[paths.steps]]\nkind = 'link'\nregex = 'a'", "targets must be a count"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)):
        from_text(text)


HUGE = (
    "(?:a{65535}){65535}",
    "(a{999}b){999}",
    "(x(a{1000}){1000}y)1{0,}",
    "(?:a*b*c*){9999999}",
    "(?:(a?){9}){9999}",
    "(){65535}?(])?%",
)


@pytest.mark.parametrize("regex", ["a{99999999999}", "a{" + "9" * 5_000 + "}", "(" * 9_000, *HUGE])
def test_an_expression_no_engine_has_room_for_is_refused(regex: str) -> None:
    """Compiled by the engine that knows a limit, the last ones would take gigabytes."""
    with pytest.raises(NotationError, match=r"does not compile: it is too large|repeats more than an address can be"):
        from_plain({"paths": [{"steps": [{"kind": "link", "regex": regex}]}]})


def test_what_is_learnt_is_small_enough() -> None:
    regex = "^http://h/(?:[0-9]{4}/){3}(?:a|b){2,}[^/]{1,}$"
    assert from_plain({"paths": [{"steps": [{"kind": "link", "regex": regex}]}]}).paths


def test_nothing_in_place_of_a_list_is_an_empty_one() -> None:
    assert from_plain({"paths": None}) == NavigationPattern()


@pytest.mark.parametrize("text", ["a = " + "[" * 9_000, "a = " + "1" * 5_000, "a = 2026-13-01", "a = {" * 2_000])
def test_what_no_reader_of_toml_can_take_is_refused_like_any_other(text: str) -> None:
    with pytest.raises(NotationError, match="not TOML"):
        from_text(text)
