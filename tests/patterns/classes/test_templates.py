"""Pages built alike whose templates say other things: what stands apart is another kind, and is left out."""

from dataclasses import replace

import pytest

from recorder.patterns.classes.evidence import SeenPage
from recorder.patterns.pages.links import Link
from tests.patterns.classes.test_belief import HOST, LIST, labels, shop
from tests.patterns.classes.test_two_judges import learner_of
from tests.patterns.invented_pages import Press

NAMES = [f"{a}{b}.html" for a in "klmnop" for b in "ab"]
FILM = frozenset({"Director", "Cast", "Length", "Imprint"})


def beside(seed: int, says: frozenset[str], folder: str) -> tuple[list[SeenPage], set[str]]:
    """The shop, and pages built like its books, in a list of their own."""
    press, home = Press(seed + 40), (Link(f"{HOST}/", "html/body/nav/a"),)
    urls = [f"{HOST}/{folder}/{name}" for name in NAMES]
    way = f"{HOST}/all-{folder}.html"
    listed = SeenPage(
        way, press.page("listing"), labels=labels("listing"), links=tuple(Link(url, LIST) for url in urls)
    )
    pages = [
        replace(page, links=(*page.links, Link(way, LIST))) if page.url == f"{HOST}/" else page for page in shop(seed)
    ]
    more = [SeenPage(url, press.page("book"), labels=says, links=home) for url in urls]
    return [*pages, listed, *more], set(urls)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("folder", ["films", "books"])
def test_what_says_other_things_in_another_folder_or_list_is_left_out(seed: int, folder: str) -> None:
    pages, films = beside(seed, FILM, folder)
    learner = learner_of(pages)
    learner.ask_both()
    books = {page.url for page in pages if "/books/" in page.url} - films
    assert learner.targets() == books
    opinions = learner.opinions()
    assert opinions is not None
    assert not any(opinions.beliefs[url] for url in films)


@pytest.mark.parametrize("seed", range(4))
def test_what_says_the_same_in_another_folder_and_list_is_not(seed: int) -> None:
    pages, novels = beside(seed, labels("book"), "novels")
    learner = learner_of(pages)
    learner.ask_both()
    assert novels <= learner.targets()


@pytest.mark.parametrize("seed", range(4))
def test_where_templates_say_nothing_nothing_is_told_apart(seed: int) -> None:
    pages, novels = beside(seed, frozenset(), "novels")
    pages = [replace(page, labels=frozenset()) for page in pages]
    learner = learner_of(pages)
    learner.ask_both()
    assert novels <= learner.targets()
