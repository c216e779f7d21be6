"""Classes of URLs: what may be inferred about links nobody has followed."""

import random

import pytest

from recorder.patterns.navigation.estimate import forecast
from recorder.patterns.navigation.site_map import SiteMap
from recorder.patterns.navigation.url_classes import UrlClass, first_word, url_classes
from tests.patterns.invented_sites import ENTRY, HOST, LIST, NAV, TABLE, InventedSite, Plan, invent, links


def class_of(url: str, classes: list[UrlClass]) -> UrlClass:
    (found,) = [one for one in classes if url in one.members]
    return found


def a_map(*lists: tuple[str, list[str]]) -> SiteMap:
    site = SiteMap(ENTRY)
    site.add(ENTRY, [link for place, urls in lists for link in links(place, urls)])
    return site


@pytest.mark.parametrize("seed", range(20))
def test_every_url_that_hubs_link_to_is_in_one_class(seed: int) -> None:
    chance = random.Random(seed)
    invented = invent(Plan.by_chance(chance), chance)
    site = invented.whole_map()
    verdicts = {url: verdict for url, verdict in invented.judge(site).items() if chance.random() < 0.5}
    classes = url_classes(site, verdicts)
    members = [url for one in classes for url in one.members]
    linked = {link.url for page in site.hubs() for link in site.links[page] if link.url != page}
    assert len(members) == len(set(members)) and set(members) == linked
    for one in classes:
        judged = [verdicts[site.final(url)] for url in one.members if site.final(url) in verdicts]
        assert (one.seen, one.targets) == (len(judged), sum(judged))


def test_folders_tell_and_the_rest_of_a_class_is_inferred() -> None:
    items = [f"{HOST}/item/{n}" for n in range(20)]
    news = [f"{HOST}/news/{n}" for n in range(20)]
    site = a_map((LIST, items), (TABLE, news))
    classes = url_classes(site, {url: url in items for url in (*items[:5], *news[:5])})
    assert class_of(items[19], classes).leads_to_targets
    assert not class_of(news[19], classes).leads_to_targets


def test_on_a_flat_site_the_place_tells() -> None:
    wanted = [f"{HOST}/{word}.html" for word in ("fir", "oak", "elm", "ash", "yew", "box", "bay", "gum")]
    others = [f"{HOST}/{word}.html" for word in ("now", "map", "all", "job", "law", "who", "faq", "buy")]
    classes = url_classes(a_map((LIST, wanted), (NAV, others)), {u: u in wanted for u in (*wanted[:4], *others[:4])})
    assert class_of(wanted[7], classes).leads_to_targets
    assert not class_of(others[7], classes).leads_to_targets


def test_parameters_make_classes() -> None:
    shown = [f"{HOST}/page?do=show&id={n}" for n in range(30)]
    edit = [f"{HOST}/page?do=edit&id={n}" for n in range(30)]
    classes = url_classes(a_map((LIST, shown + edit)), {u: u in shown for u in shown[:5] + edit[:5]})
    assert class_of(shown[29], classes).leads_to_targets
    assert class_of(edit[29], classes).targets == 0


def test_few_verdicts_infer_nothing_and_so_does_noise() -> None:
    items = [f"{HOST}/item/{n}" for n in range(40)]
    site = a_map((LIST, items))
    site.dead.add(items[39])
    (few,) = url_classes(site, dict.fromkeys(items[:3], True))
    assert not few.leads_to_targets and few.dead == 1
    verdicts = {url: random.Random(number).random() < 0.5 for number, url in enumerate(items)}
    assert not any(one.leads_to_targets for one in url_classes(site, verdicts))


def test_links_from_targets_alone_are_not_looked_at() -> None:
    target, related = f"{HOST}/item/1", f"{HOST}/item/2"
    site = a_map((LIST, [target]))
    site.targets = {target}
    site.add(target, links(LIST, [related]))
    assert [one.members for one in url_classes(site, {target: True})] == [(target,)]
    assert url_classes(SiteMap(ENTRY), {}) == []


@pytest.mark.parametrize(
    ("name", "word"),
    [("GtkButton.html", "Gtk"), ("free_table.html", "free"), ("index", "index"), ("the-end/", "the"), ("ABC", "ABC")],
)
def test_the_first_word_of_a_name(name: str, word: str) -> None:
    assert first_word(f"{HOST}/c/{name}") == word


