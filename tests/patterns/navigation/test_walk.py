"""Walking a path over a map: the same as following its links one by one."""

import random

import pytest

from recorder.patterns.navigation.pattern import FormStep, LinkStep, NavigationPattern, Path, Position
from recorder.patterns.navigation.pattern_learning import learn_pattern
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.walk import Walk, Walker
from tests.patterns.invented_sites import ASIDE, ENTRY, HOST, LIST, NAV, InventedSite, Plan, invent, links


def followed_one_by_one(site: SiteMap, path: Path) -> Walk:
    """The crawl of SIGIR06 Figure 9, literally, over the links the map knows."""
    pattern = NavigationPattern((path,))
    queue = [(site.final(site.entry), Position(0, 0))]
    ends, links_followed = set(), set()
    for page, position in queue:
        for link, reached in pattern.next_links(position, site.links.get(page, ())):
            links_followed.add(link.url)
            if pattern.is_target(reached):
                ends.add(link.url)
            if (site.final(link.url), reached) not in queue:
                queue.append((site.final(link.url), reached))
    found = {url for url in ends if site.is_target(url)}
    hubs = frozenset(page for page, position in queue if not pattern.is_target(position))
    return Walk(hubs, frozenset(map(site.final, found)), frozenset(ends - found), len(links_followed))


@pytest.mark.parametrize("seed", range(25))
def test_it_is_what_following_link_by_link_gives(seed: int) -> None:
    chance = random.Random(seed)
    site = invent(Plan.by_chance(chance), chance).whole_map()
    paths = learn_pattern(site).paths
    anything = LinkStep(r"http://h/.*", repeat=True)
    somewhere = LinkStep(r"http://h/.*", place="html/body/main")
    walker = Walker(site)
    for path in (*paths, Path((anything,)), Path((somewhere, anything)), Path((*paths[0].steps, anything))):
        assert walker.walk(path) == Walker(site).walk(path) == followed_one_by_one(site, path)


def test_targets_may_lead_on_to_targets() -> None:
    first, second, third = (f"{HOST}/story/{n}" for n in range(3))
    invented = InventedSite(targets={first, second, third})
    invented.links = {ENTRY: links(LIST, [first]), first: links(ASIDE, [second]), second: links(ASIDE, [third])}
    invented.links[third] = links(NAV, [ENTRY])
    site = invented.whole_map()
    once, again = (LinkStep(r"http://h/story/[0-9]+", repeat=repeat) for repeat in (False, True))
    assert Walker(site).walk(Path((once,))).targets == {first}
    assert Walker(site).walk(Path((again,))).targets == {first, second, third}
    assert Walker(site).walk(Path((again,))).pages == {ENTRY}


def test_two_addresses_of_one_target_are_one_target() -> None:
    story, lucky = f"{HOST}/story/1", f"{HOST}/random"
    invented = InventedSite(targets={story}, redirects={lucky: story})
    invented.links = {ENTRY: links(LIST, [story]) + links(NAV, [lucky])}
    site = invented.whole_map()
    assert Walker(site).walk(Path((LinkStep(".*"),))).targets == {story}
    (path,) = learn_pattern(site).paths
    assert Walker(site).walk(path).targets == {story} and not Walker(site).walk(path).strays


def test_a_map_does_not_know_what_is_behind_a_form() -> None:
    site = InventedSite(links={ENTRY: links(LIST, [f"{HOST}/a"])}).whole_map()
    assert Walker(site).walk(Path((FormStep("GET", f"{HOST}/find?q=*"), LinkStep(".*")))).links == 0
