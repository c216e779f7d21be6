"""Pages built alike whose templates say other things: what stands apart is another kind, and is left out."""

import random
from dataclasses import replace

import pytest

from recorder.patterns.classes.class_learning import ClassLearner
from recorder.patterns.classes.evidence import SeenPage
from recorder.patterns.pages.links import Link
from tests.patterns.classes.test_belief import HOST, LIST, labels, shop
from tests.patterns.classes.test_two_judges import ENTRY, learner_of
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


def own_books(pages: list[SeenPage], others: set[str]) -> set[str]:
    return {page.url for page in pages if "/books/" in page.url} - others


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("folder", ["films", "books"])
def test_what_says_other_things_in_another_folder_or_list_is_left_out(seed: int, folder: str) -> None:
    pages, films = beside(seed, FILM, folder)
    learner = learner_of(pages)
    learner.ask_both()
    books = own_books(pages, films)
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


KINDS = {"b": {"Baptised", "Father", "Mother"}, "d": {"Buried", "Age", "Abode"}, "m": {"Married", "Groom", "Bride"}}
NAMED = ["Ann", "Eliza", "Hugh", "Jane", "Mary", "Owen", "Rees", "Sarah", "Thomas", "William"]


ONE_SCRIPT = dict.fromkeys(KINDS, "view?t={}&id={}")
TWO_SCRIPTS = ONE_SCRIPT | {"m": "wed?of={}&id={}"}


def register(seed: int, shown: dict[str, str]) -> tuple[list[SeenPage], dict[str, set[str]]]:
    """Baptisms, burials and marriages, `shown` each at some address, listed together year by year: a field that all
    have, three that only those of a kind have, and values that come again on other pages.
    """
    press, draw = Press(seed), random.Random(seed)
    numbers = {kind: [f"{HOST}/{at.format(kind, n)}" for n in range(40)] for kind, at in shown.items()}
    years = [f"{HOST}/year/{n}" for n in range(8)]
    links = [tuple(Link(url, LIST) for urls in numbers.values() for url in urls[n::8]) for n in range(8)]
    pages = [SeenPage(ENTRY, press.page("listing"), links=tuple(Link(year, LIST) for year in years))]
    pages += [SeenPage(year, press.page("listing"), links=own) for year, own in zip(years, links, strict=True)]
    home = (Link(ENTRY, "html/body/nav/a"),)
    for kind, urls in numbers.items():
        for url in urls:
            said = frozenset({"Parish", *KINDS[kind], *draw.sample(NAMED, 5)})
            pages.append(SeenPage(url, press.page("book"), labels=said, links=home))
    return pages, {kind: set(urls) for kind, urls in numbers.items()}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shown", [ONE_SCRIPT, TWO_SCRIPTS], ids=["one script", "two scripts"])
def test_of_three_kinds_only_the_samples_is_meant(seed: int, shown: dict[str, str]) -> None:
    """However each of the others is told apart: by a parameter, or by its script."""
    pages, kinds = register(seed, shown)
    learner = ClassLearner()
    for page in pages:
        sample = page.url == f"{HOST}/view?t=b&id=7"
        (learner.add_entry if page.url == ENTRY else learner.add_sample if sample else learner.add)(page)
    learner.ask_both()
    assert learner.targets() == kinds["b"]


SHORT_LINES = [f"A line of text {number}" for number in range(120)]


MORE = frozenset({"Chapters", "Translated by", "Cover by"})


def declaring(seed: int, says: frozenset[str], *kinds: str) -> tuple[list[SeenPage], set[str]]:
    """The shop, whose books declare to be books, and pages built like them in their list, which declare other kinds.
    All have short lines that are no labels.
    """
    pages, others = beside(seed, says, "books")
    books = own_books(pages, others)
    pages = [replace(page, labels=page.labels | MORE) if page.url in books else page for page in pages]
    declared = {page.url: {"Book", "WebPage"} for page in pages if "/books/" in page.url}
    declared |= {url: {"WebPage", *kinds} for url in others}
    chance = random.Random(seed)
    return [
        replace(page, labels=page.labels.union(chance.sample(SHORT_LINES, 40)), declared=frozenset(declared[page.url]))
        if page.url in declared
        else page
        for page in pages
    ], others


def found_by_both(pages: list[SeenPage]) -> frozenset[str]:
    learner = learner_of(pages)
    learner.ask_both()
    return learner.targets()


@pytest.mark.parametrize("seed", range(4))
def test_what_declares_less_than_a_sample_and_lacks_fields_of_it_is_another_kind(seed: int) -> None:
    pages, articles = declaring(seed, labels("book"))
    assert found_by_both(pages).isdisjoint(articles)
    assert articles <= found_by_both([replace(page, declared=frozenset()) for page in pages])


@pytest.mark.parametrize("seed", range(4))
def test_what_declares_more_than_a_sample_or_less_but_has_its_fields_is_not(seed: int) -> None:
    pages, without = declaring(seed, labels("book") | MORE)
    assert without <= found_by_both(pages)
    pages, filmed = declaring(seed, labels("book") | MORE | {"Trailer"}, "Book", "VideoObject")
    assert filmed <= found_by_both(pages)


@pytest.mark.parametrize("seed", range(4))
def test_what_declares_to_be_a_list_is_no_record(seed: int) -> None:
    pages, archives = declaring(seed, labels("book") | MORE, "Book", "CollectionPage")
    assert found_by_both(pages).isdisjoint(archives)


@pytest.mark.parametrize("seed", range(4))
def test_what_declares_to_be_another_thing_is_another_kind(seed: int) -> None:
    pages, others = beside(seed, labels("book"), "books")
    books = own_books(pages, others)

    def declared(kind: str) -> frozenset[str]:
        said = dict.fromkeys(books, "Book") | dict.fromkeys(others, kind)
        return found_by_both([replace(page, declared=frozenset(filter(None, [said.get(page.url)]))) for page in pages])

    assert declared("Person").isdisjoint(others)
    assert others <= declared("AudioBook")
    assert others <= declared("")
