"""Sampled mapping over invented sites: the same targets as the whole site, for a fraction of its pages."""

from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise

import pytest

from recorder.mapping.class_pruning import TRIED_ENOUGH
from recorder.mapping.list_links import MOST_SORTS
from recorder.mapping.sampling import EXEMPLARS, HANDFUL, Sampling
from recorder.mapping.strategy import Exhaustive, Strategy
from recorder.patterns.navigation.pattern_learning import learn_pattern
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.links import Link
from recorder.patterns.urls.url import sampling_key
from tests.hash_seeds import printed_by_processes
from tests.patterns.invented_sites import ENTRY, HOST, LIST, NAV, PAGER, SHELF, TABLE, InventedSite, links
from tests.recorder.mapping.surveying import a_large_site, collected, fetched_by, survey

SEEDS = [*range(12), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(12, 20))]
LARGE = 400  # pages; on a smaller site a handful of every sort is much of it


@cache
def surveyed(seed: int, strategy: type[Strategy]) -> tuple[Sequence[str], SiteMap]:
    """Several tests look at the same maps, and none changes them."""
    invented = a_large_site(seed)
    return survey(invented, strategy, min(invented.reachable_targets()))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sample_of_the_site_shows_what_the_whole_of_it_shows(seed: int) -> None:
    invented = a_large_site(seed)
    targets = invented.reachable_targets()
    asked, site = surveyed(seed, Sampling)
    everything, whole = surveyed(seed, Exhaustive)
    pattern = learn_pattern(site)
    assert collected(invented, pattern) == collected(invented, learn_pattern(whole)) == targets
    assert len(asked) <= len(everything)
    hubs = len(invented.links) - len(invented.targets)
    if len(everything) > LARGE:
        assert len(asked) <= 0.45 * len(everything)
    assert len(fetched_by(invented, pattern)) <= 1.15 * len(targets) + hubs


def test_on_large_sites_a_fraction_is_enough() -> None:
    sampled = whole = 0
    for seed in range(12):
        sampled += len(surveyed(seed, Sampling)[0])
        whole += len(surveyed(seed, Exhaustive)[0])
    assert sampled <= 0.3 * whole


@pytest.mark.parametrize("seed", range(8))
def test_the_same_site_is_mapped_the_same_way_and_no_page_twice(seed: int) -> None:
    invented = a_large_site(seed)
    sample = min(invented.reachable_targets())
    first, second = surveyed(seed, Sampling), survey(invented, Sampling, sample)
    assert first == second
    assert len(first[0]) == len(set(first[0]))


def order_of_asking() -> list[str]:
    """On a site where one list stands in another place than the next, and some pages are in both."""
    items = [f"{HOST}/item/{n:03}" for n in range(300)]
    lists = {f"{HOST}/list/{n}": links(f"{LIST}/{n}", [items[0], *items[40 * n : 40 * n + 60]]) for n in range(6)}
    pages = {ENTRY: links(NAV, lists), **lists, **{item: [] for item in items}}
    site = InventedSite(links=pages, targets=set(items))
    return survey(site, Sampling, items[7])[0]


def test_a_site_is_mapped_the_same_way_by_every_process() -> None:
    """Sets have another order in each."""
    code = "from tests.recorder.mapping.test_sampling import order_of_asking; print(*order_of_asking())"
    assert len(printed_by_processes(code)) == 1


def test_the_samples_siblings_are_asked_for_first() -> None:
    items = [f"{HOST}/item/{n}" for n in range(3 * EXEMPLARS)]
    invented = InventedSite(links={ENTRY: links(NAV, [f"{HOST}/about"]) + links(LIST, items)}, targets=set(items))
    invented.links |= {url: [] for url in items}
    asked, site = survey(invented, Sampling, items[0])
    assert asked[2] in items
    assert site.targets == set(items)
    assert len(asked) <= 2 * EXEMPLARS + HANDFUL


def test_a_list_in_a_far_corner_is_looked_for_until_it_is_found() -> None:
    """Two shortcuts lead to targets at once; the list of them all is the last of many alike pages."""
    targets = [f"{HOST}/fir-{n}.html" for n in range(60)]
    pages = [f"{HOST}/{word}{n}.html" for word in ("oak", "elm", "ash") for n in range(20)]
    invented = InventedSite(targets=set(targets))
    invented.links = {ENTRY: links(NAV, pages) + links(TABLE, targets[:2])} | {u: links(NAV, [ENTRY]) for u in pages}
    invented.links |= {url: [] for url in targets}
    for page in pages:
        there = {u: found + links(LIST, targets) * (u == page) for u, found in invented.links.items()}
        site = InventedSite(links=there, targets=invented.targets)
        if page.endswith("7.html"):
            assert collected(site, learn_pattern(survey(site, Sampling, targets[9])[1])) == set(targets)


