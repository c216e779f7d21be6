"""Whether the first words of names, or what a program is told to do, say kinds of pages or nothing."""

import pytest

from recorder.patterns.classes.class_learning import ClassLearner
from recorder.patterns.classes.evidence import SeenPage
from tests.patterns.invented_pages import Press

HOST = "http://h"
ENTRY = f"{HOST}/index.html"
PLACE = "html/body/main/ul/li/a"
ENDINGS = ["Oak", "Elm", "Ash", "Yew", "Fir", "Box", "Bay", "Fig", "Lime", "Pine"]


def learner_of(site: dict[str, str], sample: str, seed: int, form: str = "/pages/{}{}.html") -> ClassLearner:
    """Pages in one folder and one list, ten for every word their names begin with; `site`: the template of each."""
    press = Press(seed)
    learner = ClassLearner()
    learner.add_entry(SeenPage(ENTRY, press.page("listing")))
    for word, template in site.items():
        for ending in ENDINGS:
            url = HOST + form.format(word, ending)
            add = learner.add_sample if f"{word}{ending}" == sample else learner.add
            add(SeenPage(url, press.page(template), frozenset({PLACE}), frozenset({(ENTRY, PLACE)})))
    return learner


def words(urls: frozenset[str], site: dict[str, str]) -> dict[str, int]:
    counts = {word: sum(f"/{word}" in url or f"={word}" in url for url in urls) for word in site}
    return {word: times for word, times in counts.items() if times}


@pytest.mark.parametrize("seed", range(4))
def test_what_names_merely_begin_with_is_no_kind(seed):
    site = dict.fromkeys(["Wiki", "Trade", "Town", "Tree"], "book")
    assert words(learner_of(site, "WikiYew", seed).targets(), site) == dict.fromkeys(site, 10)


@pytest.mark.parametrize("seed", range(4))
def test_a_word_among_words_of_other_templates_is_a_kind(seed):
    site = {"book-": "book", "author-": "author", "list-": "listing", "help-": "help"}
    assert words(learner_of(site, "book-Yew", seed).targets(), site) == {"book-": 10}


PROGRAM = "/run.cgi?lang=en&do={}&id={}"


@pytest.mark.parametrize("seed", range(4))
def test_what_a_program_is_told_to_do_is_a_kind(seed):
    """Changes are shown in the frame of what was changed."""
    site = {"show": "book", "changes": "changes", "author": "author", "list": "listing", "help": "help"}
    assert words(learner_of(site, "showYew", seed, PROGRAM).targets(), site) == {"show": 10}


@pytest.mark.parametrize("seed", range(4))
def test_what_is_shown_everywhere_alike_is_no_order(seed):
    site = dict.fromkeys(["crime", "drama", "poetry", "travel"], "book")
    assert words(learner_of(site, "crimeYew", seed, PROGRAM).targets(), site) == dict.fromkeys(site, 10)
