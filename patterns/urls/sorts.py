"""Sorts of addresses: those of one folder, whatever numbers it has in its name, and of the same parameters."""

import re
from functools import lru_cache

from recorder.patterns.urls.url import Url

Folder = tuple[str, ...]

_NUMBER = re.compile("[0-9]+")


@lru_cache(maxsize=50_000)
def sort_of(url: str) -> tuple[Folder, frozenset[str]]:
    found = Url(url)
    return without_numbers(found.place), frozenset(name for name, _ in found.parameters)


def folder_of(url: str) -> Folder:
    return sort_of(url)[0]


def without_numbers(place: Folder) -> Folder:
    """Of the folders below the origin: `/sale-1204/` is one with `/sale-7/`."""
    return (*place[:1], *(_NUMBER.sub("0", level) for level in place[1:]))