def paged(name: str, pages: int) -> dict[str, list[Link]]:
    """A list of things in pages, each with links to the first, the next two and the last; and the things."""
    found: dict[str, list[Link]] = {}
    for page in range(1, pages + 1):
        things = [f"{HOST}/{name}/{page}-{n}-{name}" for n in range(24)]
        near = sorted({1, pages, *range(page, min(page + 3, pages + 1))} - {page})
        pager = [Link(f"{HOST}/{name}?page={n}", PAGER, str(n)) for n in near]
        found |= {f"{HOST}/{name}" + f"?page={page}" * (page > 1): links(LIST, things) + pager}
        found |= {thing: [] for thing in things}
    found[f"{HOST}/{name}?page=1"] = found[f"{HOST}/{name}"]
    return found


def test_a_list_of_few_pages_beside_long_ones_is_turned() -> None:
    names = {"notices": 14, "buyers": 3, "suppliers": 6}
    pages = {url: found for name, many in names.items() for url, found in paged(name, many).items()}
    suppliers = {url for url in pages if url.endswith("-suppliers")}
    lists = [f"{HOST}/{name}" for name in names]
    known = [f"{HOST}/{name}?page={page}" for name in ("notices", "buyers") for page in (1, 2, 3)]
    site = InventedSite(links={ENTRY: links(NAV, lists) + links(PAGER, known)} | pages, targets=suppliers)
    _, mapped = survey(site, Sampling, min(suppliers))
    assert collected(site, learn_pattern(mapped)) == suppliers


def test_what_only_the_list_of_targets_links_to_is_looked_at() -> None:
    """A calendar: of its kind there is but one link, and the site has hundreds of others."""
    events = [f"{HOST}/events/{n}-fair" for n in range(96)]
    months = [f"{HOST}/events/calendar/2024-{n:02}" for n in range(1, 9)]
    news = [f"{HOST}/news/{n // 9}/story-{n}" for n in range(300)]
    site = InventedSite(targets=set(events))
    site.links = {ENTRY: links(NAV, [f"{HOST}/events/", *news[:150]])}
    site.links[f"{HOST}/events/"] = links(LIST, events[:24]) + links(TABLE, months[4:5])
    for n, month in enumerate(months):
        near = [Link(months[at], PAGER, text) for at, text in ((n - 1, "«"), (n + 1, "»")) if 0 <= at < len(months)]
        site.links[month] = links(LIST, events[12 * n : 12 * n + 12]) + near
    site.links |= {url: links(NAV, [ENTRY, f"{HOST}/events/", *news[n : n + 20]]) for n, url in enumerate(news)}
    site.links |= {url: links(NAV, [ENTRY]) for url in events}
    _, mapped = survey(site, Sampling, events[3])
    assert collected(site, learn_pattern(mapped)) == site.targets


def test_where_every_row_has_a_folder_of_its_own_few_of_them_are_looked_at() -> None:
    items = [f"{HOST}/item/{n}" for n in range(400)]
    people = [f"{HOST}/{''.join(chr(97 + int(digit)) for digit in str(n))}/profile" for n in range(400)]
    site = InventedSite(links={ENTRY: links(LIST, items) + links(TABLE, people)}, targets=set(items))
    site.links |= {url: [] for url in (*items, *people)}
    asked, _ = survey(site, Sampling, items[0])
    assert len(set(asked) & set(people)) <= 3 * MOST_SORTS


def test_a_class_of_dead_links_is_given_up() -> None:
    items = [f"{HOST}/item/{n}" for n in range(12)]
    gone = [f"{HOST}/gone/{n}" for n in range(200)]
    invented = InventedSite(links={ENTRY: links(LIST, items) + links(TABLE, gone)} | {u: [] for u in items})
    invented.targets = set(items)
    asked, _ = survey(invented, Sampling, items[0])
    assert len(set(asked) & set(gone)) <= 2 * HANDFUL


