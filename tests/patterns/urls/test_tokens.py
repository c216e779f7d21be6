import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.urls.tokens import (
    ALPHA,
    DIGITS,
    OTHER,
    any_of,
    common_affixes,
    escape,
    infixes,
    kind_of,
    kinds_of,
    settled,
    tokenize,
)

DELIMITERS = "-.:;,+~!@$'()%="
CHARACTERS = st.one_of(st.sampled_from("aZ09_é٣" + DELIMITERS + "/?#&*[]{}\\^| \n"), st.characters())


def test_leftmost_longest() -> None:
    assert tokenize("Chaves:Silvio_8=") == ("Chaves", ":", "Silvio", "_", "8", "=")
    assert tokenize("a--1é_b") == ("a", "-", "-", "1", "é_", "b")
    assert tokenize("") == ()


@given(st.text(CHARACTERS))
def test_tokens_are_the_text_and_each_has_one_kind(text: str) -> None:
    tokens = tokenize(text)
    assert "".join(tokens) == text
    kinds = [kind_of(token) for token in tokens]
    assert all({kind_of(character) for character in token} == {kind} for token, kind in zip(tokens, kinds, strict=True))
    assert all(a != b for a, b in pairwise(kinds) if a in (ALPHA, DIGITS, OTHER))


@given(st.text(CHARACTERS))
def test_escape_means_the_text_itself(text: str) -> None:
    assert re.fullmatch(escape(text), text)
    assert escape("a-b&c=~d/e") == "a-b&c=~d/e"


VALUES = st.lists(st.text(alphabet="ab1_-.=&é]^\\[", max_size=8), min_size=1, max_size=8)


@given(VALUES)
def test_affixes_and_infixes_are_the_values(values: list[str]) -> None:
    prefix, suffix = common_affixes(values)
    assert [prefix + middle + suffix for middle in infixes(values, prefix, suffix)] == values
    middles = infixes(values, prefix, suffix)
    assert len({middle[:1] for middle in middles}) > 1 or "" in middles


@pytest.mark.parametrize("make", [settled, any_of, kinds_of])
@given(values=VALUES)
def test_every_candidate_matches_its_values(make: object, values: list[str]) -> None:
    assert callable(make)
    assert all(re.fullmatch(make(values), value) for value in values)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["2024-01", "2025-12"], "[0-9]+-[0-9]+"),
        (["a_1", "b_c", "d"], r"\w+"),  # the paper's [a-zA-Z]+_*\w* overlaps
        (["a1", "1a"], "[a-zA-Z0-9]+"),
        (["a-b", "c"], "[a-zA-Z-]+"),
        (["a-1", "c"], "[a-zA-Z]+-*1*"),
        (["a-bc", "d"], "[a-zA-Z-]+"),
        (["1ab", "2"], "[0-9]+(?:ab)*"),
        (["é", "ü", "ée"], r"\w+"),
        (["ab-c-1", "d-e-2", "d--3"], "[a-zA-Z]+-[a-zA-Z0-9-]+"),
        (["--a", ".-b"], "[.-]+-[a-zA-Z]+"),
        (["a-b", "c-d", "e"], "[a-zA-Z-]+"),
    ],
)
def test_overlapping_neighbours_are_melted(values: list[str], expected: str) -> None:
    assert settled(values) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["ab", "c"], "[a-zA-Z]+"),
        (["a1", ""], "[a-zA-Z0-9]*"),
        (["a_1"], r"\w+"),
        (["é"], r"\w+"),
        (["é-"], r"[\w-]+"),
        (["-", "--"], "-+"),
        (["_"], "[_]+"),
        (["[-"], r"[\[-]+"),
        ([".", ".."], r"\.+"),
        (["a-.]^"], r"[a-zA-Z.\]\^-]+"),
        ([""], ""),
    ],
)
def test_one_class_for_the_kinds_seen(values: list[str], expected: str) -> None:
    assert kinds_of(values) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["a-b", "c"], "[^/?#&=]+"),
        (["a=b", ""], "[^/?#&]*"),
        (["/?#&="], r"[\s\S]+"),
    ],
)
def test_one_class_leaves_out_what_ends_a_level_unless_a_value_has_it(values: list[str], expected: str) -> None:
    assert any_of(values) == expected
