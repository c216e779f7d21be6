"""Which attributes of the elements at a place may say something that their text does not.

Where a link leads and what an image shows always may; a title, a description or a class only where there are no words
to read; what the author keeps with an element (`data-price`) where it is short and no setting of a script. Addresses
that follow from the page's own are no data.
"""

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import unquote

from recorder.patterns.records.sightings import MOSTLY, Instance
from recorder.patterns.records.words import says_something

ATTRIBUTES = {
    "a": "href", "area": "href", "link": "href", "img": "src", "iframe": "src", "embed": "src", "source": "src",
    "video": "src", "audio": "src", "time": "datetime", "data": "value", "meter": "value", "meta": "content",
}  # fmt: skip
"""Where an element says something beside its text."""
ADDRESSES = frozenset({"href", "src"})
CLASS = "class"
KEPT = "data-"

INSTEAD_OF_WORDS = ("alt", "title", "aria-label", CLASS)
_PICTURES = frozenset({"i", "span", "p", "div", "b", "em", "img", "figure", "meter", "abbr", "li", "td", "a"})
"""Elements that show a value without words: stars, flags, lights."""
_WORDS_OF_SCRIPTS = (
    "action ajax bind bs component controller event hook href index key lazy options original props react role src "
    "srcset target test testid toggle track url v widget width height offset turbo state uid uuid hash token ref "
    "nonce reactid"
)
_OF_SCRIPTS = frozenset(_WORDS_OF_SCRIPTS.split())
_LONGEST = 100
_MOST = 6


def learn_attributes(tag: str, instances: Sequence[Instance]) -> tuple[str, ...]:
    found = [ATTRIBUTES[tag]] if tag in ATTRIBUTES else []
    counts = Counter(str(name) for each in instances for name in each.element.attrib)
    enough = MOSTLY * len(instances)
    if tag in _PICTURES and sum(says_something(each.element) for each in instances) < 0.1 * len(instances):
        found += [name for name in INSTEAD_OF_WORDS if counts[name] >= enough]
    kept = [name for name, count in counts.items() if name.startswith(KEPT) and count >= enough]
    found += [name for name in kept[:_MOST] if _is_of_the_author(name, instances)]
    return tuple(found)


def _is_of_the_author(name: str, instances: Sequence[Instance]) -> bool:
    if set(name.removeprefix(KEPT).split("-")) & _OF_SCRIPTS:
        return False
    values = (each.element.get(name, "") for each in instances)
    return all(len(value) <= _LONGEST and not value.lstrip().startswith(("{", "[")) for value in values)


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
