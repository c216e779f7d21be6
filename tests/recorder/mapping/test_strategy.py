"""The papers' mapping: every page, nearest first, no further than the targets."""

import pytest

from recorder.mapping.sampling import Sampling
from recorder.mapping.strategy import Exhaustive
from recorder.patterns.navigation.site_map import SiteMap
from tests.patterns.invented_sites import ASIDE, ENTRY, HOST, LIST, NAV, links
from tests.recorder.mapping.surveying import a_large_site, survey

ITEMS = [f"{HOST}/item/{n}" for n in range(30)]


@pytest.mark.parametrize("seed", range(15))
def test_every_page_that_hubs_lead_to_is_fetched(seed: int) -> None:
    invented = a_large_site(seed)
    asked, site = survey(invented, Exhaustive, min(invented.reachable_targets()))
    assert len(asked) == len(set(asked))
    linked = {link.url for page in site.hubs() for link in site.links[page]}
    assert all(site.fetched(url) or url in site.dead for url in linked)
    assert site.targets == invented.reachable_targets()


def test_siblings_come_first_and_near_pages_before_far_ones() -> None:
    site = SiteMap(ENTRY)
    near, far = f"{HOST}/near", f"{HOST}/near/far"
    site.add(ENTRY, links(NAV, [f"{HOST}/hub", near]))
    site.add(f"{HOST}/hub", links(NAV, [far]) + links(LIST, ITEMS[:3]))
    strategy = Exhaustive(site, (ITEMS[0],))
    strategy.learn({f"{HOST}/hub": False})
    assert strategy.next_urls(9) == [*ITEMS[1:3], near, far, ITEMS[0]]
    assert strategy.next_urls(2) == ITEMS[1:3]


def test_what_turns_out_to_be_no_target_is_a_hub_after_all() -> None:
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, ITEMS[:1]))
    site.add(ITEMS[0], links(ASIDE, ITEMS[1:2]))
    strategy = Exhaustive(site, ())
    strategy.learn({ITEMS[0]: True})
    assert strategy.next_urls(9) == []
    strategy.learn({ITEMS[0]: False})
    assert strategy.next_urls(9) == ITEMS[1:2]


def test_dead_links_are_asked_for_once() -> None:
    site = SiteMap(ENTRY, dead={ITEMS[0]})
    site.add(ENTRY, links(LIST, ITEMS[:2]))
    assert Exhaustive(site, ()).next_urls(9) == ITEMS[1:2]


@pytest.mark.parametrize("strategy", [Exhaustive, Sampling])
def test_what_lies_too_deep_does_not_keep_the_rest_from_being_seen(
    strategy: type[Exhaustive] | type[Sampling],
) -> None:
    site = SiteMap(ENTRY, deepest=1)
    site.add(ENTRY, links(NAV, [f"{HOST}/hub", f"{HOST}/near"]))
    site.add(f"{HOST}/hub", links(LIST, ITEMS))
    mapping = strategy(site, (ITEMS[0],))
    mapping.learn({ENTRY: False, f"{HOST}/hub": False})
    assert mapping.next_urls(3) == [f"{HOST}/near"]
