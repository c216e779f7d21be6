"""Prototypes written down and read again are the same, and classify alike."""

import pytest
from hypothesis import given

from recorder.patterns.prototypes.prototype import Prototypes, prototypes_in, tokens_in
from recorder.patterns.prototypes.tokens import Part, Token, text_of, tokens_of
from tests.patterns.prototypes.test_learning import HUBS, URLS, learnt
from tests.patterns.prototypes.test_words import HUBS as NAMED

PLAIN = HUBS.map(lambda hubs: [[url for url in hub if "*" not in url] for hub in hubs])
"""An asterisk of a link's own cannot be told from a wildcard."""


def read_again(prototypes: Prototypes) -> Prototypes:
    return prototypes_in((each.name, each.pattern) for each in prototypes.ordered)


@given(PLAIN)
def test_what_is_written_is_read_again(hubs: list[list[str]]) -> None:
    prototypes = learnt(hubs)
    assert [each.tokens for each in read_again(prototypes).ordered] == [each.tokens for each in prototypes.ordered]


@given(HUBS, URLS)
def test_links_are_of_the_same_class_whether_learnt_or_read(hubs: list[list[str]], url: str) -> None:
    prototypes = learnt([[link for link in hub if "*" not in link] for hub in hubs])
    found, expected = read_again(prototypes).matching(url), prototypes.matching(url)
    assert (found and found.pattern) == (expected and expected.pattern)


@given(NAMED)
def test_words_inside_names_are_read_again(hubs: list[list[str]]) -> None:
    prototypes = learnt(hubs)
    assert [each.tokens for each in read_again(prototypes).ordered] == [each.tokens for each in prototypes.ordered]


@pytest.mark.parametrize(
    "pattern",
    [
        "http://h.example/*/list?*",
        "http://h.example/*/fn.*.html?q=*",
        "http://h.example/list?order=up&page=*&*",
        "http://h.example/?*=1&a=*",
        "http://h.example/a/?b=#/*/c",
    ],
)
def test_wildcards_in_every_part(pattern: str) -> None:
    assert text_of(tokens_in(pattern)) == pattern


def test_other_parameters_beside_those_that_are_named() -> None:
    assert tokens_in("http://h.example/list?page=*&*")[2] == Token(Part.NAMES, None, "page")
    assert tokens_in("http://h.example/list?page=2") == tokens_of("http://h.example/list?page=2")
