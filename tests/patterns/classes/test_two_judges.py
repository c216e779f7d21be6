"""Two judges of one class: where they disagree and the second is not sure, a page that either takes for one of it is
one; and what a person has said stands.
"""

import random
from dataclasses import replace

import pytest

from recorder.patterns.classes.class_learning import ClassLearner
from recorder.patterns.classes.evidence import SeenPage
from recorder.patterns.classes.lessons import AGREED
from recorder.patterns.pages.links import Link
from recorder.patterns.pages.trees import Tree
from tests.patterns.classes.test_belief import HOST, LIST, labels, shop
from tests.patterns.invented_pages import FOOT, NAV, Press

ENTRY, SAMPLE = f"{HOST}/", f"{HOST}/books/ab.html"


def scattered(seed: int, gifts: str = "klmnopqr") -> list[SeenPage]:
    """The shop, with some books more in folders of their own, in the list of all: worded alike, and with a film."""
    pages, press = shop(seed), Press(seed + 100)
    books = [f"{HOST}/gift-{n}/it.html" for n in gifts]
    listed = next(page for page in pages if page.url == f"{HOST}/all-books.html")
    pages.remove(listed)
    more = tuple(Link(url, LIST) for url in books)
    pages.append(replace(listed, links=(*listed.links, *more)))
    home = (Link(ENTRY, "html/body/nav/a"),)
    return pages + [SeenPage(url, film(press), labels=labels("book"), links=home) for url in books]


def film(press: Press) -> Tree:
    body = (
        "<h1>b</h1><div><img></div><table><tbody><tr><th>k</th><td>v</td></tr></tbody></table><video></video><p>t</p>"
    )
    return press.folded(f"<html><head><title>t</title></head><body>{NAV}<main>{body}</main>{FOOT}</body></html>")


def learner_of(pages: list[SeenPage], *unlike: str) -> ClassLearner:
    learner = ClassLearner()
    for page in pages:
        add = {ENTRY: learner.add_entry, SAMPLE: learner.add_sample}.get(page.url, learner.add)
        (learner.add_unlike if page.url in unlike else add)(page)
    return learner


@pytest.mark.parametrize("seed", range(4))
def test_what_the_second_judge_finds_is_added(seed: int) -> None:
    pages = scattered(seed)
    learner = learner_of(pages)
    first = learner.targets()
    learner.ask_both()
    books, gifts = ({page.url for page in pages if part in page.url} for part in ("/books/", "/gift-"))
    assert books <= first < learner.targets() == books | gifts
    trees = {page.url: page.folded for page in pages}
    assert all(learner.page_class().accepts(trees[url], promised=True) for url in learner.targets())


@pytest.mark.parametrize("seed", range(4))
def test_where_they_mostly_agree_the_second_decides(seed: int) -> None:
    pages = scattered(seed, "k")
    learner = learner_of(pages)
    learner.ask_both()
    opinions = learner.opinions()
    assert opinions is not None
    assert opinions.agreement >= AGREED
    assert learner.targets() == opinions.believed == opinions.taken | {f"{HOST}/gift-k/it.html"}
    trees = {page.url: page.folded for page in pages}
    assert all(learner.page_class().accepts(trees[url], promised=True) for url in learner.targets())


def test_a_page_that_the_second_leaves_out_is_no_exemplar() -> None:
    pages, press = scattered(0, ""), Press(7)
    news = [f"{HOST}/books/about-{n}.html" for n in "klm"]
    says = frozenset({"Imprint", "Editors", "History"})
    pages += [SeenPage(url, press.page("book"), labels=says, heading="About us") for url in news]
    learner = learner_of(pages)
    assert set(news) <= learner.targets()
    learner.ask_both()
    assert not set(news) & (learner.targets() | set(learner.exemplars()))


@pytest.mark.parametrize("seed", range(4))
def test_where_the_second_is_sure_it_decides(seed: int) -> None:
    """A few archives, built like the records and beside them, of which each lists all records."""
    pages, press = scattered(seed, ""), Press(seed + 7)
    books = {page.url for page in pages if "/books/" in page.url}
    archives = {f"{HOST}/books/by-{n}{n}.html" for n in "klmnopq"}
    listed = tuple(Link(url, "html/body/main/h2/a") for url in sorted(books))
    says = frozenset({"Archive", "Older entries", "Newer entries"})
    pages += [SeenPage(url, press.page("book"), labels=says, links=listed) for url in sorted(archives)]
    learner = learner_of(pages)
    assert archives <= learner.targets()
    learner.ask_both()
    opinions = learner.opinions()
    assert opinions is not None
    assert opinions.agreement < AGREED <= opinions.expected(opinions.believed)
    assert learner.targets() == books


@pytest.mark.parametrize("seed", range(4))
def test_what_a_person_does_not_mean_stays_out(seed: int) -> None:
    learner = learner_of(scattered(seed), f"{HOST}/authors/aa.html")
    learner.ask_both()
    assert SAMPLE in learner.targets()
    assert not {url for url in learner.targets() if "/authors/" in url} | ({ENTRY} & learner.targets())


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_pages_changes_nothing(seed: int) -> None:
    pages = scattered(seed)
    first, second = learner_of(pages), learner_of(random.Random(seed).sample(pages, len(pages)))
    first.ask_both()
    second.ask_both()
    assert first.verdicts() == second.verdicts()


def test_more_links_to_a_page_take_nothing_from_what_is_known_of_it() -> None:
    pages = scattered(0)
    learner = learner_of(pages)
    learner.ask_both()
    before = learner.opinions()
    for page in pages:
        learner.add_groups(page.url, {("html/body/footer/a", "shape")})
    after = learner.opinions()
    assert before is not None and after is not None
    assert after.beliefs == before.beliefs


def test_a_threshold_of_a_person_holds_for_both() -> None:
    learner = ClassLearner(threshold=1.0)
    for page in scattered(0):
        {ENTRY: learner.add_entry, SAMPLE: learner.add_sample}.get(page.url, learner.add)(page)
    before = learner.targets()
    learner.ask_both()
    assert learner.targets() == before
