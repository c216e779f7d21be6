import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.urls.regex_tree import (
    ALPHA,
    ANY,
    DIGITS,
    MARK,
    OTHER,
    WORD,
    Node,
    characters_of,
    common_ancestor,
    escape,
    leaf_of,
    token_regex,
    tokenize,
)

DELIMITERS = "-.:;,+~!@$'()%="
CHARACTERS = st.one_of(st.sampled_from("aZ09_é٣" + DELIMITERS + "/?#&*[]{}\\^| \n"), st.characters())


def test_leftmost_longest() -> None:
    assert tokenize("Chaves:Silvio_8=") == ("Chaves", ":", "Silvio", "_", "8", "=")
    assert tokenize("a--1é_b") == ("a", "-", "-", "1", "é_", "b")
    assert tokenize("") == ()


@given(st.text(CHARACTERS))
def test_tokens_are_the_text_and_each_has_one_leaf(text: str) -> None:
    tokens = tokenize(text)
    assert "".join(tokens) == text
    for token in tokens:
        leaf = leaf_of(token)
        assert re.fullmatch(f"(?:{characters_of(leaf, token)})+", token)
        assert leaf.ancestry[0] == ANY and leaf.parent in (WORD, MARK)
    leaves = [leaf_of(token) for token in tokens]
    assert all(a != b for a, b in pairwise(leaves) if a.parent == WORD)


@given(CHARACTERS)
def test_sibling_languages_are_disjoint_and_parents_their_union(character: str) -> None:
    def accepts(node: Node) -> bool:
        return re.fullmatch(characters_of(node, character), character) is not None

    words = [accepts(node) for node in (ALPHA, DIGITS, OTHER)]
    assert accepts(WORD) == any(words) and sum(words) <= 1
    assert accepts(WORD) != accepts(MARK)
    assert accepts(ANY)


@given(st.text(CHARACTERS))
def test_escape_means_the_text_itself(text: str) -> None:
    assert re.fullmatch(escape(text), text)
    assert escape("a-b&c=~d/e") == "a-b&c=~d/e"


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (["abc", "abc"], "abc"),
        (["."], r"\."),
        (["Chaves", "Ugher"], "[a-zA-Z]+"),
        (["1", "22"], "[0-9]+"),
        (["_", None], "_*"),
        ([".", None], r"\.*"),
        (["abc", None], "(?:abc)*"),
        (["8", "D", None], r"\w*"),
        (["8", "_"], r"\w+"),
        (["é", "ü"], "[^\\W0-9a-zA-Z]+"),
        (["-", "."], r"[^\w/?#&=]+"),
        (["-", "="], r"[^\w/?#&]+"),
        (["-", "a", None], "[^/?#&=]*"),
        (["=", "a"], "[^/?#&]+"),
    ],
)
def test_token_regex(tokens: list[str | None], expected: str) -> None:
    assert token_regex(tokens) == expected


@given(st.lists(st.one_of(st.none(), st.text(CHARACTERS, min_size=1).map(lambda text: tokenize(text)[0])), min_size=1))
def test_token_regex_matches_every_token_of_its_column(column: list[str | None]) -> None:
    if any(column):
        assert all(re.fullmatch(token_regex(column), token or "") for token in column)


def test_nodes_nest_or_are_apart() -> None:
    assert common_ancestor([ALPHA, DIGITS]) == WORD
    assert common_ancestor([ALPHA]) == ALPHA
    assert common_ancestor([ALPHA, leaf_of("-")]) == ANY
    assert common_ancestor([leaf_of("-"), leaf_of(".")]) == MARK


def test_a_text_with_every_delimiter_gets_the_class_of_everything() -> None:
    assert characters_of(ANY, "/?#&=") == r"[\s\S]"
    assert characters_of(MARK, "/?#&=") == r"[^\w]"
