"""Cells of URLs: the folder and the shape of the name; and whether pages are named by a rule. It looks at URLs only."""

from collections.abc import Collection
from functools import lru_cache

from patterns.pages.link_groups import url_shape
from patterns.urls.url import Url

Cell = tuple[tuple[str, ...], tuple[str, ...]]
"""Pages of one cell are, mostly, of one class."""

NEARLY_ALL = 0.9


def cell_of(url: str) -> Cell:
    return folder_of(url), url_shape(url)


def namesakes_of(url: str) -> Cell:
    """The same across folders: the name itself, at a depth. `/java/util/package-tree.html` has namesakes in every
    package.
    """
    folder = folder_of(url)
    return (str(len(folder)),), (name_of(url),)


def like_folders_of(url: str) -> Cell:
    """The same across folders: what the last folder is called, and the shape of the name. `/java/util/class-
    use/List.html`.
    """
    folder = folder_of(url)
    return folder[2:][-1:], url_shape(url)[-1:]


@lru_cache(maxsize=65_536)  # learning asks again for every page seen, round after round
def folder_of(url: str) -> tuple[str, ...]:
    return Url(url).levels[:-1]


def name_of(url: str) -> str:
    return Url(url).levels[-1]


def common_word(sample: str, urls: Collection[str]) -> str:
    """The longest whole word or words that the name of the sample and nearly all the names begin with: `Gtk` where they
    are `GtkButton` and `GtkWidget`, `sql-` of `sql-select`; empty where there is no such rule. A common letter is no
    rule, nor is a number.
    """
    name = name_of(sample)
    names = [name_of(url) for url in urls]
    for end in range(len(name) - 1, 0, -1):
        prefix = name[:end]
        if not _is_word(prefix):
            continue
        with_it = sum(other.startswith(prefix) and _ends_a_word(prefix, other) for other in names)
        if _ends_a_word(prefix, name) and with_it >= NEARLY_ALL * len(names):
            return prefix
    return ""


def _is_word(prefix: str) -> bool:
    return prefix[0].isalpha() and not prefix[-1].isdigit()


def _ends_a_word(prefix: str, name: str) -> bool:
    """Whether a mark ends the prefix, or a capital follows it."""
    following = name[len(prefix) : len(prefix) + 1]
    return not prefix[-1].isalnum() or following.isupper()
