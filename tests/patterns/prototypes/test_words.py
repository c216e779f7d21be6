"""Words inside names: which say kinds, which are only what titles begin with, and what classes become of them."""

import random
import string
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.prototypes.hubset import Hubset
from recorder.patterns.prototypes.learning import learn_prototypes
from recorder.patterns.prototypes.tokens import affixes
from recorder.patterns.prototypes.words import KindWords
from tests.effort import Effort

SITE = "http://docs.example"
NO_WORDS = KindWords(frozenset(), frozenset())
NAMES = st.one_of(
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["fn.", "topic-", "class", "group__", ""]),
        st.sampled_from(["a", "B", "_x", "12", "Some", "a-b", "fn", "%C3%A9"]) | st.integers(0, 30).map(str),
        st.sampled_from([".html", "-members.html", ".rs.html", ".txt", ""]),
    ),
    st.sampled_from(["fn.html", "classes.html", "class.html", "-members.html", "group_.html", ".html", "fn."]),
)
LINKS = st.builds(
    "{}/{}{}{}".format, st.just(SITE), st.sampled_from(["", "a/", "b/", "c/d/", "e/"]), NAMES, st.just("")
)
HUBS = st.lists(st.lists(LINKS, min_size=5, max_size=40), min_size=1, max_size=8)


def words(count: int, seed: int = 1) -> list[str]:
    """Words nobody has seen."""
    drawing = random.Random(seed)
    return ["".join(drawing.choices(string.ascii_lowercase, k=drawing.randint(3, 9))) for _ in range(count)]


def inside(names: Iterable[str]) -> frozenset[str]:
    """Words inside names that stand side by side, where hubs tell nothing."""
    return NO_WORDS.beside(dict.fromkeys(names, frozenset({1}))).inside - {".html"}


@pytest.mark.parametrize(
    ("heads", "pattern"),
    [
        (("struct.", "fn.", "trait."), "{}{}.html"),
        (("class", "struct", "namespace"), "{}Of{}.html"),
        (("thread-", "forum-"), "{}12-{}.html"),
        (("topic", "board"), "{}7{}"),
        (("Category:", "User:", "Talk:"), "{}{}"),
        (("group__", "dir__"), "{}{}__part.html"),
    ],
)
def test_words_that_names_of_pages_begin_with(heads: tuple[str, ...], pattern: str) -> None:
    names = [pattern.format(head, word) for head in heads for word in words(30)]
    assert set(heads) <= inside(names)


def test_words_that_names_of_pages_end_with() -> None:
    names = [f"{word}{end}" for word in words(40) for end in ("-members.html", "-example.html", ".html")]
    assert inside(names) == {"-members.html", "-example.html"}


def test_five_names_are_enough_where_no_other_word_stands_before_the_mark() -> None:
    assert inside([*words(20), *(f"dir_{word}" for word in words(5, 2))]) == {"dir_"}
    assert not inside([*words(20), *(f"dir_{word}" for word in words(4, 2))])
    assert not inside([*words(20), "the_end", *(f"dir_{word}" for word in words(5, 2))])


def test_titles_that_begin_with_the_same_word_are_of_no_kind() -> None:
    others = [f"{first}-{second}.html" for first, second in zip(words(100, 1), words(100, 2), strict=True)]
    assert not inside([*others, *(f"the-{word}.html" for word in words(60, 3))])


def test_words_before_a_mark_that_is_a_space_are_of_no_kind() -> None:
    names = [f"{maker}-{'-'.join(words(3, at))}" for maker in ("acme", "apex") for at in range(40)]
    assert not inside(names)
    assert inside([*names, *(f"item-{at}-{'-'.join(words(3, at))}" for at in range(40))]) == {"item-"}


def test_numbers_and_codes_are_no_words() -> None:
    drawing = random.Random(1)
    assert not inside(f"{drawing.getrandbits(80):x}" for _ in range(300))
    assert not inside(f"{number}-{word}" for number, word in enumerate(words(50)))


def test_a_rare_word_before_a_mark_that_tells_kinds_all_over_the_site_tells_one_too() -> None:
    """Whatever stands before that mark elsewhere on the site."""
    pages = [f"{SITE}/{at % 8}/fn.{word}.html" for at, word in enumerate(words(60))]
    rare = [f"{SITE}/1/type.one.html", f"{SITE}/2/type.two.html"]
    elsewhere = [f"{SITE}/99/{word}.{other}.html" for word, other in zip(words(30, 3), words(30, 4), strict=True)]
    site = KindWords.of_site(Hubset.of([pages, rare, elsewhere]))
    assert {"fn.", "type."} <= site.inside
    assert not site.inside.intersection(f"{word}." for word in words(30, 3))


def flat_manual() -> list[str]:
    """Names that begin with any word, and a third of them with one."""
    others = [f"{first}-{second}.html" for first, second in zip(words(120, 1), words(120, 2), strict=True)]
    return [*others, *(f"sql-{word}.html" for word in words(60, 3))]


def test_names_that_stand_on_hubs_of_their_own_are_of_a_kind() -> None:
    hubs_of = {
        name: frozenset({at % 7 + (20 if name.startswith("sql-") else 0)}) for at, name in enumerate(flat_manual())
    }
    assert NO_WORDS.beside(hubs_of).inside == {"sql-", ".html"}


def test_names_that_stand_anywhere_are_not() -> None:
    drawing = random.Random(1)
    hubs_of = {name: frozenset(drawing.sample(range(30), 4)) for name in flat_manual()}
    assert NO_WORDS.beside(hubs_of).inside == {".html"}


