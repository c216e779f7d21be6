"""From a site map to the pattern: over invented sites with known truth, and over the paper's own examples."""

import random

import pytest

from recorder.patterns.navigation.pattern import LinkStep, NavigationPattern
from recorder.patterns.navigation.pattern_learning import MAX_STEPS, learn_pattern
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.walk import Walk, Walker
from tests.patterns.invented_sites import ASIDE, ENTRY, HOST, LIST, NAV, PAGER, InventedSite, Plan, invent, links

SEEDS = range(30)


def a_site(seed: int) -> InventedSite:
    chance = random.Random(seed)
    return invent(Plan.by_chance(chance), chance)


def walks(site: SiteMap, pattern: NavigationPattern) -> list[Walk]:
    return [Walker(site).walk(path) for path in pattern.paths]


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


def test_the_path_with_most_targets_wins_as_in_figure_5() -> None:
    """Groups F, G and H of the paper's figure: three paths from the root, the one to H leads to most targets."""
    at = {name: f"{HOST}/{name}" for name in ("f", "g", "h")}
    leaves = {name: [f"{url}/{letter}.html" for letter in "abcdefgh"] for name, url in at.items()}
    shown = {"f": leaves["f"][:2], "g": leaves["g"][:3], "h": leaves["h"]}
    invented = InventedSite(targets={url for urls in shown.values() for url in urls})
    invented.links = {ENTRY: links(NAV, [f"{at['f']}/", f"{at['g']}/x/", f"{at['h']}/y/z/"])}
    for page, name in zip([f"{at['f']}/", f"{at['g']}/x/", f"{at['h']}/y/z/"], "fgh", strict=True):
        invented.links[page] = links(LIST, shown[name])
    invented.links |= {url: [] for url in invented.targets}
    pattern = learn_pattern(invented.whole_map())
    assert [path.targets for path in pattern.paths] == [8, 3, 2]
    assert steps_of(pattern)[0][0].matches(f"{at['h']}/y/z/")
    assert len(pattern.best_only().paths) == 1


def jazz() -> InventedSite:
    """The E-Jazz site of the paper's Figure 2: an entry page, artist hubs, artists, one artist on the front page."""
    hubs = [f"{HOST}/artistas/default_{letters}" for letters in ("a", "bc", "def", "gh", "ij", "kl")]
    artists = {hub: [f"{HOST}/detalhes-artistas.asp?cd={20 * n + i}" for i in range(20)] for n, hub in enumerate(hubs)}
    invented = InventedSite(targets={url for urls in artists.values() for url in urls})
    invented.links = {ENTRY: links(NAV, hubs) + links(ASIDE, artists[hubs[0]][:1])}
    invented.links |= {hub: links(LIST, urls) for hub, urls in artists.items()} | {u: [] for u in invented.targets}
    return invented


def test_table_1_of_the_paper_and_its_shortcut() -> None:
    """The artist that the front page links to directly does not hide the hub that all others come from."""
    pattern = learn_pattern(jazz().whole_map())
    (hub, artist), *others = steps_of(pattern)
    assert others == []
    assert hub.matches(f"{HOST}/artistas/default_xyz") and not hub.matches(f"{HOST}/artistas/index")
    assert artist.regex == r"^http://h/detalhes-artistas\.asp\?cd=[0-9]+$"
    assert pattern.paths[0].targets == 120


def test_the_names_of_figure_8_are_one_step() -> None:
    names = ("Chaves:Silvio_8=.html", "Ugher:Mangabeira_D=.html", "Mendes:Sergio.html")
    urls = [f"{HOST}/a/b/c/{letter}/{name}" for letter, name in zip("CUM", names, strict=True)]
    invented = InventedSite(links={ENTRY: links(LIST, urls)} | {url: [] for url in urls}, targets=set(urls))
    ((step,),) = steps_of(learn_pattern(invented.whole_map()))
    assert all(map(step.matches, urls))
    assert step.matches(f"{HOST}/a/b/c/G/Gil:Gilberto_3=.html") and not step.matches(f"{HOST}/a/b/c/about")


@pytest.mark.parametrize("following", ["?page={}", "/page/{}", "?next=a{}b0c{}"])
def test_a_chain_of_fifty_result_pages_is_one_step(following: str) -> None:
    pages = [f"{HOST}/list", *(f"{HOST}/list{following.format(n, '-' * (n % 3))}" for n in range(2, 52))]
    targets = [[f"{HOST}/item/{n}-{i}" for i in range(5)] for n in range(51)]
    invented = InventedSite(targets={url for urls in targets for url in urls})
    invented.links = {ENTRY: links(NAV, pages[:1])} | {url: [] for url in invented.targets}
    for number, page in enumerate(pages):
        invented.links[page] = links(LIST, targets[number]) + links(PAGER, pages[number + 1 : number + 2])
    site = invented.whole_map()
    pattern = learn_pattern(site)
    assert reached(site, pattern) == invented.targets
    best = steps_of(pattern)[0]
    assert [step.repeat for step in best] == [False, True, False]
    assert len(pattern.paths) <= 2


def test_shelves_that_name_each_other_are_reached_from_where_the_entry_page_names_them() -> None:
    """And not only one by the other, where they all stand in one place."""
    shelves = [f"{HOST}/{word}.html" for word in ("fir", "oak", "elm", "ash", "yew", "box")]
    others = [f"{HOST}/{word}.html" for word in ("jobs", "terms", "legal", "team", "press", "shop", "mail", "feed")]
    books = {shelf: [f"{HOST}/books/{n}-{i}" for i in range(6)] for n, shelf in enumerate(shelves)}
    invented = InventedSite(targets={url for urls in books.values() for url in urls})
    invented.links = {ENTRY: links(NAV, sorted([*shelves[1:], *others]))}
    invented.links |= {url: links(LIST, urls) + links(ASIDE, shelves) for url, urls in books.items()}
    invented.links |= {url: [] for url in (*others, *invented.targets)}
    site = invented.whole_map()
    assert reached(site, learn_pattern(site)) == invented.targets


