"""Which hubs to visit: all targets covered, few pages, every hub within reach of the entry page."""

import random

import pytest

from recorder.patterns.navigation.hub_selection import choose_hubs, with_ways
from recorder.patterns.navigation.site_map import SiteMap
from tests.patterns.invented_sites import ENTRY, HOST, LIST, NAV, PAGER, TABLE, InventedSite, Plan, invent, links


def covered(site: SiteMap, pages: set[str]) -> set[str]:
    return {site.final(link.url) for page in pages for link in site.links[page]} & site.targets


@pytest.mark.parametrize("seed", range(20))
def test_all_targets_are_covered_by_hubs_that_can_be_reached(seed: int) -> None:
    chance = random.Random(seed)
    invented = invent(Plan.by_chance(chance), chance)
    site = invented.whole_map()
    hubs = choose_hubs(site)
    assert covered(site, set(hubs)) == invented.reachable_targets()
    assert not set(hubs) & site.targets
    needed = with_ways(site, hubs)
    assert set(hubs) <= needed
    reached, queue = {ENTRY}, [ENTRY]
    for page in queue:
        new = {site.final(link.url) for link in site.links[page]} & needed - reached
        reached |= new
        queue += new
    assert reached == needed
    shuffled = invented.whole_map(chance)
    assert (choose_hubs(shuffled), with_ways(shuffled, hubs)) == (hubs, needed)


def test_one_long_list_is_better_than_many_short_ones() -> None:
    targets = [f"{HOST}/item/{n}" for n in range(30)]
    shelves = [f"{HOST}/shelf/{n}" for n in range(10)]
    everything = f"{HOST}/all"
    invented = InventedSite(links={ENTRY: links(NAV, [*shelves, everything])}, targets=set(targets))
    invented.links |= {shelf: links(LIST, targets[3 * n : 3 * n + 3]) for n, shelf in enumerate(shelves)}
    invented.links[everything] = links(LIST, targets)
    assert choose_hubs(invented.whole_map()) == [everything]


def test_a_second_kind_is_taken_for_what_the_first_does_not_show() -> None:
    targets = [f"{HOST}/item/{n}" for n in range(12)]
    shelf, door = f"{HOST}/shelf", f"{HOST}/door/new"
    invented = InventedSite(links={ENTRY: links(NAV, [shelf, door]) + links(TABLE, targets[:2])}, targets=set(targets))
    invented.links |= {shelf: links(LIST, targets[:10]), door: links(TABLE, targets[8:])}
    assert choose_hubs(invented.whole_map()) == [shelf, door]


def test_two_addresses_of_one_target_need_one_hub() -> None:
    plain, moved = f"{HOST}/item/1", f"{HOST}/old/1"
    one, other = f"{HOST}/a", f"{HOST}/a/b"
    invented = InventedSite(targets={plain}, redirects={moved: plain})
    invented.links = {ENTRY: links(NAV, [one, other]), one: links(LIST, [plain]), other: links(TABLE, [moved])}
    invented.links[plain] = []
    assert len(choose_hubs(invented.whole_map())) == 1


def test_the_way_that_leads_to_most_is_taken_and_targets_are_no_ways() -> None:
    hubs = [f"{HOST}/hub/{n}" for n in range(4)]
    narrow, wide, target = f"{HOST}/narrow", f"{HOST}/wide", f"{HOST}/item/1"
    invented = InventedSite(targets={target})
    invented.links = {ENTRY: links(NAV, [narrow, wide, target]), narrow: links(LIST, hubs[:1])}
    invented.links |= {wide: links(LIST, hubs[:2]), target: links(LIST, hubs), hubs[1]: links(PAGER, hubs[2:3])}
    invented.links |= {hubs[0]: [], hubs[2]: [], hubs[3]: []}
    assert with_ways(invented.whole_map(), hubs) == {ENTRY, wide, *hubs[:3]}


def test_ways_may_be_long_and_are_shared() -> None:
    steps = [f"{HOST}/{letter}" for letter in "abc"]
    hubs = [f"{HOST}/hub/{n}" for n in range(3)]
    invented = InventedSite(links={ENTRY: links(NAV, steps[:1]), steps[0]: links(NAV, [ENTRY, steps[1]])})
    invented.links |= {steps[1]: links(NAV, [steps[2], hubs[0]]), steps[2]: links(LIST, hubs[1:])}
    invented.links |= {hub: [] for hub in hubs}
    assert with_ways(invented.whole_map(), hubs) == {ENTRY, *steps, *hubs}


def test_overlapping_lists_are_taken_for_what_they_add() -> None:
    targets = [f"{HOST}/item/{n}" for n in range(9)]
    first, second, third = (f"{HOST}/{name}" for name in ("shelf", "corner", "cellar"))
    invented = InventedSite(links={ENTRY: links(NAV, [first, second, third])}, targets=set(targets))
    invented.links |= {first: links(LIST, targets[:6]), second: links(LIST, targets[3:8])}
    invented.links[third] = links(LIST, targets[7:])
    assert covered(invented.whole_map(), set(choose_hubs(invented.whole_map()))) == set(targets)


def test_a_few_picked_from_many_alike_are_not_better_than_all_of_one_kind() -> None:
    """What cannot be told apart by its address cannot be followed alone: nine hundred pages of uses, of which forty
    would do, cost more than sixty lists.
    """
    targets = [f"{HOST}/item/{n}" for n in range(600)]
    lists = [f"{HOST}/list/shelf-{n}" for n in range(60)]
    uses = [f"{HOST}/use/{n}" for n in range(300)]
    invented = InventedSite(links={ENTRY: links(NAV, lists + uses)}, targets=set(targets))
    invented.links |= {url: links(LIST, targets[10 * n : 10 * n + 10]) for n, url in enumerate(lists)}
    invented.links |= {url: links(TABLE, targets[15 * n : 15 * n + 15] or targets[:1]) for n, url in enumerate(uses)}
    assert set(choose_hubs(invented.whole_map())) == set(lists)
