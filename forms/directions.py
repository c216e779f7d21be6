"""`dirname`: a box may ask that the direction of its text is sent beside it, under a name of its own.

What the page itself says is read here. The direction of what a person types into a box with `dir=auto` is not known
before, and is taken to be that of what the box held.
"""

from collections.abc import Iterable
from itertools import chain, islice
from unicodedata import bidirectional

from lxml import etree

from recorder.forms.controls import is_disabled, kind_of
from recorder.forms.form import Field

_TELLING = frozenset({"text", "search", "hidden", "tel", "url", "email", "password", "textarea"})
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_MOST_LETTERS = 1_000
"""Most letters of a text that are looked at for its direction: the first word tells."""


def direction_of(element: etree._Element, field: Field) -> Field | None:
    """The field that says in which direction the text of this one runs; None if the page does not ask for it."""
    if not asks_for_direction(element):
        return None
    return Field(name=element.get("dirname", ""), kind="hidden", value="rtl" if _runs_left(element, field) else "ltr")


def asks_for_direction(element: etree._Element) -> bool:
    """Whether the box has such a second field."""
    named = bool(element.get("dirname") and element.get("name"))
    return named and kind_of(element) in _TELLING and not is_disabled(element)


def _runs_left(element: etree._Element, field: Field) -> bool:
    own = element.get("dir", "").lower()
    if field.kind == "tel" and own not in ("ltr", "rtl", "auto"):
        return False
    if own == "auto":
        return _begins_from_right(field.value)
    for each in (element, *element.iterancestors()):
        named = each.get("dir", "").lower()
        if named in ("ltr", "rtl"):
            return named == "rtl"
        if named == "auto":
            return _begins_from_right(islice(chain.from_iterable(map(str, each.itertext())), _MOST_LETTERS))
    return False


def _begins_from_right(text: Iterable[str]) -> bool:
    """Whether the first letter with a direction of its own is one of a script that runs from right to left."""
    first = next((kind for letter in text if (kind := bidirectional(letter)) in {"L", *_RIGHT_TO_LEFT}), "L")
    return first in _RIGHT_TO_LEFT
