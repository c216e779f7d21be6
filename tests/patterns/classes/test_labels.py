"""What a template says in words: which kind of record a page is, where structure says nothing."""

import random

import pytest

from recorder.patterns.classes.class_learning import ClassLearner
from recorder.patterns.classes.evidence import SeenPage
from recorder.patterns.classes.labels import LabelComparison, Labels, Saying, compared, short_lines
from tests.patterns.invented_pages import Press

HOST = "http://h"
ENTRY = f"{HOST}/index.html"
PLACE = "html/body/main/ul/li/a"
FRAME = frozenset({"About us", "Imprint"})
BOOK = frozenset({"Author", "Publisher", "Binding", "Price"})
FILM = frozenset({"Director", "Studio", "Running time", "Price"})
REST = [FRAME | {f"Shelf {n}"} for n in range(5)]


def pages(labels: Labels, number: int = 6, seed: int = 0) -> list[Labels]:
    rng = random.Random(seed)
    return [labels | FRAME | {f"value {rng.random()}" for _ in range(4)} for _ in range(number)]


def wording(some: Labels, others: Labels, seed: int = 0) -> LabelComparison:
    return compared(Saying(pages(some)), Saying(pages(others, seed=seed)), Saying(REST))


def test_a_short_line_that_leads_nowhere_may_be_a_label():
    text = "Author:\nHome\n  Publisher \n1999\nA sentence of more words than any label has\n" + "x" * 50
    assert short_lines(text, ["Home", "else"]) == {"Author", "Publisher"}


def test_other_fields_are_another_kind_of_record():
    assert wording(BOOK, FILM, seed=1) == LabelComparison(shared=1, own=3, of_the_others=3)
    assert LabelComparison(1, 3, 3).is_another
    assert not LabelComparison(1, 3, 3).is_the_same


def test_parts_of_a_class_differ_by_their_name_alone():
    crime, poetry = ({name, f"More in {name}", f"All of {name}"} for name in ("Crime", "Poetry"))
    found = wording(BOOK | crime, BOOK | poetry)
    assert found == LabelComparison(shared=4, own=1, of_the_others=1)
    assert not found.is_another
    assert not wording(frozenset(crime), frozenset(poetry)).is_another


def test_a_page_that_lacks_fields_and_has_none_of_its_own_is_no_other_kind():
    found = wording(BOOK, frozenset())
    assert not found.is_another
    assert not found.is_the_same


def test_only_many_labels_outweigh_another_structure():
    assert LabelComparison(shared=8, own=2, of_the_others=2).is_the_same
    assert not LabelComparison(shared=8, own=3, of_the_others=2).is_the_same
    assert not LabelComparison(shared=4, own=1, of_the_others=0).is_the_same


def test_what_the_whole_site_says_is_nobodys_label():
    assert wording(frozenset(), frozenset()) == LabelComparison(0, 0, 0)


def shop(labels: dict[str, Labels], templates: dict[str, str], seed: int) -> ClassLearner:
    """Folders of records, each listed on a page of its own, all lists in one place; the sample is a book."""
    press = Press(seed)
    learner = ClassLearner()
    learner.add_entry(SeenPage(ENTRY, press.page("listing")))
    for n in range(4):
        learner.add(SeenPage(f"{HOST}/page{n}.html", press.page("listing"), labels=REST[n]))
    for folder, own in labels.items():
        for n, lines in enumerate(pages(own, 12, seed)):
            url, beside = (
                f"{HOST}/{folder}/{'abcdefghijkl'[n] * 3}.html",
                [(folder, PLACE)] if folder == "books" else [],
            )
            add = learner.add_sample if (folder, n) == ("books", 2) else learner.add
            add(SeenPage(url, press.page(templates[folder]), frozenset({PLACE}), frozenset(beside), lines))
    return learner


def folders(urls: frozenset[str]) -> dict[str, int]:
    found = [url.removeprefix(HOST).split("/")[1] for url in urls]
    return {folder: found.count(folder) for folder in sorted(set(found))}


@pytest.mark.parametrize("seed", range(4))
def test_records_laid_out_alike_are_told_apart_by_their_labels(seed):
    """`/films/` is built with the template of `/books/`, `/crime/` holds books of one sort."""
    labels = {"books": BOOK, "films": FILM, "crime": BOOK | {"Crime", "More in Crime"}}
    learner = shop(labels, dict.fromkeys(labels, "book"), seed)
    assert folders(learner.targets()) == {"books": 12, "crime": 12}


@pytest.mark.parametrize("seed", range(4))
def test_without_labels_structure_alone_decides(seed):
    labels = dict.fromkeys(["books", "films"], frozenset[str]())
    assert folders(shop(labels, dict.fromkeys(labels, "book"), seed).targets()) == {"books": 12, "films": 12}


@pytest.mark.parametrize("seed", range(4))
def test_pages_built_otherwise_that_say_the_same_are_of_the_class(seed):
    said = frozenset({f"{word} {number}" for word in ("Summary", "Details") for number in range(5)})
    labels = {"books": said, "essays": said | {"Journal"}, "people": FILM}
    learner = shop(labels, {"books": "book", "essays": "help", "people": "author"}, seed)
    for n in range(4):
        page = Press(n).folded("<html><body><pre>x</pre></body></html>")
        learner.add(SeenPage(f"{HOST}/x{n}/y.html", page, labels=REST[n]))
    assert folders(learner.targets()) == {"books": 12, "essays": 12}