def test_a_small_share_of_the_names_says_nothing() -> None:
    names = [*words(200, 1), *(f"x-{word}" for word in words(30, 4)), *map("{}-{}".format, words(99, 5), words(99, 6))]
    assert not NO_WORDS.beside({name: frozenset({int(name.startswith("x-"))}) for name in names}).inside


def test_pages_of_a_kind_in_a_flat_manual_are_a_class() -> None:
    pages = [f"{SITE}/{name}" for name in flat_manual()]
    hubs = [pages[at : at + 12] for at in range(0, 180, 6)]
    assert f"{SITE}/sql-*.html" in {each.pattern for each in learn_prototypes(Hubset.of(hubs)).ordered}


def test_an_affix_stands_around_something_as_words_of_its_own() -> None:
    def has(name: str, before: str, after: str) -> bool:
        return (before, after) in affixes(name)

    assert has("fn.open.html", "fn.", ".html")
    assert not any(has(name, "fn.", ".html") for name in ("fn.html", "fn..html", "fn.open", "of.fn.open.html"))
    assert has("classBook", "class", "") and not has("classes", "class", "")
    assert has("group_x", "group_", "") and not has("group__x", "group_", "")


def test_pages_are_told_apart_by_words_inside_their_names_in_every_folder() -> None:
    """And in a folder where such a page was never seen. Popular pages are of their kind too."""
    hubs = [
        [f"{SITE}/{folder}/{kind}.{word}.html" for kind in ("fn", "type") for word in words(6, at)]
        for at, folder in enumerate(words(30))
    ]
    hubs = [
        [*hub, f"{SITE}/index.html", f"{SITE}/main/type.Often.html"][: 13 if at % 3 else 14]
        for at, hub in enumerate(hubs)
    ]
    hubs = [[*hub, f"{SITE}/guide/{word}.html"] for hub, word in zip(hubs, words(30, 2), strict=True)]
    prototypes = learn_prototypes(Hubset.of(hubs))
    patterns = {each.pattern: each.name for each in prototypes.ordered if not each.template}
    assert patterns == {
        f"{SITE}/*/fn.*.html": "… fn …",
        f"{SITE}/*/type.*.html": "… type …",
        f"{SITE}/guide/*": "guide …",
        f"{SITE}/main/type.*.html": "main type …",
    }
    for kind in ("fn", "type"):
        found = prototypes.classify(f"{SITE}/guide/deeper/{kind}.New.html")
        assert found is not None and f"/{kind}.*" in found.pattern


def test_pages_in_one_folder_are_told_apart_where_there_are_several_kinds() -> None:
    names = [*(f"topic_{at}.html" for at in range(40)), *(f"board_{at}.html" for at in range(40))]
    hubs = [[f"{SITE}/{name}" for name in names[at::40]] for at in range(40)]
    assert [each.pattern for each in learn_prototypes(Hubset.of(hubs)).ordered] == [
        f"{SITE}/board_*.html",
        f"{SITE}/topic_*.html",
    ]
    only = learn_prototypes(Hubset.of([[link for link in hub if "topic" in link] for hub in hubs]))
    assert [each.pattern for each in only.ordered] == [f"{SITE}/*"]


def test_extensions_tell_classes_apart_where_there_are_several() -> None:
    hubs = [[f"{SITE}/{word}.html", f"{SITE}/{word}.pdf"] for word in words(40)]
    assert [each.pattern for each in learn_prototypes(Hubset.of(hubs)).ordered] == [f"{SITE}/*.html", f"{SITE}/*.pdf"]


@given(HUBS, st.randoms(use_true_random=False))
def test_every_link_is_classified_by_the_prototype_it_was_generalised_under(
    hubs: list[list[str]], shuffling: random.Random
) -> None:
    prototypes = learn_prototypes(Hubset.of(hubs))
    links = {link for hub in hubs for link in hub}
    classified = [prototypes.classify(link) for link in links]
    assert all(classified.count(each) == each.links for each in prototypes.ordered)
    assert {prototypes.matching(link) for link in links} == set(prototypes.ordered)
    assert learn_prototypes(Hubset.of(shuffling.sample(hubs, len(hubs)))) == prototypes


@pytest.mark.parametrize(
    "links",
    [
        [f"{SITE}/{'a/' * 10_000}x{number}.html" for number in range(3)],
        [f"{SITE}/fn.{'a-_.' * 25_000}{number}.html" for number in range(40)],
        [f"{SITE}/{'_' * 100_000}{number}" for number in range(40)],
        [f"{SITE}/{'aB1-' * 25_000}{number}" for number in range(40)],
    ],
    ids=["levels", "marks", "runs", "changes"],
)
def test_addresses_without_an_end_take_bounded_time(links: list[str]) -> None:
    hubs = [links[at::3] for at in range(3)]
    effort = Effort()
    prototypes = learn_prototypes(Hubset.of(hubs))
    assert all(prototypes.matching(link) for link in links)
    assert effort.millions < 100


@pytest.mark.slow
def test_a_hundred_thousand_links_take_bounded_time() -> None:
    """As many different words as are still believed to be few."""
    drawing = random.Random(1)
    heads, tails = [f"{word}." for word in words(40, 1)], [f"-{word}.html" for word in words(40, 2)]
    links = [f"{SITE}/{drawing.choice(heads)}{at}{drawing.choice(tails)}" for at in range(100_000)]
    effort = Effort()
    prototypes = learn_prototypes(Hubset.of([links[at::100] for at in range(100)]))
    assert effort.millions < 1200
    assert len(prototypes.ordered) == len(heads) * len(tails)
