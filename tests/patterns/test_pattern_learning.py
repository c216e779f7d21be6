"""From a site map to the pattern: over invented sites with known truth, and over the paper's own examples."""

import random

import pytest

from patterns.navigation import LinkStep, NavigationPattern
from patterns.pattern_learning import learn_pattern
from patterns.site_map import SiteMap
from patterns.walk import Walk, walk
from tests.patterns.invented_sites import InventedSite, Plan, invent

SEEDS = range(60)


def a_site(seed: int) -> InventedSite:
    chance = random.Random(seed)
    return invent(Plan.by_chance(chance), chance)


def walks(site: SiteMap, pattern: NavigationPattern) -> list[Walk]:
    return [walk(site, path) for path in pattern.paths]


def reached(site: SiteMap, pattern: NavigationPattern) -> set[str]:
    return {site.final(url) for one in walks(site, pattern) for url in one.targets}


def steps_of(pattern: NavigationPattern) -> list[list[LinkStep]]:
    return [[step for step in path.steps if isinstance(step, LinkStep)] for path in pattern.paths]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_target_that_hubs_lead_to_is_reached_and_little_else(seed: int) -> None:
    invented = a_site(seed)
    site = invented.whole_map()
    pattern = learn_pattern(site)
    assert reached(site, pattern) == invented.reachable_targets()
    strays = {url for one in walks(site, pattern) for url in one.strays}
    assert len(strays) <= 0.1 * len(site.targets)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_path_comes_first_and_every_later_one_adds_targets(seed: int) -> None:
    site = a_site(seed).whole_map()
    pattern = learn_pattern(site)
    before: set[str] = set()
    for path, one in zip(pattern.paths, walks(site, pattern), strict=True):
        assert one.targets - before
        assert (path.targets, path.links) == (len(one.targets), one.links)
        before |= one.targets
    counts = [path.targets for path in pattern.paths]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_pages_and_links_changes_nothing(seed: int) -> None:
    invented = a_site(seed)
    pattern = learn_pattern(invented.whole_map())
    chance = random.Random(seed)
    for page, found in invented.links.items():
        invented.links[page] = chance.sample(found, len(found))
    assert learn_pattern(invented.whole_map(chance)) == pattern
