"""The words of searching and of changing do not contradict each other, and are found as they are written."""

import pytest

from recorder.forms.evidence import topic_of
from recorder.forms.verdict import judge
from recorder.forms.vocabulary import SEARCH, TOPICS, Words, spoken
from tests.forms.test_finding import form

CHANGING = [(topic.kind, entry.strip("*")) for topic in TOPICS for entry in topic.words.entries]


def test_a_button_that_changes_something_outweighs_a_search_box() -> None:
    html = "<form action=/x role=search><input type=search name=q><button>{}</button></form>"
    assert [entry for _, entry in CHANGING if judge(form(html.format(entry))).safe] == []


def test_no_word_of_searching_is_one_of_changing() -> None:
    assert [entry for entry in SEARCH.entries if topic_of(entry.strip("*")) is not None] == []
    assert [entry for _, entry in CHANGING if entry in SEARCH] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("find", True),
        ("Find!", True),
        ("finder", False),
        ("lost&find2", True),
        ("Suchen", True),
        ("besuchen", False),
        ("BÚSQUEDA", True),
        ("txtBusqueda", True),
        ("商品検索する", True),
        ("ابحث", True),
        ("add to cart", True),
        ("btnAdd_toCart", True),
        ("add cart", False),
        ("", False),
    ],
)
def test_words_are_found(text: str, found: bool) -> None:
    words = Words("find, such*, busqueda, 検索, ابحث, add to cart", apart="besuch*")
    assert (text in words) == found


def test_names_are_read_as_words() -> None:
    assert spoken("ctl00$btnAdd_toCart") == "ctl00 btn add to cart"
    assert spoken("İlçe  Łódź—Größe") == "ilce lodz grosse"
