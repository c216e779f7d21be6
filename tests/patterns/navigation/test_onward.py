"""Targets that only targets link to: posts one after the other, parts, nested classes."""

from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.patterns.navigation.pattern_learning import learn_pattern
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.walk import Walker
from tests.patterns.invented_sites import ASIDE, ENTRY, FOOT, HOST, LIST, NAV, PAGER, links

POSTS = [f"{HOST}/post/{number}" for number in range(40)]
ABOUT = [f"{HOST}/about", f"{HOST}/terms"]


def reached(site: SiteMap, pattern: NavigationPattern) -> set[str]:
    return {url for path in pattern.paths for url in Walker(site).walk(path).targets}


def a_diary(newest: int, **asides: list[str]) -> SiteMap:
    """The entry page shows the newest posts; every post links to the one before it."""
    site = SiteMap(ENTRY, targets=set(POSTS))
    site.add(ENTRY, links(NAV, ABOUT) + links(LIST, POSTS[:newest]))
    for number, post in enumerate(POSTS):
        aside = links(ASIDE, asides.get("aside", [])) + links(FOOT, asides.get("foot", []))
        site.add(post, links(NAV, ABOUT) + links(PAGER, POSTS[number + 1 : number + 2]) + aside)
    for page in {*ABOUT, *asides.get("aside", []), *asides.get("foot", [])} - set(POSTS):
        site.add(page, links(NAV, ABOUT))
    return site


def test_a_list_of_the_newest_is_followed_from_post_to_post() -> None:
    site = a_diary(5)
    pattern = learn_pattern(site)
    assert reached(site, pattern) == set(POSTS)
    (path,) = pattern.paths
    (step,) = path.steps
    assert isinstance(step, LinkStep) and step.repeat
    assert not Walker(site).walk(path).strays


def test_the_way_from_post_to_post_may_stand_elsewhere_than_the_list() -> None:
    tags = [f"{HOST}/post/tagged-{number}" for number in range(8)]
    site = a_diary(5, aside=tags)
    pattern = learn_pattern(site)
    assert reached(site, pattern) == set(POSTS)
    assert not any(Walker(site).walk(path).strays for path in pattern.paths)


def test_where_a_hub_lists_all_targets_stay_leaves() -> None:
    for newest in (len(POSTS), len(POSTS) - 2):
        site = a_diary(newest)
        pattern = learn_pattern(site)
        assert [len(path.steps) for path in pattern.paths] == [1]
        assert not any(step.repeat for path in pattern.paths for step in path.steps if isinstance(step, LinkStep))


def test_targets_that_nobody_links_to_are_not_waited_for() -> None:
    site = a_diary(5)
    lost = {f"{HOST}/post/lost-{number}" for number in range(9)}
    site.targets |= lost
    assert reached(site, learn_pattern(site)) == set(POSTS)


def test_pieces_of_a_chain_show_the_way_along_all_of_it() -> None:
    whole = a_diary(5)
    site = SiteMap(ENTRY, targets={*POSTS[:7], *POSTS[19:24]})
    for page in (ENTRY, *POSTS[:3], *POSTS[20:23]):
        site.add(page, whole.links[page])
    pattern = learn_pattern(site)
    assert reached(whole, pattern) == set(POSTS)


def test_a_way_onward_is_taken_only_from_where_it_leads_on() -> None:
    sorts = {"post/{}": "essays/by/{}", "talk?number={}": "show/slides.php?talk={}"}
    shown, beyond = (
        {name: [f"{HOST}/{name.format(number)}" for number in range(9)] for name in names}
        for names in (sorts.keys(), sorts.values())
    )
    site = SiteMap(ENTRY, targets={url for group in (shown, beyond) for urls in group.values() for url in urls})
    site.add(ENTRY, links(LIST, shown["post/{}"]) + links(ASIDE, shown["talk?number={}"]) + links(NAV, ABOUT))
    for name, further in sorts.items():
        for one, other in zip(shown[name], beyond[further], strict=True):
            site.add(one, links(FOOT, [other]) + links(NAV, ABOUT))
            site.add(other, links(NAV, ABOUT))
    pattern = learn_pattern(site)
    assert reached(site, pattern) == site.targets
    assert sorted(len(path.steps) for path in pattern.paths) == [1, 1, 2, 2]
