"""Cells of URLs: the folder and the shape of the name; and what kind of page a name says. It looks at URLs only."""

from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache

from patterns.pages.link_groups import url_shape
from patterns.urls.url import Url

Cell = tuple[tuple[str, ...], tuple[str, ...]]
"""Pages of one cell are, mostly, of one class."""

COMMON = 8
"""So many names that begin with one word make it the name of a kind."""

RETURNING = 3
"""In so many folders a name returns that names a kind."""


def cell_of(url: str) -> Cell:
    return folder_of(url), url_shape(url)


def namesakes_of(url: str) -> Cell:
    """The same across folders: the name itself, at a depth. `/arts/music/review-list.html` has namesakes in every
    such folder.
    """
    folder = folder_of(url)
    return (str(len(folder)),), (name_of(url),)


def like_folders_of(url: str) -> Cell:
    """The same across folders: what the last folder is called, and the shape of the name. `/arts/music/
    reviews/Opera.html`.
    """
    folder = folder_of(url)
    return folder[2:][-1:], url_shape(url)[-1:]


@lru_cache(maxsize=65_536)  # learning asks again for every page seen, round after round
def folder_of(url: str) -> tuple[str, ...]:
    return Url(url).levels[:-1]


@lru_cache(maxsize=65_536)
def name_of(url: str) -> str:
    return Url(url).levels[-1]


@lru_cache(maxsize=65_536)
def leading_word(url: str) -> str:
    """The first word of a name of several, with the mark that ends it: `how-` of `/how-to-bake.html`, `Tin` of
    `/TinRoof.html`; empty where there is only one.
    """
    name = name_of(url)
    stem = name[: name.rfind(".")] if "." in name else name
    for end in range(1, len(stem)):
        prefix = stem[:end]
        if _ends_a_word(prefix, stem):
            return prefix if _is_word(prefix) else ""
    return ""


class Kinds:
    """What names say about the kinds of pages of a site: a word that many names begin with (names that return apart, as
    `package-summary` and `package-tree` are two kinds); a name, or a folder of a name, that returns in other folders.
    `with_words`: whether what names begin with says anything.
    """

    def __init__(self, urls: Collection[str], *, with_words: bool = True) -> None:
        places = {(folder_of(url), name_of(url)) for url in urls}
        self._names = _returning(name for _, name in places)
        self._folders = _returning(folder[-1] for folder in {folder for folder, _ in places} if len(folder) > 2)
        words = Counter(leading_word(url) for url in urls if with_words and name_of(url) not in self._names)
        self._words = {word for word, times in words.items() if word and times >= COMMON}

    def of(self, url: str) -> str:
        """The kind, or nothing where the name says none."""
        name, folder, word = name_of(url), folder_of(url)[-1], leading_word(url)
        if word in self._words:
            return word
        if name in self._names:
            return name
        return f"{folder}/" if folder in self._folders else ""

    def is_first_word(self, kind: str) -> bool:
        """Whether a kind is what names begin with."""
        return kind in self._words


def _returning(names: Iterable[str]) -> set[str]:
    """The names that return often, and in more places than there are such names: where nearly all of them return, as
    numbers do, none says anything.
    """
    often = {name: times for name, times in Counter(names).items() if times >= RETURNING}
    return {name for name, times in often.items() if times >= len(often)}


def _is_word(prefix: str) -> bool:
    return prefix[0].isalpha() and not prefix[-1].isdigit()


def _ends_a_word(prefix: str, name: str) -> bool:
    """Whether a mark ends the prefix, or a capital follows it."""
    following = name[len(prefix) : len(prefix) + 1]
    return not prefix[-1].isalnum() or following.isupper()
