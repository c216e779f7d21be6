"""Which words are tried in a text box: in any script, never a function word, the same ones every time."""

import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.forms.terms import (
    CHINESE_PARTICLES,
    FUNCTION_WORDS,
    DocumentFrequencies,
    PageText,
    choose_terms,
    key_of,
    pairs_of,
    terms_of,
    years_of,
)
from recorder.patterns.pages.documents import Document
from tests.effort import Effort

NOTHING = PageText("")


def chosen(text: str, title: str = "", headings: tuple[str, ...] = (), url: str = "") -> list[str]:
    return list(choose_terms(PageText(text, title, headings, url), NOTHING))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The harbour of Porto, and its 12 bridges (1886)", ["harbour", "Porto", "bridges"]),
        ("don't O'Brien l'amour d’Afrique Jean-Luc", ["Brien", "amour", "Afrique", "Jean", "Luc"]),
        ("Über die Straße und das Mädchen", ["Straße", "Mädchen"]),
        ("Het verhaal van de kleine zeemeermin", ["verhaal", "kleine", "zeemeermin"]),
        ("Война и мир, которые были", ["Война", "мир"]),
        ("Η θάλασσα και το νησί", ["θάλασσα", "νησί"]),
        ("كتاب الطبخ من هذا", ["كتاب", "الطبخ"]),
        ("תולדות האומנות של", ["תולדות", "האומנות"]),
        ("हिन्दी साहित्य का इतिहास है", ["हिन्दी", "साहित्य", "इतिहास"]),
        ("한국의 역사 그리고", ["한국의", "역사"]),
        ("我们的图书馆和博物", ["图书馆", "博物"]),
        ("東京タワーの図書館について", ["東京", "タワー", "図書館"]),
        ("sqlite3 h264 a3f8e9d0 2nd 978-3-16 snake_case", ["sqlite3", "snake", "case"]),
        ("https://www.example.org/index.html", ["example", "index"]),
        ("x" * 200, []),
        ("", []),
    ],
)
def test_terms_of_a_text(text: str, terms: list[str]) -> None:
    assert list(terms_of(text)) == terms


def test_thai_is_cut_where_syllables_begin() -> None:
    text = "ประวัติศาสตร์ไทยและเมืองเชียงใหม่"
    pieces = list(terms_of(text))
    assert len(pieces) > 1
    assert all(piece in text and 2 <= len(piece) <= 12 for piece in pieces)


def test_the_least_frequent_come_first() -> None:
    text = "walrus walrus walrus otter otter lynx heron"
    assert chosen(text) == ["lynx", "heron", "otter", "walrus"]


def test_spellings_of_one_term_are_one() -> None:
    assert chosen("Harbour HARBOUR harbour Ｈarbour lynx") == ["lynx", "Harbour"]


def test_forms_of_a_word_are_one_term_in_a_language_that_is_declared() -> None:
    said = "bridges bridge bridging otters lynx"
    assert choose_terms(PageText(said, language="en"), NOTHING) == ("otters", "lynx", "bridges")
    assert choose_terms(PageText(said, language="tlh"), NOTHING) == ("bridges", "bridge", "bridging", "otters", "lynx")
    assert choose_terms(PageText("Häuser Haus Otter", language="de"), NOTHING) == ("Otter", "Häuser")


def test_a_form_of_a_word_is_written_as_the_title_has_it() -> None:
    assert "Bridge" in choose_terms(PageText("bridges of Porto", "The Bridge", language="en"), PageText("Bridge"))


def test_a_language_is_declared_by_the_page() -> None:
    assert PageText.of(Document.parse(b"<html lang=' pt-BR '><p>x")).language == "pt"
    assert PageText.of(Document.parse(b"<p lang=pt>x")).language == ""


def test_names_of_two_words_are_said_again_and_again() -> None:
    seen = DocumentFrequencies()
    for _ in range(5):
        seen.add("Writer Publisher Pages")
    text = (
        "Writer Terry Pratchett Publisher Otter Books. More of Terry Pratchett and of the Lynx, Writer Terry Pratchett"
    )
    assert pairs_of(PageText(text), seen) == ("Terry Pratchett",)
    assert pairs_of(PageText("of the of the lynx lynx lynx 12 12 12"), seen) == ()


def test_accents_make_a_difference() -> None:
    assert chosen("resume résumé") == ["resume", "résumé"]


def test_what_stands_in_the_form_page_is_counted_with_the_sample() -> None:
    sample, form_page = PageText("walrus otter lynx"), PageText("walrus heron")
    assert choose_terms(sample, form_page) == ("otter", "lynx", "heron", "walrus")


