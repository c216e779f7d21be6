import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.pages.link_groups import LinkGroup, group_links, group_urls, url_shape
from recorder.patterns.pages.links import Link
from recorder.patterns.urls.expressions import generalise
from recorder.patterns.urls.url import Url
from tests.effort import Effort

LEVELS = st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=5).map("/".join)
QUERY = st.sampled_from(["", "?p=1", "?p=2", "?q=1", "?p=1&q=1", "?q=2&p=1", "?p=3&q=3&r=1"])
URLS = st.lists(
    st.builds(lambda host, levels, query: f"http://{host}/{levels}{query}", st.sampled_from("hk"), LEVELS, QUERY),
    max_size=25,
)


def similar(u: str, v: str, k: int) -> bool:
    """URLsim [SIGIR06 §4.3.1]: the same levels, of which at most `k` differ; parameters are levels with a name."""
    a, b = Url(u), Url(v)
    if (a.origin, a.keys) != (b.origin, b.keys):
        return False
    return sum(x != y for x, y in zip(a.values, b.values, strict=True)) <= k


def linkage_by_all_pairs(urls: list[str], k: int) -> set[frozenset[str]]:
    """The definition: connected components of the graph of similar pairs."""
    groups = {url: {url} for url in urls}
    for u, v in combinations(sorted(set(urls)), 2):
        if similar(u, v, k) and groups[u] is not groups[v]:
            groups[u] |= groups[v]
            for url in groups[v]:
                groups[url] = groups[u]
    return {frozenset(group) for group in groups.values()}


@given(URLS, st.integers(0, 3), st.randoms())
def test_groups_are_the_components_of_similarity_in_any_order(urls: list[str], k: int, chance: random.Random) -> None:
    groups = group_urls(urls, k)
    assert {frozenset(group) for group in groups} == linkage_by_all_pairs(urls, k)
    assert sorted(url for group in groups for url in group) == sorted(set(urls))
    shuffled = chance.sample(urls, len(urls))
    assert group_urls(shuffled, k) == groups


def test_similarity_is_not_transitive_but_groups_are() -> None:
    chain = ["http://h/a/a/a/a", "http://h/b/b/a/a", "http://h/b/b/b/b"]
    assert group_urls(chain) == (tuple(chain),)
    assert len(group_urls([chain[0], chain[2]])) == 2


def test_links_group_by_place_and_url_whatever_their_order() -> None:
    list_place, menu_place = "html/body/ul/li/a", "html/body/nav/a"
    links = [Link(f"http://h/items/{n}", list_place, f"Item {n}") for n in range(20)]
    links += [Link(f"http://h/items/{n}", menu_place) for n in range(3)]
    links += [Link("http://h/a/b/c/about", list_place), Link("http://h/items/3", list_place, "again")]
    groups = group_links(links)
    assert groups == group_links(reversed(links))
    assert [(group.place, len(group.links)) for group in groups] == [(menu_place, 3), (list_place, 1), (list_place, 21)]
    assert isinstance(groups[2], LinkGroup)
    assert groups[2].urls == tuple(sorted(f"http://h/items/{n}" for n in range(20)))
    assert generalise(groups[2].urls).text == "^http://h/items/[0-9]+$"
    assert generalise(groups[2].urls).matches("http://h/items/999")


def test_ten_thousand_links_take_no_time_to_speak_of() -> None:
    chance = random.Random(1)
    urls = [f"http://h/{chance.choice('abc')}/{chance.randrange(99)}/x/{n}?p={n % 7}&q={n % 11}" for n in range(10_000)]
    effort = Effort()
    groups = group_urls(urls)
    assert effort.millions < 60
    assert sum(map(len, groups)) == len(set(urls))


def test_links_with_hundreds_of_parameters_stay_cheap() -> None:
    chance = random.Random(1)
    urls = ["http://h/p?" + "&".join(f"p{n}={chance.randrange(9)}" for n in range(200)) for _ in range(300)]
    effort = Effort()
    assert len(group_urls([*urls, urls[0].replace("p0=", "p0=1")])) == 300
    assert effort.millions < 100


@pytest.mark.parametrize(
    "names",
    [
        ("ESI2HLRR734L5LW3ZOA4TVPBZJJDXZ5H", "NVKPQZTQC7VHCSNSSJED5IH5E5XHKWVQ"),
        ("550e8400-e29b-41d4-a716-446655440000", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
        ("9fbb9d9", "fa9d31e", "e574f17", "29221d9"),
    ],
)
def test_random_names_have_one_shape(names: tuple[str, ...]) -> None:
    assert {url_shape(f"http://h/x/{name}")[2] for name in names} == {"/*"}
    assert {url_shape(f"http://h/x?id={name}")[2] for name in names} == {"?id*"}


@pytest.mark.parametrize("name", ["b2b", "utf8", "2024-01-02", "WebGL2RenderingContext", "facade", "1234567890123"])
def test_names_that_somebody_gave_are_not_random(name: str) -> None:
    assert url_shape(f"http://h/x/{name}")[2] != "/*"


def test_url_shape() -> None:
    assert url_shape("http://h/c3ref/free_table.html") == ("http://h", "/a9a", "/a_a.a")
    assert url_shape("http://h/p?id=12#/r") == ("http://h", "/a", "?id=9", "#", "#a")
    assert url_shape("http://h/a/x-1.html") == url_shape("http://h/b/yy-22.html") != url_shape("http://h/a/1-x.html")
