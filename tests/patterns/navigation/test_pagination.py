"""Lists of which a second page at most was seen: what is learnt holds when they have grown."""

import pytest

from recorder.patterns.navigation.pagination import later_pages, turns_a_page
from recorder.patterns.navigation.pattern import LinkStep
from recorder.patterns.navigation.pattern_learning import learn_pattern
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.links import Link
from tests.patterns.invented_sites import ENTRY, HOST, LIST, NAV, PAGER, links

SHELVES = [f"{HOST}/shelf/{name}" for name in ("amber/", "birch/", "cedar/", "delta/", "ember/")]


def shelves(turn: Link) -> SiteMap:
    """Five lists, of which the first has a second page."""
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(NAV, [*SHELVES, f"{HOST}/about"]))
    site.add(f"{HOST}/about", links(NAV, SHELVES))
    for n, shelf in enumerate(SHELVES):
        site.add(shelf, links(LIST, [f"{HOST}/item/{n}-{item}" for item in range(6)]) + [turn] * (n == 0))
    site.add(turn.url, links(LIST, [f"{HOST}/item/late-{item}" for item in range(6)]))
    site.targets = {url for url in site.inbound if "/item/" in url}
    return site


def step_to_later_pages(site: SiteMap) -> LinkStep:
    path = max(learn_pattern(site).paths, key=lambda path: len(path.steps))
    assert len(path.steps) == 3
    step = path.steps[1]
    assert isinstance(step, LinkStep)
    return step


@pytest.mark.parametrize(
    ("form", "number"),
    [("?page={}", 2), ("page/{}/", 2), ("page-{}.html", 2), ("p{}", 2), ("?start={}", 10), ("?page={}", 1)],
)
@pytest.mark.parametrize("says", [("2", "a"), ("Next ›", "a"), ("", "next"), ("Page 2", "a"), ("»", "a")])
def test_a_second_page_of_one_list_stands_for_all_pages_of_all_lists(form, number, says):
    site = shelves(Link(SHELVES[0] + form.format(number), PAGER, *says))
    step = step_to_later_pages(site)
    assert step.repeat
    assert all(step.matches(shelf + form.format(n * number)) for shelf in SHELVES for n in (1, 2, 3, 17))
    assert not step.matches(f"{HOST}/about")
    assert not any(map(step.matches, site.targets))
    assert set(step.examples) <= site.inbound.keys()


@pytest.mark.parametrize("says", [("next page", "a"), ("", "next")])
def test_a_page_told_by_what_it_begins_with_will_begin_with_something_else(says):
    site = shelves(Link(f"{HOST}/all?shelf=amber&from=Oliver", PAGER, *says))
    step = step_to_later_pages(site)
    assert step.repeat
    assert all(step.matches(f"{HOST}/all?from={name}&shelf=amber") for name in ("Zed", "a%20b", "Mc-Coy", "1984"))
    assert not step.matches(f"{HOST}/all?shelf=amber")
    assert set(step.examples) <= site.inbound.keys()


@pytest.mark.parametrize("says", ["Sale", "1998", "All 12 books"])
def test_a_number_that_counts_no_pages_stays_what_it_is(says):
    step = step_to_later_pages(shelves(Link(f"{SHELVES[0]}?offer=7", PAGER, says)))
    assert not step.repeat
    assert not step.matches(f"{SHELVES[0]}?offer=8")


def test_other_parameters_stay_where_they_are():
    site = SiteMap(ENTRY)
    site.add(f"{HOST}/find?page=2&q=x", [Link(f"{HOST}/find?page=3&q=x", PAGER, "3")])
    found = later_pages(site, (), [f"{HOST}/find?page=2&q=x"])
    assert f"{HOST}/find?q=x&page=4" in found
    assert set(found.values()) == {f"{HOST}/find?page=3&q=x"}


def test_pages_that_are_known_are_not_invented():
    site = SiteMap(ENTRY)
    site.add(SHELVES[0], [Link(f"{SHELVES[0]}?page={n}", PAGER, str(n)) for n in (2, 3)])
    found = later_pages(site, (), SHELVES[:1])
    assert not found.keys() & site.inbound.keys()
    assert f"{SHELVES[0]}?page=4" in found


@pytest.mark.parametrize(
    ("address", "says", "turns"),
    [
        ("?q=tea&page=2", ("2", "a"), True),
        ("?q=tea&start=20", ("3", "a"), True),
        ("page-2?q=tea", ("2", "a"), True),
        ("?q=tea&from=x8Zk", ("Next", "a"), True),
        ("?q=tea&from=x8Zk", ("", "next"), True),
        ("?q=tea&only=stars%3A2", ("2", "a"), False),
        ("?q=tea&year=2", ("1998", "a"), False),
        ("?q=tea&sort=up", ("By title", "a"), False),
        ("?q=tea&view=tree", ("nested", "a"), False),
        ("?q=tea&kind=plush", ("Plush bears", "a"), False),
        ("?q=tea&from=x8Zk", ("plus de livres", "a"), True),
        ("?q=tea&from=x8Zk", ("下一页", "a"), True),
        ("?q=tea&page=2", ("2" * 5000, "a"), False),
        ("?q=tea&page=" + "2" * 5000, ("2", "a"), False),
        ("2" * 5000, ("2", "a"), False),
    ],
)
def test_a_number_turns_the_page_if_the_address_counts_it(address, says, turns):
    list_url = f"{HOST}/find/"
    assert turns_a_page(f"{list_url}?q=tea", Link(list_url + address, PAGER, *says)) == turns


def test_a_number_of_thousands_of_digits_counts_no_pages():
    site = shelves(Link(f"{SHELVES[0]}?page={'2' * 5000}", PAGER, "Next"))
    assert later_pages(site, (), SHELVES[:1]) == {}
