"""Words that announce a list."""

import pytest

from recorder.mapping.list_words import announces_list


@pytest.mark.parametrize(
    "url",
    [
        "http://h/index.html",
        "http://h/c3ref/list/",
        "http://h/a-z/all",
        "http://h/docs/Categories.php?x=1",
        "http://h/browse?by=author",
        "http://h/archive_2004.htm",
        "http://h/verzeichnis.html",
    ],
)
def test_a_list_is_announced(url: str) -> None:
    assert announces_list(url)


@pytest.mark.parametrize(
    "url", ["http://h/", "http://h/list/item7", "http://h/callgraph", "http://h/wallpaper.html", ""]
)
def test_nothing_is_announced(url: str) -> None:
    """A word must stand alone, and in the last part."""
    assert not announces_list(url)
