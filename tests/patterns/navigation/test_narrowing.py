"""Steps as wide as they may be and no wider."""

import random

from hypothesis import given
from hypothesis import strategies as st

from recorder.patterns.navigation.narrowing import FAIR_SHARE, MOST_PARTS, Places, link_steps
from recorder.patterns.navigation.pattern import LinkStep, stands_at
from tests.patterns.invented_sites import ASIDE, HOST, LIST, NAV, TABLE

NAMES = ("apple", "pear", "plum", "fig", "lime", "date", "kiwi", "sloe")
OTHERS = ("about", "jobs", "legal", "press", "team", "shop", "terms", "mail")

urls = st.builds(
    "{}/{}".format,
    st.just(HOST),
    st.lists(st.sampled_from(["a", "b", "c1", "d-e", "f.html", "g.html", "9", "?p=1", "?p=2&q=x"]), max_size=4).map(
        lambda levels: (
            "/".join(level for level in levels if level[0] != "?")
            + next((level for level in levels if level[0] == "?"), "")
        )
    ),
)
placed = st.dictionaries(urls, st.frozensets(st.sampled_from([NAV, LIST, TABLE, ASIDE, "html/frame"]), min_size=1))


def at(place: str, *names: str) -> dict[str, frozenset[str]]:
    return {f"{HOST}/{name}": frozenset({place}) for name in names}


def follows(step: LinkStep, url: str, places: frozenset[str]) -> bool:
    return step.matches(url) and any(stands_at(place, step.place) for place in places)


def followed(steps: list[LinkStep], links: Places) -> set[str]:
    return {url for url, places in links.items() if any(follows(step, url, places) for step in steps)}


@given(placed, placed, st.randoms())
def test_every_wanted_link_is_followed_in_whatever_order(wanted: Places, others: Places, chance: random.Random) -> None:
    unwanted = {url: places for url, places in others.items() if url not in wanted}
    steps = link_steps(wanted, unwanted)
    assert followed(steps, wanted) == set(wanted)
    assert len(followed(steps, unwanted)) <= len(followed(link_steps(wanted, {}), unwanted))
    mixed = [dict(chance.sample(list(links.items()), len(links))) for links in (wanted, unwanted)]
    assert link_steps(*mixed) == steps


def test_the_url_alone_is_enough_where_it_tells() -> None:
    (step,) = link_steps(at(LIST, *(f"item/{name}" for name in NAMES)), at(LIST, *(f"news/{name}" for name in OTHERS)))
    assert step.place is None and step.matches(f"{HOST}/item/new") and not step.matches(f"{HOST}/news/new")


def test_else_the_place_tells() -> None:
    (step,) = link_steps(at(LIST, *NAMES), at(NAV, *OTHERS))
    assert step.place == LIST and step.matches(f"{HOST}/new")


def test_a_link_that_also_stands_elsewhere_does_not_hide_the_place_all_share() -> None:
    wanted = at(LIST, *NAMES) | {f"{HOST}/apple": frozenset({LIST, "html/body/p/a"})}
    (step,) = link_steps(wanted, at(NAV, *OTHERS))
    assert step.place == LIST


def test_a_group_is_cut_by_place_where_it_stands_at_two() -> None:
    wanted = at(LIST, *NAMES[:4]) | at(TABLE, *NAMES[4:])
    unwanted = at("html/body/main/p/a", *OTHERS) | at(NAV, *(f"x{name}" for name in OTHERS))
    steps = link_steps(wanted, unwanted)
    assert {step.place for step in steps} == {LIST, TABLE}
    assert not followed(steps, unwanted)


def test_a_handful_that_nothing_tells_apart_stands_for_what_comes_later() -> None:
    wanted, unwanted = at(LIST, "fig", "plum", "pear"), at(LIST, *OTHERS)
    (step,) = link_steps(wanted, unwanted)
    assert followed([step], wanted | at(LIST, "quince")) == {*wanted, f"{HOST}/quince"}


def test_what_cannot_be_told_apart_is_accepted() -> None:
    wanted = at(LIST, *(f"{name}{n}" for n in range(MOST_PARTS) for name in NAMES))
    unwanted = at(LIST, *OTHERS[:2])
    steps = link_steps(wanted, unwanted)
    assert followed(steps, wanted) == set(wanted)


def test_a_place_is_not_asked_for_where_it_does_not_help() -> None:
    wanted = at(LIST, *(f"{a}{b}" for a in NAMES for b in OTHERS))
    (step,) = link_steps(wanted, at(LIST, "plumb"))
    assert step.place is None


def test_many_groups_of_one_form_become_one_step_if_nothing_unwanted_fits() -> None:
    wanted = at(LIST, *(f"a{n}/b{n}/c{n}/x{i}" for n in range(4) for i in range(3)))
    assert len(link_steps(wanted, {})) == 1
    unwanted = at(LIST, *(f"z{n}/y{n}/w{n}/v{n}" for n in range(9)))
    steps = link_steps(wanted, unwanted)
    assert not followed(steps, unwanted)


def test_thousands_of_links_are_learnt_from_a_share_and_all_followed() -> None:
    count = 3 * FAIR_SHARE
    odd = ("item/_", "item/é+!")
    wanted = at(LIST, *(f"item/{n}" for n in range(count)), *odd)
    assert followed(link_steps(wanted, {}), wanted) == set(wanted)
