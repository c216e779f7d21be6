"""What a column is called: the surest and nearest words first, no name twice; and what words of classes say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.records.naming import (
    CALLED,
    DECLARED,
    GUESSED,
    LABELLED,
    Name,
    as_name,
    ending,
    meanings,
    names_along,
    says_nothing,
    unlike,
)
from recorder.patterns.records.places import Place
from recorder.patterns.records.vocabularies import Step


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Number of pages:", "number_of_pages"),
        ("datePublished", "date_published"),
        ("3rd edition", "_3rd_edition"),
        ("first_name", "first_name"),
        ("!?", ""),
        ("col-md-6", "col_md_6"),
        ("मूल्य सूची", "मूल्य_सूची"),
        ("ราคาสินค้า", "ราคาสินค้า"),
        ("Gia\u0301 ba\u0301n", "giá_bán"),
        ("می\u200cشود", "میشود"),
        ("ป" + "ี" * 60, "ป" + "ี" * 60),
        ("a label of far too many words to be one", ""),
    ],
)
def test_words_as_a_name(words: str, name: str) -> None:
    assert as_name(words) == name


def test_a_class_of_looks_alone_gives_way_to_what_is_counted() -> None:
    way = [Place(Step("div"), classes=("css-1x2y3z",)), Place(Step("span"), classes=("lessindent",))]
    assert names_along(way, unit="comments")[0] == Name("comments", GUESSED)
    assert names_along(way)[0] == Name("text", GUESSED)


def test_a_preposition_says_less_than_a_class_and_more_than_nothing() -> None:
    assert names_along([Place(Step("a"), hint="by", classes=("author",))])[0] == Name("author", CALLED)
    assert names_along([Place(Step("a"), hint="by")])[0] == Name("by", GUESSED)
    assert names_along([Place(Step("a"), hint="of")])[0] == Name("link", GUESSED)


def test_what_is_declared_goes_before_labels_classes_and_guesses() -> None:
    way = [Place(Step("div"), classes=("book",)), Place(Step("p", label="Written by"), declared=("author",))]
    assert names_along(way) == [
        Name("author", DECLARED),
        Name("written_by", LABELLED),
        Name("book", CALLED),
        Name("text", GUESSED),
    ]


def test_a_text_between_elements_is_called_as_what_is_around_it() -> None:
    around = Place(Step("span", mark="price"))
    assert names_along([around, Place(Step('"', mark="#1"))])[0] == Name("price", CALLED)


def test_an_address_says_so_behind_its_name() -> None:
    assert (ending("href"), ending("value"), ending("data-x")) == ("_url", "", "")


def test_where_several_want_a_name_the_first_has_it_alone() -> None:
    assert unlike([["title"], ["title", "book"], ["title"]]) == ["title", "book_title", "title_2"]
    assert unlike([["ID", "book"]], taken=["id"]) == ["book_ID"]


@given(st.lists(st.lists(st.sampled_from(["a", "A", "b", "a_b", "b_a", "a_2"]), min_size=1, max_size=3)))
def test_no_name_is_given_twice(choices: list[list[str]]) -> None:
    names = [name.casefold() for name in unlike(choices, taken=["b"])]
    assert len({"b", *names}) == len(choices) + 1


PLACES = "lessindent indent left col col-md-6 row wrapper clearfix main-content entry-content post-body first"
HASHES = "css-1a2b3c sc-bdVaJa jsx-3184570393 _3fZ9k svelte-1tky8bj styles__3xK9a Row_col__hYX6j MuiBox-root-12"
UTILITIES = "text-amber-400 text-lg mt-4 font-bold items-center bg-white md:flex w-1/2 hover:underline u-clearfix"
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
        ("PostCard_author__3xK9a", ["author", "post card author"]),
        ("Card_price__VWKMe", ["price", "card price"]),
        ("page_added__86bsR", ["added", "page added"]),
        ("Product_price__amount", ["amount", "product price amount"]),
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


@pytest.mark.parametrize(
    ("name", "nothing"),
    [("text", True), ("text_2", True), ("link_14", True), ("title", False), ("price_2", False), ("text_of_law", False)],
)
def test_names_that_say_no_more_than_what_stands_there(name: str, nothing: bool) -> None:
    assert says_nothing(name) is nothing
