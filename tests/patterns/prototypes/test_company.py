"""Words that hubs tell: names with one keep together."""

import random

from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.inner_words import NO_WORDS
from recorder.patterns.prototypes.learning import learn_prototypes, words_in_company
from tests.patterns.prototypes.test_inner_words import words


def flat_manual() -> list[str]:
    """Names that begin with any word, and a third of them with one."""
    others = [f"{first}-{second}.html" for first, second in zip(words(120, 1), words(120, 2), strict=True)]
    return [*others, *(f"sql-{word}.html" for word in words(60, 3))]


def test_names_that_stand_on_hubs_of_their_own_are_of_a_kind() -> None:
    hubs_of = {
        name: frozenset({at % 7 + (20 if name.startswith("sql-") else 0)}) for at, name in enumerate(flat_manual())
    }
    assert words_in_company(hubs_of).heads == {"sql-"}


def test_names_that_stand_anywhere_are_not() -> None:
    drawing = random.Random(1)
    hubs_of = {name: frozenset(drawing.sample(range(30), 4)) for name in flat_manual()}
    found = words_in_company(hubs_of)
    assert not (found.heads or found.tails)


def test_few_names_or_a_small_share_say_nothing() -> None:
    names = [*words(200, 1), *(f"sql-{word}" for word in words(30, 2))]
    hubs_of = {name: frozenset({int(name.startswith("sql-"))}) for name in names}
    assert words_in_company(hubs_of) == NO_WORDS
    assert words_in_company({f"sql-{word}": frozenset({1}) for word in words(19)}) == NO_WORDS


def test_pages_of_a_kind_in_a_flat_manual_are_a_class() -> None:
    site = "http://docs.example"
    pages = [f"{site}/{name}" for name in flat_manual()]
    hubs = [pages[at : at + 12] for at in range(0, 180, 6)]
    assert f"{site}/sql-*.html" in {each.pattern for each in learn_prototypes(Hubset.of(hubs)).ordered}


@given(st.dictionaries(st.text(max_size=12), st.frozensets(st.integers(0, 5)), max_size=60))
def test_any_names_on_any_hubs(hubs_of: dict[str, frozenset[int]]) -> None:
    found = words_in_company(hubs_of)
    assert all(any(name.startswith(head) for name in hubs_of) for head in found.heads)