def test_a_third_are_names_of_the_sample() -> None:
    text = " ".join(["Harbour Ghost"] * 3 + [f"word{letter}" for letter in "abcdefghijklmnopqrst"])
    terms = chosen(text, title="The Harbour", headings=("Ghost",))
    assert terms[0] == "Harbour"
    assert terms[3] == "Ghost"
    assert len(terms) == 15


def test_the_url_names_too() -> None:
    text = "walrus walrus " + " ".join(f"word{letter}" for letter in "abcdefghijklmnopqrst")
    assert chosen(text, url="http://h/animals/The_Walrus.html")[0] == "walrus"
    assert "walrus" not in chosen(text, url="http://[")


def test_what_links_call_the_sample_names_it() -> None:
    """Its title is a number, and its long text says nothing of what lists call it."""
    text = "walrus walrus " + " ".join(f"word{letter}" for letter in "abcdefghijklmnopqrst")
    sample = PageText(text, title="ffe0d43215e5", called=("ffe0d43215e5", "Add the walrus"))
    assert choose_terms(sample, NOTHING)[0] == "walrus"


def test_a_word_of_the_target_template_ranks_low() -> None:
    """Few of the pages seen are targets, so among all pages it looks rare."""
    seen = DocumentFrequencies()
    for _ in range(95):
        seen.add("category list")
    for animal in ("walrus", "otter", "lynx", "heron", "ibex"):
        seen.add(f"Habitat {animal}", like_sample=True)
    assert seen.is_common("habitat")
    assert choose_terms(PageText("Habitat walrus"), NOTHING, seen, count=1) == ("walrus",)


def test_function_words_of_an_unknown_language_are_those_on_most_pages() -> None:
    seen = DocumentFrequencies()
    for word in ("walrus", "otter", "lynx", "heron", "ibex"):
        seen.add(f"zik {word}")
    assert choose_terms(PageText("zik walrus"), NOTHING, seen, count=1) == ("walrus",)
    assert choose_terms(PageText("zik walrus"), NOTHING, seen) == ("walrus", "zik")
    assert seen.pages_with("ZIK") == 5


def test_ties_go_to_what_is_rare_on_the_site() -> None:
    seen = DocumentFrequencies()
    for text in ("otter lynx", "otter", "heron", "ibex"):
        seen.add(text)
    assert choose_terms(PageText("otter lynx walrus"), NOTHING, seen) == ("walrus", "lynx", "otter")


def test_a_page_is_read_with_its_title_headings_and_url() -> None:
    html = b"<title>The Lynx</title><h1>Big <i>cats</i></h1><h2></h2><p>live here <script>alert()</script></p>"
    page = PageText.of(Document.parse(html, url="http://h/a%20b"))
    assert (page.title, page.headings, page.url) == ("The Lynx", ("Big cats",), "http://h/a%20b")
    assert page.terms == ("Big", "cats", "live")


texts = st.text(st.characters(codec="utf-8"), max_size=200)


@given(texts, texts, st.lists(texts, max_size=6), st.integers(0, 20))
def test_terms_are_terms_of_the_pages_each_once(sample: str, form_page: str, others: list[str], count: int) -> None:
    seen = DocumentFrequencies()
    for other in others:
        seen.add(other)
    terms = choose_terms(PageText(sample, title=form_page), PageText(form_page), seen, count)
    present = [*terms_of(sample), *terms_of(form_page)]
    assert len(terms) == min(count, len({key_of(term) for term in present}))
    assert len({key_of(term) for term in terms}) == len(terms)
    assert set(terms) <= set(present)
    assert not {key_of(term) for term in terms} & FUNCTION_WORDS
    assert all(pair.split()[0] in present for pair in pairs_of(PageText(sample, form_page), seen))


def test_the_lists_are_in_the_spelling_they_are_looked_up_in() -> None:
    assert {key_of(word) for word in FUNCTION_WORDS} == FUNCTION_WORDS
    assert len(set(CHINESE_PARTICLES)) > 50


def test_a_long_page_takes_little() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    page = PageText(" ".join(map("".join, product(letters, letters, letters, "xyz"))))
    effort = Effort()
    assert len(choose_terms(page, page)) == 15
    assert effort.millions < 100


def test_nltk_is_loaded_when_a_form_is_tried() -> None:
    """A crawl, and a recording of a site without forms, must not cost the third of a second that it takes to import."""
    code = "import sys, recorder.crawling.session, recorder.probing.form_search; sys.exit('nltk' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_years_are_numbers_that_stand_alone() -> None:
    text = "Built 1832, mended in 1901/02 (2017-03-01); 20,000 stones, no. 12345, 1500.75 pounds, room B1999."
    assert list(years_of(text)) == ["1832", "1901", "2017"]
