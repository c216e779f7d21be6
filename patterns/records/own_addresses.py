"""What on a page follows from its own address: addresses that are no data, and what stands before its name."""

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


def before_name_of(url: str, text: str) -> str:
    """What a text begins with, if it goes on with the name that the address ends with, however that is written there;
    a number is no name."""
    last = unquote(url).partition("?")[0].rstrip("/").rpartition("/")[2]
    for name in (last, last.rpartition(".")[0]):
        start = len(text) - len(name)
        stands_apart = start > 0 and not text[start - 1].isalnum() and any(map(str.isalpha, name))
        if stands_apart and _letters(text[start:]) == _letters(name):
            return text[:start]
    return ""


def _letters(text: str) -> list[str]:
    return [character.lower() if character.isalnum() else "-" for character in text]
