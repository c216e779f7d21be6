"""Link groups for the eye: names a person recognises, counts that add up."""

from hypothesis import given
from hypothesis import strategies as st

from recorder.mapping.link_groups import Fate, Grouping

SITE = "http://shop.example"
URLS = st.lists(
    st.from_regex(r"http://shop\.example(/[a-c]{0,2}){1,3}[0-9]?(\.html)?(\?[xy]=[0-9])?", fullmatch=True), unique=True
)


def test_books_of_a_folder_are_one_group_and_named_by_what_they_share() -> None:
    books = [f"{SITE}/books/{title}.html" for title in ("a-long-way", "ashes", "tide-and-time")]
    pages = [f"{SITE}/list?page={number}" for number in range(1, 4)]
    groups = list(Grouping().groups([*books, *pages], lambda url: Fate.TARGET if url in books[:2] else Fate.UNSEEN))
    assert [(group.folder, group.name, group.known, group.seen, group.targets) for group in groups] == [
        ("", "list?page=*", 3, 0, 0),
        ("books/", "*.html", 3, 2, 2),
    ]


def test_groups_of_one_page_are_told_apart_by_their_parameters() -> None:
    plain = [f"{SITE}/list?q={word}" for word in ("ann", "arm")]
    sorted_ = [f"{SITE}/list?sort=name&q={word}" for word in ("bob", "cat")]
    groups = Grouping().groups([*plain, *sorted_], lambda _: Fate.UNSEEN)
    assert {group.name for group in groups} == {"list?q=a*", "list?q=*&sort=name"}


@given(URLS, st.randoms(use_true_random=False))
def test_every_link_is_counted_once(urls: list[str], random: object) -> None:
    fates = {url: list(Fate)[len(url) % len(Fate)] for url in urls}
    grouping = Grouping()
    groups = list(grouping.groups(urls, fates.__getitem__))
    assert groups == list(grouping.groups(urls, fates.__getitem__))
    assert sum(group.known for group in groups) == len(urls)
    counted = list(fates.values())
    assert sum(group.dead for group in groups) == counted.count(Fate.DEAD)
    assert sum(group.seen for group in groups) == len(urls) - counted.count(Fate.DEAD) - counted.count(Fate.UNSEEN)
    assert all(len(group.examples) <= group.known for group in groups)
