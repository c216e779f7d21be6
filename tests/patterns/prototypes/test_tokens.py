"""URLs as tuples, and back."""

from hypothesis import given

from recorder.patterns.prototypes.tokens import Part, Token, text_of, tokens_of
from tests.patterns.prototypes.test_learning import URLS

ORIGIN = Token(Part.ORIGIN, "http://scholar.google.com")


def test_the_tuple_of_figure_2() -> None:
    assert tokens_of("http://scholar.google.com/scholar?q=Web+crawling") == (
        ORIGIN,
        Token(Part.SEGMENT, "scholar"),
        Token(Part.NAMES, "q"),
        Token(Part.VALUE, "Web+crawling"),
    )


def test_parameters_compare_by_name() -> None:
    assert tokens_of("http://h.example/?b=1&a=2") == tokens_of("http://h.example/?a=2&b=1")


def test_wildcards_in_every_part() -> None:
    url = "http://scholar.google.com/a/b?x=1&y=2#/c/d"
    wild = tuple(
        token if token.part in (Part.ORIGIN, Part.NAMES) else Token(token.part, None) for token in tokens_of(url)
    )
    assert text_of(wild) == "http://scholar.google.com/*/*?x=*&y=*#*/*/*"
    assert [own.accepts(other) for own, other in zip(wild, tokens_of(url), strict=True)].count(False) == 1


@given(URLS)
def test_the_tokens_of_a_url_are_the_url(url: str) -> None:
    assert tokens_of(text_of(tokens_of(url))) == tokens_of(url)


def test_a_wildcard_stands_for_something_unless_a_value() -> None:
    assert not Token(Part.SEGMENT, None).accepts(Token(Part.SEGMENT, ""))
    assert Token(Part.VALUE, None).accepts(Token(Part.VALUE, ""))
    assert not Token(Part.VALUE, None).accepts(Token(Part.NAMES, "a"))
