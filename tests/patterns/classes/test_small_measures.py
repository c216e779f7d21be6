"""Cuts, the cells and names of URLs, remembered similarities."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.classes.memory import RememberedComparison
from recorder.patterns.classes.page_class import Gap, widest_gap
from recorder.patterns.classes.url_cells import COMMON, Kinds, KnownNames, cell_of, folder_of, leading_word, name_of
from recorder.patterns.pages.trees import Forest
from recorder.patterns.similarity.rtdm import Comparison
from tests.patterns.oracle import planted, shapes


@given(st.lists(st.floats(0, 1), min_size=2))
def test_the_widest_gap_is_empty_and_none_is_wider(numbers):
    gap = widest_gap(numbers)
    assert {gap.low, gap.high} <= set(numbers)
    assert not any(gap.low < number < gap.high for number in numbers)
    assert gap.low <= gap.middle <= gap.high
    assert gap.width * (len(numbers) - 1) >= max(numbers) - min(numbers) - 1e-9


def test_no_gap_without_two_numbers_and_the_highest_of_equals():
    assert widest_gap([]) is widest_gap([0.5]) is None
    assert widest_gap([0.0, 0.25, 0.5]) == Gap(0.25, 0.5)


def test_cells_are_folder_and_shape():
    assert cell_of("http://h/c3ref/free.html") == cell_of("http://h/c3ref/open.html")
    assert cell_of("http://h/c3ref/free.html") != cell_of("http://h/c3ref/free_table.html")
    assert folder_of("http://h/c3ref/free.html") == folder_of("http://h/c3ref/free_table.html")
    assert name_of("http://h/a/GtkButton.html") == "GtkButton.html"


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("GtkButton.html", "Gtk"),
        ("sql-alter-table.html", "sql-"),
        ("class.Button.html", "class."),
        ("classEigen_1_1Map.html", "class"),
        ("Chaves.html", ""),
        ("3_8_0.html", ""),
        ("page1.html", ""),
        ("page12", ""),
        ("%D0%B7-1.html", ""),
        ("", ""),
    ],
)
def test_a_leading_word_is_a_whole_word_and_not_the_whole_name(name, word):
    assert leading_word(f"http://h/{name}") == word


def kinds_of(urls):
    return Kinds(KnownNames().grown_to(frozenset(urls)))


def test_what_returns_names_a_kind():
    urls = [f"http://h/{folder}/index.html" for folder in "abc"]
    urls += [f"http://h/x/sql-{n}.html" for n in range(COMMON)]
    urls += [f"http://h/x/app-{n}.html" for n in range(COMMON - 1)]
    urls += [f"http://h/{folder}/use/List.html" for folder in "ab"] + ["http://h/c/use/Map.html"]
    kinds = kinds_of(urls)
    assert kinds.of("http://h/d/index.html") == "index.html"
    assert kinds.of("http://h/y/sql-z.html") == "sql-"
    assert kinds.of("http://h/x/app-1.html") == ""
    assert kinds.of("http://h/d/use/Set.html") == "use/"
    assert kinds.of("http://h/d/Set.html") == ""


def test_a_word_names_the_kind_though_some_of_its_names_return():
    urls = [f"http://h/{folder}/{name}.html" for folder in "abc" for name in ("fn.new", "package-use", "package-tree")]
    kinds = kinds_of([*urls, *(f"http://h/a/fn.{n}.html" for n in range(COMMON))])
    assert kinds.of("http://h/a/fn.new.html") == "fn."
    assert kinds.of("http://h/a/package-use.html") == "package-use.html"


def test_numbers_that_return_in_every_folder_name_no_kind():
    kinds = kinds_of([f"http://h/{folder}/{n}.html" for folder in "abc" for n in range(10)])
    assert kinds.of("http://h/a/1.html") == ""


ADDRESSES = st.builds(
    lambda folder, name, do: f"http://h/{folder}{name}{do and '?do=' + do}",
    st.sampled_from(["", "a/", "b/", "a/c/", "b/c/", "2023/c/"]),
    st.sampled_from(["index", "how-to", "how-not", "TinRoof", "1", "2", "x.html"]),
    st.sampled_from(["", "show", "edit", "7"]),
)


@given(st.sets(ADDRESSES, max_size=60), st.sets(ADDRESSES, max_size=60))
def test_names_that_become_known_later_count_as_if_known_at_once(some, more):
    grown = KnownNames().grown_to(some).grown_to(some | more)
    for with_words in (True, False):
        kinds, at_once = (Kinds(known, with_words=with_words) for known in (grown, KnownNames().grown_to(some | more)))
        assert {url: kinds.of(url) for url in some | more} == {url: at_once.of(url) for url in some | more}
    assert vars(Kinds(grown.grown_to(some))) == vars(Kinds(KnownNames().grown_to(some)))


@given(shapes, shapes)
def test_remembered_similarities_are_the_same(some, other):
    forest = Forest()
    a, b = planted(forest, some), planted(forest, other)
    remembered = RememberedComparison()
    assert [remembered.similarity(a, b), remembered.similarity(b, a), remembered.similarity(a, b)] == [
        Comparison().similarity(a, b)
    ] * 3
