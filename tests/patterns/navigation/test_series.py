"""Chains of result pages, and series of which only the beginning was seen."""

import pytest

from recorder.patterns.navigation.pagination import Series, chained_pages
from recorder.patterns.navigation.pattern import LinkStep
from recorder.patterns.navigation.pattern_learning import learn_pattern
from recorder.patterns.navigation.site_map import SiteMap
from tests.patterns.invented_sites import ENTRY, HOST, LIST, NAV, PAGER, links

FIRST = f"{HOST}/list"


def result_pages(form: str, count: int, seen: int) -> SiteMap:
    """Pages of results, each linking to the next, of which only the first few were fetched."""
    pages = [FIRST, *(form.format(n) for n in range(2, count + 1))]
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(NAV, [FIRST, f"{HOST}/about"]))
    site.add(f"{HOST}/about", links(NAV, [FIRST]))
    for number, page in enumerate(pages[:seen]):
        targets = [f"{HOST}/item/{number}-{n}" for n in range(4)]
        site.add(page, links(LIST, targets) + links(PAGER, pages[number + 1 : number + 2]))
        site.targets.update(targets)
    return site


def test_a_chain_goes_on_among_pages_of_one_kind_only() -> None:
    site = result_pages(FIRST + "?page={}", 5, 5)
    chain = {f"{FIRST}?page={n}" for n in range(3, 6)}
    assert chained_pages(site, [f"{FIRST}?page=2"], set(site.links)) == chain
    assert chained_pages(site, [FIRST], set(site.links)) == set()
    assert chained_pages(site, [f"{FIRST}?page=2"], {f"{FIRST}?page=3"}) == {f"{FIRST}?page=3"}


@pytest.mark.parametrize("form", [FIRST + "?page={}", FIRST + "/page/{}", FIRST + "?next=a{}x"])
@pytest.mark.parametrize("seen", [2, 3, 9])
def test_a_chain_seen_in_part_is_followed_to_its_end(form: str, seen: int) -> None:
    path = max(learn_pattern(result_pages(form, 40, seen)).paths, key=lambda path: len(path.steps))
    steps = [step for step in path.steps if isinstance(step, LinkStep)]
    assert [step.repeat for step in steps] == [False, True, False]
    assert all(steps[1].matches(form.format(n)) for n in range(2, 41))
    assert not steps[1].matches(f"{HOST}/about")


def test_numbered_pages_are_followed_though_only_one_was_seen() -> None:
    site = SiteMap(ENTRY, targets={f"{HOST}/item/{n}" for n in range(5)})
    site.add(ENTRY, links(NAV, [f"{HOST}/shelf/{n}" for n in range(1, 9)]))
    site.add(f"{HOST}/shelf/1", links(LIST, sorted(site.targets)))
    step = learn_pattern(site).paths[0].steps[0]
    assert isinstance(step, LinkStep)
    assert step.matches(f"{HOST}/shelf/8") and not step.repeat


def test_a_series_that_mostly_leads_nowhere_is_not_gone_on_with() -> None:
    site = SiteMap(ENTRY, targets={f"{HOST}/item/1"})
    site.add(ENTRY, links(NAV, [f"{HOST}/news/{n}" for n in range(1, 9)]))
    site.add(f"{HOST}/news/1", links(LIST, [f"{HOST}/item/1"]))
    site.add(f"{HOST}/news/2", [])
    assert Series(site).unseen(site.inbound, [f"{HOST}/news/1"]) == set()


def test_targets_dead_links_and_pages_without_a_number_go_on_with_no_series() -> None:
    site = result_pages(FIRST + "/{}", 5, 2)
    site.dead.add(f"{FIRST}/3")
    urls = [f"{FIRST}/{n}" for n in range(1, 6)]
    assert Series(site).unseen(urls, [f"{FIRST}/2"]) == {urls[0], urls[3], urls[4]}
    site.targets.add(urls[3])
    assert Series(site).unseen(urls, [f"{FIRST}/2"]) == {urls[0], urls[4]}
    assert Series(site).unseen([f"{HOST}/other"], [FIRST]) == set()
