"""Which answers are looked at, and which of their links are followed: the same ones every time."""

from math import ceil

from hypothesis import given
from hypothesis import strategies as st

from recorder.forms.ranking import largest, links_to_follow, template_links
from recorder.patterns.pages.link_groups import group_links
from recorder.patterns.pages.links import Link


def links(*urls: str, place: str = "html/body/ul/li/a") -> list[Link]:
    return [Link(url, place) for url in urls]


ITEMS = [f"http://h/item/{number}" for number in range(20)]


def test_the_largest_third_is_looked_at() -> None:
    assert largest(["a", "bbb", "cc", "ddd"], len) == ("bbb", "ddd")
    assert largest(["a"], len) == ("a",)
    assert largest([], len) == ()
    assert len(largest(list(range(10)), int)) == 3


@given(st.lists(st.integers(0, 9)))
def test_nothing_left_out_is_larger(sizes: list[int]) -> None:
    chosen = largest(list(enumerate(sizes)), lambda answer: answer[1])
    left = set(enumerate(sizes)) - set(chosen)
    assert len(chosen) == ceil(round(0.3 * len(sizes), 6))
    assert all(one[1] > other[1] or (one[1] == other[1] and one[0] < other[0]) for one in chosen for other in left)


def test_a_part_of_each_group_is_followed() -> None:
    groups = group_links([*links(*ITEMS), *links("http://h/about", place="html/body/footer/a")])
    followed = [link.url for link in links_to_follow(groups)]
    assert len(followed) == 7
    assert "http://h/about" in followed


def test_seeds_draw_differently_and_one_draws_the_same() -> None:
    groups = group_links(links(*ITEMS))
    assert links_to_follow(groups, 1) == links_to_follow(groups, 1)
    assert len({links_to_follow(groups, seed) for seed in range(10)}) > 5


def test_the_draw_does_not_depend_on_other_links() -> None:
    few = {link.url for link in links_to_follow(group_links(links(*ITEMS[:19])))}
    many = {link.url for link in links_to_follow(group_links(links(*ITEMS)))}
    assert len(few & many) >= 5


def test_links_of_the_template_are_left_out() -> None:
    answers = [{"http://h/", "http://h/terms", item} for item in ITEMS[:4]]
    template = template_links(["http://h/"], answers)
    assert template == {"http://h/", "http://h/terms"}
    groups = group_links(links("http://h/", "http://h/terms", ITEMS[0]))
    assert [link.url for link in links_to_follow(groups, template=template)] == [ITEMS[0]]


def test_two_answers_are_too_few_to_tell_a_template() -> None:
    assert template_links([], [{ITEMS[0]}, {ITEMS[0]}]) == frozenset()


def test_a_form_that_stands_on_a_list_of_everything() -> None:
    """Its answers are parts of the list; the last one is an error page without a frame."""
    answers = [{"http://h/", *ITEMS[n : n + 3]} for n in range(0, 15, 3)] + [{"http://h/help"}]
    assert template_links(["http://h/", "http://h/login", *ITEMS], answers) == {
        "http://h/",
        "http://h/login",
        *ITEMS[15:],
    }