def test_what_verdicts_say_is_the_same_in_any_order() -> None:
    chance = random.Random(5)
    invented: InventedSite = invent(Plan(names="flat", articles=9, doors=2), chance)
    site = invented.whole_map()
    verdicts = invented.judge(site)
    shuffled = dict(chance.sample(list(verdicts.items()), len(verdicts)))
    assert url_classes(site, shuffled) == url_classes(site, verdicts)


def test_useful_hubs_and_dead_links_are_told_apart_where_there_are_several() -> None:
    shelves = [f"{HOST}/shop/shelf-{n}" for n in range(6)]
    notes = [f"{HOST}/shop/note_{n}" for n in range(30)]
    gone = [f"{HOST}/old/note_{n}" for n in range(30)]
    site = a_map((LIST, shelves + notes), (TABLE, gone))
    site.dead = set(gone[:5])
    verdicts = dict.fromkeys(shelves[:5] + notes[:5], False)
    classes = url_classes(site, verdicts, set(shelves[:5]))
    assert {class_of(url, classes).members for url in (shelves[5], notes[29], gone[29])} == {
        tuple(shelves),
        tuple(notes),
        tuple(gone),
    }
    assert class_of(gone[29], classes) == UrlClass(tuple(gone), 0, 0, 5)
    assert class_of(shelves[5], url_classes(site, verdicts, set(shelves[:3]))).members == (*shelves, *notes)


def test_a_value_tells_where_everything_else_is_alike() -> None:
    """Ten kinds are too various to be cells of their own, but one kind is what makes a target."""
    pages = [f"{HOST}/page?kind={kind}" for kind in "abcdefghij"]
    classes = url_classes(a_map((LIST, pages)), {url: url.endswith("c") for url in pages})
    assert class_of(pages[2], classes) == UrlClass((pages[2],), 1, 1)


def a_forum(*, listed: bool) -> tuple[SiteMap, list[str]]:
    """Links to the last posts are sent on to their topics. These are listed, too, or only link to each other."""
    topics = [f"{HOST}/topic/{n}-of-many" for n in range(30)]
    posts = [f"{HOST}/post/{1000 + n}" for n in range(30)]
    site = a_map((TABLE, posts), *([(LIST, topics)] if listed else []))
    site.targets |= set(topics)
    for number, topic in enumerate(topics[:12]):
        asked = posts[number] if number < 6 or not listed else topic
        site.add(topic, links(NAV, topics[:3]), requested=asked)
    return site, posts


def test_links_that_are_sent_on_to_what_is_listed_are_a_class_of_their_own() -> None:
    """They are followed, for one may lead to what is not; and they add nothing to how many targets there are."""
    site, posts = a_forum(listed=True)
    verdicts = dict.fromkeys(site.targets & site.links.keys(), True)
    classes = url_classes(site, verdicts)
    assert class_of(posts[29], classes).leads_to_targets
    assert set(class_of(posts[29], classes).members) == set(posts)
    everything = {*posts, *site.targets}
    expected = forecast(site, [one.members for one in classes], everything, set(verdicts))
    assert round(expected.total.mean) == len(site.targets)


def test_links_that_alone_are_sent_on_to_targets_promise_more_of_them() -> None:
    site, posts = a_forum(listed=False)
    verdicts = dict.fromkeys(site.targets & site.links.keys(), True)
    classes = url_classes(site, verdicts)
    assert class_of(posts[29], classes).leads_to_targets
    promised = set(map(site.final, posts))
    expected = forecast(site, [one.members for one in classes], promised, set(verdicts))
    assert round(expected.total.mean) == len(posts)


def test_links_to_pages_that_call_what_is_listed_their_own_add_nothing() -> None:
    """A calendar leads to `/match/7`, lists to `/match/7-a-b`. Of most matches only one of both is looked at."""
    matches = [f"{HOST}/match/{n}-rovers-united" for n in range(30)]
    short = [f"{HOST}/match/{n}" for n in range(30)]
    site = a_map((LIST, matches), (TABLE, short))
    seen = {*matches[:8], *short[6:12]}
    for url in sorted(seen):
        site.add(url, [])
    site.targets |= {*matches, *short}
    site.take_for_same(lambda url: url, {url: f"{url}-rovers-united" for url in short[6:12]})
    assert site.final(short[6]) == matches[6], "both were seen"
    assert site.final(short[9]) == short[9], "of this one, nobody has seen the other"
    found = {url for url in seen if site.final(url) == url}
    classes = url_classes(site, dict.fromkeys(found, True))
    expected = forecast(site, [one.members for one in classes], {*matches, *short}, found)
    assert round(expected.known.mean) == len(matches) + 4
