"""What hubsets come to: the paper's example, properties that hold of any hubset, and sites of an invented kind."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.learning import learn_prototypes
from recorder.patterns.prototypes.prototype import Prototypes
from recorder.patterns.prototypes.tokens import tokens_of
from recorder.patterns.prototypes.words import KindWords
from recorder.patterns.urls.url import normalise
from tests.effort import Effort
from tests.patterns.prototypes.amazon import SHOP, amazon_hubs

SEGMENTS = st.sampled_from(["", "a", "b", "book", "1", "2", "3", "*", "%2A", "page-2.html"])
QUERIES = st.lists(st.tuples(st.sampled_from("abq"), st.sampled_from(["", "1", "2", "x", "*"])), max_size=3)
URLS = st.builds(
    lambda host, path, query, route: (
        f"http://{host}.example/{'/'.join(path)}"
        + ("?" + "&".join(f"{name}={value}" for name, value in query) if query else "")
        + route
    ),
    st.sampled_from("hk"),
    st.lists(SEGMENTS, max_size=4),
    QUERIES,
    st.sampled_from(["", "#/a", "#/b/1"]),
).map(lambda url: normalise(url) or "http://h.example/")
HUBS = st.lists(st.lists(URLS, max_size=8), max_size=12)


def learnt(hubs: list[list[str]]) -> Prototypes:
    return learn_prototypes(Hubset.of(hubs))


@given(HUBS)
def test_every_link_of_the_hubset_is_of_the_first_prototype_that_matches_it(hubs: list[list[str]]) -> None:
    prototypes = learnt(hubs)
    for link in {link for hub in hubs for link in hub}:
        assert prototypes.matching(link) is not None
        assert prototypes.classify(link) is prototypes.matching(link)


@given(HUBS)
def test_every_prototype_can_be_reached_by_its_own_examples(hubs: list[list[str]]) -> None:
    """So none is hidden behind a more general one, and the counts are those of the links it classifies."""
    prototypes = learnt(hubs)
    for prototype in prototypes.ordered:
        assert {prototypes.classify(example) for example in prototype.examples} == {prototype}
    classified = [prototypes.classify(link) for link in {link for hub in hubs for link in hub}]
    assert all(classified.count(prototype) == prototype.links for prototype in prototypes.ordered)


@given(HUBS, st.randoms(use_true_random=False))
def test_the_order_of_hubs_and_links_does_not_matter(hubs: list[list[str]], shuffling: random.Random) -> None:
    shuffled = [shuffling.sample(hub, len(hub)) for hub in hubs]
    shuffling.shuffle(shuffled)
    assert learnt(shuffled) == learnt(hubs)


@given(HUBS, URLS)
def test_the_more_specific_of_two_that_match_comes_first(hubs: list[list[str]], url: str) -> None:
    """Where they last differ."""
    tokens = tokens_of(url)
    matching = [prototype for prototype in learnt(hubs).ordered if prototype.matches(tokens)]
    for earlier, later in pairwise(each for each in matching if not each.template):
        one, other = next(
            pair for pair in zip(reversed(earlier.tokens), reversed(later.tokens), strict=False) if pair[0] != pair[1]
        )
        assert other.is_wildcard
        assert not one.is_wildcard or one[2:] != ("", "")


@given(HUBS)
def test_names_are_there_and_unique(hubs: list[list[str]]) -> None:
    names = [prototype.name for prototype in learnt(hubs).ordered]
    assert all(names)
    assert len(set(names)) == len(names)


def test_the_example_of_the_paper() -> None:
    """Products and reviews are told apart by a literal after a wildcard; the navigation bar is the template."""
    prototypes = learnt(amazon_hubs())
    assert [prototype.pattern for prototype in prototypes.ordered] == [
        f"{SHOP}/gp/site-directory/ref-topnav_sa",
        f"{SHOP}/ref-gno-logo",
        f"{SHOP}/*/dp?ie=UTF-8&qid=*",
        f"{SHOP}/*/p-r?ie=UTF-8&qid=*",
    ]
    assert [prototype.template for prototype in prototypes.ordered] == [True, True, False, False]
    product = prototypes.classify(f"{SHOP}/A-Book-Nobody-Asked-For/dp?qid=999&ie=UTF-8")
    assert product is not None
    assert (product.name, product.hubs) == ("… dp, by ie UTF 8, qid", 98)
    assert prototypes.classify(f"{SHOP}/A-Book-Nobody-Asked-For/buy?ie=UTF-8&qid=999") is None


def test_a_folder_on_few_hubs_stays_and_a_popular_item_with_pages_of_its_own_does_not() -> None:
    site = "http://shop.example"
    hubs = [
        [f"{site}/item/{number}/{page}" for number in (hub, 7 if hub % 8 == 0 else hub) for page in ("", "reviews")]
        + ([f"{site}/maker/{hub}/"] if hub % 8 == 0 else [])
        for hub in range(40)
    ]
    assert [each.pattern for each in learnt(hubs).ordered] == [
        f"{site}/item/*/",
        f"{site}/item/*/reviews",
        f"{site}/maker/*/",
    ]


def test_what_is_data_in_the_lists_is_data_though_a_menu_names_it() -> None:
    site = "http://shop.example"
    menu = [f"{site}/department/{name}/" for name in ("books", "music", "garden")]
    hubs = [[*menu, f"{menu[hub % 3]}page-{hub}"] for hub in range(60)]
    lists = [each.pattern for each in learnt(hubs).ordered if not each.template]
    assert lists == [f"{menu[at]}*" for at in (0, 2, 1)]


def test_singles_of_different_shapes_keep_their_names() -> None:
    """One link in `/help/` and one search with parameters say nothing of each other."""
    site = "http://shop.example"
    hubs = [[f"{site}/item/{hub}"] for hub in range(40)]
    hubs[3] += [f"{site}/help/returns/", f"{site}/find?q=red"]
    assert [each.pattern for each in learnt(hubs).ordered] == [
        f"{site}/find?q=red",
        f"{site}/help/returns/",
        f"{site}/item/*",
    ]


def test_boxes_to_tick_make_one_class_and_what_many_hubs_have_stays_apart() -> None:
    """Of eight boxes, few hubs have the same ones ticked; all links to other pages carry the words and the page."""
    site = "http://shop.example"
    drawing = random.Random(1)

    def searched(hub: int) -> list[str]:
        ticked = "".join(f"&in_{box}=on" for box in sorted(drawing.sample(range(8), 4)))
        return [f"{site}/find?q=word{hub}&page={page}&lang=en{ticked}" for page in (2, 3)]

    hubs = [[f"{site}/find?sort={hub % 7}&q=word{hub}", *searched(hub)] for hub in range(60)]
    prototypes = learnt(hubs)
    assert [each.pattern for each in prototypes.ordered] == [
        f"{site}/find?q=*&sort=*",
        f"{site}/find?lang=en&page=*&q=*&*",
    ]
    unseen = prototypes.classify(f"{site}/find?in_x=on&lang=en&page=9&q=other&in_1=on")
    assert unseen is prototypes.ordered[1]
    assert (unseen.links, unseen.hubs) == (120, 60)
    assert prototypes.matching(f"{site}/find?page=9&q=other") is None
    assert prototypes.classify(f"{site}/other?lang=en&page=9&q=other") is None
    assert prototypes.classify(f"{site}/find?lang=en&page=9&q=other#/top") is None


def test_names_that_people_choose_are_any_names() -> None:
    site = "http://shop.example"
    hubs = [[f"{site}/filter?size_{hub}=1", f"{site}/filter?all=1"] for hub in range(40)]
    lists = [each.pattern for each in learnt(hubs).ordered if not each.template]
    assert lists == [f"{site}/filter?*"]
    assert learnt(hubs).classify(f"{site}/filter?weight=3") is not None


def test_tables_are_told_apart_however_few_hubs_show_one_and_makers_are_not() -> None:
    """All tables have been seen, and each has many rows; every hub brings a maker nobody has seen."""
    site = "http://data.example"
    tables = ["people"] * 90 + ["places"] * 20 + ["ships"] * 4
    hubs = [
        [f"{site}/{table}/{hub}-{row}" for row in range(15)] + [f"{site}/maker/{hub}-{hub}/{hub}"]
        for hub, table in enumerate(tables)
    ]
    patterns = {each.pattern for each in learnt(hubs).ordered}
    assert patterns == {f"{site}/{table}/*" for table in set(tables)} | {f"{site}/maker/*/*"}


def test_a_word_in_many_folders_tells_a_class_however_few_hubs_have_it() -> None:
    """Every hub shows a folder of its own, so that no hub shares anything with another."""
    site = "http://docs.example"
    hubs = [
        [f"{site}/{name}/contents.html", *(f"{site}/{name}/{number}{name}.html" for number in range(9))]
        for name in map("{}folder".format, range(40))
    ]
    assert [each.pattern for each in learnt(hubs).ordered] == [f"{site}/*/contents.html", f"{site}/*/*"]


def test_a_word_tells_the_class_in_a_folder_where_it_was_never_seen() -> None:
    site = "http://docs.example"
    packages = [f"{site}/api/part{hub % 6}/{name}" for hub in range(8) for name in ("io", "net", f"p{hub}")]
    hubs = [[f"{package}/index.html", f"{package}/{at}Class.html"] for at, package in enumerate(packages)]
    hubs += [[f"{site}/api/part1/text/{at}Class.html", f"{site}/api/part1/text/{at}Other.html"] for at in range(40)]
    prototypes = learnt(hubs)
    found = prototypes.classify(f"{site}/api/part1/text/index.html")
    assert found is not None and found.pattern.endswith("/index.html")


def test_a_word_above_a_page_tells_the_class_where_it_was_never_seen() -> None:
    """Few of many packages have a folder of this name, and most of what stands beside it stands nowhere else."""
    site = "http://docs.example"
    packages = [f"{site}/api{hub % 9}/pack{hub}" for hub in range(120)]
    hubs = [[f"{package}/{at}Class.html", f"{package}/{at}x/Other.html"] for at, package in enumerate(packages)]
    for at, package in enumerate(packages[:6]):
        hubs[at] += [f"{package}/notes/{at}Of.html", f"{package}/notes/{at}On.html"]
    prototypes = learnt(hubs)
    for unseen in ("api8/pack44/notes/New.html", "api8/pack44/deep/down/notes/New.html"):
        found = prototypes.classify(f"{site}/{unseen}")
        assert found is not None and "/notes/" in found.pattern


def test_revisions_with_the_same_folders_in_each_are_no_classes() -> None:
    """However many hubs show one, and though all have been seen: what follows is not its own."""
    site = "http://code.example"
    hubs = [
        [f"{site}/at/v{hub % 9}x/{name}/{at}f{hub}" for name in ("http", "json") for at in range(3)]
        for hub in range(90)
    ]
    hubs += [[f"{site}/log/{at}{hub}"] for hub in range(90) for at in range(3)]
    patterns = {each.pattern for each in learnt(hubs).ordered}
    assert all(pattern.startswith((f"{site}/at/*/", f"{site}/log/")) for pattern in patterns)


def test_folders_of_the_same_things_shown_in_several_ways_are_no_kinds() -> None:
    site = "http://code.example"
    inside = ("http", "json", "xml")
    hubs = [[f"{site}/at/v{at}x/{name}/f{at}" for name in inside] for at in range(40)]
    hubs += [[f"{site}/raw/v{at}x/{name}/f{at}" for name in inside] for at in range(4)]
    assert not KindWords.of_site(Hubset.of(hubs)).whole


def test_other_parameters_beside_one_that_varies_ask_for_the_same_page() -> None:
    site = "http://shop.example"
    hubs = [[f"{site}/find?page={hub % 9}&q=word{hub}", f"{site}/help?topic=returns"] for hub in range(40)]
    prototypes = learnt(hubs)
    found = prototypes.classify(f"{site}/find?page=3&category=poems")
    assert found is not None and found.pattern == f"{site}/find?page=*&q=*"
    for other in ("find?category=poems", "find", "seek?page=3&q=x", "help?topic2=x", "find/more?page=3"):
        assert prototypes.classify(f"{site}/{other}") is None


def test_the_pages_of_one_answer_say_that_the_words_vary() -> None:
    site = "http://shop.example"
    hubs = [[f"{site}/item/{hub}"] for hub in range(40)]
    hubs[0] += [f"{site}/find?page={page}&q=red" for page in (2, 3, 4)]
    assert f"{site}/find?page=*&q=*" in {each.pattern for each in learnt(hubs).ordered}


@pytest.mark.parametrize("hubs", [[], [[]], [["http://h.example/"]]])
def test_almost_nothing(hubs: list[list[str]]) -> None:
    assert [each.pattern for each in learnt(hubs).ordered] == sorted({link for hub in hubs for link in hub})


def test_addresses_of_thousands_of_levels() -> None:
    """As a trap makes them: no recursion is deep enough for them."""
    drawing = random.Random(1)
    hubs = [["http://h.example/" + "/".join(drawing.choices("abcd", k=4_000))] for _ in range(10)]
    prototypes = learnt(hubs)
    assert all(prototypes.classify(link) for [link] in hubs)


def test_addresses_of_hundreds_of_parameters_and_hubs_of_thousands_of_links() -> None:
    """Bounded, and every link has a class."""
    drawing = random.Random(1)
    asked = ["&".join(f"{name}={drawing.random()}" for name in drawing.sample(range(300), 100)) for _ in range(30)]
    many = [f"http://h.example/{drawing.randrange(50)}/{number}?p={number % 7}" for number in range(2_000)]
    hubs = [[f"http://h.example/trap?{each}", *drawing.sample(many, 100)] for each in asked]
    effort = Effort()
    prototypes = learnt(hubs)
    assert effort.millions < 200
    assert all(prototypes.classify(link) for hub in hubs for link in hub[:20])