def a_site_of_tags() -> InventedSite:
    """Every list has tags of its own, in folders of its own: links that many places and folders speak for. Ten of the
    lists are old ones.
    """
    items = [f"{HOST}/item/{n}" for n in range(400)]
    tags = [f"{HOST}/tag/{n % 40}/t{n}" for n in range(400)]
    lists = [f"{HOST}/{'old' if n < 10 else 'list'}/{n}" for n in range(40)]
    invented = InventedSite(targets=set(items))
    invented.links = {ENTRY: links(NAV, lists)} | {url: links(NAV, [ENTRY]) for url in tags + items}
    for n, url in enumerate(lists):
        invented.links[url] = links(LIST, items[n * 10 : n * 10 + 10]) + links(TABLE, tags[n::40])
    return invented


def is_tag(url: str) -> bool:
    return url.startswith(f"{HOST}/tag/")


def test_a_class_of_links_that_leads_nowhere_is_given_up() -> None:
    invented = a_site_of_tags()
    asked, site = survey(invented, Sampling, f"{HOST}/item/0")
    assert collected(invented, learn_pattern(site)) == invented.targets
    assert len(list(filter(is_tag, asked))) <= 2 * TRIED_ENOUGH


def test_without_prototypes_it_is_not() -> None:
    invented = a_site_of_tags()
    asked, site = survey(invented, partial(Sampling, by_prototypes=False), f"{HOST}/item/0")
    assert collected(invented, learn_pattern(site)) == invented.targets
    assert len(list(filter(is_tag, asked))) > 5 * TRIED_ENOUGH


def test_a_class_that_somebody_wants_is_not_given_up() -> None:
    invented = a_site_of_tags()
    asked, _ = survey(invented, partial(Sampling, wants=is_tag), f"{HOST}/item/0")
    assert len(list(filter(is_tag, asked))) > 5 * TRIED_ENOUGH


def test_what_is_wanted_is_looked_at_first_among_what_is_as_promising() -> None:
    """Two folders of pages alike in every respect, and none of them the sample's."""
    pages = [f"{HOST}/{folder}/{n}" for folder in ("a", "b") for n in range(30)]
    for folder in ("a", "b"):
        site = SiteMap(ENTRY)
        strategy = Sampling(site, (f"{HOST}/item/1",), wants=lambda url, folder=folder: f"/{folder}/" in url)
        site.add(ENTRY, links(LIST, pages))
        strategy.learn({ENTRY: False})
        assert {url.split("/")[3] for url in strategy.next_urls(8)} == {folder}


@pytest.mark.parametrize("strategy", [Sampling, Exhaustive])
def test_what_is_ignored_is_never_asked_for_and_the_pattern_leads_around_it(
    strategy: type[Sampling] | type[Exhaustive],
) -> None:
    """Tags, which lead nowhere; and some of the lists with all their items."""
    invented = a_site_of_tags()

    def ignores(url: str) -> bool:
        return is_tag(url) or url.startswith(f"{HOST}/old/")

    asked, site = survey(invented, strategy, f"{HOST}/item/399", ignores)
    assert not list(filter(ignores, asked))
    pattern = learn_pattern(site)
    assert collected(invented, pattern) == {f"{HOST}/item/{n}" for n in range(100, 400)}
    assert not list(filter(ignores, fetched_by(invented, pattern)))
    assert site.left_out() == set(filter(ignores, site.inbound))


def test_targets_that_are_ignored_are_none() -> None:
    """Though their like are targets: nobody would fetch them to find out."""
    invented = a_site_of_tags()

    def ignores(url: str) -> bool:
        return url.endswith("7")

    asked, site = survey(invented, Sampling, f"{HOST}/item/0", ignores)
    assert not list(filter(ignores, asked))
    assert {url for url in site.targets if ignores(url)} == set()
    assert len(site.targets) >= 300


def test_a_site_of_one_page_is_mapped() -> None:
    strategy = Sampling(SiteMap(ENTRY), (f"{HOST}/item/1",))
    strategy.learn({})
    assert strategy.next_urls(8) == []


def test_the_lists_in_a_folder_do_not_speak_for_what_they_list() -> None:
    """Four kinds of records in one place and numbered alike, three pages of a list for each: that those of one kind on
    the first page are targets says something of the others, though nobody has seen one.
    """
    kinds = ("work", "author", "edition", "publisher")
    lists = {kind: [f"{HOST}/{kind}/{name}.html" for name in ("index", "index-2", "index-3")] for kind in kinds}
    records = {kind: [f"{HOST}/{kind}/{100 + 3 * n}.html" for n in range(60)] for kind in kinds}
    invented = InventedSite(targets=set(records["work"]))
    invented.links = {ENTRY: links(NAV, [pages[0] for pages in lists.values()])}
    for number, kind in enumerate(kinds):
        for n, page in enumerate(lists[kind]):
            listed, later = records[kind][20 * n : 20 * n + 20], lists[kind][n + 1 : n + 2]
            invented.links[page] = links(LIST, listed) + links(PAGER, later)
        others = records[kinds[(number + 1) % len(kinds)]]
        invented.links |= {url: links(SHELF, others[n : n + 2]) for n, url in enumerate(records[kind])}
    _, site = survey(invented, Sampling, records["work"][9])
    assert collected(invented, learn_pattern(site)) == invented.targets


