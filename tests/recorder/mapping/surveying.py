"""Mapping an invented site by a strategy, with an oracle for a judge."""

import random
from collections.abc import Callable
from dataclasses import replace

from recorder.mapping.strategy import Strategy
from recorder.patterns.navigation.pattern import NavigationPattern
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.walk import Walker
from tests.patterns.invented_sites import InventedSite, Plan, invent

LEAST_ROUND = 8


def a_large_site(seed: int) -> InventedSite:
    """Large enough for a sample of it to be less than the whole."""
    chance = random.Random(seed)
    plan = Plan.by_chance(chance)
    return invent(replace(plan, targets_each=4 * plan.targets_each, page_size=4 * plan.page_size), chance)


def survey(
    invented: InventedSite,
    strategy_class: Callable[[SiteMap, tuple[str, ...]], Strategy],
    sample: str,
    ignores: Callable[[str], bool] = lambda _: False,
    *,
    reconsiders: bool = False,
) -> tuple[list[str], SiteMap]:
    """The URLs a mapping asks for, in order, and the map it ends with. `reconsiders`: it is told to from the start."""
    site = SiteMap(invented.entry, ignores=ignores)
    strategy = strategy_class(site, (sample,))
    asked = [sample, invented.entry]
    for url in asked:
        invented.fetch(site, url)
    if reconsiders:
        strategy.reconsider()
    while True:
        strategy.learn(invented.judge(site))
        wanted = strategy.next_urls(max(LEAST_ROUND, int(len(asked) * strategy.round_share)))
        if not wanted:
            return asked, site
        for url in wanted:
            invented.fetch(site, url)
        asked += wanted


def collected(invented: InventedSite, pattern: NavigationPattern) -> set[str]:
    """The targets that a crawl by the pattern collects."""
    whole = invented.whole_map()
    return {whole.final(url) for path in pattern.paths for url in Walker(whole).walk(path).targets}


def fetched_by(invented: InventedSite, pattern: NavigationPattern) -> set[str]:
    """All pages that a crawl by the pattern fetches."""
    whole = invented.whole_map()
    walks = [Walker(whole).walk(path) for path in pattern.paths]
    return {whole.final(url) for one in walks for url in one.pages | one.targets | one.strays}
