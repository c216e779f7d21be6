"""What words of classes say: meaning is told from looks, whoever made the words up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.records.class_words import meanings

PLACES = "lessindent indent left col col-md-6 row wrapper clearfix main-content first float-right"
HASHES = "css-1a2b3c sc-bdVaJa jsx-3184570393 _3fZ9k svelte-1tky8bj styles__3xK9a MuiBox-root-12"
UTILITIES = "text-lg mt-4 font-bold items-center bg-white md:flex w-1/2 hover:underline text-muted u-clearfix"
COMPOUNDS = "rightcolumn bodytext leftbox2 btn--primary card__body is-active"


@pytest.mark.parametrize(
    "word",
    [*PLACES.split(), *HASHES.split(), *UTILITIES.split(), *COMPOUNDS.split()],
)
def test_looks_and_hashes_say_nothing(word: str) -> None:
    assert not list(meanings(word))


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("price", ["price"]),
        ("first_name", ["first name"]),
        ("price-box", ["price", "price box"]),
        ("card__price--highlighted", ["price", "card price"]),
        ("PostCard_author__3xK9a", ["post card author"]),
        ("datePublished", ["date published"]),
        ("weight", ["weight"]),
        ("colour", ["colour"]),
        ("headline", ["headline"]),
        ("byline", ["byline"]),
        ("meta__item--author", ["author", "meta item author"]),
        ("prix", ["prix"]),
        ("цена", ["цена"]),
    ],
)
def test_the_rest_says_what_it_says(word: str, said: list[str]) -> None:
    assert list(dict.fromkeys(meanings(word)))[: len(said)] == said


@given(st.text(max_size=200))
def test_any_word_is_read(word: str) -> None:
    list(meanings(word))
