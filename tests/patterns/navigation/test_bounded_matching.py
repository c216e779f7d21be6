"""Any expression that a person may write matches in bounded time, and like Python's own engine."""

import random
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.navigation.bounded_matching import matcher
from recorder.patterns.urls.expressions import generalise
from tests.effort import Effort

SLOW = (
    *("(a+)+", "(a|aa)*", "(?:a*)*b", "(a{1,9}){1,9}b", "a*a*a*a*a*a*a*b", ".*.*.*.*.*.*b", "[a-z]+a*\\w*[^/]*.*b"),
    *(
        "a?" * 40 + "a" * 40,
        "(?:a?)(?:a?)" * 20 + "a" * 40,
        "(?=a*)a*(?=x|)a*a*a*a*b",
        "(a*)\\1*a*a*b",
        "(?i)A*a*A*a*b",
    ),
    *("(?:a*|)(?:a*|)(?:a*|)(?:a*|)b", "(?:[ab]*c?)(?:[ac]*b?)(?:[ab]*c?)(?:[ab]*)x"),
)


@pytest.mark.parametrize("expression", SLOW)
def test_it_ends(expression: str) -> None:
    effort = Effort()
    with suppress(TimeoutError):
        assert matcher(expression)("a" * 5_000) in (True, False)
    assert effort.millions < 400


@pytest.mark.parametrize("expression", ["http://h/[a-z]+/[0-9]+", "http://h/(?:a|b)?c*", "x[a-z]*-[a-z]*", "^(?!a).*$"])
def test_what_is_plain_is_left_to_the_quick_engine(expression: str) -> None:
    assert matcher(expression)._longest == float("inf")


def test_what_is_learnt_is_left_to_the_quick_engine() -> None:
    chance = random.Random(4)
    tokens = ["a", "bc", "1", "22", "-", "_", ".", "x%20"]
    for _ in range(40):
        names = {"".join(chance.choices(tokens, k=chance.randint(1, 5))) for _ in range(9)}
        urls = [f"http://h/{name}/x?page={number}&q={name}" for number, name in enumerate(sorted(names))]
        learnt = generalise([*urls, "http://h/a/x"]).text
        assert matcher(learnt)._longest == float("inf"), learnt


PIECES = st.sampled_from(
    [
        *"ab/",
        ".",
        "[a-c]",
        "[^/]",
        r"\w",
        "(",
        "(?:",
        ")",
        "|",
        "*",
        "+",
        "?",
        "{2}",
        "{1,3}",
        "{e}",
        "{",
        "$",
        "^",
        "(?!",
        "(?=a)",
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join), st.text("ab/c{e}", max_size=12))
def test_it_matches_like_pythons_own_engine(expression: str, text: str) -> None:
    try:
        wanted = re.compile(expression).fullmatch(text) is not None
    except re.error:
        return
    assert matcher(expression)(text) is wanted


@pytest.mark.parametrize(
    "expression", ["(?:a{e}|b)*", ".*.*{e''*", r"\\\\{e}.*.*", "(?:[{]|x)*", r"(?:\N{DIGIT ONE}|x)*"]
)
def test_a_brace_that_counts_nothing_is_one_for_both_engines(expression: str) -> None:
    """The bounded engine took some for leave to match by and large, and did not compile others."""
    both = matcher(expression)
    for text in ("a{e}b", "ab", "{e''", "\\{e}x", "{x", "1x", ""):
        assert bool(both._bounded(text)) is bool(both._quick(text))
