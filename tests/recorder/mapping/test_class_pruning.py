"""Classes of links that lead nowhere: how much of them is followed, and what counts as having been tried."""

from hypothesis import given
from hypothesis import strategies as st

from recorder.mapping.class_pruning import TRIED_ENOUGH, ClassPruning
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.pages.links import Link

HOST = "http://h.example"
LISTS = [f"{HOST}/list/{n}" for n in range(40)]
ITEMS = [f"{HOST}/item/{n}" for n in range(40)]
TAGS = [f"{HOST}/tag/{n}" for n in range(60)]


def a_site() -> SiteMap:
    """Every list has an item and two tags of its own."""
    site = SiteMap(f"{HOST}/")
    site.add(site.entry, [Link(url, "nav") for url in LISTS])
    for n, url in enumerate(LISTS):
        site.add(url, [Link(ITEMS[n], "list"), Link(TAGS[n], "aside"), Link(TAGS[n + 20], "aside")])
    site.targets = set(ITEMS)
    return site


def followed(site: SiteMap, urls: list[str], surely: frozenset[str] = frozenset()) -> list[str]:
    pruning = ClassPruning(site)
    pruning.learn(set(LISTS))
    return list(pruning.worth_following(urls, surely.__contains__))


def test_of_a_class_that_nothing_is_known_of_a_few_are_tried_at_a_time() -> None:
    assert followed(a_site(), TAGS) == TAGS[:TRIED_ENOUGH]


def test_of_a_class_that_was_useful_all_are_followed() -> None:
    assert followed(a_site(), ITEMS) == ITEMS
    assert followed(a_site(), LISTS) == LISTS


def test_what_is_wanted_all_the_same_is_followed_and_takes_nothing_from_others() -> None:
    assert followed(a_site(), TAGS, frozenset(TAGS[:20])) == TAGS[: 20 + TRIED_ENOUGH]


@given(st.lists(st.sampled_from(["page", "dead", "moved"]), max_size=20))
def test_what_was_tried_counts_whatever_it_brought(brought: list[str]) -> None:
    """A page that leads nowhere, none at all, or one under another address."""
    site = a_site()
    for url, what in zip(TAGS, brought, strict=False):
        if what == "dead":
            site.dead.add(url)
        else:
            site.add(url if what == "page" else f"{HOST}/about", [], requested=url)
    left = TAGS[len(brought) :]
    assert followed(site, left) == left[: max(0, TRIED_ENOUGH - len(brought))]


def test_a_class_that_leads_to_targets_under_another_address_is_useful() -> None:
    site = a_site()
    site.add(ITEMS[0], [], requested=TAGS[0])
    assert followed(site, TAGS) == TAGS


def test_before_enough_pages_were_seen_nothing_is_given_up() -> None:
    site = SiteMap(f"{HOST}/")
    site.add(site.entry, [Link(url, "nav") for url in TAGS])
    assert followed(site, TAGS) == TAGS
