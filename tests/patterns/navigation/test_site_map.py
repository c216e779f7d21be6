"""What a map remembers of pages, redirects and depths."""

from recorder.patterns.navigation.site_map import SiteMap
from tests.patterns.invented_sites import ASIDE, ENTRY, HOST, LIST, links

PAGE, OTHER = f"{HOST}/a", f"{HOST}/b"


def test_links_are_known_by_the_page_and_place_they_were_first_seen_at() -> None:
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [PAGE, ENTRY]) + links(ASIDE, [PAGE]))
    assert site.inbound[PAGE] == {ENTRY: LIST}
    assert ENTRY not in site.inbound
    assert site.depths == {ENTRY: 0, PAGE: 1}


def test_a_redirected_page_goes_by_its_final_url() -> None:
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [PAGE]))
    site.add(OTHER, links(LIST, [ENTRY]), requested=PAGE)
    assert site.final(PAGE) == OTHER == site.final(OTHER)
    assert site.fetched(PAGE) and site.fetched(OTHER) and not site.fetched(f"{HOST}/c")
    assert site.depths[OTHER] == 1
    site.targets.add(OTHER)
    assert site.is_target(PAGE) and site.is_target(OTHER)


def test_an_inferred_target_need_not_be_fetched() -> None:
    site = SiteMap(ENTRY, targets={PAGE})
    assert site.is_target(PAGE) and not site.fetched(PAGE)


def test_a_shorter_way_found_later_counts() -> None:
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [PAGE]))
    site.add(PAGE, links(LIST, [OTHER, f"{HOST}/c"]))
    site.add(f"{HOST}/c", links(LIST, [OTHER]))
    assert site.depths[OTHER] == 2


def test_the_entry_page_is_a_hub_whatever_it_looks_like() -> None:
    site = SiteMap(ENTRY, targets={OTHER, PAGE})
    site.add(OTHER, (), requested=ENTRY)
    site.add(PAGE, ())
    site.add(f"{HOST}/c", ())
    assert site.hubs() == [OTHER, f"{HOST}/c"]


def without_shelf(url: str) -> str:
    return url.partition("&shelf=")[0]


def test_an_address_with_what_makes_no_other_page_leads_to_the_plain_one() -> None:
    item = f"{HOST}/item?id=1"
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [f"{item}&shelf={n}" for n in range(3)]))
    site.add(f"{item}&shelf=0", [])
    site.take_for_same(without_shelf)
    assert {site.final(f"{item}&shelf={n}") for n in range(3)} == {item}
    assert site.inbound[item] == {ENTRY: LIST} and site.depths[item] == 1, "nobody links to it as it is"
    assert not site.fetched(f"{item}&shelf=0")
    site.add(item, [])
    assert site.fetched(f"{item}&shelf=2")
    site.take_for_same(lambda url: url)
    assert site.final(f"{item}&shelf=2") == f"{item}&shelf=2", "it turned out to be another page"


def test_what_is_known_to_be_the_same_takes_no_redirect_back() -> None:
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [f"{HOST}/item?id=1&shelf=1"]))
    site.add(f"{HOST}/moved", [], requested=f"{HOST}/item?id=1&shelf=1")
    site.add(f"{HOST}/item?id=1", [])
    site.take_for_same(without_shelf)
    site.take_for_same(lambda url: url)
    assert site.final(f"{HOST}/item?id=1&shelf=1") == f"{HOST}/moved"