class Misjudged(InventedSite):
    """One frame around short texts: until a dozen pages were seen, all but the entry page look alike."""

    def judge(self, site: SiteMap) -> dict[str, bool]:
        if len(site.links) < 12:
            return {url: url != self.entry for url in site.links}
        return super().judge(site)


def test_the_first_few_pages_may_be_misjudged() -> None:
    trees = ("fir", "oak", "elm", "ash", "yew", "box", "bay")
    lists = {f"{HOST}/about/{name}": [f"{HOST}/{name}/{n}" for n in range(15)] for name in trees}
    items = [item for listed in lists.values() for item in listed]
    invented = Misjudged(targets=set(items))
    invented.links = {ENTRY: links(NAV, list(lists))} | {url: links(NAV, [ENTRY]) for url in items}
    invented.links |= {page: links(LIST, listed[1:]) + links(NAV, [f"{page}/more"]) for page, listed in lists.items()}
    invented.links |= {f"{page}/more": links(LIST, listed[:1]) for page, listed in lists.items()}
    _, site = survey(invented, Sampling, items[0])
    assert collected(invented, learn_pattern(site)) == set(items)


def test_a_map_on_which_nothing_was_found_is_not_done_however_little_it_changes() -> None:
    """Pictures that stand in the last of many chapters only, each in one, and on no list."""
    chapters = [f"{HOST}/chapter{n}" for n in range(40)]
    pictures = [f"{HOST}/picture/{n}" for n in range(10)]
    invented = InventedSite(targets=set(pictures))
    invented.links = {page: links(NAV, [after]) for page, after in pairwise([ENTRY, *chapters])}
    invented.links |= {url: [] for url in (chapters[-1], *pictures)}
    for page, picture in zip(chapters[-10:], pictures, strict=True):
        invented.links[page] = [*invented.links[page], *links("html/body/p/a", [picture])]
    _, site = survey(invented, Sampling, pictures[-1], reconsiders=True)
    assert collected(invented, learn_pattern(site)) == set(pictures)


def test_what_leads_to_the_sample_alone_is_no_list_of_such_pages() -> None:
    """The first chapter shows the sample, and those that would be looked at last show others."""
    chapters = sorted((f"{HOST}/chapter{n}" for n in range(100)), key=sampling_key)
    pictures = [f"{HOST}/picture/{n}" for n in range(4)]
    invented = InventedSite(targets=set(pictures))
    invented.links = {ENTRY: links(NAV, chapters)} | {url: links(NAV, [ENTRY]) for url in (*chapters, *pictures)}
    for page, picture in zip((chapters[0], *chapters[-3:]), pictures, strict=True):
        invented.links[page] = [*invented.links[page], *links("html/body/p/a", [picture])]
    _, site = survey(invented, Sampling, pictures[0])
    assert collected(invented, learn_pattern(site)) == set(pictures)


@pytest.mark.parametrize("has_translation", [False, True])
def test_before_it_ends_it_looks_at_what_is_addressed_like_a_sample_that_stands_in_no_list_of_such(
    has_translation: bool,
) -> None:
    """A list that was taken for a target hides what it leads to."""
    sample, near, far = (f"{HOST}/en/tree/{name}.html" for name in ("oak", "elm", "fir"))
    site = SiteMap(ENTRY)
    strategy = Sampling(site, (sample,))
    site.add(ENTRY, links(LIST, [f"{HOST}/de/baum/oak.html", sample] if has_translation else []))
    site.add(sample, links("html/body/p/a", [near]))
    site.add(f"{HOST}/de/baum/oak.html", ())
    strategy.learn(dict.fromkeys(site.links, True) | {ENTRY: False})
    assert strategy.next_urls(8) == [near]
    site.add(near, links("html/body/p/a", [far, sample]))
    strategy.learn(dict.fromkeys(site.links, True) | {ENTRY: False})
    assert far in strategy.next_urls(8)