def test_on_a_flat_site_only_the_place_tells() -> None:
    names = [f"{HOST}/{word}.html" for word in ("fir", "oak", "elm", "ash", "yew", "box", "sloe", "pear")]
    others = [f"{HOST}/{word}.html" for word in ("jobs", "terms", "legal", "team", "press", "shop", "mail", "feed")]
    hub = f"{HOST}/trees.html"
    invented = InventedSite(targets=set(names))
    invented.links = {ENTRY: links(NAV, [hub]), hub: links(LIST, names) + links(NAV, others)}
    invented.links |= {url: [] for url in (*names, *others)}
    site = invented.whole_map()
    pattern = learn_pattern(site)
    (one,) = walks(site, pattern)
    assert one.targets == set(names) and not one.strays
    assert steps_of(pattern)[0][-1].place == LIST


def test_many_folders_deep_apart_become_one_step() -> None:
    targets = [f"{HOST}/{a}/{b}/{c}" for n in range(4) for a, b, c in [(f"x{n}", f"y{n}", f"z{i}") for i in range(4)]]
    invented = InventedSite(links={ENTRY: links(LIST, targets)} | {u: [] for u in targets}, targets=set(targets))
    pattern = learn_pattern(invented.whole_map())
    assert len(pattern.paths) == 1 and pattern.paths[0].targets == 16


def test_ways_longer_than_a_pattern_may_be_are_given_up() -> None:
    """Twenty hubs, each of another kind and behind the one before: nothing to fold, and no endless pattern."""
    hubs = [f"{HOST}/{'/'.join('abcdefghijklmnopqrstu'[: n + 1])}" for n in range(20)]
    invented = InventedSite(targets={f"{HOST}/item/{n}" for n in range(20)})
    for n, hub in enumerate(hubs):
        invented.links[hub] = links(NAV, hubs[n + 1 : n + 2]) + links(LIST, [f"{HOST}/item/{n}"])
    invented.links |= {ENTRY: links(NAV, hubs[:1])} | {url: [] for url in invented.targets}
    pattern = learn_pattern(invented.whole_map())
    assert max(len(path.steps) for path in pattern.paths) == MAX_STEPS


def test_a_map_without_targets_has_no_pattern() -> None:
    assert learn_pattern(InventedSite(links={ENTRY: links(NAV, [ENTRY])}).whole_map()) == NavigationPattern(())


def test_two_doors_to_the_same_hubs_are_one_way() -> None:
    """Both doors are needed for their own targets; what both lead to is asked for once."""
    doors, shelf = [f"{HOST}/new/", f"{HOST}/a/b/old/"], f"{HOST}/shelf/x/y/z"
    targets = [f"{HOST}/item/{n}" for n in range(9)]
    invented = InventedSite(links={ENTRY: links(NAV, doors), shelf: links(LIST, targets[4:])}, targets=set(targets))
    invented.links |= {
        door: links(LIST, targets[2 * n : 2 * n + 2]) + links(NAV, [shelf]) for n, door in enumerate(doors)
    }
    invented.links |= {url: [] for url in targets}
    site = invented.whole_map()
    pattern = learn_pattern(site)
    assert reached(site, pattern) == set(targets)
    assert [len(path.steps) for path in pattern.paths] == [3, 2, 2]


def test_what_nobody_has_looked_behind_does_not_narrow_a_step() -> None:
    seen, unseen = [f"{HOST}/{w}.html" for w in ("fir", "oak", "elm")], [f"{HOST}/{w}.html" for w in ("ash", "yew")]
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [*seen, *unseen]) + links(ASIDE, [f"{HOST}/jobs.html"]))
    for number, hub in enumerate(seen):
        shown = [f"{HOST}/tree/{number}/{n}" for n in range(3)]
        site.add(hub, links(LIST, shown))
        site.targets.update(shown)
    step = steps_of(learn_pattern(site))[0][0]
    assert step.place == LIST and all(map(step.matches, unseen))


def test_the_newest_on_the_entry_page_are_followed_by_what_lists_say_of_names() -> None:
    """A journal shows its newest on the entry page, all of this year; older ones stand on the pages behind. Next year's
    newest stand on the entry page as well, and nowhere else.
    """
    posts = [f"{HOST}/{2023 - n // 8}/{n % 8 + 1:02}/post-{'abcdefgh'[n % 8]}{n}.html" for n in range(40)]
    site = SiteMap(ENTRY)
    site.targets = set(posts)
    site.add(ENTRY, links(ASIDE, [*posts[:7], posts[15]]) + links(PAGER, [f"{HOST}/index2.html"]))
    for number in range(2, 6):
        page = f"{HOST}/index{number}.html"
        following = links(PAGER, [f"{HOST}/index{number + 1}.html"]) if number < 5 else []
        site.add(page, links(LIST, posts[number * 8 - 9 : number * 8]) + following)
    for post in posts:
        site.add(post, [])
    pattern = learn_pattern(site)
    assert reached(site, pattern) == set(posts)
    newest = [path.steps[0] for path in pattern.paths if len(path.steps) == 1]
    assert any(isinstance(step, LinkStep) and step.matches(f"{HOST}/2024/01/post-z99.html") for step in newest)
    assert len(pattern.paths) == 2
