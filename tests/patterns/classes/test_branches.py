"""Sites where many folders share a template, and their lists a place: which list and which folder tells the class."""

import pytest

from recorder.patterns.classes.class_learning import ClassLearner
from recorder.patterns.classes.evidence import SeenPage
from tests.patterns.invented_pages import Press

HOST = "http://h"
ENTRY = f"{HOST}/index.html"
PLACE = "html/body/main/ul/li/a"
LETTERS = "abcdefghijklmnop"


class Manual:
    """Folders of pages, each listed on the index page of its folder, all lists in one place."""

    def __init__(self, seed: int, folders: dict[str, str], own: str) -> None:
        self.press = Press(seed)
        self.trees = {ENTRY: self.press.page("listing")}
        self.templates = folders
        self.own = own
        for folder, template in folders.items():
            for letter in LETTERS:
                self.trees[f"{HOST}/{folder}/{letter * 3}.html"] = self.press.page(template)

    @property
    def sample(self) -> str:
        return f"{HOST}/{self.own}/ccc.html"

    def learner(self) -> ClassLearner:
        learner = ClassLearner()
        learner.add_entry(SeenPage(ENTRY, self.trees[ENTRY]))
        learner.add_sample(SeenPage(self.sample, self.trees[self.sample]))
        for url, tree in self.trees.items():
            if url != ENTRY:
                beside = [(f"{HOST}/{self.own}/", PLACE)] if url in self.of(self.own) else []
                learner.add(SeenPage(url, tree, frozenset({PLACE}), frozenset(beside)))
        return learner

    def of(self, *folders: str) -> set[str]:
        return {url for url in self.trees for folder in folders if f"/{folder}/" in url}


MANY_KINDS = {"howto": "help", "library": "author", "shop": "book", "news": "listing", "faq": "help"}


@pytest.mark.parametrize("seed", range(5))
def test_a_folder_among_folders_of_other_kinds_is_a_kind_itself(seed):
    """Though another folder is built alike."""
    site = Manual(seed, MANY_KINDS, "howto")
    assert site.learner().targets() == site.of("howto")


@pytest.mark.parametrize("seed", range(5))
def test_folders_that_mostly_hold_the_class_are_parts_of_it(seed):
    site = Manual(
        seed, {"crime": "book", "poetry": "book", "drama": "book", "help": "help", "people": "author"}, "crime"
    )
    assert site.learner().targets() == site.of("crime", "poetry", "drama")


@pytest.mark.parametrize("seed", range(3))
def test_years_are_not_told_apart_by_folders_that_are_no_years(seed):
    folders = {"2021": "book", "2022": "book", "tag": "listing", "author": "author", "help": "help", "page": "listing"}
    site = Manual(seed, folders, "2021")
    assert site.learner().targets() == site.of("2021", "2022")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("folders", [MANY_KINDS, dict.fromkeys(["howto", "faq", "using", "tools"], "help")])
def test_the_sample_never_counts_against_itself(seed, folders):
    site = Manual(seed, folders, "howto")
    learner = site.learner()
    assert learner.verdict(site.sample).score >= learner.page_class().threshold
    assert site.sample in learner.exemplars()
    assert not site.of("howto") & set(learner.counterparts())
    assert all(learner.page_class().accepts(site.trees[url], promised=True) for url in site.of("howto"))


@pytest.mark.parametrize("seed", range(3))
def test_folders_whose_pages_are_known_to_be_alike_are_no_other_kinds(seed):
    """A journal by months, all of it in one list: the few pages of every month are siblings of the sample at once."""
    press = Press(seed)
    learner = ClassLearner()
    learner.add_entry(SeenPage(ENTRY, press.page("listing")))
    folders = [f"{HOST}/{year}/{month:02}" for year in range(2017, 2023) for month in (3, 9)]
    names = [a + b for a in LETTERS[:5] for b in LETTERS[:5]]
    months = [f"{folder}/{names[2 * n + of_two]}.html" for n, folder in enumerate(folders) for of_two in (0, 1)]
    for url in months:
        add = learner.add_sample if url == months[6] else learner.add
        add(SeenPage(url, press.page("book"), frozenset({PLACE}), frozenset({(ENTRY, PLACE)})))
    assert learner.targets() == set(months)
