"""The pattern as text: loss-free both ways, and strict about what it does not understand."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patterns.navigation.notation import NotationError, from_plain, from_text, to_plain, to_text
from patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Parameter, Path

# Lone surrogates cannot be written to a file; every other character can stand in a URL or label somewhere.
texts = st.text(st.characters(codec="utf-8"))
lists = st.lists(texts, max_size=3).map(tuple)
parameters = st.builds(Parameter, texts, texts, texts, lists, st.booleans(), texts)
link_steps = st.builds(LinkStep, texts.map(re.escape), st.none() | texts, st.booleans(), lists)
form_steps = st.builds(FormStep, texts, texts, st.none() | texts, st.lists(parameters, max_size=3).map(tuple))
paths = st.builds(
    Path, st.lists(link_steps | form_steps, min_size=1, max_size=3).map(tuple), st.integers(0), st.integers(0)
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


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("not toml at all", "not TOML"),
        ("colour = 1", "unknown colour"),
        ("paths = 3", "lists of tables"),
        ("paths = [3]", "path 1 must be a table"),
        ("[[paths]]", "path 1 has no steps"),
        ("[[paths]]\n[[paths.steps]]\nkind = 'jump'", 'path 1, step 1: kind must be "link" or "form"'),
        ("[[paths]]\n[[paths.steps]]\nkind = 'link'", "path 1, step 1 has no regex"),
        ("[[paths]]\n[[paths.steps]]\nkind = 'link'\nregex = '('", "does not compile"),
        ("[[paths]]\n[[paths.steps]]\nkind = 'link'\nregex = 3", "regex must be a str"),
        ("[[paths]]\n[[paths.steps]]\nkind = 'link'\nregex = 'a'\nexamples = 'b'", "examples must be a list"),
        ("[[paths]]\ntargets = true\n[[paths.steps]]\nkind = 'link'\nregex = 'a'", "targets must be a int"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)):
        from_text(text)
