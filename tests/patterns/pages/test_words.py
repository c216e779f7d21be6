"""Pages are known again by their words, and by those the more that few other pages have."""

from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.words import Rarity, word_count, words_of

PAGES = st.lists(st.frozensets(st.sampled_from("abcdefgh")), max_size=6)
WORDS = st.frozensets(st.sampled_from("abcdefghij"))


def test_words_are_cut_and_compared_as_a_reader_would() -> None:
    assert words_of("The OLD man, the_sea: 1952!") == {"the", "old", "man", "sea", "1952"}
    assert words_of("図書館 in 東京") == {"図書", "書館", "in", "東京"}
    assert words_of("") == frozenset()


def test_words_are_counted_in_any_script() -> None:
    assert word_count("The OLD man - the_sea") == 5
    assert word_count("図書館 in 東京") == 4
    assert word_count("iPhone手机 和 5G") == 4
    assert word_count(" \n") == 0


def test_words_of_the_template_tell_nothing() -> None:
    rarity = Rarity([words_of(f"shop price basket {name}") for name in ("ada", "bob", "cleo", "dora")])
    ada = words_of("shop price basket ada")
    assert rarity.overlap(ada, words_of("ada in another design")) > 0.6
    assert rarity.overlap(ada, words_of("shop price basket bob")) < 0.4


@given(PAGES, WORDS, WORDS)
def test_an_overlap_is_a_share(pages: list[frozenset[str]], original: frozenset[str], page: frozenset[str]) -> None:
    rarity = Rarity(pages)
    assert 0 <= rarity.overlap(original, page) <= rarity.overlap(original, page | original)
    assert rarity.overlap(original, original) == bool(original)
