"""The sample's likely siblings: what stands in the same list."""

from recorder.patterns.navigation.siblings import addressed_like, neighbours_of_targets, siblings_of
from recorder.patterns.navigation.site_map import SiteMap
from tests.patterns.invented_sites import ASIDE, ENTRY, HOST, LIST, NAV, PAGER, links

SAMPLE = f"{HOST}/c/free_table.html"


def test_the_same_list_counts_and_the_likest_come_first() -> None:
    likely = f"{HOST}/c/open_blob.html"
    other_shape, other_folder, other_form = f"{HOST}/c/intro.html", f"{HOST}/d/intro.html", f"{HOST}/c/find?q=1"
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [other_form, other_folder, other_shape, SAMPLE, likely]) + links(NAV, [f"{HOST}/x"]))
    assert siblings_of(site, [SAMPLE]) == [likely, other_shape, other_folder, other_form]


def test_samples_are_no_siblings_and_each_sibling_takes_its_best_rank() -> None:
    second, both, near_second = f"{HOST}/d/a.html", f"{HOST}/d/b.html", f"{HOST}/c/close_table.html"
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [SAMPLE, second, both, near_second]))
    assert set(siblings_of(site, [SAMPLE, second])) == {both, near_second}


def test_a_sample_nobody_links_to_has_none() -> None:
    assert siblings_of(SiteMap(ENTRY), [SAMPLE]) == []


def test_a_sample_may_be_linked_to_with_parameters_more() -> None:
    own, beside = f"{HOST}/record/7?ln=en", f"{HOST}/record/8?ln=en"
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [own, beside]) + links(NAV, [f"{HOST}/record?ln=en"]))
    site.add(f"{HOST}/record/7", links(NAV, [own, f"{HOST}/record/7?ln=de"]))
    assert set(siblings_of(site, [f"{HOST}/record/7"])) == {own, f"{HOST}/record/7?ln=de", beside}


def test_links_like_the_sample_differ_from_it_in_one_place() -> None:
    sample = f"{HOST}/at?do=show&of=12&shop=east"
    near, far = f"{HOST}/at?do=show&of=13&shop=east", f"{HOST}/at?do=show&of=14&shop=west"
    site = SiteMap(ENTRY)
    site.add(ENTRY, links(LIST, [f"{HOST}/at?do=show", sample, far, near]))
    assert addressed_like(site, [sample]) == [near]


def test_a_short_link_to_the_page_itself_leads_nowhere_onward() -> None:
    posts, short = ([f"{HOST}/{folder}/{number}" for number in range(12)] for folder in ("post", "p"))
    site = SiteMap(ENTRY, targets=set(posts))
    site.add(ENTRY, links(LIST, posts))
    for number, post in enumerate(posts[:8]):
        asked = short[number] if number < 4 else post
        own = links(ASIDE, [short[number]]) + links(PAGER, [posts[number + 1]])
        site.add(post, own, requested=asked)
    assert neighbours_of_targets(site) == set(posts[1:9])
