"""Addresses on a page that follow from its own: they are no data."""

import re
from collections.abc import Sequence
from urllib.parse import unquote


def is_of_the_page_itself(tag: str, filled: Sequence[tuple[Sequence[str], str]]) -> bool:
    """Whether these, each with the address of its page, are that, a part of it, its form for comments, its number on
    another list. An image of the same name is worth a column all the same."""
    own = [(value, url) for values, url in filled for value in values]
    if all(value.partition("#")[0] == url for value, url in own):
        return True
    names = {url: url.rstrip("/").rpartition("/")[2] for _, url in own}
    return tag == "a" and len({_without_part(value, names[url]) for value, url in own}) == 1


def _without_part(value: str, part: str) -> str:
    """With `*` for that part of an address, quoted perhaps; as it is, if that is none of its parts."""
    return "/".join("*" if each == part else each for each in re.split("[/#?=&]", unquote(value)))
