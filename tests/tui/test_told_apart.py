"""What a table of pages or records leaves out, and how it writes lists."""

import pytest

from recorder.runtime.events import LinkGroupSeen
from recorder.tui.screens.links import _group_label
from recorder.tui.screens.record_grid import _items
from recorder.tui.text import told_apart


@pytest.mark.parametrize(
    ("titles", "shown"),
    [
        (["One – The Shop", "Two – The Shop", "Three – The Shop"], ["One", "Two", "Three"]),
        (["Docs: re - Python", "Docs: json - Python", "Docs: ast - Python"], ["re", "json", "ast"]),
        (["One", "Only two", "Three"], ["One", "Only two", "Three"]),
        (["Same – Shop", "Same – Shop"], ["Same – Shop", "Same – Shop"]),
        (["", "", ""], ["", "", ""]),
    ],
)
def test_titles_go_without_the_name_of_the_site(titles: list[str], shown: list[str]) -> None:
    assert told_apart(titles) == shown


@pytest.mark.parametrize(
    ("kept", "written"),
    [
        ('[{"name": "One", "url": ""}, {"name": "Two", "url": "/2"}]', "2: One; Two, /2"),
        ('["a", "b"]', "2: a; b"),
        ('["a" and so on', '["a" and so on'),
        ("plain", "plain"),
    ],
)
def test_lists_are_written_as_people_do(kept: str, written: str) -> None:
    assert _items(kept) == written


@pytest.mark.parametrize(("room", "has_example"), [(24, False), (60, True)])
def test_groups_that_are_called_alike_show_an_example_where_there_is_room(room: int, has_example: bool) -> None:
    group = LinkGroupSeen("", "*.html", 4, 4, 4, 0, 0, ("http://h/json.html",))
    assert ("such as json.html" in _group_label(group, group.name, room).plain) is has_example
