"""Pages that a person does not mean: their kind goes with them where something tells it apart, and alone they go where
nothing does.
"""

import pytest

from recorder.patterns.classes.counterexamples import of_their_kind
from recorder.patterns.classes.evidence import SeenPage
from tests.patterns.classes.test_belief import HOST
from tests.patterns.invented_pages import Press

LABELS = {"term": {"Height", "Leaf", "Bark"}, "tool": {"Price", "Weight"}, "oil": {"Scent", "Origin"}}


def mixed(press: Press, *kinds: str) -> list[SeenPage]:
    """Ten pages of each kind in one template and one folder; only their words say which of them they are."""
    pages = ((f"{HOST}/entry/{letter}{n}.html", kind) for n, kind in enumerate(kinds) for letter in "abcdefghij")
    return [SeenPage(url, press.page("book"), labels=frozenset({"Imprint", *LABELS[kind]})) for url, kind in pages]


def left_out(pages: list[SeenPage], believed: dict[str, float], *unlike: str) -> set[str]:
    beliefs = {page.url: believed.get(page.url, 0.9) for page in pages}
    return set(of_their_kind(pages, beliefs, frozenset({pages[0].url}), frozenset(unlike)))


@pytest.mark.parametrize("seed", range(4))
def test_the_kind_of_a_page_that_is_not_meant_goes_with_it(seed: int) -> None:
    pages = mixed(Press(seed), "term", "tool")
    tools = [page.url for page in pages[10:]]
    assert left_out(pages, {}, tools[3]) == set(tools)


def test_each_kind_has_to_be_named() -> None:
    pages = mixed(Press(0), "term", "tool", "oil")
    tools, oils = ([page.url for page in pages[start : start + 10]] for start in (10, 20))
    assert left_out(pages, {}, tools[0], oils[0]) == {*tools, *oils}


def test_who_was_believed_less_from_the_start_goes_alone() -> None:
    pages = mixed(Press(0), "term")
    odd = pages[-1].url
    assert left_out(pages, {odd: 0.55}, odd) == {odd}


def test_a_sample_never_goes() -> None:
    pages = mixed(Press(0), "term")
    assert pages[0].url not in left_out(pages, {pages[0].url: 0.5}, pages[1].url)
